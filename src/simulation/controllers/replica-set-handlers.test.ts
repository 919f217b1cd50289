import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { Notification } from "../cluster/reconciler.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import { keyOf, objectKey } from "../kubernetes/object-key.ts";
import { handleForReplicaSets } from "./replica-set-handlers.ts";
import {
  emptyReplicaSetMemory,
  expectCreations,
  expectDeletions,
  type ReplicaSetMemory,
  replicaSetMemory,
  wroteAt,
} from "./replica-set-memory.ts";
import { ownedBy, samplePod, sampleReplicaSet } from "./sample-objects.ts";

// apiserver E.1 "Event handlers"; kk:pkg/controller/replicaset/replica_set.go. Priorities: workqueue 2.5.
const key = objectKey("demo", "web");
const now = seconds(1);
const deleted = "2026-01-01T00:00:31Z";
const waiting = expectCreations(emptyReplicaSetMemory, key, 2, now);
const waitingForDeletion = expectDeletions(emptyReplicaSetMemory, key, ["demo/a"], now);

function handle(
  kind: string,
  notification: Notification,
  memory: ReplicaSetMemory = emptyReplicaSetMemory,
  replicaSets: readonly KubeObject[] = [sampleReplicaSet()],
) {
  const handled = handleForReplicaSets({
    kind,
    notification,
    memory,
    now,
    lookUp: (_, wanted) => replicaSets.find((each) => keyOf(each) === wanted),
    list: () => replicaSets,
  });
  const expectation = replicaSetMemory(handled.memory).expectations[key];
  return { ...handled, adds: expectation?.adds, deletes: expectation?.deletes };
}

const add = (object: KubeObject, initial = false): Notification => ({ type: "add", object, initial });
const update = (old: KubeObject, object: KubeObject): Notification => ({ type: "update", old, object });
const remove = (object: KubeObject, tombstone = false): Notification => ({ type: "delete", object, tombstone });
const web = { key, priority: 0 };

test("a new pod counts as a creation seen and wakes its ReplicaSet", () => {
  expect(handle("Pod", add(samplePod("a")), waiting)).toMatchObject({ adds: 1, enqueue: [web] });
});

test("the initial list wakes at low priority", () => {
  expect(handle("Pod", add(samplePod("a"), true), waiting).enqueue).toEqual([{ key, priority: -100 }]);
  expect(handle("ReplicaSet", add(sampleReplicaSet(), true)).enqueue).toEqual([{ key, priority: -100 }]);
  expect(handle("ReplicaSet", add(sampleReplicaSet())).enqueue).toEqual([web]);
});

test("a pod that is new but already terminating counts as a deletion, not as a creation", () => {
  const pod = samplePod("a", { deletionTimestamp: deleted });
  expect(handle("Pod", add(pod), waiting)).toMatchObject({ adds: 2, enqueue: [web] });
  expect(handle("Pod", add(pod), waitingForDeletion)).toMatchObject({ deletes: [], enqueue: [web] });
});

test.each([
  ["another uid", ownedBy("web", "rs-0")],
  ["another kind", ownedBy("web", "rs-1", "StatefulSet")],
  ["another name", ownedBy("api", "rs-1")],
])("a pod whose controller has %s wakes nobody and observes nothing", (_, owner) => {
  const handled = handle("Pod", add(samplePod("a", { owner })), waiting);
  expect(handled).toMatchObject({ adds: 2, enqueue: [] });
  expect(handled.ignored).toContain(owner.name);
});

test("an orphan wakes every ReplicaSet that selects it and observes nothing", () => {
  const orphan = samplePod("a", { owner: undefined });
  const other = sampleReplicaSet({ name: "other", spec: { selector: { matchLabels: { app: "other" } } } });
  const empty = sampleReplicaSet({ name: "empty", spec: { selector: {} } });
  const second = sampleReplicaSet({ name: "web-2" });
  const handled = handle("Pod", add(orphan), waiting, [sampleReplicaSet(), other, empty, second]);
  expect(handled).toMatchObject({ adds: 2, enqueue: [web, { key: "demo/web-2", priority: 0 }] });
  expect(handle("Pod", add(orphan), waiting, [other]).ignored).toContain("orphan");
});

test("a resync of a pod is ignored, one of a ReplicaSet wakes it at low priority", () => {
  const pod = samplePod("a");
  expect(handle("Pod", update(pod, pod))).toMatchObject({ enqueue: [], ignored: "resync: same resource version" });
  expect(handle("ReplicaSet", update(sampleReplicaSet(), sampleReplicaSet())).enqueue).toEqual([
    { key, priority: -100 },
  ]);
});

test("a pod that is marked for deletion counts as deleted at once, and its later removal does not count again", () => {
  const marked = samplePod("a", { deletionTimestamp: deleted, resourceVersion: "21" });
  const first = handle("Pod", update(samplePod("a"), marked), waitingForDeletion);
  expect(first).toMatchObject({ deletes: [], enqueue: [web] });
  const second = handle("Pod", remove(marked), replicaSetMemory(first.memory));
  expect(second.memory).toBe(first.memory);
  expect(second.enqueue).toEqual([web]);
});

test("when a marked pod changed its labels, its former self counts as deleted too", () => {
  const marked = samplePod("a", { deletionTimestamp: deleted, resourceVersion: "21", labels: { app: "x" } });
  expect(handle("Pod", update(samplePod("a"), marked)).enqueue).toEqual([web, web]);
});

test("a deleted pod is observed, from a tombstone as well", () => {
  for (const tombstone of [false, true]) {
    const handled = handle("Pod", remove(samplePod("a"), tombstone), waitingForDeletion);
    expect(handled).toMatchObject({ deletes: [], enqueue: [web] });
  }
});

test("the deletion of an orphan wakes nobody", () => {
  expect(handle("Pod", remove(samplePod("a", { owner: undefined }))).enqueue).toEqual([]);
});

test("a pod that changes hands wakes the old owner and the new one", () => {
  const api = sampleReplicaSet({ name: "api", uid: "rs-2" });
  const next = samplePod("a", { owner: ownedBy("api", "rs-2"), resourceVersion: "21" });
  const handled = handle("Pod", update(samplePod("a"), next), waiting, [sampleReplicaSet(), api]);
  expect(handled.enqueue).toEqual([web, { key: "demo/api", priority: 0 }]);
});

test("a pod that was released wakes its old owner and those who might adopt it", () => {
  const orphan = samplePod("a", { owner: undefined, resourceVersion: "21" });
  expect(handle("Pod", update(samplePod("a"), orphan)).enqueue).toEqual([web, web]);
});

test("an orphan is looked at again only when its labels or its owner changed", () => {
  const orphan = samplePod("a", { owner: undefined, labels: { app: "x" } });
  const relabelled = samplePod("a", { owner: undefined, resourceVersion: "21" });
  const touched = samplePod("a", { owner: undefined, labels: { app: "x" }, resourceVersion: "21" });
  expect(handle("Pod", update(orphan, relabelled)).enqueue).toEqual([web]);
  expect(handle("Pod", update(orphan, touched))).toMatchObject({
    enqueue: [],
    ignored: "orphan with the same labels",
  });
});

test("a pod that becomes ready is looked at again after minReadySeconds", () => {
  const patient = sampleReplicaSet({ spec: { minReadySeconds: 10 } });
  const ready = samplePod("a", { ready: seconds(1), resourceVersion: "21" });
  expect(handle("Pod", update(samplePod("a"), ready), waiting, [patient]).enqueue).toEqual([
    web,
    { key, priority: 0, after: seconds(10) },
  ]);
  expect(handle("Pod", update(samplePod("a"), ready)).enqueue).toEqual([web]);
  const again = samplePod("a", { ready: seconds(1), resourceVersion: "22" });
  expect(handle("Pod", update(ready, again), waiting, [patient]).enqueue).toEqual([web]);
});

test("a deleted ReplicaSet is forgotten and woken once more", () => {
  expect(handle("ReplicaSet", remove(sampleReplicaSet()), waiting)).toMatchObject({
    adds: undefined,
    enqueue: [web],
  });
});

test("what was written for a deleted ReplicaSet is forgotten, what was written for another of that name is not", () => {
  const written = (uid: string) => wroteAt(emptyReplicaSetMemory, key, uid, "Pod", "20");
  const after = (uid: string) =>
    replicaSetMemory(handle("ReplicaSet", remove(sampleReplicaSet()), written(uid)).memory);
  expect(after("rs-1").written).toEqual({});
  expect(after("rs-2")).toEqual(written("rs-2"));
});

test("an update to another uid is a deletion and a new ReplicaSet", () => {
  const next = sampleReplicaSet({ uid: "rs-2", resourceVersion: "11" });
  expect(handle("ReplicaSet", update(sampleReplicaSet(), next), waiting)).toMatchObject({
    adds: undefined,
    enqueue: [web, web],
  });
});
