import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { Reply, WriteRequest } from "../cluster/reconciler.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { failure } from "../kubernetes/status.ts";
import { accept, type Desk, runByHand } from "./answer-desk.ts";
import { replicaSetReconciler } from "./replica-set.ts";
import {
  creationsObserved,
  emptyReplicaSetMemory,
  expectCreations,
  expectDeletions,
  replicaSetMemory,
} from "./replica-set-memory.ts";
import { ownedBy, samplePod, sampleReplicaSet } from "./sample-objects.ts";

// apiserver E.1 "syncRS", "manageReplicas", "Scenarios to show"; kk:pkg/controller/replicaset/replica_set.go.
const key = objectKey("demo", "web");
const quota = failure(403, "Forbidden", 'pods "web-" is forbidden: exceeded quota');
const refuse = (reply: Reply, when: (request: WriteRequest, index: number) => boolean) => ({
  reply: (request: WriteRequest, index: number): Reply => (when(request, index) ? reply : accept(request, index)),
});
const isCreate = (request: WriteRequest) => request.type === "create";

function sync(desk: Omit<Desk, "store"> & { readonly store?: readonly KubeObject[] }) {
  const transcript = runByHand(replicaSetReconciler, "demo/web", {
    now: seconds(100),
    ...desk,
    store: desk.store ?? [],
  });
  const pods = transcript.writes.map((batch) => batch.filter((request) => request.type !== "update"));
  const status = transcript.writes.flat().find((request) => request.type === "update");
  return {
    ...transcript,
    sizes: pods.filter((batch) => batch.length > 0).map((batch) => batch.length),
    deleted: pods.flat().flatMap((request) => (request.type === "delete" ? [String(request.key)] : [])),
    status: status?.type === "update" ? status.object.status : undefined,
    expectation: replicaSetMemory(transcript.memory).expectations[key],
    error: transcript.result.error?.message,
  };
}

test("missing pods are created from the template, with a generated name and the ReplicaSet as controller", () => {
  const { writes, said, result } = sync({ store: [sampleReplicaSet({ replicas: 1 })] });
  expect(writes[0]).toEqual([
    {
      type: "create",
      object: {
        apiVersion: "v1",
        kind: "Pod",
        metadata: {
          generateName: "web-",
          namespace: "demo",
          labels: { app: "web" },
          annotations: { note: "x" },
          finalizers: ["demo/hold"],
          ownerReferences: [ownedBy("web", "rs-1")],
        },
        spec: { containers: [{ name: "main", image: "web:1" }] },
      },
    },
  ]);
  expect(said.slice(0, 4)).toEqual(["fetch", "diff", "have 0, want 1: create 1", "apply"]);
  expect(result).toEqual({});
});

test("creations go out in batches of 1, 2, 4, … and are expected before the first one is sent", () => {
  const { sizes, expectation, asks } = sync({ store: [sampleReplicaSet({ replicas: 10 })] });
  expect(sizes).toEqual([1, 2, 4, 3]);
  expect(expectation).toEqual({ adds: 10, deletes: [], since: seconds(100) });
  const order = asks.map(({ type }) => type);
  expect(order.indexOf("remember")).toBeLessThan(order.indexOf("write"));
});

test("no sync creates or deletes more than 500 pods", () => {
  expect(sync({ store: [sampleReplicaSet({ replicas: 900 })] }).sizes.reduce((a, b) => a + b)).toBe(500);
  const many = Array.from({ length: 600 }, (_, i) => samplePod(`web-${i}`));
  expect(sync({ store: [sampleReplicaSet({ replicas: 0 }), ...many] }).deleted).toHaveLength(500);
});

// Scenario (c): quota error: the batch stops after one failing pod.
test("a failing first pod is the only one tried, and nothing stays expected", () => {
  const { sizes, expectation, result, status } = sync({
    store: [sampleReplicaSet({ replicas: 100 })],
    ...refuse({ type: "status", status: quota }, isCreate),
  });
  expect(sizes).toEqual([1]);
  expect(expectation?.adds).toBe(0);
  expect(result).toEqual({ error: { message: quota.message } });
  expect(status?.conditions).toMatchObject([{ type: "ReplicaFailure", status: "True", reason: "FailedCreate" }]);
});

test("a batch with a failure is finished and is the last one", () => {
  const second = refuse({ type: "status", status: quota }, (request, index) => isCreate(request) && index === 4);
  const { sizes, expectation } = sync({ store: [sampleReplicaSet({ replicas: 20 })], ...second });
  expect(sizes).toEqual([1, 2, 4]);
  // Seven were sent, six of them worked: those are still to be seen.
  expect(expectation?.adds).toBe(6);
});

// kubernetes/kubernetes#67662: a creation that timed out is not awaited.
test("a creation without an answer is an error like any other", () => {
  const { expectation, result } = sync({
    store: [sampleReplicaSet({ replicas: 1 })],
    ...refuse({ type: "network", reason: "connection reset by peer" }, isCreate),
  });
  expect(expectation?.adds).toBe(0);
  expect(result.error?.message).toBe("connection reset by peer");
});

test("creations that fail because the namespace goes away count as if they had worked", () => {
  const causes = [{ reason: "NamespaceTerminating", message: "namespace demo is being terminated" }];
  const leaving = failure(403, "Forbidden", "forbidden", { causes });
  const { sizes, result, expectation } = sync({
    store: [sampleReplicaSet({ replicas: 3 })],
    ...refuse({ type: "status", status: leaving }, isCreate),
  });
  expect({ sizes, result, adds: expectation?.adds }).toEqual({ sizes: [1, 2], result: {}, adds: 3 });
});

test("surplus pods are deleted all at once, the worst first, and their deletions are expected", () => {
  const pods = [
    samplePod("ready", { ready: seconds(1) }),
    samplePod("pending", { phase: "Pending", node: "" }),
    samplePod("unready"),
  ];
  const { deleted, expectation, said, writes } = sync({ store: [sampleReplicaSet({ replicas: 1 }), ...pods] });
  expect(deleted).toEqual(["demo/pending", "demo/unready"]);
  expect(writes[0]).toHaveLength(2);
  expect(writes[0]?.[0]).not.toHaveProperty("uid");
  expect(expectation).toEqual({ adds: 0, deletes: ["demo/pending", "demo/unready"], since: seconds(100) });
  expect(said).toContain("have 3, want 1: delete 2");
});

test("pods on the node that holds most of the whole family go first", () => {
  const owner = ownedBy("front", "deploy-1", "Deployment");
  const sibling = sampleReplicaSet({ name: "old", uid: "rs-0", owner });
  const store = [
    sibling,
    sampleReplicaSet({ replicas: 1, owner }),
    samplePod("old-1", { node: "b", owner: ownedBy("old", "rs-0") }),
    samplePod("web-1", { node: "a", uid: "a" }),
    samplePod("web-2", { node: "b", uid: "b" }),
  ];
  expect(sync({ store }).deleted).toEqual(["demo/web-2"]);
});

test("a deletion that fails is no longer expected; a pod that is gone already is no error", () => {
  const store = [sampleReplicaSet({ replicas: 0 }), samplePod("a"), samplePod("b")];
  const isA = (request: WriteRequest) => request.type === "delete" && request.key === "demo/a";
  const gone = sync({ store, ...refuse({ type: "status", status: failure(404, "NotFound", "not found") }, isA) });
  expect(gone).toMatchObject({ error: undefined, expectation: { deletes: ["demo/b"] } });
  const broken = sync({ store, ...refuse({ type: "status", status: failure(500, "InternalError", "boom") }, isA) });
  expect(broken).toMatchObject({
    error: "unable to delete pods: boom",
    expectation: { deletes: ["demo/b"] },
  });
});

// Scenario (a): the store has not seen the new pods, and nothing is created twice.
test("a sync with unmet expectations writes the status but neither creates nor deletes", () => {
  const memory = expectCreations(emptyReplicaSetMemory, key, 2, seconds(99));
  const { sizes, said, status } = sync({ store: [sampleReplicaSet(), samplePod("a")], memory });
  expect(sizes).toEqual([]);
  expect(said).toContain("have 1, want 3: waits to see 2 creations and 0 deletions");
  expect(status).toMatchObject({ replicas: 1, observedGeneration: 1 });
  const seen = creationsObserved(memory, key, 2);
  expect(sync({ store: [sampleReplicaSet(), samplePod("a")], memory: seen }).sizes).toEqual([1, 1]);
});

test("without expectations the same stale store leads to pods that are too many", () => {
  const memory = expectCreations(emptyReplicaSetMemory, key, 2, seconds(99));
  const { sizes, expectation } = sync({ store: [sampleReplicaSet()], options: { expectations: false } });
  expect(sizes).toEqual([1, 2]);
  expect(expectation).toBeUndefined();
  expect(sync({ store: [sampleReplicaSet()], memory }).sizes).toEqual([]);
});

// Scenario (b): a lost event blocks scaling for 5 minutes.
test("expectations that were never met stop counting after five minutes", () => {
  const memory = expectDeletions(emptyReplicaSetMemory, key, ["demo/lost"], seconds(100));
  const store = [sampleReplicaSet({ replicas: 1 })];
  expect(sync({ store, memory, now: seconds(400) }).sizes).toEqual([]);
  expect(sync({ store, memory, now: seconds(401) }).sizes).toEqual([1]);
});

// Scenario (d): a pod is replaced as soon as its deletionTimestamp is set.
test("terminating and finished pods are no replicas", () => {
  const leaving = { deletionTimestamp: "2026-01-01T00:00:30Z" };
  const { said, status } = sync({
    store: [
      sampleReplicaSet(),
      samplePod("a"),
      samplePod("b", leaving),
      samplePod("orphan", { ...leaving, owner: undefined }),
      samplePod("other", { ...leaving, labels: { app: "other" } }),
      samplePod("c", { phase: "Failed" }),
      samplePod("d", { phase: "Succeeded", ...leaving }),
    ],
  });
  expect(said).toContain("have 1, want 3: create 2");
  expect(status).toMatchObject({ replicas: 1, terminatingReplicas: 1 });
});

test("an edited pod stays: the spec is never compared with the template", () => {
  const pod = samplePod("a");
  const edited = { ...pod, spec: { ...pod.spec, containers: [{ name: "main", image: "evil:2" }] } };
  expect(sync({ store: [sampleReplicaSet({ replicas: 1 }), edited] }).said).toContain("have 1, want 1");
});

test("a ReplicaSet that is being deleted neither creates nor deletes, but its status is kept", () => {
  const replicaSet = sampleReplicaSet({ deletionTimestamp: "2026-01-01T00:01:00Z" });
  const { sizes, status } = sync({ store: [replicaSet, samplePod("a")] });
  expect(sizes).toEqual([]);
  expect(status).toMatchObject({ replicas: 1 });
});

test("when the ReplicaSet is gone its expectations are forgotten", () => {
  const memory = expectCreations(emptyReplicaSetMemory, key, 2, seconds(99));
  const { result, writes, memory: after } = sync({ memory });
  expect({ result, writes, after }).toEqual({ result: {}, writes: [], after: emptyReplicaSetMemory });
});

test("a malformed selector is nobody's error: nothing happens until it is changed", () => {
  const selector = { matchExpressions: [{ key: "app", operator: "Near", values: [] }] };
  expect(sync({ store: [sampleReplicaSet({ spec: { selector } })] })).toMatchObject({
    error: undefined,
    writes: [],
  });
});

// Kubernetes 1.36, workqueue 5.3: second guard.
test("with the consistency check a store behind the last write is an error, and the sync does not even begin", () => {
  const options = { staleControllerConsistency: true };
  const store = [sampleReplicaSet({ replicas: 1 })];
  const first = sync({ store, options });
  expect(replicaSetMemory(first.memory).written[key]).toEqual({
    uid: "rs-1",
    versions: { Pod: "1000", ReplicaSet: "1001" },
  });
  const behind = { Pod: "999", ReplicaSet: "1001" };
  const stale = sync({ store, options, memory: first.memory, versions: behind });
  expect(stale.said).toEqual(["fetch"]);
  expect(stale.result.error?.message).toBe(
    "read version: 999 is not as new as written version: 1000 for group resource pods",
  );
  const caughtUp = { Pod: "1000", ReplicaSet: "1002" };
  const ready = sync({ store, options, memory: first.memory, versions: caughtUp });
  expect(ready.said).toContain("have 0, want 1: waits to see 1 creations and 0 deletions");
});
