import { type LabelSelector, labelSelectorOf, matchesLabels } from "../kubernetes/label-selector.ts";
import { type JsonObject, jsonAt, type KubeObject, labelsOf, type OwnerReference } from "../kubernetes/object.ts";

/** How many pods the ReplicaSet wants; the API server defaults it to 1. */
export function replicasOf(replicaSet: KubeObject): number {
  return numberAt(replicaSet.spec, "replicas", 1);
}

/** How long a pod has to be ready until it counts as available, in seconds. */
export function minReadySecondsOf(replicaSet: KubeObject): number {
  return numberAt(replicaSet.spec, "minReadySeconds", 0);
}

/** The selector, or undefined if it is malformed. */
export function selectorOf(replicaSet: KubeObject): LabelSelector | undefined {
  const selector = labelSelectorOf(jsonAt(replicaSet, "spec", "selector"));
  return selector.type === "ok" ? selector.value : undefined;
}

/** Whether the ReplicaSet selects the pod. An empty selector selects nothing here (`kk:client-go listers/apps/v1:GetPodReplicaSets`). */
export function selects(replicaSet: KubeObject, pod: KubeObject): boolean {
  const selector = selectorOf(replicaSet);
  if (selector === undefined) return false;
  const isEmpty = selector.type === "allOf" && selector.requirements.length === 0;
  return !isEmpty && matchesLabels(selector, labelsOf(pod));
}

/** The reference that makes the ReplicaSet a pod's controller (`am:apis/meta/v1/controller_ref.go:NewControllerRef`). */
export function controllerReference(replicaSet: KubeObject): OwnerReference {
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    name: replicaSet.metadata.name,
    uid: replicaSet.metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** The number in a field, or what it is when absent. */
export function numberAt(value: JsonObject | undefined, field: string, absent: number): number {
  const found = value?.[field];
  return typeof found === "number" ? found : absent;
}
