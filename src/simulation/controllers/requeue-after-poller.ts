import { readOptions, span, word } from "../cluster/options.ts";
import type { ReconcileRequest, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { enterPhase, getCached, note } from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";
import { countOf, noCounts, setCount } from "./key-counts.ts";

const OPTIONS = {
  everyMs: span(10_000, 1),
  /** When it asks for the next look: in every run, or only in the first one, so that the poll stops after the next event. */
  when: word("always", "firstRun"),
};

/**
 * A controller that looks at each ConfigMap again after a while (fidelity workqueue 5.5).
 */
export const requeueAfterPoller: ReconcilerKind = {
  name: "RequeueAfterPoller",
  primary: "ConfigMap",
  watches: ["ConfigMap"],
  options: OPTIONS,
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
  const { when, everyMs } = readOptions(OPTIONS, options);
  return when === "always" || look === 1 ? { requeueAfter: everyMs } : {};
}
