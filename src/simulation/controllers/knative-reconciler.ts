import type { Micros } from "../../base/time.ts";
import type { ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { finalizersOf, isTerminating, type Json, type JsonObject, type KubeObject } from "../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../kubernetes/object-key.ts";
import { formatTimestamp } from "../kubernetes/timestamp.ts";
import { type Asking, clock, enterPhase, failureOf, getCached, getLive, note, wasConflict, write } from "./asking.ts";
import { kindIdOf } from "./kind-id.ts";
import { type ConditionSet, conditionsOf, groomed, initialized } from "./knative-conditions.ts";
import { type KnativeResource, managed, markUnknown, setConditions } from "./knative-resource.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

/** What ReconcileKind returns: nothing, an event that ends the run well, an error, or a wish for another run. */
export type KnativeEvent =
  | undefined
  | { readonly type: "event"; readonly level: "Normal" | "Warning"; readonly reason: string; readonly message: string }
  | { readonly type: "error"; readonly message: string; readonly permanent?: boolean }
  | { readonly type: "requeueAfter"; readonly after: Micros };

/** What a Knative controller's own code is given. */
export type KnativeContext = {
  readonly key: ObjectKey;
  readonly options: JsonObject;
  readonly watched: readonly string[];
};

/** A Knative controller: what injection-gen generates everything else around. */
export type KnativeKind = Pick<
  ReconcilerKind,
  "name" | "primary" | "watches" | "alsoWatches" | "options" | "memory" | "handle"
> & {
  readonly conditions: ConditionSet;
  /** Only objects with this annotation are its own. */
  readonly onlyClass?: { readonly annotation: string; readonly value: string };
  reconcileKind(resource: KnativeResource, context: KnativeContext): Asking<KnativeEvent>;
  /** Cleaning up, and the finalizer that gives it the time for it. */
  readonly finalize?: {
    readonly finalizer: string;
    finalizeKind(resource: KnativeResource, context: KnativeContext): Asking<KnativeEvent>;
  };
};

/**
 * The generated reconciler around a Knative controller's ReconcileKind (`kp:codegen/cmd/injection-gen/generators/reconciler`,
 * `kp:reconciler/reconcile_common.go`): class, finalizer, conditions before and after, the generation that was observed even when the
 * run failed, and a status update that is tried five times.
 * Simplified to controller-runtime's loop: one queue of client-go instead of a fast and a slow lane; a permanent error keeps the failure
 * count; a wish for another run resets it. Left out: leader election by buckets, ObserveKind, GlobalResync, Event objects.
 */
export function knativeReconciler(kind: KnativeKind): ReconcilerKind {
  return { ...kind, queue: "classic", reconcile: (request) => reconcile(kind, request) };
}

function* reconcile(kind: KnativeKind, { key, options, watched }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const object = yield* getCached(kind.primary, key);
  if (object === undefined) {
    yield* note("no longer exists");
    return {};
  }
  const { onlyClass } = kind;
  if (onlyClass !== undefined && object.metadata.annotations?.[onlyClass.annotation] !== onlyClass.value) {
    yield* note(`not of the class ${onlyClass.value}`);
    return {};
  }
  const context = { key, options, watched };
  if (isTerminating(object)) return yield* finalize(kind, object, context);
  const held = yield* ensureFinalizer(kind, object);
  if (typeof held === "string") return { error: { message: held } };
  const now = formatTimestamp(yield* clock());
  const resource: KnativeResource = { object: held, set: kind.conditions, now, status: held.status ?? {} };
  preProcess(resource);
  yield* enterPhase("diff");
  const event = yield* kind.reconcileKind(resource, context);
  postProcess(resource);
  const error = yield* updateStatus(held, resource.status);
  if (error !== undefined) return { error: { message: error } };
  return yield* resultOf(event);
}

/** Conditions that are not set yet, and Ready Unknown for a generation that is new (`reconcile_common.go:PreProcessReconcile`). */
function preProcess(resource: KnativeResource): void {
  setConditions(resource, initialized(managed(resource)));
  if (resource.status.observedGeneration === (resource.object.metadata.generation ?? 0)) return;
  markUnknown(resource, resource.set.happy, "NewObservedGenFailure", "unsuccessfully observed a new generation");
}

/** The generation counts as observed, whatever came of it (`reconcile_common.go:PostProcessReconcile`). */
function postProcess(resource: KnativeResource): void {
  setConditions(resource, groomed(conditionsOf(resource.status), conditionsOf(resource.object.status)));
  resource.status = { ...resource.status, observedGeneration: resource.object.metadata.generation ?? 0 };
}

/**
 * Puts the whole computed status over whatever is there: first onto the object of the store, after a conflict onto a fresh one, five times
 * at most, some 10 ms apart. A run that read old objects can so undo a newer status until its next turn. Returns an error text or undefined.
 */
function* updateStatus(original: KubeObject, status: JsonObject): Asking<string | undefined> {
  if (jsonEqual(original.status, status)) return undefined;
  yield* enterPhase("apply");
  const retried = yield* retryOnConflict(
    (number) => putStatus(original, status, number),
    ({ error, conflict }) => (error === undefined ? "ok" : conflict ? "conflict" : "otherError"),
  );
  return retried.type === "called" ? retried.value.error : "timed out waiting for the condition";
}

function* putStatus(
  original: KubeObject,
  status: JsonObject,
  number: number,
): Asking<{ readonly error: string | undefined; readonly conflict: boolean }> {
  let existing = original;
  if (number > 1) {
    const live = yield* getLive(kindIdOf(original), keyOf(original));
    if (live.type !== "object") return { error: failureOf(live) ?? "no object returned", conflict: false };
    existing = live.object;
    if (jsonEqual(existing.status, status)) return { error: undefined, conflict: false };
  }
  const reply = yield* write({ type: "update", object: { ...existing, status }, subresource: "status" });
  return { error: failureOf(reply), conflict: wasConflict(reply) };
}

function* ensureFinalizer({ finalize: own }: KnativeKind, object: KubeObject): Asking<KubeObject | string> {
  const finalizers = finalizersOf(object);
  if (own === undefined || finalizers.includes(own.finalizer)) return object;
  return yield* patchFinalizers(object, [...finalizers, own.finalizer]);
}

function* finalize(kind: KnativeKind, object: KubeObject, context: KnativeContext): Asking<ReconcileResult> {
  const own = kind.finalize;
  if (own === undefined || !finalizersOf(object).includes(own.finalizer)) {
    yield* note("being deleted, and nothing of ours to clean up");
    return {};
  }
  const now = formatTimestamp(yield* clock());
  const resource: KnativeResource = { object, set: kind.conditions, now, status: object.status ?? {} };
  yield* enterPhase("diff");
  const event = yield* own.finalizeKind(resource, context);
  if (event === undefined || (event.type === "event" && event.level === "Normal")) {
    const others = finalizersOf(object).filter((finalizer) => finalizer !== own.finalizer);
    const released = yield* patchFinalizers(object, others);
    if (typeof released === "string") return { error: { message: released } };
  }
  return yield* resultOf(event);
}

/** A merge patch under the version that was read. Returns the object as it is then, or an error text. */
function* patchFinalizers(object: KubeObject, finalizers: readonly string[]): Asking<KubeObject | string> {
  const merge: Json = { metadata: { finalizers, resourceVersion: object.metadata.resourceVersion } };
  yield* enterPhase("apply");
  const reply = yield* write({ type: "patch", kind: kindIdOf(object), key: keyOf(object), merge });
  return reply.type === "object" ? reply.object : (failureOf(reply) ?? "no object returned");
}

/** A bare event, Warning too, is recorded, and the queue sees success (`kp:controller/controller.go:handleErr`, generated `Reconcile`). */
function* resultOf(event: KnativeEvent): Asking<ReconcileResult> {
  switch (event?.type) {
    case undefined:
      return {};
    case "event":
      yield* note(`${event.level} ${event.reason}: ${event.message}`);
      return {};
    case "error":
      return { error: { message: event.message, ...(event.permanent === true ? { terminal: true } : {}) } };
    case "requeueAfter":
      return { requeueAfter: event.after };
  }
}
