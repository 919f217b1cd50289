import { expect, test } from "vitest";
import { patchData } from "./patch-data.ts";

test("groups are merged, null removes, other values replace", () => {
  expect(patchData({ a: { b: 1, c: 2 }, d: [1, 2] }, { a: { b: 3, c: null }, d: [4] })).toEqual({
    a: { b: 3 },
    d: [4],
  });
});

test("things with names are merged by name, watches by kind, and new ones come last", () => {
  const base = [{ name: "web", workers: 1, watches: [{ kind: "Pod" }, { kind: "ReplicaSet" }] }, { name: "other" }];
  const patch = [{ name: "late" }, { name: "web", watches: [{ kind: "Pod", resync: "5s" }] }];
  expect(patchData(base, patch)).toEqual([
    { name: "web", workers: 1, watches: [{ kind: "Pod", resync: "5s" }, { kind: "ReplicaSet" }] },
    { name: "other" },
    { name: "late" },
  ]);
});

test("objects are told apart by kind and name", () => {
  const base = [
    { kind: "Pod", metadata: { name: "a" } },
    { kind: "Node", metadata: { name: "a" } },
  ];
  expect(patchData(base, [{ kind: "Node", metadata: { name: "a" }, spec: { x: 1 } }])).toEqual([
    { kind: "Pod", metadata: { name: "a" } },
    { kind: "Node", metadata: { name: "a" }, spec: { x: 1 } },
  ]);
});
