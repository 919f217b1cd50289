import type { Enqueue, Handled, ReconcilerKind } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { controllerOf, isTerminating, type KubeObject, labelsOf } from "../kubernetes/object.ts";
import { keyOf, objectKey } from "../kubernetes/object-key.ts";
import { strategyOf } from "./deployment-spec.ts";
import { enqueueObject, priorityOf } from "./enqueue-requests.ts";
import { selects } from "./replica-set-spec.ts";

type HandlerContext = Parameters<ReconcilerKind["handle"]>[0];
type Woken = { readonly enqueue: readonly Enqueue[]; readonly ignored?: string };

/**
 * The event handlers: Deployments wake themselves, ReplicaSets their owner or who may adopt them, and of pods only deletions count, and
 * those only for Recreate (`kk:pkg/controller/deployment/deployment_controller.go:addDeployment, addReplicaSet, updateReplicaSet,
 * deleteReplicaSet, deletePod`).
 */
export function handleForDeployments(context: HandlerContext): Handled {
  const { memory } = context;
  switch (context.kind) {
    case "Deployment":
      return { memory, enqueue: enqueueObject(context.notification) };
    case "ReplicaSet":
      return { memory, ...replicaSetChanged(context) };
    default:
      return { memory, ...podChanged(context) };
  }
}

function replicaSetChanged(context: HandlerContext): Woken {
  const { notification } = context;
  const replicaSet = notification.object;
  if (notification.type === "delete" || (notification.type === "add" && isTerminating(replicaSet))) {
    return wakeOwner(context, replicaSet);
  }
  if (notification.type === "add") {
    return controllerOf(replicaSet) === undefined ? wakeAdopters(context) : wakeOwner(context, replicaSet);
  }
  const { old } = notification;
  if (old.metadata.resourceVersion === replicaSet.metadata.resourceVersion) {
    return { enqueue: [], ignored: "resync: same resource version" };
  }
  const moved = !jsonEqual(controllerOf(old), controllerOf(replicaSet));
  const former = moved ? wakeOwner(context, old).enqueue : [];
  if (controllerOf(replicaSet) !== undefined) {
    const { enqueue, ...rest } = wakeOwner(context, replicaSet);
    return { ...rest, enqueue: [...former, ...enqueue] };
  }
  const isNews = moved || !jsonEqual(labelsOf(old), labelsOf(replicaSet));
  if (!isNews) return { enqueue: former, ignored: "orphan with the same labels" };
  const { enqueue, ...rest } = wakeAdopters(context);
  return { ...rest, enqueue: [...former, ...enqueue] };
}

function wakeOwner({ lookUp, notification }: HandlerContext, replicaSet: KubeObject): Woken {
  const owner = ownerOf(lookUp, replicaSet);
  if (owner === undefined) return { enqueue: [], ignored: "no Deployment in the store controls it" };
  return { enqueue: [{ key: keyOf(owner), priority: priorityOf(notification) }] };
}

function wakeAdopters({ list, notification }: HandlerContext): Woken {
  const { object } = notification;
  const adopters = list("Deployment", object.metadata.namespace ?? "").filter((each) => selects(each, object));
  if (adopters.length === 0) return { enqueue: [], ignored: "orphan that no Deployment selects" };
  return { enqueue: adopters.map((each) => ({ key: keyOf(each), priority: priorityOf(notification) })) };
}

/** Recreate waits for the last old pod to be gone. */
function podChanged({ notification, lookUp, list }: HandlerContext): Woken {
  if (notification.type !== "delete") return { enqueue: [], ignored: "only deleted pods count" };
  const pod = notification.object;
  const reference = controllerOf(pod);
  const namespace = pod.metadata.namespace ?? "";
  const replicaSet = reference === undefined ? undefined : lookUp("ReplicaSet", objectKey(namespace, reference.name));
  if (replicaSet === undefined || replicaSet.metadata.uid !== reference?.uid) {
    return { enqueue: [], ignored: "its ReplicaSet is not in the store" };
  }
  const deployment = ownerOf(lookUp, replicaSet);
  if (deployment === undefined || strategyOf(deployment).type !== "Recreate") {
    return { enqueue: [], ignored: "no Deployment with the strategy Recreate" };
  }
  const family = list("ReplicaSet", namespace).filter((each) => controllerOf(each)?.uid === deployment.metadata.uid);
  const uids = family.map(({ metadata }) => metadata.uid);
  const left = list("Pod", namespace).filter((each) => uids.includes(controllerOf(each)?.uid ?? ""));
  if (left.length > 0) return { enqueue: [], ignored: `${left.length} pods are left` };
  return { enqueue: [{ key: keyOf(deployment), priority: 0 }] };
}

function ownerOf(lookUp: HandlerContext["lookUp"], replicaSet: KubeObject): KubeObject | undefined {
  const reference = controllerOf(replicaSet);
  if (reference?.kind !== "Deployment") return undefined;
  const found = lookUp("Deployment", objectKey(replicaSet.metadata.namespace, reference.name));
  return found?.metadata.uid === reference.uid ? found : undefined;
}
