import { type Micros, micros, seconds } from "../../base/time.ts";
import { isConditionTrue } from "../kubernetes/condition.ts";
import { finalizersOf, isJsonList, isTerminating, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { parseTimestamp } from "../kubernetes/timestamp.ts";
import { podPhase } from "./pod-facts.ts";
import { numberAt } from "./replica-set-spec.ts";

/** The finalizer that keeps an ended pod until it has been counted (`kk:pkg/apis/batch/types.go:JobTrackingFinalizer`). */
export const TRACKING = "batch.kubernetes.io/job-tracking";

/** The first pause after a failed pod, and the longest (`kk:pkg/controller/job/job_controller.go`). */
const FIRST_PAUSE = seconds(10);
const LONGEST_PAUSE = seconds(600);

/** How many pods have to succeed; 1 unless set. */
export function completionsOf(job: KubeObject): number {
  return numberAt(job.spec, "completions", 1);
}

/** How many pods may run at the same time; 1 unless set. */
export function parallelismOf(job: KubeObject): number {
  return numberAt(job.spec, "parallelism", 1);
}

/** How many pods may fail; 6 unless set. */
export function backoffLimitOf(job: KubeObject): number {
  return numberAt(job.spec, "backoffLimit", 6);
}

/** Whether the Job has come to its end, well or not. */
export function isJobFinished(job: KubeObject): boolean {
  return isConditionTrue(job, "Complete") || isConditionTrue(job, "Failed");
}

/** Whether a pod has ended with that phase and was not counted yet. */
export function isUncounted(pod: KubeObject, phase: "Succeeded" | "Failed"): boolean {
  return podPhase(pod) === phase && finalizersOf(pod).includes(TRACKING);
}

/** Whether a pod works on its task. */
export function isWorking(pod: KubeObject): boolean {
  const phase = podPhase(pod);
  return phase !== "Succeeded" && phase !== "Failed" && !isTerminating(pod);
}

/**
 * When the next pod may be made after failures: 10 s after the last one, twice as long with each further failure in a row, at most 10 minutes
 * (`kk:pkg/controller/job/backoff_utils.go`). Read from the pods that are left; upstream keeps a record in memory.
 */
export function nextAttempt(pods: readonly KubeObject[]): Micros | undefined {
  const ended = pods
    .filter((pod) => podPhase(pod) === "Succeeded" || podPhase(pod) === "Failed")
    .sort((a, b) => endOf(b) - endOf(a));
  const row = ended.findIndex((pod) => podPhase(pod) === "Succeeded");
  const failures = row < 0 ? ended.length : row;
  const [last] = ended;
  if (failures === 0 || last === undefined) return undefined;
  return micros(endOf(last) + Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE));
}

/** When the last container ended; the pod's creation if nothing says. */
function endOf(pod: KubeObject): Micros {
  const statuses = jsonAt(pod.status, "containerStatuses");
  const times = (isJsonList(statuses) ? statuses : []).flatMap((status) => {
    const at = jsonAt(status, "state", "terminated", "finishedAt");
    return typeof at === "string" ? [parseTimestamp(at) ?? micros(0)] : [];
  });
  return times.length === 0
    ? (parseTimestamp(pod.metadata.creationTimestamp) ?? micros(0))
    : micros(Math.max(...times));
}
