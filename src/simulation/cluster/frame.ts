import type { ChartValue, Taken } from "../kernel/machine.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import type { WatchEvent } from "../kubernetes/watch-event.ts";
import type { AuditEntry } from "./audit.ts";
import type { Violation } from "./cluster.ts";
import type { EtcdLatency } from "./etcd-latency.ts";
import type { Denial } from "./plan.ts";
import type { SystemFrame } from "./system-frame.ts";

/**
 * Plain data that describes the world at one step, for the page. It crosses the worker boundary, so it holds no
 * functions and no snapshots. Times are integer microseconds, revisions are numbers, keys are `namespace/name`.
 * Lists are bounded (see `LIMITS` in `frame-of.ts`); where one was cut, `more` counts the rest.
 */
export type Frame = {
  readonly step: number;
  readonly at: number;
  /** Events so far: the newest one has `seq` = `events` − 1. */
  readonly events: number;
  readonly etcd: EtcdFrame;
  readonly servers: readonly ServerFrame[];
  readonly links: readonly LinkFrame[];
  readonly processes: readonly ProcessFrame[];
  /** What etcd holds, by kind: the truth that caches are held against. */
  readonly truth: readonly KindFrame[];
  readonly nodes: readonly NodeFrame[];
  readonly systems: readonly SystemFrame[];
  /** Of a system with thousands of charts only those that moved last; see `LIMITS`. */
  readonly charts: readonly ChartFrame[];
  /** Admission webhooks in the order in which they are called; validating ones all at once. */
  readonly webhooks: readonly WebhookFrame[];
  /** Names of the definitions of kinds that nobody has deleted. */
  readonly definitions: readonly string[];
  /** Faults that are in force. */
  readonly faults: readonly FaultFrame[];
  /** What could happen next, the normal choice first. */
  readonly next: readonly NextFrame[];
  /** What RBAC refuses now. */
  readonly denied: readonly Denial[];
  /** Processes whose token is not valid. */
  readonly revokedTokens: readonly string[];
  /** Broken invariants of the modelled controllers, newest last. */
  readonly violations: readonly Violation[];
};

export type WebhookFrame = {
  readonly name: string;
  readonly type: "mutating" | "validating";
  readonly kinds: readonly string[];
  readonly calls: number;
  /** Calls that stopped the request. */
  readonly refused: number;
};

export type EtcdFrame = {
  readonly revision: number;
  /** History below this is gone; 0 when nothing was compacted. */
  readonly compacted: number;
  /** The newest commits, newest first. */
  readonly commits: readonly {
    readonly revision: number;
    readonly verb: "create" | "update" | "delete";
    readonly kind: string;
    readonly key: string;
    readonly change: string;
  }[];
  readonly nextCompaction: number | undefined;
};

export type KindFrame = {
  readonly kind: string;
  readonly objects: readonly ObjectFrame[];
  readonly more: number;
};

export type ObjectFrame = {
  readonly key: string;
  readonly rv: number;
  readonly uid: string;
  /** One or two words: `Running`, `Terminating`, `3/3`. */
  readonly status: string;
  readonly object: KubeObject;
};

export type ServerFrame = {
  readonly id: string;
  readonly state: "up" | "down" | "starting";
  readonly caches: readonly CacheFrame[];
  readonly streams: readonly StreamFrame[];
  /** In flight and just answered, newest first. */
  readonly requests: readonly RequestFrame[];
  /** Priority levels that somebody came to, if there is flow control. */
  readonly levels: readonly LevelFrame[];
  /** The newest lines of its audit log, oldest first. */
  readonly audit: readonly AuditEntry[];
  /** How long writes to etcd took so far. */
  readonly etcdLatency: readonly EtcdLatency[];
};

/** A priority level of an API server. */
export type LevelFrame = {
  readonly name: string;
  readonly seats: number;
  readonly inUse: number;
  readonly waiting: number;
  readonly refused: number;
};

export type CacheFrame = {
  readonly kind: string;
  readonly rv: number;
  readonly listRv: number;
  /** Revisions of the events in the ring, oldest first. */
  readonly ring: readonly number[];
  readonly capacity: number;
  /** The oldest version from which a watch can resume. */
  readonly oldest: number;
  readonly objects: readonly { readonly key: string; readonly rv: number }[];
};

export type StreamFrame = {
  readonly id: number;
  readonly client: string;
  readonly kind: string;
  readonly state: "initial" | "open" | "held" | "silent" | "closed";
  /** Version of the newest thing sent. */
  readonly rv: number;
  readonly from: string;
  readonly closedBy: string;
  readonly deadline: number;
  readonly queued: number;
  /** The newest line that the server wrote, and the newest that the client read. */
  readonly sent: WatchEvent | undefined;
  readonly taken: WatchEvent | undefined;
};

export type RequestFrame = {
  readonly id: number;
  readonly client: string;
  readonly verb: string;
  readonly kind: string;
  readonly name: string;
  readonly rv: string;
  readonly state: "travelling" | "queued" | "served" | "waiting" | "returning" | "done";
  /** 0 while there is no answer. */
  readonly code: number;
  readonly answer: string;
  /** Whether a fault gave the answer. */
  readonly fault: boolean;
  readonly sentAt: number;
};

export type LinkFrame = {
  readonly process: string;
  readonly server: string;
  readonly state: "up" | "cut" | "slow";
  readonly until: number | undefined;
};

/** The part of a replica in the election for a lease, as far as it knows itself. */
export type ElectionFrame = {
  readonly lease: string;
  readonly isLeader: boolean;
  /** Whose lease it saw last, and until when that counts by its own clock; "" before it has seen any. */
  readonly holder: string;
  readonly validUntil: number;
};

export type ProcessFrame = {
  /** Undefined without leader election. */
  readonly election: ElectionFrame | undefined;
  readonly name: string;
  /** Under which name the API server knows it. */
  readonly user: string;
  /** Times it was started. */
  readonly runs: number;
  readonly state: "starting" | "running" | "stopping" | "stopped" | "crashed" | "paused";
  readonly informers: readonly InformerFrame[];
  readonly queue: QueueFrame;
  readonly workers: readonly WorkerFrame[];
  readonly client: ClientFrame;
  readonly expectations: readonly {
    readonly key: string;
    readonly adds: number;
    readonly deletes: number;
    readonly since: number;
  }[];
};

export type InformerFrame = {
  /** `process/Kind`. */
  readonly id: string;
  readonly kind: string;
  /** What it lists and watches: "" is every namespace, and every label. */
  readonly namespace: string;
  readonly selector: string;
  readonly lifecycle: "Stopped" | "Starting" | "Synced" | "Running" | "Stopping";
  /** The reflector's state as a dotted path. */
  readonly connection: string;
  readonly lastSyncRv: string;
  readonly unavailable: boolean;
  readonly hasSynced: boolean;
  readonly isStopped: boolean;
  readonly backoff: BackoffFrame;
  readonly fifo: FifoFrame;
  readonly store: StoreFrame;
  readonly handlers: readonly HandlerFrame[];
};

export type BackoffFrame = {
  /** Steps taken since the last reset. */
  readonly step: number;
  /** Base of the next wait, µs. */
  readonly nextBase: number;
  /** The wait that runs now. */
  readonly waiting: { readonly since: number; readonly until: number; readonly base: number } | undefined;
  /** When the sequence starts over. */
  readonly resetsAt: number;
};

export type DeltaFrame = {
  readonly type: string;
  readonly key: string;
  readonly rv: string;
  /** A Deleted that was only inferred: its object is the last one known. */
  readonly tombstone: boolean;
  readonly objects: readonly { readonly key: string; readonly rv: string }[];
};
export type FifoFrame = {
  readonly kind: "DeltaFIFO" | "RealFIFO" | "RealFIFO atomic";
  readonly deltas: readonly DeltaFrame[];
  readonly more: number;
  readonly synced: boolean;
};
export type StoreFrame = {
  readonly rv: string;
  readonly objects: readonly {
    readonly key: string;
    readonly rv: number;
    readonly uid: string;
    readonly status: string;
  }[];
  readonly more: number;
  readonly indices: readonly IndexFrame[];
};

/** One way in which the store can be asked for several objects: the keys under each value. `more` counts values. */
export type IndexFrame = {
  readonly name: "namespace" | "label" | "owner";
  readonly values: readonly { readonly value: string; readonly keys: readonly string[]; readonly more: number }[];
  readonly more: number;
};

export type HandlerFrame = {
  readonly id: string;
  readonly call:
    | {
        readonly fn: "OnAdd" | "OnUpdate" | "OnDelete";
        readonly key: string;
        readonly since: number;
        readonly until: number;
      }
    | undefined;
  readonly pending: number;
  readonly synced: boolean;
  readonly calls: number;
};

export type QueueFrame = {
  readonly kind: "classic" | "priority";
  readonly length: number;
  /** In the order in which they would be handed out. */
  readonly ready: readonly { readonly key: string; readonly priority: number; readonly locked: boolean }[];
  readonly processing: readonly { readonly key: string; readonly dirty: boolean; readonly worker: number }[];
  readonly waiting: readonly {
    readonly key: string;
    readonly priority: number;
    readonly readyAt: number;
    readonly since: number;
  }[];
  readonly failures: readonly { readonly key: string; readonly count: number }[];
  readonly shuttingDown: boolean;
};

export type WorkerFrame = {
  readonly index: number;
  readonly state: "blocked" | "running" | "exited";
  readonly key: string;
  /** Number of the reconcile in its process, from 1. */
  readonly reconcile: number;
  readonly phase: "" | "start" | "fetch" | "diff" | "apply" | "end";
  readonly since: number;
  /** What it read from which store: `Pods @612`. */
  readonly reads: readonly { readonly kind: string; readonly rv: string; readonly count: number }[];
  /** The outcome of its newest finished run, in a few words. */
  readonly outcome: string;
};

export type ClientFrame = {
  readonly inFlight: readonly {
    readonly id: number;
    readonly verb: string;
    readonly kind: string;
    readonly name: string;
    readonly since: number;
  }[];
  /** Tokens of the client-side limiter; −1 when it is off. */
  readonly tokens: number;
  readonly burst: number;
};

export type NodeFrame = {
  readonly name: string;
  readonly ready: boolean;
  readonly pods: readonly { readonly key: string; readonly phase: string }[];
};

export type ChartFrame = {
  readonly actor: string;
  readonly machine: string;
  readonly value: ChartValue;
  readonly context: Readonly<Record<string, unknown>>;
  readonly visits: Readonly<Record<string, number>>;
  readonly last: readonly Taken[];
  readonly lastSeq: number;
  /** Timers of this chart that are running. */
  readonly timers: readonly { readonly id: string; readonly due: number }[];
};

export type FaultFrame = {
  readonly id: number;
  readonly fault: string;
  readonly target: string;
  readonly since: number;
  readonly until: number | undefined;
};

export type NextFrame = {
  /** Position in `choices(world)`. */
  readonly choice: number;
  readonly at: number;
  readonly to: string;
  /** Type of the message that would be delivered. */
  readonly message: string;
  /** What it is about: a key, a verb, a kind; for the sentence. */
  readonly detail: string;
};
