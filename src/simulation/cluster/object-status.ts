import { isJsonObject, type Json, jsonAt, type KubeObject } from "../kubernetes/object.ts";

/** The state of an object in one or two words, as `kubectl get` would show it. */
export function objectStatus(object: KubeObject): string {
  if (object.metadata.deletionTimestamp !== undefined) return "Terminating";
  switch (object.kind) {
    case "Pod":
      return podStatus(object);
    case "ReplicaSet":
    case "Deployment":
      return `${numberAt(object.status, "readyReplicas")}/${numberAt(object.spec, "replicas", 1)}`;
    default:
      return "";
  }
}

function podStatus(pod: KubeObject): string {
  const phase = jsonAt(pod.status, "phase");
  if (phase !== "Running") return typeof phase === "string" ? phase : "Pending";
  return isReady(pod) ? "Ready" : "Running";
}

/** Whether the condition Ready of an object is True. */
export function isReady(object: KubeObject): boolean {
  const conditions = jsonAt(object.status, "conditions");
  if (!Array.isArray(conditions)) return false;
  return conditions.some((each: Json) => isJsonObject(each) && each.type === "Ready" && each.status === "True");
}

function numberAt(value: Json | undefined, field: string, absent = 0): number {
  const found = jsonAt(value, field);
  return typeof found === "number" ? found : absent;
}
