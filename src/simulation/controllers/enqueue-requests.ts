import type { Enqueue, Notification } from "../cluster/reconciler.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import { keyOf, type ObjectKey, objectKey } from "../kubernetes/object-key.ts";
import { groupOf } from "./kind-id.ts";

/** The priority of keys that probably have nothing to do (`cr:pkg/handler/eventhandler.go:LowPriority @v0.24.1`). */
const lowPriority = -100;

/** The priority that a notification gives to its keys: low for the initial list and for resyncs (`cr:pkg/handler @v0.24.1`). */
export function priorityOf(notification: Notification): number {
  switch (notification.type) {
    case "add":
      return notification.initial ? lowPriority : 0;
    case "update": {
      const { old, object } = notification;
      return old.metadata.resourceVersion === object.metadata.resourceVersion ? lowPriority : 0;
    }
    case "delete":
      return 0;
  }
}

/** The key of the object itself (`cr:pkg/handler/enqueue.go:EnqueueRequestForObject @v0.24.1`). */
export function enqueueObject(notification: Notification): readonly Enqueue[] {
  return [{ key: keyOf(notification.object), priority: priorityOf(notification) }];
}

/** Which owners are meant: group and kind of the reference, its version does not matter. */
export type OwnerKind = { readonly group: string; readonly kind: string };

/**
 * The keys of the controlling owners of an object, for an update those of the old and of the new one, each once. Only group, kind and
 * name of the reference count, not its uid: the child of a deleted owner wakes a new one of that name
 * (`cr:pkg/handler/enqueue_owner.go:EnqueueRequestForOwner, OnlyControllerOwner @v0.24.1`).
 */
export function enqueueController(notification: Notification, owner: OwnerKind): readonly Enqueue[] {
  const objects = notification.type === "update" ? [notification.old, notification.object] : [notification.object];
  const keys = new Set(objects.flatMap((object) => controllerKeys(object, owner)));
  return [...keys].map((key) => ({ key, priority: priorityOf(notification) }));
}

function controllerKeys(object: KubeObject, owner: OwnerKind): readonly ObjectKey[] {
  return (object.metadata.ownerReferences ?? [])
    .filter((reference) => reference.controller === true)
    .filter((reference) => reference.kind === owner.kind && groupOf(reference.apiVersion) === owner.group)
    .map((reference) => objectKey(object.metadata.namespace, reference.name));
}
