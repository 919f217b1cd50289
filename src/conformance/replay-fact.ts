import type { ClusterFact } from "../simulation/cluster/facts.ts";
import type { MachineTimer, Turn } from "../simulation/kernel/turn.ts";
import type { StringMap } from "../simulation/kubernetes/object.ts";

/**
 * What stands only in the trace of a replayed recording: what its script does and asks, what a scripted server sees, and what
 * recordings tell one by one while the cluster sums it up. Flat plain data, as `ClusterFact`.
 */
export type ReplayFact = ScriptFact | ServerFact | QueueCallFact | LoopFactTold | ElectionFactTold | RetryFact;

/** Everything that can stand in the trace of a replay. */
export type ReplayTraceFact = ClusterFact | ReplayFact;

/** The turn of a replay that has no world but its charts. */
export type ReplayTurn = Turn<undefined, MachineTimer, ReplayTraceFact>;

/** The environment's script. `doing` is the recording's word for what it does, `about` its arguments. */
type ScriptFact =
  | { readonly type: "script.step"; readonly step: number; readonly doing: string; readonly about: string }
  /** The public getters are read; `reading` is what they return. */
  | { readonly type: "script.read"; readonly reading: string }
  /** A call of the script returns. */
  | { readonly type: "script.answered"; readonly what: string; readonly answer: string };

/** What a scripted HTTP server sees. */
export type ServerFact =
  | {
      readonly type: "http.request";
      readonly kind: "list" | "watch";
      readonly n: number;
      readonly method: string;
      readonly path: string;
      readonly query: StringMap;
      readonly proto: string;
      readonly upgrade: string;
    }
  | { readonly type: "http.done"; readonly kind: "list" | "watch"; readonly n: number; readonly how: string };

/** Calls on a queue by a script that plays the workers, and its metrics. Spans are microseconds. */
type QueueCallFact =
  | { readonly type: "queue.doneCalled"; readonly key: string }
  | { readonly type: "queue.getBlocked"; readonly worker: number }
  | { readonly type: "queue.getRefused"; readonly worker: number }
  | { readonly type: "queue.drainBlocked"; readonly caller: string }
  | { readonly type: "queue.drainReturned"; readonly caller: string }
  | { readonly type: "queue.panicked"; readonly operation: string }
  | { readonly type: "queue.measured"; readonly total: number; readonly longest: number }
  | { readonly type: "limiter.tokens"; readonly tokens: number };

/** The reconcile loop's own steps. */
type LoopFactTold =
  | { readonly type: "reconcile.contextEnded"; readonly key: string; readonly reason: string }
  | { readonly type: "reconcile.logged"; readonly key: string; readonly level: string; readonly what: string }
  /** The row of the decision table that was taken, and the label under which the run is counted. */
  | { readonly type: "reconcile.decided"; readonly key: string; readonly row: string; readonly label: string };

/** Requests of an elector, and what a lease store that nobody else uses makes of them. */
type ElectionFactTold =
  | { readonly type: "lease.called"; readonly verb: string; readonly outcome: string; readonly applied: boolean }
  | {
      readonly type: "lease.stored";
      readonly by: string;
      readonly version: number;
      readonly holder: string;
      readonly transitions: number;
    }
  | { readonly type: "leader.event"; readonly message: string }
  | { readonly type: "leader.contextEnded" }
  | { readonly type: "leader.observed"; readonly leader: string }
  | { readonly type: "leader.returned" };

/** One call of RetryOnConflict. */
type RetryFact =
  | { readonly type: "retry.attemptStarted"; readonly attempt: number }
  | { readonly type: "retry.attemptEnded"; readonly attempt: number; readonly result: string }
  | { readonly type: "retry.returned"; readonly error: string; readonly attempts: number };
