import type { DeltaType } from "./delta.ts";
import type { StoreOperation } from "./process.ts";
import type { IgnoredReason, MissedReason } from "./reasons.ts";

/**
 * What happens inside an informer, as flat trace facts. Objects are named `key@resourceVersion`; requests of one informer are counted
 * from 1 (`n`), pages, retries and streaming lists included. Errors are `code` (0 if it is not an API status) and `reason`
 * ("" for none, else the status reason, ECONNREFUSED …, `transform`, `context` or `other`).
 */
export type InformerFact =
  // Reflector: requests and their answers
  | {
      readonly type: "list.request";
      readonly n: number;
      readonly resourceVersion: string;
      /** 0: no limit. */
      readonly limit: number;
      readonly continue: string;
    }
  | {
      readonly type: "list.response";
      readonly n: number;
      readonly rv: string;
      readonly objects: readonly string[];
      readonly continue: string;
    }
  | {
      readonly type: "list.failed";
      readonly n: number;
      readonly code: number;
      readonly reason: string;
      readonly message: string;
    }
  | {
      readonly type: "watch.request";
      readonly n: number;
      readonly resourceVersion: string;
      readonly timeoutSeconds: number;
      /** A streaming list: resourceVersionMatch=NotOlderThan. */
      readonly sendInitialEvents: boolean;
    }
  | { readonly type: "watch.response"; readonly n: number }
  | {
      readonly type: "watch.refused";
      readonly n: number;
      readonly code: number;
      readonly reason: string;
      readonly message: string;
    }
  // Reflector: one stream
  | {
      readonly type: "watch.event";
      readonly watch: number;
      /** ADDED, MODIFIED, DELETED, BOOKMARK, ERROR, or what else the server sent. */
      readonly event: string;
      /** "" for bookmarks, errors and objects of a wrong type. */
      readonly key: string;
      readonly rv: string;
      readonly initialEventsEnd: boolean;
      /** Only ERROR: the status; only an object of a wrong type: its Go type in `reason`. */
      readonly code: number;
      readonly reason: string;
    }
  | {
      readonly type: "watch.eventDropped";
      readonly watch: number;
      readonly reason: "wrongType" | "unknownType" | "storeError";
      readonly rvAdvanced: boolean;
    }
  | { readonly type: "watch.closed"; readonly watch: number }
  | { readonly type: "watch.stop"; readonly watch: number }
  | { readonly type: "transform.call"; readonly key: string; readonly rv: string; readonly ok: boolean }
  // Reflector: its own course
  | { readonly type: "reflector.rv"; readonly rv: string }
  | { readonly type: "reflector.rvUnavailable"; readonly value: boolean }
  | {
      readonly type: "listAndWatch.return";
      readonly stage: ErrorStage;
      readonly code: number;
      readonly reason: string;
      readonly message: string;
    }
  | {
      readonly type: "errorHandler.call";
      readonly stage: ErrorStage;
      readonly code: number;
      readonly reason: string;
      readonly message: string;
    }
  | { readonly type: "backoff"; readonly purpose: string; readonly base: number; readonly delay: number }
  // Queue
  | {
      readonly type: "fifo.enqueue";
      readonly delta: DeltaType;
      /** "" for deltas about the whole collection. */
      readonly key: string;
      readonly rv: string;
      readonly tombstone: boolean;
      /** Objects it carries: 1, or those of a ReplacedAll. */
      readonly count: number;
    }
  | {
      readonly type: "fifo.pop";
      readonly deltas: readonly string[];
      readonly initial: boolean;
      readonly batch: boolean;
    }
  | { readonly type: "fifo.synced" }
  // Cache and notifications
  | { readonly type: "store.write"; readonly operation: StoreOperation; readonly rv: string; readonly size: number }
  | {
      readonly type: "distribute";
      readonly kind: "add" | "update" | "delete";
      readonly key: string;
      readonly rv: string;
      /** Only updates. */
      readonly oldRv: string;
      readonly initial: boolean;
      readonly tombstone: boolean;
      readonly sync: boolean;
      /** Handlers, sorted. */
      readonly to: readonly string[];
    }
  | { readonly type: "process.done" }
  | { readonly type: "resync.tick"; readonly due: readonly string[]; readonly resync: boolean }
  // Handlers
  | { readonly type: "handler.added"; readonly handler: string; readonly ok: boolean }
  | { readonly type: "replay"; readonly handler: string; readonly key: string; readonly rv: string }
  | { readonly type: "handler.removed"; readonly handler: string; readonly ok: boolean }
  | { readonly type: "handler.shutdown"; readonly handler: string; readonly ok: boolean }
  | {
      readonly type: "handler.call";
      readonly handler: string;
      readonly n: number;
      readonly method: "OnAdd" | "OnUpdate" | "OnDelete";
      readonly key: string;
      readonly rv: string;
      readonly oldRv: string;
      readonly initial: boolean;
      readonly tombstone: boolean;
    }
  | { readonly type: "handler.return"; readonly handler: string; readonly n: number }
  /** The runner is in its call: the pump keeps a notification. `pending` is what it has by now, the one that it offers included. */
  | {
      readonly type: "pop.kept";
      readonly handler: string;
      readonly key: string;
      readonly rv: string;
      readonly pending: number;
    }
  /** The runner has come back and takes what the pump had kept; `pending` is what is left. */
  | {
      readonly type: "pop.handedOver";
      readonly handler: string;
      readonly key: string;
      readonly rv: string;
      readonly pending: number;
    }
  // Lifecycle
  | { readonly type: "synced"; readonly who: string }
  | { readonly type: "run.return"; readonly run: number; readonly isStopped: boolean }
  // What did not happen, and why
  | { readonly type: "informer.ignored"; readonly what: string; readonly reason: IgnoredReason }
  | { readonly type: "delta.ignored"; readonly key: string; readonly reason: "unknownObject" | "secondDeletion" }
  | {
      readonly type: "notification.missed";
      readonly handler: string;
      readonly key: string;
      readonly rv: string;
      readonly reason: MissedReason;
    }
  | {
      readonly type: "notifications.dropped";
      readonly handler: string;
      readonly count: number;
      readonly reason: "removed" | "stopped";
    }
  | { readonly type: "fifo.abandoned"; readonly count: number };

/** Where an error came from; "" when there is none. `listSync`: the list could not be queued. */
export type ErrorStage = "" | "list" | "listSync" | "watch";
