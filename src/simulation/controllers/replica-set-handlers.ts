import { seconds } from "../../base/time.ts";
import type { Enqueue, Handled, Notification, ReconcilerKind } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { controllerOf, isTerminating, type KubeObject, labelsOf, type OwnerReference } from "../kubernetes/object.ts";
import { keyOf, objectKey } from "../kubernetes/object-key.ts";
import { enqueueObject, priorityOf } from "./enqueue-requests.ts";
import { isPodReady } from "./pod-facts.ts";
import {
  clearWritten,
  creationsObserved,
  deletionObserved,
  dropExpectations,
  type ReplicaSetMemory,
  replicaSetMemory,
} from "./replica-set-memory.ts";
import { minReadySecondsOf, selects } from "./replica-set-spec.ts";

type HandlerContext = Parameters<ReconcilerKind["handle"]>[0];
type UpdateOf<T> = Extract<T, { readonly type: "update" }>;

/** What a handler of this controller leaves behind. */
type Outcome = {
  readonly memory: ReplicaSetMemory;
  readonly enqueue: readonly Enqueue[];
  readonly ignored?: string;
};

/**
 * The controller's event handlers (`kk:pkg/controller/replicaset/replica_set.go:addRS, updateRS, deleteRS, addPod, updatePod,
 * deletePod`).
 */
export function handleForReplicaSets(context: HandlerContext): Handled {
  return context.kind === "ReplicaSet" ? replicaSetChanged(context) : podChanged(context);
}

/** Every change wakes the ReplicaSet, resyncs too: they are the safety net for creations that failed. */
function replicaSetChanged({ notification, memory }: HandlerContext): Handled {
  const known = replicaSetMemory(memory);
  const enqueue = enqueueObject(notification);
  if (notification.type === "delete") return { memory: forgetReplicaSet(known, notification.object), enqueue };
  // A name that was given to a new object between two looks: the informer tells it as an update.
  if (notification.type === "update" && notification.old.metadata.uid !== notification.object.metadata.uid) {
    const gone = { key: keyOf(notification.old), priority: 0 };
    return { memory: forgetReplicaSet(known, notification.old), enqueue: [gone, ...enqueue] };
  }
  return { memory: known, enqueue };
}

function forgetReplicaSet(memory: ReplicaSetMemory, replicaSet: KubeObject): ReplicaSetMemory {
  const key = keyOf(replicaSet);
  return dropExpectations(clearWritten(memory, key, replicaSet.metadata.uid), key);
}

function podChanged(context: HandlerContext): Handled {
  const { notification } = context;
  switch (notification.type) {
    case "add":
      // After a restart of the process a pod can be new to it and already on its way out.
      return isTerminating(notification.object)
        ? podDeleted(context, replicaSetMemory(context.memory), notification.object)
        : podAdded(context, notification.object);
    case "update":
      return podUpdated(context, notification);
    case "delete":
      return podDeleted(context, replicaSetMemory(context.memory), notification.object);
  }
}

function podAdded(context: HandlerContext, pod: KubeObject): Outcome {
  const memory = replicaSetMemory(context.memory);
  const reference = controllerOf(pod);
  // No expectation for an orphan: nobody waits for it.
  if (reference === undefined) return wakeAdopters(context, memory, pod);
  const owner = resolve(context, pod, reference);
  if (owner === undefined) return { memory, enqueue: [], ignored: unresolved(reference) };
  const key = keyOf(owner);
  return { memory: creationsObserved(memory, key, 1), enqueue: [{ key, priority: priorityOf(context.notification) }] };
}

function podUpdated(context: HandlerContext, { old, object: pod }: UpdateOf<Notification>): Outcome {
  const memory = replicaSetMemory(context.memory);
  if (old.metadata.resourceVersion === pod.metadata.resourceVersion) {
    return { memory, enqueue: [], ignored: "resync: same resource version" };
  }
  const labelsChanged = !jsonEqual(labelsOf(old), labelsOf(pod));
  // A replacement is due as soon as the pod is marked, not only when the kubelet has removed it.
  if (isTerminating(pod)) {
    const outcome = podDeleted(context, memory, pod);
    if (!labelsChanged) return outcome;
    const before = podDeleted(context, outcome.memory, old);
    return { memory: before.memory, enqueue: [...outcome.enqueue, ...before.enqueue] };
  }
  const [reference, oldReference] = [controllerOf(pod), controllerOf(old)];
  const ownerChanged = !jsonEqual(reference, oldReference);
  const oldOwner = ownerChanged && oldReference !== undefined ? resolve(context, old, oldReference) : undefined;
  const former: readonly Enqueue[] = oldOwner === undefined ? [] : [{ key: keyOf(oldOwner), priority: 0 }];
  if (reference !== undefined) {
    const owner = resolve(context, pod, reference);
    if (owner === undefined) return { memory, enqueue: former, ignored: unresolved(reference) };
    return { memory, enqueue: [...former, { key: keyOf(owner), priority: 0 }, ...availabilityCheck(owner, old, pod)] };
  }
  if (!labelsChanged && !ownerChanged) return { memory, enqueue: [], ignored: "orphan with the same labels" };
  const adopters = wakeAdopters(context, memory, pod);
  return former.length === 0 ? adopters : { memory, enqueue: [...former, ...adopters.enqueue] };
}

/** A pod that has become ready is looked at again when it becomes available (since 1.34 without a second on top). */
function availabilityCheck(owner: KubeObject, old: KubeObject, pod: KubeObject): readonly Enqueue[] {
  const minReadySeconds = minReadySecondsOf(owner);
  if (minReadySeconds <= 0 || isPodReady(old) || !isPodReady(pod)) return [];
  return [{ key: keyOf(owner), priority: 0, after: seconds(minReadySeconds) }];
}

function podDeleted(context: HandlerContext, memory: ReplicaSetMemory, pod: KubeObject): Outcome {
  const reference = controllerOf(pod);
  if (reference === undefined) return { memory, enqueue: [], ignored: "orphan: nobody waits for its deletion" };
  const owner = resolve(context, pod, reference);
  if (owner === undefined) return { memory, enqueue: [], ignored: unresolved(reference) };
  const key = keyOf(owner);
  const priority = priorityOf(context.notification);
  return { memory: deletionObserved(memory, key, keyOf(pod)), enqueue: [{ key, priority }] };
}

/** Wakes every ReplicaSet that selects the pod; more than one is a mistake of the user. */
function wakeAdopters({ list, notification }: HandlerContext, memory: ReplicaSetMemory, pod: KubeObject): Outcome {
  const adopters = list("ReplicaSet", pod.metadata.namespace ?? "").filter((each) => selects(each, pod));
  if (adopters.length === 0) return { memory, enqueue: [], ignored: "orphan that no ReplicaSet selects" };
  const priority = priorityOf(notification);
  return { memory, enqueue: adopters.map((each) => ({ key: keyOf(each), priority })) };
}

/** By name, then the uid must be the same: the owner of that name may be another one (`resolveControllerRef`). */
function resolve({ lookUp }: HandlerContext, pod: KubeObject, reference: OwnerReference): KubeObject | undefined {
  if (reference.kind !== "ReplicaSet") return undefined;
  const found = lookUp("ReplicaSet", objectKey(pod.metadata.namespace, reference.name));
  return found?.metadata.uid === reference.uid ? found : undefined;
}

function unresolved(reference: OwnerReference): string {
  return `its controller ${reference.kind} ${reference.name} is not a ReplicaSet in the store with that uid`;
}
