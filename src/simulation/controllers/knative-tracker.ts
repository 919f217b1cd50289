import type { Enqueue, Handled, ReconcilerKind } from "../cluster/reconciler.ts";
import type { Json, KubeObject } from "../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../kubernetes/object-key.ts";
import { type Asking, recall, remember } from "./asking.ts";
import { enqueueController } from "./enqueue-requests.ts";

/** Who wants to hear of which object: keys of the controller by `Kind namespace/name`. */
export type TrackerMemory = { readonly [object: string]: readonly string[] };

/** A fresh process tracks nothing. */
export const noTracks: TrackerMemory = {};

type HandlerContext = Parameters<ReconcilerKind["handle"]>[0];

/**
 * From now on, changes of that object wake the key, whether the object exists or not (`kp:tracker/enqueue.go:TrackReference`). Upstream's
 * tracks end after three resync periods, 30 hours, unless they are renewed; here they stay until the process ends.
 */
export function* track(kind: string, object: ObjectKey, key: ObjectKey): Asking<void> {
  const memory = tracks(yield* recall());
  const name = `${kind} ${object}`;
  const keys = memory[name] ?? [];
  if (keys.includes(key)) return;
  yield* remember({ ...memory, [name]: [...keys, key] }, `${key} wants to hear of ${kind} ${object}`);
}

/** The keys that track the object of a notification (`kp:tracker/enqueue.go:OnChanged`). */
export function trackersOf({ kind, notification, memory }: HandlerContext): readonly Enqueue[] {
  const keys = tracks(memory)[`${kind} ${keyOf(notification.object)}`] ?? [];
  // The keys were put in by `track`.
  return keys.map((key) => ({ key: key as ObjectKey, priority: 0 }));
}

/** Every key that tracks anything: all that were reconciled, where each run tracks something. Upstream resyncs them globally. */
export function allTrackers({ memory }: HandlerContext): readonly Enqueue[] {
  const keys = new Set(Object.values(tracks(memory)).flat());
  return [...keys].map((key) => ({ key: key as ObjectKey, priority: 0 }));
}

/** The controlling owner of that kind, in the fast lane: Knative's queue has no lower priority for first and repeated events. */
export function wakeOwner({ notification }: HandlerContext, group: string, kind: string): readonly Enqueue[] {
  return enqueueController(notification, { group, kind }).map((enqueue) => ({ ...enqueue, priority: 0 }));
}

/** The object itself, in the fast lane. */
export function itself(object: KubeObject): readonly Enqueue[] {
  return [{ key: keyOf(object), priority: 0 }];
}

/** The outcome of a handler that woke these keys, each once. */
export function woken({ memory }: HandlerContext, enqueue: readonly Enqueue[], ignored: string): Handled {
  const each = enqueue.filter(({ key }, at) => enqueue.findIndex((other) => other.key === key) === at);
  return { memory, enqueue: each, ignored };
}

function tracks(memory: Json): TrackerMemory {
  // Only `track` writes it, beginning with the empty one.
  return memory as TrackerMemory;
}
