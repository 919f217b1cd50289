import { defined } from "../../base/assert.ts";
import type { Reply, WriteRequest } from "../cluster/reconciler.ts";
import {
  controllerOf,
  type DraftObject,
  isJsonObject,
  type Json,
  jsonAt,
  type KubeObject,
} from "../kubernetes/object.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import {
  type Asking,
  clock,
  enterPhase,
  failureOf,
  isNamespaceTerminating,
  listCached,
  note,
  wasNotFound,
  writeAll,
} from "./asking.ts";
import { podsToDelete } from "./pod-ranking.ts";
import {
  creationsObserved,
  deletionObserved,
  expectCreations,
  expectDeletions,
  type ReplicaSetMemory,
  updateMemory,
  wroteAt,
} from "./replica-set-memory.ts";
import { controllerReference, replicasOf, selects } from "./replica-set-spec.ts";

/** How scaling is done. */
export type ScalingOptions = {
  /** Most pods that one sync creates or deletes (`BurstReplicas`). */
  readonly burst: number;
  /** Whether creations and deletions are expected; without it a stale store leads to pods that are too many. */
  readonly expects: boolean;
  /** Whether a sync waits until the stores have seen the last writes (StaleControllerConsistencyReplicaSet, 1.36). */
  readonly checksStore: boolean;
};

/**
 * Creates or deletes pods until the ReplicaSet has as many as it wants, as far as one sync goes. Returns an error text or undefined
 * (`kk:pkg/controller/replicaset/replica_set.go:manageReplicas`).
 */
export function* manageReplicas(
  replicaSet: KubeObject,
  pods: readonly KubeObject[],
  options: ScalingOptions,
): Asking<string | undefined> {
  const wanted = replicasOf(replicaSet);
  const difference = pods.length - wanted;
  const count = Math.min(Math.abs(difference), options.burst);
  const found = `have ${pods.length}, want ${wanted}`;
  if (difference === 0) yield* note(found);
  if (difference < 0) {
    yield* note(`${found}: create ${count}`);
    return yield* createPods(replicaSet, count, options);
  }
  if (difference > 0) {
    yield* note(`${found}: delete ${count}`);
    return yield* deletePods(replicaSet, pods, count, options);
  }
  return undefined;
}

function* createPods(replicaSet: KubeObject, count: number, options: ScalingOptions): Asking<string | undefined> {
  const key = keyOf(replicaSet);
  yield* enterPhase("apply");
  yield* expect(options, (memory, now) => expectCreations(memory, key, count, now), `expect ${creations(count)}`);
  const { succeeded, error } = yield* slowStart(replicaSet, count, options);
  const skipped = count - succeeded;
  const lower = (memory: ReplicaSetMemory) => creationsObserved(memory, key, skipped);
  if (skipped > 0) yield* updateMemory(`${creations(skipped)} less to expect: ${error}`, lower);
  return error;
}

/**
 * Creates pods in batches of 1, 2, 4, … at the same time; the first batch with a failure is the last. So a namespace without quota
 * sees one failing request and not hundreds (`replica_set.go:slowStartBatch`).
 */
function* slowStart(
  replicaSet: KubeObject,
  count: number,
  options: ScalingOptions,
): Asking<{ readonly succeeded: number; readonly error: string | undefined }> {
  const create: WriteRequest = { type: "create", object: podFromTemplate(replicaSet) };
  let succeeded = 0;
  let remaining = count;
  for (let size = Math.min(1, remaining); size > 0; size = Math.min(2 * size, remaining)) {
    const replies = yield* writeAll(Array.from({ length: size }, () => create));
    if (options.checksStore) yield* noteWritten(replicaSet, "Pod", replies);
    // In a namespace that goes away any creation would fail, so upstream does as if this one had worked; the expectation stays until it expires.
    const failures = replies.filter((reply) => failureOf(reply) !== undefined && !isNamespaceTerminating(reply));
    succeeded += size - failures.length;
    const [first] = failures;
    if (first !== undefined) return { succeeded, error: failureOf(first) };
    remaining -= size;
  }
  return { succeeded, error: undefined };
}

function* deletePods(
  replicaSet: KubeObject,
  pods: readonly KubeObject[],
  count: number,
  options: ScalingOptions,
): Asking<string | undefined> {
  const key = keyOf(replicaSet);
  const related = yield* relatedPods(replicaSet);
  const victims = podsToDelete(pods, count, { now: yield* clock(), related }).map(keyOf);
  yield* enterPhase("apply");
  yield* expect(
    options,
    (memory, now) => expectDeletions(memory, key, victims, now),
    `expect the deletion of ${victims.join(", ")}`,
  );
  // By name alone, as upstream does: without the uid as precondition.
  const replies = yield* writeAll(victims.map((victim) => ({ type: "delete", kind: "Pod", key: victim })));
  const failed = victims.filter((_, i) => failureOf(defined(replies[i], "reply")) !== undefined);
  const lower = (memory: ReplicaSetMemory) =>
    failed.reduce((current, victim) => deletionObserved(current, key, victim), memory);
  if (failed.length > 0) yield* updateMemory(`no deletion to expect of ${failed.join(", ")}`, lower);
  const error = replies.find((reply) => failureOf(reply) !== undefined && !wasNotFound(reply));
  return error === undefined ? undefined : `unable to delete pods: ${failureOf(error)}`;
}

/** Pods that any ReplicaSet of the same controller selects (`replica_set.go:getIndirectlyRelatedPods`). */
function* relatedPods(replicaSet: KubeObject): Asking<readonly KubeObject[]> {
  const owner = controllerOf(replicaSet);
  if (owner === undefined) return [];
  const namespace = replicaSet.metadata.namespace ?? "";
  const all = yield* listCached("ReplicaSet", namespace);
  const family = all.filter((each) => controllerOf(each)?.uid === owner.uid);
  const pods = yield* listCached("Pod", namespace);
  return pods.filter((pod) => family.some((each) => selects(each, pod)));
}

function* expect(
  options: ScalingOptions,
  change: (memory: ReplicaSetMemory, now: Parameters<typeof expectCreations>[3]) => ReplicaSetMemory,
  why: string,
): Asking<void> {
  if (!options.expects) return;
  const now = yield* clock();
  yield* updateMemory(why, (memory) => change(memory, now));
}

/** Notes the versions of objects that were written for the ReplicaSet, for the next sync's look at the store. */
export function* noteWritten(replicaSet: KubeObject, kind: string, replies: readonly Reply[]): Asking<void> {
  const versions = replies.flatMap((reply) => (reply.type === "object" ? [reply.object.metadata.resourceVersion] : []));
  const { uid } = replicaSet.metadata;
  const change = (memory: ReplicaSetMemory) =>
    versions.reduce((current, version) => wroteAt(current, keyOf(replicaSet), uid, kind, version), memory);
  if (versions.length > 0) yield* updateMemory(`the next sync needs a store with ${kind} @${versions.at(-1)}`, change);
}

/** The pod that the template describes (`kk:pkg/controller/controller_utils.go:GetPodFromTemplate`). */
function podFromTemplate(replicaSet: KubeObject): DraftObject {
  const { name, namespace } = replicaSet.metadata;
  const metadata = jsonAt(replicaSet, "spec", "template", "metadata");
  const spec = jsonAt(replicaSet, "spec", "template", "spec");
  const taken = ["labels", "annotations", "finalizers"].flatMap((field): readonly (readonly [string, Json])[] => {
    const value = jsonAt(metadata, field);
    return value === undefined ? [] : [[field, value]];
  });
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...Object.fromEntries(taken),
      // A dash makes the name prettier, if there is room for it.
      generateName: name.length < 253 ? `${name}-` : name,
      ...(namespace === undefined ? {} : { namespace }),
      ownerReferences: [controllerReference(replicaSet)],
    },
    ...(isJsonObject(spec) ? { spec } : {}),
  };
}

function creations(count: number): string {
  return count === 1 ? "1 creation" : `${count} creations`;
}
