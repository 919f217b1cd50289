import { isJsonList, isJsonObject, type Json, type JsonObject, type KubeObject } from "./object.ts";

/** One entry of `status.conditions`. */
export type Condition = {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: string;
  readonly observedGeneration?: number;
};

/** What a controller says about a condition; the transition time is kept or set by `setCondition`. */
export type ConditionUpdate = Omit<Condition, "lastTransitionTime">;

/** The raw condition of that type in `status.conditions`, or undefined. */
export function conditionOf(object: KubeObject, type: string): JsonObject | undefined {
  const list = object.status?.conditions;
  if (!isJsonList(list)) return undefined;
  return list.find((entry): entry is JsonObject => isJsonObject(entry) && entry.type === type);
}

/** The conditions of other types. */
export function conditionsBut(status: JsonObject | undefined, type: string): readonly Json[] {
  const list = status?.conditions;
  return isJsonList(list) ? list.filter((entry) => !isJsonObject(entry) || entry.type !== type) : [];
}

/** True if the condition of that type has status "True". */
export function isConditionTrue(object: KubeObject, type: string): boolean {
  return conditionOf(object, type)?.status === "True";
}

/**
 * Adds or replaces a condition in a list of conditions. `lastTransitionTime` moves to `now` only when `status` changes
 * (`am:api/meta/conditions.go:SetStatusCondition @v0.36.3`).
 */
export function setCondition(conditions: readonly Json[], update: ConditionUpdate, now: string): readonly Json[] {
  const at = conditions.findIndex((entry) => isJsonObject(entry) && entry.type === update.type);
  const old = conditions[at];
  if (!isJsonObject(old)) return [...conditions, { ...update, lastTransitionTime: now }];
  const keepsTime = old.status === update.status && typeof old.lastTransitionTime === "string";
  const time = keepsTime ? (old.lastTransitionTime ?? now) : now;
  return conditions.with(at, { ...old, ...update, lastTransitionTime: time });
}
