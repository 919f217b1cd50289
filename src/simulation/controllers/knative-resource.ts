import { isJsonObject, type Json, type JsonObject, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import {
  asJson,
  type ConditionSet,
  type Conditions,
  conditionNamed,
  conditionsOf,
  hasStatus,
  type KnativeCondition,
  type Managed,
  markedFalse,
  markedTrue,
  markedUnknown,
  type Why,
  whyOf,
} from "./knative-conditions.ts";

/**
 * What ReconcileKind works on: upstream's deep copy, whose status it changes as it goes. It belongs to one run; `object` is what was read,
 * maybe with a finalizer added since.
 */
export type KnativeResource = {
  readonly object: KubeObject;
  readonly set: ConditionSet;
  /** The time of the run, as it goes into transition times. */
  readonly now: string;
  status: JsonObject;
};

/** Marks a condition True. */
export function markTrue(resource: KnativeResource, type: string, why?: Why): void {
  setConditions(resource, markedTrue(managed(resource), type, why));
}

/** Marks a condition False. */
export function markFalse(resource: KnativeResource, type: string, reason: string, message: string): void {
  setConditions(resource, markedFalse(managed(resource), type, { reason, message }));
}

/** Marks a condition Unknown. */
export function markUnknown(resource: KnativeResource, type: string, reason: string, message: string): void {
  setConditions(resource, markedUnknown(managed(resource), type, { reason, message }));
}

/** Gives a condition the status, reason and message of another resource's; a missing one is told by `missing`. */
export function propagate(
  resource: KnativeResource,
  type: string,
  condition: KnativeCondition | undefined,
  missing: Why,
): void {
  const { reason, message } = condition === undefined ? missing : whyOf(condition);
  if (condition?.status === "True") markTrue(resource, type);
  else if (condition?.status === "False") markFalse(resource, type, reason, message);
  else markUnknown(resource, type, reason, message);
}

/** Sets fields of the status; `undefined` takes a field away. */
export function setFields(resource: KnativeResource, fields: Readonly<Record<string, Json | undefined>>): void {
  const next: Record<string, Json> = { ...resource.status };
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) delete next[field];
    else next[field] = value;
  }
  resource.status = next;
}

/** Replaces the conditions. */
export function setConditions(resource: KnativeResource, conditions: Conditions): void {
  resource.status = { ...resource.status, conditions: asJson(conditions) };
}

/** The conditions as the operations on them want them. */
export function managed({ set, now, status }: KnativeResource): Managed {
  return { set, now, conditions: conditionsOf(status) };
}

/** Whether a condition of the resource has that status now. */
export function isMarked(resource: KnativeResource, type: string, status: KnativeCondition["status"]): boolean {
  return hasStatus(conditionsOf(resource.status), type, status);
}

/** The condition Ready of any Knative object. */
export function readyOf(object: KubeObject): KnativeCondition | undefined {
  return conditionNamed(conditionsOf(object.status), "Ready");
}

/** Whether its controller has looked at the newest generation. */
export function isObserved({ metadata, status }: KubeObject): boolean {
  return (metadata.generation ?? 0) === (jsonAt(status, "observedGeneration") ?? 0);
}

/** Ready, and for the newest generation: what `IsReady` of most kinds means. */
export function isReady(object: KubeObject): boolean {
  return isObserved(object) && readyOf(object)?.status === "True";
}

/** The text at a path; "" where there is none. */
export function textAt(value: Json | undefined, ...path: readonly string[]): string {
  const found = jsonAt(value, ...path);
  return typeof found === "string" ? found : "";
}

/** The object at a path; empty where there is none. */
export function objectAt(value: Json | undefined, ...path: readonly string[]): JsonObject {
  const found = jsonAt(value, ...path);
  return isJsonObject(found) ? found : {};
}
