import type { Micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import type { Decision, DecisionLog } from "./decision.ts";
import type { QueueFact, WorkerId } from "./queue-fact.ts";
import type { AddRequest } from "./work-queue.ts";

/** Why a context has ended. */
export type ContextEnd = "canceled" | "deadlineExceeded";

/** The context that a Reconcile call was given. */
export type RunContext =
  | { readonly type: "alive"; readonly deadlineAt: Micros | undefined }
  | { readonly type: "ended"; readonly reason: ContextEnd; readonly at: Micros };

/** A call on the queue, by an event source or by the loop itself. */
export type QueueOperation =
  | AddRequest
  | { readonly type: "forget"; readonly key: ObjectKey }
  | { readonly type: "done"; readonly key: ObjectKey };

/** How a Reconcile call ended, in one word. */
export type ReconcileEnd = "ok" | "error" | "terminalError" | "panic";

/** What happened in one step of a controller loop, in order; what happened inside the queue stands among it. */
export type LoopFact =
  | QueueFact
  | { readonly type: "controllerStarted"; readonly workers: number }
  | { readonly type: "operated"; readonly by: "source" | "loop"; readonly operation: QueueOperation }
  | {
      readonly type: "reconcileStarted";
      readonly worker: WorkerId;
      readonly key: ObjectKey;
      readonly priority: number;
      /** How often this key has been reconciled, this call included. */
      readonly attempt: number;
      /** Failures that the limiter holds against the key. */
      readonly requeues: number;
      readonly context: RunContext;
    }
  | { readonly type: "contextEnded"; readonly worker: WorkerId; readonly key: ObjectKey; readonly reason: ContextEnd }
  | {
      readonly type: "reconcileEnded";
      readonly worker: WorkerId;
      readonly key: ObjectKey;
      readonly attempt: number;
      readonly end: ReconcileEnd;
      readonly context: RunContext;
    }
  | { readonly type: "logged"; readonly key: ObjectKey; readonly line: DecisionLog }
  | {
      readonly type: "decided";
      readonly key: ObjectKey;
      readonly decision: Decision;
      readonly panics: 0 | 1;
      readonly timeouts: 0 | 1;
      readonly tookUs: Micros;
    }
  | { readonly type: "workerExited"; readonly worker: WorkerId }
  | { readonly type: "controllerStopped" }
  /** A panic that nobody recovers ends the process. */
  | { readonly type: "processCrashed"; readonly key: ObjectKey; readonly message: string };
