import { type Micros, seconds } from "../../base/time.ts";
import { conditionOf, isConditionTrue } from "../kubernetes/condition.ts";
import { isJsonList, isTerminating, type Json, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { parseTimestamp } from "../kubernetes/timestamp.ts";

/** `status.phase`, or "" if nobody has set it. */
export function podPhase(pod: KubeObject): string {
  const phase = pod.status?.phase;
  return typeof phase === "string" ? phase : "";
}

/** Node that the pod is bound to, or "". */
export function nodeNameOf(pod: KubeObject): string {
  const name = jsonAt(pod, "spec", "nodeName");
  return typeof name === "string" ? name : "";
}

/** Whether the pod counts as a replica: not finished and not asked to go (`kk:pkg/controller/controller_utils.go:IsPodActive`). */
export function isPodActive(pod: KubeObject): boolean {
  return !isFinished(pod) && !isTerminating(pod);
}

/** Whether the pod was asked to go and still runs (`kk:pkg/controller/controller_utils.go:IsPodTerminating`). */
export function isPodTerminating(pod: KubeObject): boolean {
  return !isFinished(pod) && isTerminating(pod);
}

function isFinished(pod: KubeObject): boolean {
  const phase = podPhase(pod);
  return phase === "Succeeded" || phase === "Failed";
}

/** Whether the condition Ready is True (`kk:pkg/api/v1/pod/util.go:IsPodReady`). */
export function isPodReady(pod: KubeObject): boolean {
  return isConditionTrue(pod, "Ready");
}

/** Since when the pod is ready; undefined if it is not, or if the condition does not say. */
export function readySince(pod: KubeObject): Micros | undefined {
  const condition = conditionOf(pod, "Ready");
  const since = condition?.lastTransitionTime;
  return condition?.status === "True" && typeof since === "string" ? parseTimestamp(since) : undefined;
}

/** Whether the pod has been ready for so many seconds (`kk:pkg/api/v1/pod/util.go:IsPodAvailable`). */
export function isPodAvailable(pod: KubeObject, minReadySeconds: number, now: Micros): boolean {
  if (!isPodReady(pod)) return false;
  if (minReadySeconds === 0) return true;
  const since = readySince(pod);
  return since !== undefined && since + seconds(minReadySeconds) <= now;
}

/** The highest restart counts of a pod's containers and of its restartable init containers. */
export type Restarts = { readonly regular: number; readonly sidecar: number };

/** How often the containers of a pod were restarted (`kk:pkg/controller/controller_utils.go:maxContainerRestarts`). */
export function maxRestarts(pod: KubeObject): Restarts {
  const sidecars = list(jsonAt(pod, "spec", "initContainers"))
    .filter((container) => jsonAt(container, "restartPolicy") === "Always")
    .map((container) => jsonAt(container, "name"));
  const ofSidecars = list(pod.status?.initContainerStatuses).filter((status) =>
    sidecars.includes(jsonAt(status, "name")),
  );
  return { regular: highest(list(pod.status?.containerStatuses)), sidecar: highest(ofSidecars) };
}

function list(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}

function highest(statuses: readonly Json[]): number {
  return statuses.reduce<number>((most, status) => {
    const count = jsonAt(status, "restartCount");
    return typeof count === "number" ? Math.max(most, count) : most;
  }, 0);
}
