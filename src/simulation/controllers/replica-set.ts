import { count, flag, readOptions } from "../cluster/options.ts";
import type { ReconcileRequest, ReconcileResult, ReconcilerKind, Run } from "../cluster/reconciler.ts";
import { type LabelSelector, matchesLabels } from "../kubernetes/label-selector.ts";
import { controllerOf, isTerminating, type JsonObject, type KubeObject, labelsOf } from "../kubernetes/object.ts";
import { namespaceOfKey, type ObjectKey } from "../kubernetes/object-key.ts";
import { compareResourceVersions } from "../kubernetes/resource-version.ts";
import { type Asking, clock, enterPhase, getCached, listCached, note, recall, storeVersion } from "./asking.ts";
import { claimPods, planClaims } from "./pod-claim.ts";
import { isPodActive, isPodTerminating } from "./pod-facts.ts";
import { handleForReplicaSets } from "./replica-set-handlers.ts";
import {
  clearWritten,
  dropExpectations,
  emptyReplicaSetMemory,
  expectationState,
  replicaSetMemory,
  updateMemory,
} from "./replica-set-memory.ts";
import { manageReplicas, noteWritten, type ScalingOptions } from "./replica-set-scaling.ts";
import { replicasOf, selectorOf } from "./replica-set-spec.ts";
import { calculateStatus, nextAvailabilityCheck, updateStatus } from "./replica-set-status.ts";

const OPTIONS = {
  burstReplicas: count(500, 1, 5_000),
  expectations: flag(true),
  /** On by default since 1.36; off here, so that expectations can be seen at work. */
  staleControllerConsistency: flag(false),
  /** DeploymentReplicaSetTerminatingReplicas, on since 1.35. */
  terminatingReplicas: flag(true),
};
type ReplicaSetOptions = ScalingOptions & { readonly countsTerminating: boolean };

/**
 * The ReplicaSet controller: as many pods as the spec says, no matter which (`kk:pkg/controller/replicaset/replica_set.go`, Kubernetes
 * 1.34 to 1.37). Left out: Event objects, metrics.
 */
export const replicaSetReconciler: ReconcilerKind = {
  name: "ReplicaSet",
  primary: "ReplicaSet",
  watches: ["ReplicaSet", "Pod"],
  options: OPTIONS,
  memory: emptyReplicaSetMemory,
  handle: handleForReplicaSets,
  reconcile: syncReplicaSet,
};

/** One sync (`replica_set.go:syncReplicaSet`). */
function* syncReplicaSet({ key, options: given }: ReconcileRequest): Run {
  const options = replicaSetOptions(given);
  yield* enterPhase("fetch");
  if (options.checksStore) {
    const stale = yield* ensureStoreIsReady(key);
    if (stale !== undefined) return failed(stale);
  }
  const replicaSet = yield* getCached("ReplicaSet", key);
  if (replicaSet === undefined) {
    yield* note("the ReplicaSet is gone");
    yield* updateMemory("forget the ReplicaSet", (memory) => dropExpectations(clearWritten(memory, key), key));
    return {};
  }
  const state = expectationState(replicaSetMemory(yield* recall()), key, yield* clock());
  const selector = selectorOf(replicaSet);
  if (selector === undefined) {
    yield* note("the selector is malformed: nothing to do until it is changed");
    return {};
  }
  const pods = yield* listCached("Pod", namespaceOfKey(key) ?? "");
  yield* enterPhase("diff");
  return yield* scale({ key, replicaSet, selector, options, pods, state });
}

type Sync = {
  readonly key: ObjectKey;
  readonly replicaSet: KubeObject;
  readonly selector: LabelSelector;
  readonly options: ReplicaSetOptions;
  readonly pods: readonly KubeObject[];
  readonly state: ReturnType<typeof expectationState>;
};

function* scale(sync: Sync): Asking<ReconcileResult> {
  const { replicaSet, selector, options } = sync;
  const related = sync.pods.filter((pod) => isOwnedBy(replicaSet, pod) || controllerOf(pod) === undefined);
  const active = related.filter(isPodActive);
  const plan = planClaims(replicaSet, selector, active);
  if (plan.adopt.length + plan.release.length > 0) yield* enterPhase("apply");
  const { claimed, patched, error: claimError } = yield* claimPods(replicaSet, plan, active);
  const mine = patched.filter((pod) => isOwnedBy(replicaSet, pod));
  if (options.checksStore)
    yield* noteWritten(
      replicaSet,
      "Pod",
      mine.map((object) => ({ type: "object", object })),
    );
  if (claimError !== undefined) return failed(claimError);
  const error = yield* manageUnlessWaiting(sync, claimed);
  const terminating = options.countsTerminating
    ? related.filter(
        (pod) => isPodTerminating(pod) && isOwnedBy(replicaSet, pod) && matchesLabels(selector, labelsOf(pod)),
      )
    : undefined;
  const now = yield* clock();
  const update = yield* updateStatus(
    replicaSet,
    calculateStatus(replicaSet, { active: claimed, terminating, error, now }),
  );
  if (update.type === "failed") return failed(update.error);
  if (options.checksStore)
    yield* noteWritten(replicaSet, "ReplicaSet", [{ type: "object", object: update.replicaSet }]);
  if (error !== undefined) return failed(error);
  const requeueAfter = nextAvailabilityCheck(update.replicaSet, claimed, now, yield* clock());
  return requeueAfter === undefined ? {} : { requeueAfter };
}

function* manageUnlessWaiting(sync: Sync, claimed: readonly KubeObject[]): Asking<string | undefined> {
  const { key, replicaSet, options, state } = sync;
  if (isTerminating(replicaSet)) {
    yield* note("the ReplicaSet is being deleted: its pods are left to the garbage collector");
    return undefined;
  }
  if (options.expects && state === "waiting") {
    const expectation = replicaSetMemory(yield* recall()).expectations[key];
    const waits = `waits to see ${expectation?.adds ?? 0} creations and ${expectation?.deletes.length ?? 0} deletions`;
    yield* note(`have ${claimed.length}, want ${replicasOf(replicaSet)}: ${waits}`);
    return undefined;
  }
  if (state === "expired") yield* note("what was expected 5 minutes ago was never seen: go on without it");
  return yield* manageReplicas(replicaSet, claimed, options);
}

/**
 * Whether the stores have reached what this controller last wrote for the ReplicaSet: an error text if not
 * (`cg:tools/cache:ConsistencyStore.EnsureReady`). A record that was met is dropped.
 */
function* ensureStoreIsReady(key: ObjectKey): Asking<string | undefined> {
  const record = replicaSetMemory(yield* recall()).written[key];
  if (record === undefined) return undefined;
  for (const [kind, wrote] of Object.entries(record.versions)) {
    const read = yield* storeVersion(kind);
    if (read !== "" && compareResourceVersions(wrote, read) > 0) {
      const resource = kind === "Pod" ? "pods" : "replicasets.apps";
      return `read version: ${read} is not as new as written version: ${wrote} for group resource ${resource}`;
    }
  }
  yield* updateMemory("the stores have seen the last writes", (memory) => clearWritten(memory, key, record.uid));
  return undefined;
}

function isOwnedBy(replicaSet: KubeObject, pod: KubeObject): boolean {
  const owner = controllerOf(pod);
  return owner?.kind === "ReplicaSet" && owner.uid === replicaSet.metadata.uid;
}

function failed(message: string): ReconcileResult {
  return { error: { message } };
}

function replicaSetOptions(given: JsonObject): ReplicaSetOptions {
  const options = readOptions(OPTIONS, given);
  return {
    burst: options.burstReplicas,
    expects: options.expectations,
    checksStore: options.staleControllerConsistency,
    countsTerminating: options.terminatingReplicas,
  };
}
