import { expect, test } from "vitest";
import { testFrame } from "./test-frame.ts";
import { testRows } from "./test-rows.ts";
import { readTruth, truthSubject } from "./truth.ts";

const scope = { process: "web", kind: "Pod" };
const gone = { kind: "Pod", key: "demo/web-9mmtd" };

test("without a selection, the object compared is one that etcd no longer has", () => {
  expect(truthSubject(testFrame, scope, {})).toEqual(gone);
});

test("a selected object is compared whatever the store holds", () => {
  expect(truthSubject(testFrame, scope, { kind: "Pod", key: "demo/x" })).toEqual({ kind: "Pod", key: "demo/x" });
});

test("a store that was not told of a deletion has been wrong since then", () => {
  const truth = readTruth(testFrame, scope, gone, testRows);
  expect(truth.deleted).toBe(true);
  expect(truth.changedAt).toBe(6_900_000);
  expect(truth.late).toBe(12_842_000 - 6_900_000);
  const [etcd, cache, store] = truth.lines;
  expect(etcd?.rv).toBe(0);
  expect(cache?.lag).toBe(5_000);
  expect(store).toMatchObject({ rv: 601, lag: undefined });
  expect(store?.stretches.map(({ right }) => right)).toEqual([true, false]);
  expect(truth.read).toMatchObject({ reconcile: 7, count: 4, rv: "612", stale: true });
});

test("a change that etcd made at this very moment is one that the store has not heard of", () => {
  const now = { ...testFrame, at: 8_200_000 };
  const truth = readTruth(now, scope, { kind: "Pod", key: "demo/web-c2xvn" }, testRows);
  expect(truth).toMatchObject({ behind: true, late: 0, changedAt: 8_200_000 });
  expect(truth.to - truth.from).toBeGreaterThan(5_000);
});

test("an object that every holder knows alike is in step", () => {
  const truth = readTruth(testFrame, scope, { kind: "Pod", key: "demo/web-4kq7z" }, testRows);
  expect(truth).toMatchObject({ behind: false, late: 0 });
  expect(truth.lines.map(({ rv }) => rv)).toEqual([598, 598, 598]);
  expect(truth.lines.flatMap(({ stretches }) => stretches).every(({ right }) => right)).toBe(true);
});
