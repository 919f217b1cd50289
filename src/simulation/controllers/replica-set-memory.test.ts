import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import {
  clearWritten,
  creationsObserved,
  deletionObserved,
  dropExpectations,
  emptyReplicaSetMemory,
  expectationState,
  expectCreations,
  expectDeletions,
  wroteAt,
} from "./replica-set-memory.ts";

// apiserver E.1 "Expectations", workqueue 5.3.
const key = objectKey("demo", "web");
const start = seconds(100);
const creating = expectCreations(emptyReplicaSetMemory, key, 2, start);
const deleting = expectDeletions(emptyReplicaSetMemory, key, ["demo/a", "demo/b"], start);

test("nothing was ever expected: satisfied", () => {
  expect(expectationState(emptyReplicaSetMemory, key, start)).toBe("satisfied");
});

test("creations are awaited until as many were seen, and more do no harm", () => {
  expect(expectationState(creating, key, start)).toBe("waiting");
  expect(expectationState(creationsObserved(creating, key, 1), key, start)).toBe("waiting");
  expect(expectationState(creationsObserved(creating, key, 2), key, start)).toBe("satisfied");
  expect(creationsObserved(creating, key, 3).expectations[key]?.adds).toBe(-1);
});

test("each deletion counts once per pod, and only for a pod that was expected", () => {
  const once = deletionObserved(deleting, key, "demo/a");
  expect(deletionObserved(once, key, "demo/a")).toBe(once);
  expect(deletionObserved(once, key, "demo/other")).toBe(once);
  expect(expectationState(once, key, start)).toBe("waiting");
  expect(expectationState(deletionObserved(once, key, "demo/b"), key, start)).toBe("satisfied");
});

test("an expectation holds for five minutes and no longer", () => {
  expect(expectationState(creating, key, seconds(400))).toBe("waiting");
  expect(expectationState(creating, key, seconds(400.000001))).toBe("expired");
});

test("a new expectation overwrites the old one", () => {
  expect(expectDeletions(creating, key, ["demo/a"], seconds(200)).expectations[key]).toEqual({
    adds: 0,
    deletes: ["demo/a"],
    since: seconds(200),
  });
});

test("observing without an expectation changes nothing, and a dropped one is forgotten", () => {
  expect(creationsObserved(emptyReplicaSetMemory, key, 1)).toBe(emptyReplicaSetMemory);
  expect(deletionObserved(emptyReplicaSetMemory, key, "demo/a")).toBe(emptyReplicaSetMemory);
  expect(dropExpectations(creating, key)).toEqual(emptyReplicaSetMemory);
});

// client-go tools/cache ConsistencyStore: WroteAt keeps the newest per kind, Clear needs the same uid.
test("of what was written only the newest version per kind is kept, and a new uid starts over", () => {
  const first = wroteAt(wroteAt(emptyReplicaSetMemory, key, "u1", "Pod", "99"), key, "u1", "Pod", "100");
  expect(wroteAt(first, key, "u1", "Pod", "99")).toBe(first);
  const both = wroteAt(first, key, "u1", "ReplicaSet", "98");
  expect(both.written[key]).toEqual({ uid: "u1", versions: { Pod: "100", ReplicaSet: "98" } });
  expect(wroteAt(both, key, "u2", "Pod", "5").written[key]).toEqual({ uid: "u2", versions: { Pod: "5" } });
  expect(clearWritten(both, key, "u2")).toBe(both);
  expect(clearWritten(both, key).written).toEqual({});
});
