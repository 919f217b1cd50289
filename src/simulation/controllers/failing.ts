import type { ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { enterPhase, getCached, note } from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";
import { countOf, noCounts, setCount } from "./key-counts.ts";
import { numberOption } from "./option-values.ts";

/**
 * A controller that fails, to see what the queue does about it. Options: `times`, how many runs of a key fail (for ever if not set);
 * `how`: "error" (default), "terminal", "panic", or "requeue" (`Requeue: true` without an error); `giveUpAfter`, after how many failed runs
 * it returns no error any more, as built-in controllers do that drop a key after 15 tries (never, if not set). A change of the ConfigMap
 * does not start the count again.
 */
export const failingReconciler: ReconcilerKind = {
  name: "Failing",
  primary: "ConfigMap",
  watches: ["ConfigMap"],
  memory: noCounts,
  handle: ({ notification, memory }) => ({ memory, enqueue: enqueueObject(notification) }),
  reconcile: fail,
};

function* fail({ key, options }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const object = yield* getCached("ConfigMap", key);
  if (object === undefined) {
    yield* setCount(key, 0, "forget the failures");
    return {};
  }
  const failures = yield* countOf(key);
  const giveUpAfter = numberOption(options, "giveUpAfter", Number.POSITIVE_INFINITY);
  if (failures >= numberOption(options, "times", Number.POSITIVE_INFINITY)) {
    yield* note(`works after ${failures} failures`);
    return {};
  }
  if (failures >= giveUpAfter) {
    yield* note(`given up after ${failures} failures`);
    return {};
  }
  yield* setCount(key, failures + 1, `failure ${failures + 1}`);
  return failure(options, failures + 1);
}

function failure({ how }: JsonObject, number: number): ReconcileResult {
  const message = `failure ${number}`;
  switch (how) {
    case "terminal":
      return { error: { message, terminal: true } };
    case "panic":
      return { panic: message };
    case "requeue":
      return { requeue: true };
    default:
      return { error: { message } };
  }
}
