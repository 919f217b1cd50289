import { micros } from "../../base/time.ts";
import { readOptions, span } from "../cluster/options.ts";
import type { ReconcileRequest, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { formatMicroTime, parseTimestamp } from "../kubernetes/timestamp.ts";
import { clock, enterPhase, failureOf, getCached, note, write } from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";

const MEASURED_AT = "metering.example.com/measured-at";

const OPTIONS = {
  everyMs: span(1_000, 1),
};

/**
 * A metering controller of somebody else's: now and then it notes in each Trigger when it has measured its traffic. It is careful: what it
 * writes it wakes itself with, so it looks at the time; and it patches without a version, so it is never refused. Each note is a new version of
 * the Trigger all the same, for everybody who has read the one before.
 */
export const triggerMeter: ReconcilerKind = {
  name: "TriggerMeter",
  primary: "Trigger",
  watches: ["Trigger"],
  options: OPTIONS,
  memory: null,
  handle: ({ notification, memory }) => ({ memory, enqueue: enqueueObject(notification) }),
  reconcile: measure,
};

function* measure({ key, options }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const trigger = yield* getCached("Trigger", key);
  if (trigger === undefined) return {};
  yield* enterPhase("diff");
  const { everyMs } = readOptions(OPTIONS, options);
  const now = yield* clock();
  const last = parseTimestamp(trigger.metadata.annotations?.[MEASURED_AT] ?? "");
  const rest = last === undefined ? 0 : last + everyMs - now;
  if (rest > 0) {
    yield* note(`measured ${Math.round((now - (last ?? now)) / 1_000)} ms ago`);
    return { requeueAfter: micros(rest) };
  }
  yield* enterPhase("apply");
  const merge = { metadata: { annotations: { [MEASURED_AT]: formatMicroTime(now) } } };
  const error = failureOf(yield* write({ type: "patch", kind: "Trigger", key, merge }));
  return error === undefined ? { requeueAfter: everyMs } : { error: { message: error } };
}
