import { seconds } from "../../base/time.ts";
import type { ReconcileRequest, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { enterPhase, getCached, note } from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";
import { countOf, noCounts, setCount } from "./key-counts.ts";
import { spanOption } from "./option-values.ts";

/**
 * A controller that looks at each ConfigMap again after a while. Options: `everyMs` (10,000), and `when`: "always" (default) asks for the
 * next look in every run; "firstRun" only in the first one, so that the poll stops after the next event (fidelity workqueue 5.5).
 */
export const requeueAfterPoller: ReconcilerKind = {
  name: "RequeueAfterPoller",
  primary: "ConfigMap",
  watches: ["ConfigMap"],
  memory: noCounts,
  handle: ({ notification, memory }) => ({ memory, enqueue: enqueueObject(notification) }),
  reconcile: poll,
};

function* poll({ key, options }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const object = yield* getCached("ConfigMap", key);
  if (object === undefined) {
    yield* setCount(key, 0, "forget the looks");
    return {};
  }
  const look = (yield* countOf(key)) + 1;
  yield* setCount(key, look, `look ${look}`);
  yield* note(`look ${look} at version ${object.metadata.resourceVersion}`);
  const isAsked = options.when !== "firstRun" || look === 1;
  return isAsked ? { requeueAfter: spanOption(options, "everyMs", seconds(10)) } : {};
}
