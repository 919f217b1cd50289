import { count, readOptions, type Values, word } from "../cluster/options.ts";
import type { ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { enterPhase, getCached, note } from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";
import { countOf, noCounts, setCount } from "./key-counts.ts";

const OPTIONS = {
  /** How many runs of a key fail; for ever when not set. */
  times: count(undefined, 0, 1_000_000),
  /** How they fail; `requeue` is `Requeue: true` without an error. */
  how: word("error", "terminal", "panic", "requeue"),
  /** After so many failed runs it returns no error any more, as built-in controllers do that drop a key after 15 tries; never when not set. */
  giveUpAfter: count(undefined, 0, 1_000_000),
};

/**
 * A controller that fails, to see what the queue does about it. A change of the ConfigMap does not start the count again.
 */
export const failingReconciler: ReconcilerKind = {
  name: "Failing",
  primary: "ConfigMap",
  watches: ["ConfigMap"],
  options: OPTIONS,
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
  const {
    times = Number.POSITIVE_INFINITY,
    giveUpAfter = Number.POSITIVE_INFINITY,
    how,
  } = readOptions(OPTIONS, options);
  if (failures >= times) {
    yield* note(`works after ${failures} failures`);
    return {};
  }
  if (failures >= giveUpAfter) {
    yield* note(`given up after ${failures} failures`);
    return {};
  }
  yield* setCount(key, failures + 1, `failure ${failures + 1}`);
  return failure(how, failures + 1);
}

function failure(how: Values<typeof OPTIONS>["how"], number: number): ReconcileResult {
  const message = `failure ${number}`;
  switch (how) {
    case "terminal":
      return { error: { message, terminal: true } };
    case "panic":
      return { panic: message };
    case "requeue":
      return { requeue: true };
    case "error":
      return { error: { message } };
  }
}
