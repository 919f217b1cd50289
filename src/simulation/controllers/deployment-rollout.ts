import type { KubeObject } from "../kubernetes/object.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import { type Asking, note, refusalOf, write } from "./asking.ts";
import {
  active,
  allOf,
  annotatedMost,
  isSaturated,
  nextSizeOfCurrent,
  olderFirst,
  type ReplicaSets,
  revisionOf,
  statusSum,
  wantedPods,
} from "./deployment-replica-sets.ts";
import { desiredReplicas, historyLimitOf, maxSurgeOf, maxUnavailableOf, strategyOf } from "./deployment-spec.ts";
import { type Failure, scaleIfNeeded, scaleTo } from "./deployment-writes.ts";
import { numberAt, replicasOf } from "./replica-set-spec.ts";

/** What a step of a rollout did: the ReplicaSets after it, and whether any was given another size. */
export type Step = { readonly type: "stepped"; readonly sets: ReplicaSets; readonly scaled: boolean } | Failure;

/**
 * Lets the current ReplicaSet grow as far as the surge allows, or shrink to what is desired
 * (`kk:pkg/controller/deployment/rolling.go:reconcileNewReplicaSet`).
 */
export function* growCurrent(deployment: KubeObject, sets: ReplicaSets, current: KubeObject): Asking<Step> {
  const size = replicasOf(current);
  const desired = desiredReplicas(deployment);
  const next = size >= desired ? desired : nextSizeOfCurrent(deployment, allOf(sets), size);
  const done = yield* scaleIfNeeded(deployment, current, next);
  if (done.type === "failed") return done;
  return { type: "stepped", sets: { ...sets, current: done.replicaSet }, scaled: done.scaled };
}

/**
 * Lets old ReplicaSets shrink by as many pods as may be missing now: first those that are not available anyway, then the rest, oldest
 * ReplicaSets first (`rolling.go:reconcileOldReplicaSets, cleanupUnhealthyReplicas, scaleDownOldReplicaSetsForRollingUpdate`).
 */
export function* shrinkOld(deployment: KubeObject, sets: ReplicaSets, current: KubeObject): Asking<Step> {
  const old = active(sets.old);
  if (wantedPods(old) === 0) return { type: "stepped", sets, scaled: false };
  const least = desiredReplicas(deployment) - maxUnavailableOf(deployment);
  const missing = replicasOf(current) - numberAt(current.status, "availableReplicas", 0);
  const budget = wantedPods(allOf(sets)) - least - missing;
  if (budget <= 0) {
    yield* note(`${least} pods have to stay and ${missing} new ones are not available yet: wait`);
    return { type: "stepped", sets, scaled: false };
  }
  const cleaned = yield* shrink(deployment, old, budget, (replicaSet) => {
    return replicasOf(replicaSet) - numberAt(replicaSet.status, "availableReplicas", 0);
  });
  if (cleaned.type === "failed") return cleaned;
  const spare = statusSum([...cleaned.replicaSets, current], "availableReplicas") - least;
  const rest = yield* shrink(deployment, cleaned.replicaSets, spare, replicasOf);
  if (rest.type === "failed") return rest;
  return { type: "stepped", sets: replaced(sets, rest.replicaSets), scaled: cleaned.count + rest.count > 0 };
}

/** Scales all old ReplicaSets to 0 (`kk:pkg/controller/deployment/recreate.go:scaleDownOldReplicaSetsForRecreate`). */
export function* emptyOld(deployment: KubeObject, sets: ReplicaSets): Asking<Step> {
  const shrunk = yield* shrink(deployment, active(sets.old), Number.POSITIVE_INFINITY, replicasOf);
  if (shrunk.type === "failed") return shrunk;
  return { type: "stepped", sets: replaced(sets, shrunk.replicaSets), scaled: shrunk.count > 0 };
}

/**
 * Follows a change of the number of replicas while a rollout is under way or on hold: a single active ReplicaSet takes all of it, several
 * share it by size (`sync.go:scale`, `deployment_util.go:FindActiveOrLatest, GetReplicaSetProportion`).
 */
export function* followSize(deployment: KubeObject, sets: ReplicaSets): Asking<Step> {
  const only = activeOrLatest(sets);
  if (only !== undefined) {
    const done = yield* scaleIfNeeded(deployment, only, desiredReplicas(deployment));
    return done.type === "failed"
      ? done
      : { type: "stepped", sets: replaced(sets, [done.replicaSet]), scaled: done.scaled };
  }
  if (isSaturated(deployment, sets.current)) return yield* emptyOld(deployment, sets);
  if (strategyOf(deployment).type === "Recreate") return { type: "stepped", sets, scaled: false };
  let next = sets;
  let scaled = false;
  for (const [replicaSet, size] of proportions(deployment, active(allOf(sets)))) {
    const done = yield* scaleTo(deployment, replicaSet, size);
    if (done.type === "failed") return done;
    next = replaced(next, [done.replicaSet]);
    scaled ||= done.scaled;
  }
  return { type: "stepped", sets: next, scaled };
}

/** Deletes the oldest of the ReplicaSets that have no pods, beyond the limit of history (`sync.go:cleanupDeployment`). */
export function* forgetOld(deployment: KubeObject, { old }: ReplicaSets): Asking<Failure | undefined> {
  const kept = old.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const surplus = kept.length - historyLimitOf(deployment);
  if (surplus <= 0) return undefined;
  const byRevision = [...kept].sort((a, b) => revisionOf(a) - revisionOf(b) || olderFirst(a, b));
  for (const replicaSet of byRevision.slice(0, surplus)) {
    const { generation = 0, name } = replicaSet.metadata;
    const isIdle = replicasOf(replicaSet) === 0 && numberAt(replicaSet.status, "replicas", 0) === 0;
    if (!isIdle || generation > numberAt(replicaSet.status, "observedGeneration", 0)) continue;
    yield* note(`more than ${historyLimitOf(deployment)} old ReplicaSets: delete ${name}`);
    const reply = yield* write({ type: "delete", kind: "ReplicaSet", key: keyOf(replicaSet) });
    const refusal = refusalOf(reply);
    if (refusal !== undefined && refusal.reason !== "NotFound") {
      return { type: "failed", error: refusal.message ?? `unable to delete ${name}` };
    }
  }
  return undefined;
}

type Shrunk =
  | { readonly type: "shrunk"; readonly replicaSets: readonly KubeObject[]; readonly count: number }
  | Failure;

/** Takes up to `budget` pods away, oldest ReplicaSets first, from each at most what `most` says. */
function* shrink(
  deployment: KubeObject,
  replicaSets: readonly KubeObject[],
  budget: number,
  most: (replicaSet: KubeObject) => number,
): Asking<Shrunk> {
  const next: KubeObject[] = [];
  let count = 0;
  for (const replicaSet of [...replicaSets].sort(olderFirst)) {
    const take = Math.max(0, Math.min(budget - count, most(replicaSet), replicasOf(replicaSet)));
    if (take === 0) {
      next.push(replicaSet);
      continue;
    }
    const done = yield* scaleIfNeeded(deployment, replicaSet, replicasOf(replicaSet) - take);
    if (done.type === "failed") return done;
    next.push(done.replicaSet);
    count += take;
  }
  return { type: "shrunk", replicaSets: next, count };
}

/** The only ReplicaSet with pods; without any, the current one or the newest. Undefined when several have pods. */
function activeOrLatest(sets: ReplicaSets): KubeObject | undefined {
  const found = active(allOf(sets));
  if (found.length > 1) return undefined;
  return found[0] ?? sets.current ?? [...sets.old].sort(olderFirst).at(-1);
}

/** The size that each ReplicaSet gets; what rounding leaves over goes to the largest one. */
function proportions(
  deployment: KubeObject,
  replicaSets: readonly KubeObject[],
): readonly (readonly [KubeObject, number])[] {
  const desired = desiredReplicas(deployment);
  const allowed = desired > 0 ? desired + maxSurgeOf(deployment) : 0;
  const difference = allowed - wantedPods(replicaSets);
  const newestFirst = difference > 0;
  const bySize = [...replicaSets].sort(
    (a, b) => replicasOf(b) - replicasOf(a) || (newestFirst ? olderFirst(b, a) : olderFirst(a, b)),
  );
  if (difference === 0) return bySize.map((replicaSet) => [replicaSet, replicasOf(replicaSet)]);
  let given = 0;
  const sizes = bySize.map((replicaSet) => {
    const part = clamp(fractionOf(deployment, replicaSet, allowed), difference - given);
    given += part;
    return replicasOf(replicaSet) + part;
  });
  return bySize.map((replicaSet, place) => {
    const size = sizes[place] ?? 0;
    return [replicaSet, place === 0 ? Math.max(0, size + difference - given) : size];
  });
}

function clamp(part: number, left: number): number {
  return left > 0 ? Math.min(part, left) : Math.max(part, left);
}

/** By how much a ReplicaSet would change if it kept its share (`deployment_util.go:getReplicaSetFraction`). */
function fractionOf(deployment: KubeObject, replicaSet: KubeObject, allowed: number): number {
  const size = replicasOf(replicaSet);
  if (desiredReplicas(deployment) === 0) return -size;
  const before = annotatedMost(replicaSet) ?? 0;
  const base = before === 0 ? numberAt(deployment.status, "replicas", 0) : before;
  return base === 0 ? 0 : Math.round((size * allowed) / base) - size;
}

function replaced({ current, old }: ReplicaSets, changed: readonly KubeObject[]): ReplicaSets {
  const newer = (replicaSet: KubeObject) =>
    changed.find(({ metadata }) => metadata.uid === replicaSet.metadata.uid) ?? replicaSet;
  return { current: current === undefined ? undefined : newer(current), old: old.map(newer) };
}
