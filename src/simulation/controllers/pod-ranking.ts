import type { Micros } from "../../base/time.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import { parseTimestamp } from "../kubernetes/timestamp.ts";
import { isPodActive, isPodReady, maxRestarts, nodeNameOf, podPhase, readySince } from "./pod-facts.ts";

/** Annotation that makes a pod cheaper or dearer to delete; int32, absent or malformed = 0. */
export const deletionCostAnnotation = "controller.kubernetes.io/pod-deletion-cost";

/** What the ranking looks at besides the pods. */
export type RankingView = {
  readonly now: Micros;
  /** Pods of all ReplicaSets with the same controller as this one; empty for a ReplicaSet without one. */
  readonly related: readonly KubeObject[];
};

/**
 * Picks `count` pods to delete. No order is made when all have to go
 * (`kk:pkg/controller/replicaset/replica_set.go:getPodsToDelete, getPodsRankedByRelatedPodsOnSameNode`).
 */
export function podsToDelete(pods: readonly KubeObject[], count: number, view: RankingView): readonly KubeObject[] {
  return count < pods.length ? rankForDeletion(pods, view).slice(0, count) : pods;
}

/**
 * Orders pods, the first to be deleted first, by the eight criteria of `kk:pkg/controller/controller_utils.go:ActivePodsWithRanks.Less`.
 * Go's sort leaves pods that compare equal in any order; here the uid decides, so that a run can be repeated.
 */
export function rankForDeletion(pods: readonly KubeObject[], view: RankingView): readonly KubeObject[] {
  const onNode = new Map<string, number>();
  for (const pod of view.related) {
    if (isPodActive(pod)) onNode.set(nodeNameOf(pod), (onNode.get(nodeNameOf(pod)) ?? 0) + 1);
  }
  return pods.toSorted((a, b) => compare(a, b, onNode, view.now) || compareUids(a, b));
}

/** Negative when `a` should go first, positive for `b`, 0 when none of the criteria tells them apart. */
function compare(a: KubeObject, b: KubeObject, onNode: ReadonlyMap<string, number>, now: Micros): number {
  const [nodeA, nodeB] = [nodeNameOf(a), nodeNameOf(b)];
  return (
    Number(nodeA !== "") - Number(nodeB !== "") ||
    phaseOrder(a) - phaseOrder(b) ||
    Number(isPodReady(a)) - Number(isPodReady(b)) ||
    deletionCost(a) - deletionCost(b) ||
    (onNode.get(nodeB) ?? 0) - (onNode.get(nodeA) ?? 0) ||
    compareReadiness(a, b, now) ||
    compareRestarts(a, b) ||
    compareAges(a, b, createdAt(a), createdAt(b), now)
  );
}

/** Pending < Unknown < Running; a phase that is none of them reads as Pending. */
function phaseOrder(pod: KubeObject): number {
  const phase = podPhase(pod);
  return phase === "Running" ? 2 : phase === "Unknown" ? 1 : 0;
}

function deletionCost(pod: KubeObject): number {
  const text = pod.metadata.annotations?.[deletionCostAnnotation];
  if (text === undefined || !/^(?:0|[1-9]\d*|-\d+)$/.test(text)) return 0;
  const cost = Number(text);
  return cost >= -(2 ** 31) && cost < 2 ** 31 ? cost : 0;
}

function compareReadiness(a: KubeObject, b: KubeObject, now: Micros): number {
  return isPodReady(a) && isPodReady(b) ? compareAges(a, b, readySince(a), readySince(b), now) : 0;
}

/** More restarts first; sidecars count only when the others are equal. */
function compareRestarts(a: KubeObject, b: KubeObject): number {
  const [left, right] = [maxRestarts(a), maxRestarts(b)];
  return right.regular - left.regular || right.sidecar - left.sidecar;
}

function createdAt(pod: KubeObject): Micros | undefined {
  return parseTimestamp(pod.metadata.creationTimestamp);
}

/**
 * The younger first, where ages count only by the power of two that they reach, so that among pods of about the same age the uid
 * decides (`logarithmicRankDiff`, feature LogarithmicScaleDown). A time that is missing counts as the youngest.
 */
function compareAges(
  a: KubeObject,
  b: KubeObject,
  since: Micros | undefined,
  other: Micros | undefined,
  now: Micros,
): number {
  if (since === other) return 0;
  if (since === undefined || other === undefined) return since === undefined ? -1 : 1;
  return ageBucket(since, now) - ageBucket(other, now) || compareUids(a, b);
}

/** ⌊log₂ of the age in nanoseconds⌋, −1 for no age. Counted, since Math.log2 may differ between engines. */
function ageBucket(since: Micros, now: Micros): number {
  const nanoseconds = (now - since) * 1000;
  let bucket = -1;
  for (let power = 1; power <= nanoseconds; power *= 2) bucket++;
  return bucket;
}

function compareUids(a: KubeObject, b: KubeObject): number {
  const [left, right] = [a.metadata.uid, b.metadata.uid];
  return left < right ? -1 : left > right ? 1 : 0;
}
