import { hashText } from "../../base/digest.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { isJsonObject, type Json, type JsonObject, jsonAt, type KubeObject } from "../kubernetes/object.ts";
import { numberAt } from "./replica-set-spec.ts";

/** The label that tells the pods of one template from those of another (`kk:k8s.io/api/apps/v1:DefaultDeploymentUniqueLabelKey`). */
export const HASH_LABEL = "pod-template-hash";

/** How a Deployment replaces pods; counts are resolved against its replicas. */
export type Strategy =
  | { readonly type: "Recreate" }
  | { readonly type: "RollingUpdate"; readonly maxSurge: number; readonly maxUnavailable: number };

/** How many pods the Deployment wants; defaulted to 1. */
export function desiredReplicas(deployment: KubeObject): number {
  return numberAt(deployment.spec, "replicas", 1);
}

/**
 * The strategy with upstream's defaults, 25% each: the surge is rounded up, what may be unavailable down, and if both come to 0, one may be
 * unavailable (`kk:pkg/apis/apps/v1/defaults.go`, `kk:pkg/controller/deployment/util/deployment_util.go:ResolveFenceposts`).
 */
export function strategyOf(deployment: KubeObject): Strategy {
  if (jsonAt(deployment.spec, "strategy", "type") === "Recreate") return { type: "Recreate" };
  const given = jsonAt(deployment.spec, "strategy", "rollingUpdate");
  const desired = desiredReplicas(deployment);
  const maxSurge = Math.ceil(share(jsonAt(given, "maxSurge"), desired));
  const maxUnavailable = Math.floor(share(jsonAt(given, "maxUnavailable"), desired));
  const none = maxSurge === 0 && maxUnavailable === 0;
  return { type: "RollingUpdate", maxSurge, maxUnavailable: none ? 1 : maxUnavailable };
}

/** How many pods may exist above the desired number (`deployment_util.go:MaxSurge`). */
export function maxSurgeOf(deployment: KubeObject): number {
  const strategy = strategyOf(deployment);
  return strategy.type === "RollingUpdate" ? strategy.maxSurge : 0;
}

/** How many of the desired pods may be missing (`deployment_util.go:MaxUnavailable`). */
export function maxUnavailableOf(deployment: KubeObject): number {
  const strategy = strategyOf(deployment);
  return strategy.type === "RollingUpdate" ? Math.min(strategy.maxUnavailable, desiredReplicas(deployment)) : 0;
}

/** Seconds without progress after which a rollout counts as failed; 600 unless set (`defaults.go`). */
export function progressDeadlineOf(deployment: KubeObject): number {
  return numberAt(deployment.spec, "progressDeadlineSeconds", 600);
}

/** Whether a deadline is set: the largest 32-bit number means none (`deployment_util.go:HasProgressDeadline`). */
export function hasProgressDeadline(deployment: KubeObject): boolean {
  return progressDeadlineOf(deployment) !== 2_147_483_647;
}

/** How many old ReplicaSets without pods are kept; 10 unless set (`defaults.go`). */
export function historyLimitOf(deployment: KubeObject): number {
  return numberAt(deployment.spec, "revisionHistoryLimit", 10);
}

/** Whether the rollout is on hold. */
export function isPaused(deployment: KubeObject): boolean {
  return jsonAt(deployment.spec, "paused") === true;
}

/** The pod template; an empty object if there is none. */
export function templateOf(object: KubeObject): JsonObject {
  const template = jsonAt(object.spec, "template");
  return isJsonObject(template) ? template : {};
}

/** Whether two templates make the same pods: the hash label does not count (`deployment_util.go:EqualIgnoreHash`). */
export function sameTemplate(a: JsonObject, b: JsonObject): boolean {
  return jsonEqual(withoutHash(a), withoutHash(b));
}

function withoutHash(template: JsonObject): JsonObject {
  const metadata = template.metadata;
  if (!isJsonObject(metadata) || !isJsonObject(metadata.labels)) return template;
  const { [HASH_LABEL]: _hash, ...labels } = metadata.labels;
  return { ...template, metadata: { ...metadata, labels } };
}

/** The template, its labels completed by the hash. */
export function withHash(template: JsonObject, hash: string): JsonObject {
  const metadata = isJsonObject(template.metadata) ? template.metadata : {};
  const labels = isJsonObject(metadata.labels) ? metadata.labels : {};
  return { ...template, metadata: { ...metadata, labels: { ...labels, [HASH_LABEL]: hash } } };
}

/**
 * A short name for a template: equal templates have equal names, and a higher collision count gives another one. Upstream hashes a printout
 * of the Go value with FNV-32a (`kk:pkg/controller/controller_utils.go:ComputeHash`), so the letters differ from those of a real cluster.
 */
export function templateHash(template: JsonObject, collisionCount: number): string {
  const hash = hashText(canonical(template) + (collisionCount === 0 ? "" : String(collisionCount)));
  return [...String(hash)].map((digit) => SAFE_LETTERS[Number(digit)] ?? "").join("");
}

/** The letters that stand for the digits 0 to 9 (`am:util/rand/rand.go:SafeEncodeString @v0.36.3`). */
const SAFE_LETTERS = "456789bcdf";

/** JSON with sorted fields: the order in which somebody wrote the fields does not count. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([field, each]) => `${JSON.stringify(field)}:${canonical(each)}`).join(",")}}`;
}

/** A number, or a percentage of the desired pods; 25% if not set. */
function share(value: Json | undefined, desired: number): number {
  if (typeof value === "number") return value;
  const percent = typeof value === "string" ? Number(value.replace("%", "")) : 25;
  return (percent * desired) / 100;
}
