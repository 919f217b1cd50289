import { readOptions, word } from "../cluster/options.ts";
import type { ReconcileRequest, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { jsonAt, type KubeObject, withMetadata } from "../kubernetes/object.ts";
import { formatMicroTime } from "../kubernetes/timestamp.ts";
import { clock, enterPhase, failureOf, getCached, note, write } from "./asking.ts";
import { enqueueObject } from "./enqueue-requests.ts";

const SEEN_AT = "example.com/seen-at";
const SEEN_STATE = "example.com/seen-state";

const OPTIONS = {
  /** When it writes: at each run, or only when `data.state` has become another one since the last note. */
  write: word("always", "onFlip"),
};

/**
 * A controller that notes in each ConfigMap when it saw it. Written at each run, the note is a change, the change an event, and the event
 * the next run: a loop at the speed of the API, in which every run is a success (fidelity workqueue 5.8).
 */
export const timestampWriter: ReconcilerKind = {
  name: "TimestampWriter",
  primary: "ConfigMap",
  watches: ["ConfigMap"],
  options: OPTIONS,
  memory: null,
  handle: ({ notification, memory }) => ({ memory, enqueue: enqueueObject(notification) }),
  reconcile: noteTime,
};

function* noteTime({ key, options }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const object = yield* getCached("ConfigMap", key);
  if (object === undefined) return {};
  yield* enterPhase("diff");
  const state = stateOf(object);
  if (readOptions(OPTIONS, options).write === "onFlip" && object.metadata.annotations?.[SEEN_STATE] === state) {
    yield* note(`state ${state} was noted already`);
    return {};
  }
  // With microseconds: whole seconds would hide the loop, since a note within the same second changes nothing.
  const at = formatMicroTime(yield* clock());
  yield* note(`seen at ${at}`);
  yield* enterPhase("apply");
  const annotations = { ...object.metadata.annotations, [SEEN_AT]: at, [SEEN_STATE]: state };
  const error = failureOf(yield* write({ type: "update", object: withMetadata(object, { annotations }) }));
  return error === undefined ? {} : { error: { message: error } };
}

function stateOf(object: KubeObject): string {
  const state = jsonAt(object.data, "state");
  return typeof state === "string" ? state : "";
}
