import type { ReconcileResult } from "../cluster/reconciler.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import { type Asking, note } from "./asking.ts";
import { countOf, setCount } from "./key-counts.ts";

/** How often built-in controllers try a key again (`kk:pkg/controller/deployment/deployment_controller.go:maxRetries`). */
const MOST_RETRIES = 15;

/**
 * The result of a sync as built-in controllers treat it: after 15 retries in a row the key is dropped, without an error, until something
 * enqueues it again (`deployment_controller.go:handleErr`). The memory is a `KeyCounts`; upstream asks the queue's limiter.
 */
export function* withRetryLimit(key: ObjectKey, result: ReconcileResult): Asking<ReconcileResult> {
  if (result.error === undefined) {
    yield* setCount(key, 0, "no failure any more");
    return result;
  }
  const retries = yield* countOf(key);
  if (retries < MOST_RETRIES) {
    yield* setCount(key, retries + 1, `failure ${retries + 1} in a row`);
    return result;
  }
  yield* note(`dropped out of the queue after ${MOST_RETRIES} retries: ${result.error.message}`);
  yield* setCount(key, 0, "dropped");
  return {};
}
