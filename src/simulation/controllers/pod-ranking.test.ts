import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import { deletionCostAnnotation, podsToDelete, rankForDeletion } from "./pod-ranking.ts";
import { type SamplePod, samplePod } from "./sample-objects.ts";

// apiserver E.1 "Deletion ranking" and workqueue 7e. Each row: the first pod goes before the second one although every later criterion
// and the uid speak for the second.
const now = seconds(10_000);
const cost = (value: string) => ({ [deletionCostAnnotation]: value });
const criteria: readonly (readonly [string, SamplePod, SamplePod])[] = [
  ["1: no node assigned before a node", { node: "", ready: seconds(1) }, { phase: "Pending", restarts: 9 }],
  ["2: Pending before Unknown", { phase: "Pending", annotations: cost("5") }, { phase: "Unknown", restarts: 9 }],
  ["2: Unknown before Running", { phase: "Unknown", annotations: cost("5") }, { restarts: 9 }],
  ["3: not ready before ready", { annotations: cost("5") }, { ready: seconds(9000), restarts: 9 }],
  ["4: lower deletion cost", { annotations: cost("-1"), node: "b" }, { restarts: 9, node: "a" }],
  ["5: the node with more pods of the family", { node: "a", ready: seconds(1) }, { node: "b", ready: seconds(9990) }],
  ["6: ready for a shorter time", { ready: seconds(9000) }, { ready: seconds(1000), restarts: 9 }],
  ["7: more restarts", { ready: seconds(1), restarts: 2, created: seconds(1) }, { ready: seconds(1), created: now }],
  ["8: younger", { created: seconds(9000) }, { created: seconds(1) }],
];

test.each(criteria)("criterion %s", (_, first, second) => {
  const a = samplePod("a", { uid: "z", ...first });
  const b = samplePod("b", { uid: "a", ...second });
  const related = [samplePod("c", { node: "a" }), samplePod("d", { node: "a" }), samplePod("e", { node: "b" })];
  for (const pods of [
    [a, b],
    [b, a],
  ]) {
    expect(rankForDeletion(pods, { now, related }).map((pod) => pod.metadata.name)).toEqual(["a", "b"]);
  }
});

// LogarithmicScaleDown: 1000 s and 600 s are in one bucket of 2^39 ns (549 s) to 2^40 ns (1099 s); 500 s is in the one below.
test.each([
  ["ready", (since: number): SamplePod => ({ ready: seconds(10_000 - since) })],
  ["created", (since: number): SamplePod => ({ created: seconds(10_000 - since) })],
] as const)("ages (%s) in the same power of two are told apart by the uid only", (_, aged) => {
  const old = samplePod("old", { uid: "a", ...aged(1000) });
  const middle = samplePod("middle", { uid: "b", ...aged(600) });
  const young = samplePod("young", { uid: "c", ...aged(500) });
  const order = rankForDeletion([young, middle, old], { now, related: [] }).map((pod) => pod.metadata.name);
  expect(order).toEqual(["young", "old", "middle"]);
});

test("pods that nothing tells apart are taken by uid", () => {
  const pods = ["c", "a", "b"].map((uid) => samplePod(`pod-${uid}`, { uid }));
  expect(rankForDeletion(pods, { now, related: [] }).map((pod) => pod.metadata.uid)).toEqual(["a", "b", "c"]);
});

// workqueue 7e: "A bare ReplicaSet without owner gets rank 0 for all Pods in step 5"; inactive pods do not count.
test("only active related pods make a node crowded", () => {
  const a = samplePod("a", { uid: "z", node: "a" });
  const b = samplePod("b", { uid: "a", node: "b" });
  const gone = [1, 2].map((n) => samplePod(`gone-${n}`, { node: "a", deletionTimestamp: "2026-01-01T00:00:30Z" }));
  const name = (related: readonly ReturnType<typeof samplePod>[]) =>
    podsToDelete([a, b], 1, { now, related })[0]?.metadata.name;
  expect(name([a, b])).toBe("b");
  expect(name([a, b, ...gone])).toBe("b");
  expect(name([a, b, samplePod("c", { node: "a" })])).toBe("a");
});

test.each(["1.5", "+1", "abc", "", "99999999999", "01"])("a deletion cost of %j counts as 0", (text) => {
  const pods = [samplePod("a", { uid: "b", annotations: cost(text) }), samplePod("b", { uid: "a" })];
  expect(podsToDelete(pods, 1, { now, related: [] })[0]?.metadata.name).toBe("b");
});

// replica_set.go:getPodsToDelete: no need to sort pods if all of them go.
test("no order is made when all pods have to go", () => {
  const pods = [samplePod("ready", { ready: seconds(1) }), samplePod("pending", { phase: "Pending" })];
  expect(podsToDelete(pods, 2, { now, related: [] })).toEqual(pods);
});
