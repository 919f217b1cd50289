import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { Reply, WriteRequest } from "../cluster/reconciler.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import { failure } from "../kubernetes/status.ts";
import { accept, type Desk, readFrom, runByHand } from "./answer-desk.ts";
import { replicaSetReconciler } from "./replica-set.ts";
import { calculateStatus } from "./replica-set-status.ts";
import { samplePod, sampleReplicaSet } from "./sample-objects.ts";

// apiserver E.1 "Status"; kk:pkg/controller/replicaset/replica_set_utils.go.
const now = seconds(100);
const conflict: Reply = { type: "status", status: failure(409, "Conflict", "the object has been modified") };

function sync(store: readonly KubeObject[], desk: Partial<Desk> = {}) {
  const run = runByHand(replicaSetReconciler, "demo/web", { store, now, ...desk });
  return { ...run, updates: run.writes.flat().flatMap((request) => (request.type === "update" ? [request] : [])) };
}

/** Answers the status updates one by one, everything else well. */
function updatesAnswered(...replies: readonly (Reply | "accept")[]) {
  const left = [...replies];
  return (request: WriteRequest, index: number): Reply => {
    const next = request.type === "update" ? left.shift() : undefined;
    return next === undefined || next === "accept" ? accept(request, index) : next;
  };
}

test("the status counts replicas, fully labelled, ready and available ones, and those on their way out", () => {
  const replicaSet = sampleReplicaSet({
    spec: {
      minReadySeconds: 10,
      template: { metadata: { labels: { app: "web", tier: "front" } }, spec: {} },
    },
  });
  const active = [
    samplePod("a", { labels: { app: "web", tier: "front", more: "x" }, ready: seconds(90) }),
    samplePod("b", { labels: { app: "web" }, ready: seconds(91) }),
    samplePod("c"),
  ];
  expect(calculateStatus(replicaSet, { active, terminating: [samplePod("d")], error: undefined, now })).toEqual({
    replicas: 3,
    fullyLabeledReplicas: 1,
    readyReplicas: 2,
    availableReplicas: 1,
    terminatingReplicas: 1,
  });
});

test("counts of zero are absent as on the wire", () => {
  const view = { active: [], terminating: undefined, error: undefined, now };
  expect(calculateStatus(sampleReplicaSet(), view)).toEqual({ replicas: 0 });
});

test("ReplicaFailure comes with the first error, is not changed by the next, and goes when there is none", () => {
  const failing = { active: [], terminating: undefined, error: "quota", now };
  const first = calculateStatus(sampleReplicaSet(), failing);
  expect(first.conditions).toEqual([
    {
      type: "ReplicaFailure",
      status: "True",
      lastTransitionTime: "2026-01-01T00:01:40Z",
      reason: "FailedCreate",
      message: "quota",
    },
  ]);
  const second = sampleReplicaSet({ status: first });
  expect(calculateStatus(second, { ...failing, error: "other" }).conditions).toEqual(first.conditions);
  expect(calculateStatus(second, { ...failing, error: undefined })).not.toHaveProperty("conditions");
  const surplus = { ...failing, active: [1, 2, 3, 4].map((n) => samplePod(`p${n}`)) };
  expect(calculateStatus(sampleReplicaSet(), surplus).conditions).toMatchObject([{ reason: "FailedDelete" }]);
});

test("a status that says the same for the same generation is not written", () => {
  const pods = [samplePod("a")];
  const status = { replicas: 1, fullyLabeledReplicas: 1, terminatingReplicas: 0, observedGeneration: 2 };
  const current = sampleReplicaSet({ replicas: 1, generation: 2, status });
  expect(sync([current, ...pods])).toMatchObject({
    updates: [],
    said: ["fetch", "diff", "have 1, want 1"],
  });
  const seenBefore = sampleReplicaSet({ replicas: 1, generation: 3, status });
  expect(sync([seenBefore, ...pods]).updates[0]?.object.status).toEqual({ ...status, observedGeneration: 3 });
  const older = sampleReplicaSet({ replicas: 1, generation: 2, status: { ...status, terminatingReplicas: 1 } });
  expect(sync([older, ...pods]).updates).toHaveLength(1);
});

test("the status goes to the subresource with the version that was read", () => {
  expect(sync([sampleReplicaSet({ replicas: 0 })]).updates).toMatchObject([
    { subresource: "status", object: { metadata: { resourceVersion: "10" }, status: { observedGeneration: 1 } } },
  ]);
});

test("after a failed update the ReplicaSet is read live and the same status is put once more", () => {
  const live = sampleReplicaSet({ replicas: 0, generation: 2, resourceVersion: "15" });
  const { updates, result } = sync([sampleReplicaSet({ replicas: 0 })], {
    live: readFrom([live]),
    reply: updatesAnswered(conflict, "accept"),
  });
  expect(updates.map(({ object }) => object.metadata.resourceVersion)).toEqual(["10", "15"]);
  // The generation that was acted on, not the one that was read again.
  expect(updates[1]?.object.status).toEqual(updates[0]?.object.status);
  expect(updates[1]?.object.status).toMatchObject({ observedGeneration: 1 });
  expect(result).toEqual({});
});

test("a second failure, or a live read that fails, is the sync's error", () => {
  const store = [sampleReplicaSet({ replicas: 0 })];
  const twice = sync(store, { reply: updatesAnswered(conflict, conflict) });
  expect(twice.updates).toHaveLength(2);
  expect(twice.result.error?.message).toBe("the object has been modified");
  const gone = sync(store, { live: readFrom([]), reply: updatesAnswered(conflict) });
  expect(gone.updates).toHaveLength(1);
  expect(gone.result.error?.message).toContain("not found");
});

// Since 1.34 (kubernetes/kubernetes#132121) the next check is when the next pod becomes available.
test("a ReplicaSet with ready pods that are not available yet is looked at again when the next one is", () => {
  const patient = sampleReplicaSet({ replicas: 3, spec: { minReadySeconds: 30 } });
  const pods = [
    samplePod("a", { ready: seconds(60) }),
    samplePod("b", { ready: seconds(80) }),
    samplePod("c", { ready: seconds(95) }),
  ];
  expect(sync([patient, ...pods]).result).toEqual({ requeueAfter: seconds(10) });
});

test("nobody is looked at again when all ready pods are available, or when the sync failed", () => {
  const patient = sampleReplicaSet({ replicas: 1, spec: { minReadySeconds: 30 } });
  expect(sync([patient, samplePod("a", { ready: seconds(1) })]).result).toEqual({});
  const short = sampleReplicaSet({ replicas: 2, spec: { minReadySeconds: 30 } });
  const reply = (request: WriteRequest, index: number) =>
    request.type === "create" ? conflict : accept(request, index);
  expect(sync([short, samplePod("a", { ready: seconds(90) })], { reply }).result).toHaveProperty("error");
});
