import type { Micros } from "../../../base/time.ts";

/** What a reconciler asks for. `afterUs` 0 or less is unset; `priority` undefined keeps the priority of the key. */
export type ReconcileResult = {
  readonly requeueAfterUs: Micros;
  /** Deprecated since controller-runtime v0.21, and still rate limited. */
  readonly requeue: boolean;
  readonly priority: number | undefined;
};

/** An error that a reconciler returned. `isTerminal`: it is, wraps or joins a TerminalError. */
export type ReconcileError = { readonly message: string; readonly isTerminal: boolean };

/** How a call of the user's Reconcile ended. */
export type ReconcileOutcome =
  | { readonly type: "returned"; readonly result: ReconcileResult; readonly error: ReconcileError | undefined }
  | { readonly type: "panicked"; readonly message: string };

/** What the loop does to the queue because of a result, before Done. */
export type DecisionOperation =
  | { readonly type: "forget" }
  | { readonly type: "addAfter"; readonly afterUs: Micros; readonly priority: number }
  | { readonly type: "addRateLimited"; readonly priority: number };

/** The label of `controller_runtime_reconcile_total`. */
export type ReconcileLabel = "success" | "error" | "requeue" | "requeue_after";

/** A line that the loop logs about a result. */
export type DecisionLog =
  | { readonly level: "error"; readonly what: "reconcilerError" }
  /** Result asked for a requeue and there was an error: the result is ignored. */
  | { readonly level: "info"; readonly what: "resultIgnoredBecauseOfError" };

/** One row of the decision table with everything that follows from it. */
export type Decision = {
  readonly row: "1a" | "1b" | "2" | "3" | "4";
  readonly label: ReconcileLabel;
  /** What is added to `reconcile_errors_total` and `terminal_reconcile_errors_total`. */
  readonly errors: 0 | 1;
  readonly terminalErrors: 0 | 1;
  readonly operations: readonly DecisionOperation[];
  readonly logs: readonly DecisionLog[];
};

/**
 * What follows from what Reconcile returned; the first matching row wins
 * (`cr:pkg/internal/controller/controller.go:reconcileHandler @86a0d40e`). `keyPriority` is the priority that the key
 * was handed out with.
 */
export function decide(result: ReconcileResult, error: ReconcileError | undefined, keyPriority: number): Decision {
  const priority = result.priority ?? keyPriority;
  if (error !== undefined) return decideError(result, error, priority);
  if (result.requeueAfterUs > 0) {
    const again: DecisionOperation = { type: "addAfter", afterUs: result.requeueAfterUs, priority };
    return withoutError("2", "requeue_after", [{ type: "forget" }, again]);
  }
  if (result.requeue) return withoutError("3", "requeue", [{ type: "addRateLimited", priority }]);
  return withoutError("4", "success", [{ type: "forget" }]);
}

function decideError(result: ReconcileResult, error: ReconcileError, priority: number): Decision {
  const isIgnored = result.requeueAfterUs > 0 || result.requeue;
  const warning: readonly DecisionLog[] = isIgnored ? [{ level: "info", what: "resultIgnoredBecauseOfError" }] : [];
  const logs: readonly DecisionLog[] = [...warning, { level: "error", what: "reconcilerError" }];
  if (error.isTerminal) return { row: "1a", label: "error", errors: 1, terminalErrors: 1, operations: [], logs };
  const operations: readonly DecisionOperation[] = [{ type: "addRateLimited", priority }];
  return { row: "1b", label: "error", errors: 1, terminalErrors: 0, operations, logs };
}

function withoutError(row: "2" | "3" | "4", label: ReconcileLabel, operations: readonly DecisionOperation[]): Decision {
  return { row, label, errors: 0, terminalErrors: 0, operations, logs: [] };
}
