import { expect, test } from "vitest";
import type { VersionAt } from "./condition-sets.ts";
import { driftLamps } from "./drift-lamps.ts";
import { testVersion } from "./test-versions.ts";

const ready = (status: "True" | "False" | "Unknown") => [
  { type: "Ready", status, reason: "", message: "", isInfo: false },
];
const owner = testVersion({ seq: 1, key: "demo/a", uid: "a", observed: 1, conditions: ready("True") });
const child = testVersion({ seq: 2, kind: "Child", key: "demo/a-1", uid: "c", owner: "a" });

function lit(versions: readonly VersionAt[], seq: number, key = "demo/a") {
  return driftLamps(versions, seq).rows.find((row) => row.key === key)?.lit;
}

test("the generation's lamp burns from the edit until the status write that observes it", () => {
  const edit = testVersion({ ...owner, seq: 5, generation: 2 });
  const seen = testVersion({ ...edit, seq: 7, observed: 2 });
  const versions = [owner, edit, seen];
  expect([4, 5, 6, 7].map((seq) => lit(versions, seq))).toEqual([[], ["generation"], ["generation"], []]);
  expect(driftLamps(versions, 7).rows[0]?.spans).toEqual([{ lamp: "generation", from: 1, to: 2 }]);
});

test("Unknown is not ready either, and a new object of a kind that reports Ready burns until it does", () => {
  const fresh = testVersion({ seq: 0, key: "demo/a", uid: "a" });
  const unknown = testVersion({ ...owner, seq: 3, conditions: ready("Unknown") });
  const versions = [fresh, owner, unknown];
  expect([0, 1, 3].map((seq) => lit(versions, seq))).toEqual([["generation", "ready"], [], ["ready"]]);
});

test("a kind whose controllers report nothing has no lamps", () => {
  expect(driftLamps([owner, child], 9).rows.map(({ key }) => key)).toEqual(["demo/a"]);
});

test("a child that was removed burns at its owner until it is there again", () => {
  const gone = testVersion({ ...child, seq: 5, gone: true });
  const again = testVersion({ ...child, seq: 7, uid: "d" });
  expect([4, 5, 7].map((seq) => lit([owner, child, gone, again], seq))).toEqual([[], ["children"], []]);
});

test("a child with a name that the server made is replaced by another one: nothing is missing", () => {
  const pod = testVersion({ ...child, generated: true });
  expect(lit([owner, pod, testVersion({ ...pod, seq: 5, gone: true })], 5)).toEqual([]);
});

test("a child that is not ready burns at its owner, and at the owner's owner it does not", () => {
  const middle = testVersion({ ...owner, seq: 2, key: "demo/b", uid: "b", owner: "a" });
  const leaf = testVersion({ ...owner, seq: 3, key: "demo/c", uid: "c", owner: "b", conditions: ready("False") });
  const versions = [owner, middle, leaf];
  expect([lit(versions, 3), lit(versions, 3, "demo/b"), lit(versions, 3, "demo/c")]).toEqual([
    [],
    ["children"],
    ["ready"],
  ]);
});

test("an edit that no term looks at lights nothing", () => {
  const label = testVersion({ ...owner, seq: 5 });
  expect(lit([owner, label], 5)).toEqual([]);
});
