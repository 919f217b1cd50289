import { type JsonObject, type KubeObject, type StringMap, withMetadata } from "../kubernetes/object.ts";
import { desiredReplicas, maxSurgeOf, sameTemplate, strategyOf, templateOf } from "./deployment-spec.ts";
import { numberAt, replicasOf } from "./replica-set-spec.ts";

/** The annotations by which the controller keeps its books (`kk:pkg/controller/deployment/util/deployment_util.go`). */
export const REVISION = "deployment.kubernetes.io/revision";
const REVISION_HISTORY = "deployment.kubernetes.io/revision-history";
const DESIRED = "deployment.kubernetes.io/desired-replicas";
const MOST = "deployment.kubernetes.io/max-replicas";

/** Annotations of a Deployment that its ReplicaSets do not get (`deployment_util.go:annotationsToSkip`). */
const NOT_COPIED: readonly string[] = [
  "kubectl.kubernetes.io/last-applied-configuration",
  REVISION,
  REVISION_HISTORY,
  DESIRED,
  MOST,
  "deprecated.deployment.rollback.to",
];

/** The ReplicaSets of a Deployment: the one of its present template, if there is one, and all others. */
export type ReplicaSets = { readonly current: KubeObject | undefined; readonly old: readonly KubeObject[] };

/** All of them, the current one last, as upstream appends it. */
export function allOf({ current, old }: ReplicaSets): readonly KubeObject[] {
  return current === undefined ? old : [...old, current];
}

/** The oldest ReplicaSet with the template of the Deployment, and the others (`deployment_util.go:FindNewReplicaSet, FindOldReplicaSets`). */
export function sortReplicaSets(deployment: KubeObject, owned: readonly KubeObject[]): ReplicaSets {
  const byAge = [...owned].sort(olderFirst);
  const current = byAge.find((replicaSet) => sameTemplate(templateOf(deployment), templateOf(replicaSet)));
  return { current, old: owned.filter((replicaSet) => replicaSet !== current) };
}

/** Oldest first; ties by name (`kk:pkg/controller/controller_utils.go:ReplicaSetsByCreationTimestamp`). */
export function olderFirst(a: KubeObject, b: KubeObject): number {
  const [left, right] = [a.metadata, b.metadata];
  if (left.creationTimestamp !== right.creationTimestamp) {
    return left.creationTimestamp < right.creationTimestamp ? -1 : 1;
  }
  return left.name < right.name ? -1 : 1;
}

/** Those that should have pods (`controller_utils.go:FilterActiveReplicaSets`). */
export function active(replicaSets: readonly KubeObject[]): readonly KubeObject[] {
  return replicaSets.filter((replicaSet) => replicasOf(replicaSet) > 0);
}

/** How many pods the ReplicaSets should have (`deployment_util.go:GetReplicaCountForReplicaSets`). */
export function wantedPods(replicaSets: readonly KubeObject[]): number {
  return replicaSets.reduce((sum, replicaSet) => sum + replicasOf(replicaSet), 0);
}

/** The sum of a count in their statuses (`deployment_util.go:GetActualReplicaCountForReplicaSets` and others). */
export function statusSum(replicaSets: readonly KubeObject[], field: string): number {
  return replicaSets.reduce((sum, replicaSet) => sum + numberAt(replicaSet.status, field, 0), 0);
}

/** The revision number of a ReplicaSet, 0 if it has none. */
export function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.annotations?.[REVISION] ?? 0) || 0;
}

/** The number that a new revision gets (`deployment_util.go:MaxRevision`). */
export function nextRevision(old: readonly KubeObject[]): string {
  return String(Math.max(0, ...old.map(revisionOf)) + 1);
}

/** Whether a ReplicaSet was sized for another number of replicas than the Deployment wants now (`sync.go:isScalingEvent`). */
export function wasSizedForAnother(deployment: KubeObject, replicaSet: KubeObject): boolean {
  const sizedFor = annotatedNumber(replicaSet, DESIRED);
  return sizedFor !== undefined && sizedFor !== desiredReplicas(deployment);
}

/** The most pods that the Deployment allowed when the ReplicaSet was sized last. */
export function annotatedMost(replicaSet: KubeObject): number | undefined {
  return annotatedNumber(replicaSet, MOST);
}

/** Whether the current ReplicaSet has all pods, available, and knows it (`deployment_util.go:IsSaturated`). */
export function isSaturated(deployment: KubeObject, replicaSet: KubeObject | undefined): boolean {
  if (replicaSet === undefined) return false;
  const desired = desiredReplicas(deployment);
  return (
    annotatedNumber(replicaSet, DESIRED) === desired &&
    replicasOf(replicaSet) === desired &&
    numberAt(replicaSet.status, "availableReplicas", 0) === desired
  );
}

/** How many pods the current ReplicaSet gets in this step (`deployment_util.go:NewRSNewReplicas`). */
export function nextSizeOfCurrent(deployment: KubeObject, all: readonly KubeObject[], size: number): number {
  const desired = desiredReplicas(deployment);
  const strategy = strategyOf(deployment);
  if (strategy.type === "Recreate") return desired;
  const room = desired + strategy.maxSurge - wantedPods(all);
  return room <= 0 ? size : size + Math.min(room, desired - size);
}

/** The ReplicaSet with the two numbers that say for which Deployment it was sized (`deployment_util.go:SetReplicasAnnotations`). */
export function withSizes(deployment: KubeObject, replicaSet: KubeObject): KubeObject {
  return withMetadata(replicaSet, { annotations: { ...replicaSet.metadata.annotations, ...sizes(deployment) } });
}

/** The annotations of the first version of a ReplicaSet (`deployment_util.go:SetNewReplicaSetAnnotations`). */
export function firstAnnotations(deployment: KubeObject, revision: string): StringMap {
  return { ...copied(deployment), [REVISION]: revision, ...sizes(deployment) };
}

/**
 * The annotations of a ReplicaSet that has become, or still is, the current one: those of the Deployment, and a higher revision number if
 * it had a lower one, which then goes to the history (`deployment_util.go:SetNewReplicaSetAnnotations`).
 */
export function currentAnnotations(deployment: KubeObject, replicaSet: KubeObject, revision: string): StringMap {
  const before = { ...replicaSet.metadata.annotations, ...copied(deployment) };
  const had = revisionOf(replicaSet);
  if (had >= Number(revision)) return before;
  if (had === 0) return { ...before, [REVISION]: revision };
  const history = before[REVISION_HISTORY];
  const entries = history === undefined || history === "" ? [] : history.split(",");
  return { ...before, [REVISION]: revision, [REVISION_HISTORY]: [...entries, String(had)].join(",") };
}

/** The ReplicaSet with another size. */
export function sized(replicaSet: KubeObject, replicas: number): KubeObject {
  const spec: JsonObject = { ...replicaSet.spec, replicas };
  return { ...replicaSet, spec };
}

function copied({ metadata }: KubeObject): StringMap {
  const kept = Object.entries(metadata.annotations ?? {}).filter(([key]) => !NOT_COPIED.includes(key));
  return Object.fromEntries(kept);
}

function sizes(deployment: KubeObject): StringMap {
  const desired = desiredReplicas(deployment);
  return { [DESIRED]: String(desired), [MOST]: String(desired + maxSurgeOf(deployment)) };
}

function annotatedNumber({ metadata }: KubeObject, annotation: string): number | undefined {
  const text = metadata.annotations?.[annotation];
  return text === undefined || !/^-?\d+$/.test(text) ? undefined : Number(text);
}
