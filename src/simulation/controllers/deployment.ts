import type { ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { controllerOf, isTerminating, type KubeObject } from "../kubernetes/object.ts";
import { namespaceOfKey } from "../kubernetes/object-key.ts";
import { type Asking, clock, enterPhase, getCached, listCached, note } from "./asking.ts";
import { conditionIn, type DeploymentCondition, withCondition } from "./deployment-conditions.ts";
import { type Known, syncRevision } from "./deployment-current.ts";
import { handleForDeployments } from "./deployment-handlers.ts";
import { active, allOf, wasSizedForAnother } from "./deployment-replica-sets.ts";
import { emptyOld, followSize, forgetOld, growCurrent, type Step, shrinkOld } from "./deployment-rollout.ts";
import { hasProgressDeadline, isPaused, strategyOf } from "./deployment-spec.ts";
import { isComplete, syncRolloutStatus, syncStatus } from "./deployment-status.ts";
import { type Failure, putDeploymentStatus } from "./deployment-writes.ts";
import { noCounts } from "./key-counts.ts";
import { isControlledBy } from "./owner-reference.ts";
import { claimPods, planClaims } from "./pod-claim.ts";
import { podPhase } from "./pod-facts.ts";
import { selectorOf } from "./replica-set-spec.ts";
import { withRetryLimit } from "./retry-limit.ts";

/**
 * The Deployment controller: one ReplicaSet per template, and from one to the next by rolling update or Recreate, one step a sync
 * (`kk:pkg/controller/deployment/{deployment_controller,sync,rolling,recreate,progress}.go`). The store of pods is needed for Recreate only.
 * After 15 retries a Deployment is dropped until its next event. Left out: Event objects, the old rollback field, and that the history of
 * revisions is cut to 2,000 characters.
 */
export const deploymentReconciler: ReconcilerKind = {
  name: "Deployment",
  primary: "Deployment",
  queue: "classic",
  watches: ["Deployment", "ReplicaSet"],
  options: {},
  memory: noCounts,
  handle: handleForDeployments,
  reconcile: function* (request): Run {
    return yield* withRetryLimit(request.key, yield* syncDeployment(request));
  },
};

/** One sync (`deployment_controller.go:syncDeployment`). */
function* syncDeployment({ key, watched }: ReconcileRequest): Asking<ReconcileResult> {
  yield* enterPhase("fetch");
  const deployment = yield* getCached("Deployment", key);
  if (deployment === undefined) {
    yield* note("the Deployment is gone: its ReplicaSets are left to the garbage collector");
    return {};
  }
  const selector = selectorOf(deployment);
  if (selector?.type !== "allOf" || selector.requirements.length === 0) {
    yield* note("the selector selects everything or nothing: nothing to do until it is changed");
    return {};
  }
  const namespace = namespaceOfKey(key) ?? "";
  const found = yield* listCached("ReplicaSet", namespace);
  const pods = watched.includes("Pod") ? yield* listCached("Pod", namespace) : [];
  yield* enterPhase("diff");
  const related = found.filter((each) => isControlledBy(each, deployment) || controllerOf(each) === undefined);
  const plan = planClaims(deployment, selector, related);
  if (plan.adopt.length + plan.release.length > 0) yield* enterPhase("apply");
  const { claimed, error } = yield* claimPods(deployment, plan, related);
  if (error !== undefined) return failed({ type: "failed", error });
  return yield* roll(deployment, claimed, pods);
}

function* roll(
  deployment: KubeObject,
  owned: readonly KubeObject[],
  pods: readonly KubeObject[],
): Asking<ReconcileResult> {
  if (isTerminating(deployment)) {
    const known = yield* syncRevision(deployment, owned, false);
    return known.type === "failed" ? failed(known) : yield* syncStatus(known.deployment, known.sets);
  }
  const marked = yield* markPause(deployment);
  if (marked.type === "failed") return failed(marked);
  if (isPaused(deployment)) {
    yield* note("paused: no rollout");
    return yield* resize(marked.deployment, owned);
  }
  const known = yield* syncRevision(marked.deployment, owned, false);
  if (known.type === "failed") return failed(known);
  if (active(allOf(known.sets)).some((each) => wasSizedForAnother(deployment, each))) {
    yield* note("the number of replicas has changed");
    return yield* resize(known.deployment, owned);
  }
  return strategyOf(deployment).type === "Recreate"
    ? yield* recreate(known.deployment, owned, pods)
    : yield* rollOver(known.deployment, owned);
}

/** Sizes without a rollout (`sync.go:sync`). */
function* resize(deployment: KubeObject, owned: readonly KubeObject[]): Asking<ReconcileResult> {
  const known = yield* syncRevision(deployment, owned, false);
  if (known.type === "failed") return failed(known);
  const step = yield* followSize(known.deployment, known.sets);
  if (step.type === "failed") return failed(step);
  const kept = isPaused(deployment) ? yield* forgetOld(deployment, step.sets) : undefined;
  return kept === undefined ? yield* syncStatus(known.deployment, step.sets) : failed(kept);
}

/** One step of a rolling update: up if there is room, else down if enough are available (`rolling.go:rolloutRolling`). */
function* rollOver(deployment: KubeObject, owned: readonly KubeObject[]): Asking<ReconcileResult> {
  const known = yield* syncRevision(deployment, owned, true);
  if (known.type === "failed") return failed(known);
  const { current } = known.sets;
  if (current === undefined) return failed({ type: "failed", error: "no current ReplicaSet" });
  const up = yield* growCurrent(known.deployment, known.sets, current);
  if (up.type === "failed" || up.scaled) return yield* afterStep(known.deployment, up);
  const down = yield* shrinkOld(known.deployment, up.sets, up.sets.current ?? current);
  if (down.type === "failed" || down.scaled) return yield* afterStep(known.deployment, down);
  return yield* conclude({ ...known, sets: down.sets });
}

/** Old pods first have to be gone, then the new ones are made (`recreate.go:rolloutRecreate`). */
function* recreate(
  deployment: KubeObject,
  owned: readonly KubeObject[],
  pods: readonly KubeObject[],
): Asking<ReconcileResult> {
  const known = yield* syncRevision(deployment, owned, false);
  if (known.type === "failed") return failed(known);
  const down = yield* emptyOld(known.deployment, known.sets);
  if (down.type === "failed" || down.scaled) return yield* afterStep(known.deployment, down);
  const running = pods.filter((pod) => isOldAndRunning(pod, down.sets.old));
  if (running.length > 0) {
    yield* note(`${running.length} old pods still run: wait`);
    return yield* syncRolloutStatus(known.deployment, down.sets);
  }
  const renewed =
    down.sets.current === undefined
      ? yield* syncRevision(known.deployment, owned, true)
      : { ...known, sets: down.sets };
  if (renewed.type === "failed") return failed(renewed);
  const { current } = renewed.sets;
  if (current === undefined) return failed({ type: "failed", error: "no current ReplicaSet" });
  const up = yield* growCurrent(renewed.deployment, renewed.sets, current);
  if (up.type === "failed") return failed(up);
  return yield* conclude({ ...renewed, sets: up.sets });
}

/** Pods that have ended do not count; those whose state is unknown do (`recreate.go:oldPodsRunning`). */
function isOldAndRunning(pod: KubeObject, old: readonly KubeObject[]): boolean {
  const phase = podPhase(pod);
  return old.some((replicaSet) => isControlledBy(pod, replicaSet)) && phase !== "Succeeded" && phase !== "Failed";
}

function* conclude({ deployment, sets }: Known): Asking<ReconcileResult> {
  if (isComplete(deployment, deployment.status)) {
    const kept = yield* forgetOld(deployment, sets);
    if (kept !== undefined) return failed(kept);
  }
  return yield* syncRolloutStatus(deployment, sets);
}

function* afterStep(deployment: KubeObject, step: Step): Asking<ReconcileResult> {
  return step.type === "failed" ? failed(step) : yield* syncRolloutStatus(deployment, step.sets);
}

/**
 * Says in the condition Progressing that the rollout is on hold, or goes on, so that its deadline does not run meanwhile
 * (`sync.go:checkPausedConditions`).
 */
function* markPause(
  deployment: KubeObject,
): Asking<{ readonly type: "marked"; readonly deployment: KubeObject } | Failure> {
  const same = { type: "marked", deployment } as const;
  const before = conditionIn(deployment.status, "Progressing");
  if (!hasProgressDeadline(deployment) || before?.reason === "ProgressDeadlineExceeded") return same;
  const wasPaused = before?.reason === "DeploymentPaused";
  if (isPaused(deployment) === wasPaused) return same;
  const status = withCondition(deployment.status ?? {}, wasPaused ? RESUMED : PAUSED, yield* clock());
  const update = yield* putDeploymentStatus({ ...deployment, status });
  return update.type === "failed" ? update : { type: "marked", deployment: { ...deployment, status } };
}

const PAUSED: DeploymentCondition = {
  type: "Progressing",
  status: "Unknown",
  reason: "DeploymentPaused",
  message: "Deployment is paused",
};
const RESUMED: DeploymentCondition = {
  type: "Progressing",
  status: "Unknown",
  reason: "DeploymentResumed",
  message: "Deployment is resumed",
};

function failed({ error, isFinal }: Failure): ReconcileResult {
  return isFinal === true ? {} : { error: { message: error } };
}
