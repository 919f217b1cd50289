import { emptyMap, type PersistentMap } from "../../../base/persistent-map.ts";
import { type Micros, micros } from "../../../base/time.ts";
import type { KubeObject } from "../../kubernetes/object.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import type { BackoffResetRule } from "../../machines/backoff.ts";
import { createFifo, type Fifo, type Popped, type QueueKind } from "./fifo.ts";
import { createIndexer, type Indexer, type IndexName } from "./indexer.ts";
import type { HandlerOptions, Listener } from "./listeners.ts";
import type { ReceivedEvent, StreamMessage } from "./messages.ts";
import { emptyQueue, type PersistentQueue } from "./persistent-queue.ts";
import type { Stage } from "./process.ts";
import { NO_PROVENANCE, type Provenance } from "./provenance.ts";
import type { RequestError } from "./request-error.ts";
import type { Transform } from "./transform.ts";

/** The store write that brings in `object` (`key@resourceVersion`) takes this long, once. */
export type SlowWrite = { readonly object: string; readonly duration: Micros };

/** How an informer is built. */
export type InformerOptions = {
  readonly queue: QueueKind;
  /** Try a streaming list first (gate WatchListClient, and the client supports it). */
  readonly watchList: boolean;
  readonly backoffReset: BackoffResetRule;
  /** Also the default of its handlers; 0: none. */
  readonly resyncPeriod: Micros;
  readonly transform: Transform;
  readonly slowWrites: readonly SlowWrite[];
  readonly indices: readonly IndexName[];
};

/** A span of client-go releases with one behaviour: up to 0.32, 0.33 to 0.35, since 0.36. */
export type Era = "classic" | "inOrder" | "current";

/** The process loop: waiting on an empty queue, woken, at work on what it popped, or returned. */
export type ProcessState =
  | { readonly type: "idle" }
  | { readonly type: "awake" }
  | {
      readonly type: "busy";
      readonly popped: Popped;
      readonly stages: readonly Stage[];
      /** `seq` of the events that enqueued what was popped. */
      readonly origins: readonly (number | undefined)[];
    }
  | { readonly type: "ended" };

/** What the reflector or the resync timer does once the queue's lock is free. */
export type BlockedWrite =
  | { readonly type: "replace"; readonly resourceVersion: string; readonly streamed: boolean }
  | { readonly type: "event"; readonly event: ReceivedEvent };

/** What the reflector's chart leaves to its owner: numbers of requests, collected objects, the stream at hand. */
export type ReflectorWork = {
  readonly lists: number;
  readonly watches: number;
  /** The pages of the list in progress and the version of its first page. */
  readonly pages: readonly (readonly KubeObject[])[];
  readonly pagesVersion: string;
  /** The list in progress came in more than one page. */
  readonly paged: boolean;
  /** A page was refused as expired: the answer to the full list is taken as it is. */
  readonly asksInFull: boolean;
  /** The list that was in progress when the reflector stopped: how it asks, and whether its version was known to be unavailable. */
  readonly abandoned:
    | {
        readonly version: string;
        readonly limit: number;
        readonly asksMostRecent: boolean;
        readonly unavailable: boolean;
      }
    | undefined;
  /** Objects of the streaming list in progress: its temporary store. */
  readonly streamed: PersistentMap<ObjectKey, KubeObject>;
  /** The WATCH in progress, 0 for none, and when its request was sent. */
  readonly watch: number;
  readonly watchSince: Micros;
  /** What the stream has brought while the reflector was blocked. */
  readonly inbox: PersistentQueue<StreamMessage>;
  readonly blocked: BlockedWrite | undefined;
  readonly stopAsked: boolean;
  /** The error that ListAndWatch is about to return. */
  readonly error: RequestError | undefined;
  readonly stopped: boolean;
};

/** Who waits for the process loop to finish the item at hand (`blockDeltas`). */
export type JoinRequest =
  /** `asked`: when the call began; the handler's resync phase starts there. */
  | { readonly type: "add"; readonly handler: HandlerOptions; readonly asked: Micros }
  | { readonly type: "remove"; readonly handler: string; readonly awaitCall: boolean };

/** An informer between two steps. */
export type InformerState = {
  readonly options: InformerOptions;
  /** Calls of Run so far; only the first one does anything. */
  readonly runs: number;
  /** Run's context is cancelled. */
  readonly stopping: boolean;
  /** IsStopped: the controller has ended. */
  readonly stopped: boolean;
  readonly returned: boolean;
  /** What the chart of the informer was last told about the connection. */
  readonly connection: "listing" | "watching" | "backingOff" | "disconnected";
  /** HasSynced. */
  readonly synced: boolean;
  /** The smallest resync period asked for so far, and the reflector's, which is that of the moment of Run. */
  readonly checkPeriod: Micros;
  readonly resyncPeriod: Micros;
  readonly fifo: Fifo;
  readonly provenance: Provenance;
  readonly store: Indexer;
  /** Every registration has synced, as the chart was last told. */
  readonly handlersSynced: boolean;
  /** In order of registration, removed ones included. */
  readonly listeners: readonly Listener[];
  readonly process: ProcessState;
  readonly reflector: ReflectorWork;
  /** A resync tick waits for the queue's lock. */
  readonly resyncBlocked: boolean;
  readonly joining: readonly JoinRequest[];
  /** Those still to come. */
  readonly slowWrites: readonly SlowWrite[];
};

/** The options of an era. The default of this project is `current`. */
export function informerOptions(era: Era, change: Partial<InformerOptions> = {}): InformerOptions {
  const queues: Readonly<Record<Era, QueueKind>> = {
    classic: { type: "grouped" },
    inOrder: { type: "ordered", atomic: false, batched: true, unlocked: false },
    current: { type: "ordered", atomic: true, batched: true, unlocked: true },
  };
  return {
    queue: queues[era],
    watchList: era !== "classic",
    backoffReset: era === "current" ? "sinceLastReset" : "sinceLastUse",
    resyncPeriod: micros(0),
    transform: { type: "none" },
    slowWrites: [],
    indices: ["namespace"],
    ...change,
  };
}

/** An informer that was never run. */
export function createInformerState(options: InformerOptions): InformerState {
  return {
    options,
    runs: 0,
    stopping: false,
    stopped: false,
    returned: false,
    connection: "disconnected",
    synced: false,
    checkPeriod: options.resyncPeriod,
    resyncPeriod: micros(0),
    fifo: createFifo(options.queue),
    store: createIndexer(options.queue.type === "ordered" && options.queue.atomic, options.indices),
    provenance: NO_PROVENANCE,
    handlersSynced: false,
    listeners: [],
    process: { type: "idle" },
    reflector: idleReflector(),
    resyncBlocked: false,
    joining: [],
    slowWrites: options.slowWrites,
  };
}

function idleReflector(): ReflectorWork {
  return {
    lists: 0,
    watches: 0,
    pages: [],
    pagesVersion: "",
    paged: false,
    asksInFull: false,
    abandoned: undefined,
    streamed: emptyMap(),
    watch: 0,
    watchSince: micros(0),
    inbox: emptyQueue(),
    blocked: undefined,
    stopAsked: false,
    error: undefined,
    stopped: false,
  };
}
