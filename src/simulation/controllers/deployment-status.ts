import { type Micros, micros, milliseconds, seconds } from "../../base/time.ts";
import type { ReconcileResult } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { type JsonObject, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { parseTimestamp } from "../kubernetes/timestamp.ts";
import { type Asking, clock, note } from "./asking.ts";
import {
  conditionIn,
  type DeploymentCondition,
  replicaFailure,
  withCondition,
  withoutCondition,
  withProgress,
} from "./deployment-conditions.ts";
import { allOf, type ReplicaSets, statusSum, wantedPods } from "./deployment-replica-sets.ts";
import { desiredReplicas, hasProgressDeadline, maxUnavailableOf, progressDeadlineOf } from "./deployment-spec.ts";
import { putDeploymentStatus } from "./deployment-writes.ts";
import { numberAt } from "./replica-set-spec.ts";

/** Counts, whether enough pods are available, and the generation that was looked at (`kk:pkg/controller/deployment/sync.go:calculateStatus`). */
function calculateStatus(deployment: KubeObject, sets: ReplicaSets, now: Micros): JsonObject {
  const all = allOf(sets);
  const available = statusSum(all, "availableReplicas");
  const counts = {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: statusSum(all, "replicas"),
    updatedReplicas: sets.current === undefined ? 0 : statusSum([sets.current], "replicas"),
    readyReplicas: statusSum(all, "readyReplicas"),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, wantedPods(all) - available),
    collisionCount: numberAt(deployment.status, "collisionCount", 0),
  };
  const knowsLeaving = all.every((replicaSet) => typeof jsonAt(replicaSet.status, "terminatingReplicas") === "number");
  const conditions = deployment.status?.conditions;
  const status: JsonObject = {
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
    ...(knowsLeaving && all.length > 0 ? { terminatingReplicas: statusSum(all, "terminatingReplicas") } : {}),
    ...(conditions === undefined ? {} : { conditions }),
  };
  const isEnough = available >= desiredReplicas(deployment) - maxUnavailableOf(deployment);
  return withCondition(status, isEnough ? ENOUGH : TOO_FEW, now);
}

const ENOUGH: DeploymentCondition = {
  type: "Available",
  status: "True",
  reason: "MinimumReplicasAvailable",
  message: "Deployment has minimum availability.",
};
const TOO_FEW: DeploymentCondition = {
  type: "Available",
  status: "False",
  reason: "MinimumReplicasUnavailable",
  message: "Deployment does not have minimum availability.",
};

/** Whether all pods are of the current template, available, and alone (`deployment_util.go:DeploymentComplete`). */
export function isComplete(deployment: KubeObject, status: JsonObject | undefined): boolean {
  const desired = desiredReplicas(deployment);
  return (
    ["updatedReplicas", "replicas", "availableReplicas"].every((field) => numberAt(status, field, 0) === desired) &&
    numberAt(status, "observedGeneration", 0) >= (deployment.metadata.generation ?? 0)
  );
}

/** Writes a status without a look at progress: on hold, resized, or being deleted (`sync.go:syncDeploymentStatus`). */
export function* syncStatus(deployment: KubeObject, sets: ReplicaSets): Asking<ReconcileResult> {
  return yield* save(deployment, calculateStatus(deployment, sets, yield* clock()));
}

/**
 * Writes the status of a rollout, with the condition Progressing: complete, under way, or over its deadline. With nothing to write, the
 * Deployment is looked at again when the deadline is due (`progress.go:syncRolloutStatus, requeueStuckDeployment`).
 */
export function* syncRolloutStatus(deployment: KubeObject, sets: ReplicaSets): Asking<ReconcileResult> {
  const now = yield* clock();
  const progressed = progressOf(deployment, sets, calculateStatus(deployment, sets, now), now);
  const failure = replicaFailure(sets.current, allOf(sets));
  const status =
    failure === undefined ? withoutCondition(progressed, "ReplicaFailure") : withCondition(progressed, failure, now);
  if (!jsonEqual(deployment.status, status)) return yield* save(deployment, status);
  const requeueAfter = nextLook(deployment, status, now);
  return requeueAfter === undefined ? {} : { requeueAfter };
}

function progressOf(deployment: KubeObject, { current }: ReplicaSets, status: JsonObject, now: Micros): JsonObject {
  if (!hasProgressDeadline(deployment)) return withoutCondition(status, "Progressing");
  const before = conditionIn(deployment.status, "Progressing");
  const isSettled =
    numberAt(status, "replicas", 0) === numberAt(status, "updatedReplicas", 0) &&
    before?.reason === "NewReplicaSetAvailable";
  if (isSettled) return status;
  const who =
    current === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${current.metadata.name}"`;
  if (isComplete(deployment, status)) {
    const message = `${who} has successfully progressed.`;
    return withCondition(
      status,
      { type: "Progressing", status: "True", reason: "NewReplicaSetAvailable", message },
      now,
    );
  }
  if (hasProgressed(deployment.status, status)) {
    const message = `${who} is progressing.`;
    return withProgress(status, { type: "Progressing", status: "True", reason: "ReplicaSetUpdated", message }, now);
  }
  if (hasTimedOut(deployment, status, now)) {
    const message = `${who} has timed out progressing.`;
    return withCondition(
      status,
      { type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded", message },
      now,
    );
  }
  return status;
}

/** More new pods, fewer old ones, more that are ready or available (`deployment_util.go:DeploymentProgressing`). */
function hasProgressed(before: JsonObject | undefined, after: JsonObject): boolean {
  const old = (status: JsonObject | undefined) =>
    numberAt(status, "replicas", 0) - numberAt(status, "updatedReplicas", 0);
  const grew = (field: string) => numberAt(after, field, 0) > numberAt(before, field, 0);
  return grew("updatedReplicas") || old(after) < old(before) || grew("readyReplicas") || grew("availableReplicas");
}

/** A rollout that has completed once does not time out later (`deployment_util.go:DeploymentTimedOut`). */
function hasTimedOut(deployment: KubeObject, status: JsonObject, now: Micros): boolean {
  const condition = conditionIn(status, "Progressing");
  if (condition === undefined || condition.reason === "NewReplicaSetAvailable") return false;
  if (condition.reason === "ProgressDeadlineExceeded") return true;
  return deadlineOf(deployment, condition) < now;
}

/** When a rollout that may be stuck is looked at again, a second late so that whole seconds in the status do no harm. */
function nextLook(deployment: KubeObject, status: JsonObject, now: Micros): Micros | undefined {
  const condition = conditionIn(deployment.status, "Progressing");
  if (!hasProgressDeadline(deployment) || condition === undefined || isComplete(deployment, status)) return undefined;
  if (condition.reason === "ProgressDeadlineExceeded") return undefined;
  const left = deadlineOf(deployment, condition) - now;
  // Upstream adds the key rate limited and forgets it right after: that is always the first, shortest delay.
  return left < seconds(1) ? milliseconds(5) : micros(left + seconds(1));
}

function deadlineOf(deployment: KubeObject, condition: JsonObject): Micros {
  const { lastUpdateTime } = condition;
  const since = typeof lastUpdateTime === "string" ? (parseTimestamp(lastUpdateTime) ?? micros(0)) : micros(0);
  return micros(since + seconds(progressDeadlineOf(deployment)));
}

function* save(deployment: KubeObject, status: JsonObject): Asking<ReconcileResult> {
  if (jsonEqual(deployment.status, status)) {
    yield* note("the status is as it should be");
    return {};
  }
  const update = yield* putDeploymentStatus({ ...deployment, status });
  return update.type === "failed" ? { error: { message: update.error } } : {};
}
