import type { Micros } from "../../base/time.ts";
import { conditionOf } from "../kubernetes/condition.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject, type KubeObject } from "../kubernetes/object.ts";
import { formatTimestamp } from "../kubernetes/timestamp.ts";

/** What the controller says about a Deployment. */
export type DeploymentCondition = {
  readonly type: "Progressing" | "Available" | "ReplicaFailure";
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
};

/**
 * Sets a condition. Nothing changes when status and reason are the same, whatever the message; the transition time stays while the status
 * does (`kk:pkg/controller/deployment/util/deployment_util.go:SetDeploymentCondition`).
 */
export function withCondition(status: JsonObject, update: DeploymentCondition, now: Micros): JsonObject {
  const old = conditionIn(status, update.type);
  if (old?.status === update.status && old.reason === update.reason) return status;
  return replaced(status, update, now, old?.status === update.status ? old.lastTransitionTime : undefined);
}

/** Sets Progressing anew although nothing but time has passed: each bit of progress starts the deadline again (`progress.go:syncRolloutStatus`). */
export function withProgress(status: JsonObject, update: DeploymentCondition, now: Micros): JsonObject {
  const old = conditionIn(status, update.type);
  return replaced(status, update, now, old?.status === "True" ? old.lastTransitionTime : undefined);
}

/** The status without that condition. */
export function withoutCondition(status: JsonObject, type: DeploymentCondition["type"]): JsonObject {
  if (conditionIn(status, type) === undefined) return status;
  return { ...status, conditions: others(status, type) };
}

/** The condition of that type in a status. */
export function conditionIn(status: JsonObject | undefined, type: string): JsonObject | undefined {
  const conditions = status?.conditions;
  if (!isJsonList(conditions)) return undefined;
  return conditions.find((entry): entry is JsonObject => isJsonObject(entry) && entry.type === type);
}

/** The failure of the current ReplicaSet, else that of any other, as a condition (`sync.go:getReplicaFailures`). */
export function replicaFailure(
  current: KubeObject | undefined,
  all: readonly KubeObject[],
): DeploymentCondition | undefined {
  const found = [...(current === undefined ? [] : [current]), ...all]
    .map((replicaSet) => conditionOf(replicaSet, "ReplicaFailure"))
    .find((condition) => condition !== undefined);
  if (found === undefined) return undefined;
  const { reason, message } = found;
  return {
    type: "ReplicaFailure",
    status: "True",
    reason: typeof reason === "string" ? reason : "",
    message: typeof message === "string" ? message : "",
  };
}

function replaced(
  status: JsonObject,
  update: DeploymentCondition,
  now: Micros,
  lastTransitionTime: Json | undefined,
): JsonObject {
  const time = formatTimestamp(now);
  const entry = { ...update, lastUpdateTime: time, lastTransitionTime: lastTransitionTime ?? time };
  return { ...status, conditions: [...others(status, update.type), entry] };
}

function others(status: JsonObject, type: string): readonly Json[] {
  const { conditions } = status;
  return isJsonList(conditions) ? conditions.filter((entry) => !isJsonObject(entry) || entry.type !== type) : [];
}
