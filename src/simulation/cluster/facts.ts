import type { MachineFact } from "../kernel/turn.ts";
import type { ApiFact } from "./api-facts.ts";
import type { InformerFact } from "./informer/facts.ts";
import type { ProcessFact } from "./process-facts.ts";
import type { SystemFact } from "./system-facts.ts";

/**
 * Everything that can stand in a trace: flat plain data, names in the past or as upstream's calls. Keys are
 * `namespace/name`, revisions are numbers, versions as a client writes them are strings, times and spans are
 * microseconds. What did not happen although one might expect it is an event as well.
 */
export type ClusterFact =
  | UserFact
  | FaultFact
  | EtcdFact
  | ApiFact
  | CacheFact
  | StreamFact
  | NetworkFact
  | QueueTraceFact
  | ReconcileFact
  | ProcessFact
  | InformerFact
  | SystemFact
  | MachineFact;

/** What a person or a script does. */
export type UserFact =
  /** An edit was asked for; it becomes a request of its own. `change`: `spec.replicas 3 → 5`, the subresource as `/status`, or empty. */
  | {
      readonly type: "user.edit";
      readonly verb: "create" | "apply" | "update" | "patch" | "delete" | "deletecollection";
      readonly kind: string;
      readonly key: string;
      readonly change: string;
    }
  /** Something was done to a system: `event` and `about` are its own words. */
  | { readonly type: "user.tell"; readonly system: string; readonly event: string; readonly about: string }
  /** One of several possible next deliveries was chosen by hand. */
  | { readonly type: "user.choice"; readonly to: string; readonly message: string };

/** Faults, by hand or by script. */
export type FaultFact =
  /** `fault` is the action's type, `target` what it is about: `web · Pod`, `a ↔ web`. */
  | { readonly type: "fault.start"; readonly fault: string; readonly target: string; readonly detail: string }
  | { readonly type: "fault.end"; readonly fault: string; readonly target: string }
  /** A fault that is in force changed what would have happened. */
  | { readonly type: "fault.hit"; readonly fault: string; readonly target: string; readonly detail: string }
  /** The action had nothing to act on. */
  | { readonly type: "fault.missed"; readonly fault: string; readonly target: string; readonly reason: string };

/** Storage. One successful write is one revision (etcd:storage/mvcc/kvstore_txn.go @v3.6.14). */
export type EtcdFact =
  | {
      readonly type: "etcd.commit";
      readonly revision: number;
      readonly verb: "create" | "update" | "delete";
      readonly kind: string;
      readonly key: string;
      /** What differs from the version before, in a few words. */
      readonly change: string;
    }
  /** The compactor's tick: itself a write; `compacted` is 0 when this tick only marks. */
  | { readonly type: "etcd.compact"; readonly revision: number; readonly compacted: number };

/** The watch cache of one kind on one server. */
export type CacheFact =
  | {
      readonly type: "cache.apply";
      readonly kind: string;
      readonly revision: number;
      readonly verb: "create" | "update" | "delete";
      readonly key: string;
      /** Streams that get it. */
      readonly watchers: number;
      /** Oldest version from which a watch can resume after it. */
      readonly oldest: number;
    }
  | { readonly type: "cache.resize"; readonly kind: string; readonly from: number; readonly to: number }
  /** The cache was filled from etcd: at the start, after a restart. Its ring is empty. */
  | { readonly type: "cache.list"; readonly kind: string; readonly revision: number; readonly objects: number };

/** A watch from the server's side; `stream` numbers it over the whole run. */
export type StreamFact =
  | {
      readonly type: "stream.open";
      readonly stream: number;
      readonly client: string;
      readonly kind: string;
      readonly from: string;
      /** Synthetic ADDED events that come first. */
      readonly initial: number;
      readonly deadline: number;
    }
  | {
      readonly type: "stream.send";
      readonly stream: number;
      readonly client: string;
      readonly kind: string;
      readonly event: "ADDED" | "MODIFIED" | "DELETED";
      readonly key: string;
      readonly rv: number;
    }
  | {
      readonly type: "stream.bookmark";
      readonly stream: number;
      readonly client: string;
      readonly kind: string;
      readonly rv: number;
      readonly initialEventsEnd: boolean;
    }
  | {
      readonly type: "stream.error";
      readonly stream: number;
      readonly client: string;
      readonly kind: string;
      readonly code: number;
      readonly reason: string;
      readonly message: string;
    }
  | {
      readonly type: "stream.close";
      readonly stream: number;
      readonly client: string;
      readonly kind: string;
      /** `deadline`, `client`, `slow`, `cut`, `restart`, `error`, `fault`. */
      readonly reason: string;
      /** Version of the last thing sent. */
      readonly rv: number;
    }
  /** An event stays with the server: a fault holds the stream. */
  | {
      readonly type: "stream.held";
      readonly stream: number;
      readonly client: string;
      readonly kind: string;
      readonly key: string;
      readonly rv: number;
    }
  /** An event was sent but never arrives: a fault. No real network does this without breaking the stream. */
  | {
      readonly type: "stream.lost";
      readonly stream: number;
      readonly client: string;
      readonly kind: string;
      readonly key: string;
      readonly rv: number;
    };

/** The way between a process and a server. */
export type NetworkFact =
  /**
   * The goroutine that reads a stream has decoded an event and hands it to the reflector, in the same instant: the channel between them has no
   * buffer (`apimachinery:pkg/watch/streamwatcher.go:receive @v0.36.3`). Key and rv as in `watch.event`.
   */
  | {
      readonly type: "watch.decoded";
      readonly watch: number;
      readonly event: string;
      readonly key: string;
      readonly rv: string;
    }
  /** Something on its way was lost since the link is cut. `what`: `answer to LIST Pod`, `event ADDED demo/web-1`. */
  | { readonly type: "link.lost"; readonly process: string; readonly server: string; readonly what: string }
  | { readonly type: "link.refused"; readonly process: string; readonly server: string; readonly what: string }
  /** A controller's client sends a request or gets its answer. LIST and WATCH of informers have types of their own. */
  | {
      readonly type: "client.request";
      readonly request: number;
      readonly verb: string;
      readonly kind: string;
      readonly key: string;
      readonly subresource?: string;
    }
  | {
      readonly type: "client.response";
      readonly request: number;
      readonly verb: string;
      readonly kind: string;
      readonly key: string;
      readonly subresource?: string;
      readonly code: number;
      readonly reason: string;
      readonly took: number;
    }
  /**
   * The client will send a request again, without telling its caller; `attempt` is the one to come, `code` 0 and a name like
   * `ECONNRESET` in `reason` say that no server answered (cg:rest/with_retry.go @v0.36.3).
   */
  | {
      readonly type: "client.retry";
      readonly request: number;
      readonly verb: string;
      readonly kind: string;
      readonly key: string;
      readonly attempt: number;
      readonly after: number;
      readonly code: number;
      readonly reason: string;
    }
  /** The client-side limiter has no token left: the request waits in the client. Below 0, `tokens` are owed. */
  | {
      readonly type: "client.throttled";
      readonly request: number;
      readonly verb: string;
      readonly kind: string;
      readonly key: string;
      readonly delay: number;
      readonly tokens: number;
    };

/** The work queue of a process. Operations first, then what they led to. */
export type QueueTraceFact =
  | { readonly type: "queue.add"; readonly key: string; readonly priority: number; readonly by: "handler" | "loop" }
  | {
      readonly type: "queue.addAfter";
      readonly key: string;
      readonly after: number;
      readonly priority: number;
      readonly by: "handler" | "loop";
    }
  | {
      readonly type: "queue.addRateLimited";
      readonly key: string;
      readonly priority: number;
      readonly by: "handler" | "loop";
    }
  | { readonly type: "queue.forget"; readonly key: string }
  | { readonly type: "queue.done"; readonly key: string; readonly took: number }
  /** A worker got the key. */
  | {
      readonly type: "queue.get";
      readonly key: string;
      readonly worker: number;
      readonly priority: number;
      readonly latency: number;
    }
  | { readonly type: "queue.enqueued"; readonly key: string; readonly priority: number; readonly reason: string }
  /** Added while already due: one run covers both. */
  | { readonly type: "queue.coalesced"; readonly key: string }
  | { readonly type: "queue.markedDirty"; readonly key: string; readonly again: boolean }
  | { readonly type: "queue.addIgnored"; readonly key: string }
  | { readonly type: "queue.delayStarted"; readonly key: string; readonly readyAt: number }
  | { readonly type: "queue.delayMovedEarlier"; readonly key: string; readonly from: number; readonly readyAt: number }
  | {
      readonly type: "queue.laterDelayDropped";
      readonly key: string;
      readonly readyAt: number;
      readonly dropped: number;
    }
  | { readonly type: "queue.delaySwallowed"; readonly key: string; readonly dropped: number }
  | { readonly type: "queue.delayAbsorbed"; readonly key: string; readonly readyAt: number }
  | { readonly type: "queue.delayStillPending"; readonly key: string; readonly readyAt: number }
  | { readonly type: "queue.delayElapsed"; readonly key: string }
  | { readonly type: "queue.priorityRaised"; readonly key: string; readonly from: number; readonly to: number }
  | {
      readonly type: "queue.lowerPriorityDropped";
      readonly key: string;
      readonly kept: number;
      readonly dropped: number;
    }
  /** The limiter was asked: the key has failed `failures` times now. */
  | { readonly type: "queue.limited"; readonly key: string; readonly delay: number; readonly failures: number }
  | { readonly type: "queue.forgotten"; readonly key: string; readonly failures: number }
  | {
      readonly type: "queue.shutDown";
      readonly drain: boolean;
      readonly readyLost: number;
      readonly waitingLost: number;
    };

/** One run of a reconciler; `reconcile` counts the runs of the process. */
export type ReconcileFact =
  /** `id` is what the log calls reconcileID: a new uuid for each attempt (cr:pkg/internal/controller/controller.go:reconcileHandler @v0.24.1). */
  | {
      readonly type: "reconcile.start";
      readonly reconcile: number;
      readonly id: string;
      readonly key: string;
      readonly worker: number;
      readonly attempt: number;
      readonly failures: number;
    }
  | {
      readonly type: "reconcile.phase";
      readonly reconcile: number;
      readonly key: string;
      readonly phase: "fetch" | "diff" | "apply";
    }
  /**
   * It read from an informer's store; `uid` is that of the one object asked for, empty for a list or when there is none. `rv` is the store's
   * version, `behind` how many revisions of this kind it lacks.
   */
  | {
      readonly type: "reconcile.read";
      readonly reconcile: number;
      readonly key: string;
      readonly kind: string;
      readonly count: number;
      readonly uid: string;
      readonly rv: string;
      readonly behind: number;
    }
  /** There was an error, so RequeueAfter and Requeue of the result are lost; upstream logs a warning. */
  | { readonly type: "reconcile.resultIgnored"; readonly key: string }
  | { readonly type: "reconcile.note"; readonly reconcile: number; readonly key: string; readonly text: string }
  | { readonly type: "reconcile.remember"; readonly key: string; readonly why: string }
  | {
      readonly type: "reconcile.end";
      readonly reconcile: number;
      readonly key: string;
      readonly outcome: "ok" | "error" | "terminalError" | "panic";
      /** Row of the decision table (fidelity: controller-runtime reconcileHandler). */
      readonly row: "1a" | "1b" | "2" | "3" | "4";
      readonly message: string;
      readonly took: number;
    }
  /** Why a handler woke nobody. */
  | { readonly type: "handler.ignored"; readonly kind: string; readonly key: string; readonly reason: string };
