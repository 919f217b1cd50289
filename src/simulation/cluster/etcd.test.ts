import fc from "fast-check";
import { expect, test } from "vitest";
import type { KubeObject } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { revision } from "../kubernetes/resource-version.ts";
import {
  compactionRound,
  type Etcd,
  emptyEtcd,
  etcdCompact,
  etcdDelete,
  etcdGet,
  etcdNoise,
  etcdPut,
  etcdRange,
  etcdWatch,
  newCompactor,
} from "./etcd.ts";

function thing(name: string, value = 0): KubeObject {
  const metadata = { name, uid: name, resourceVersion: "", creationTimestamp: "" };
  return { apiVersion: "v1", kind: "Thing", metadata, value };
}

const at = (name: string, modRevision: number, kind = "Thing") => ({
  kind,
  key: objectKey(undefined, name),
  modRevision: revision(modRevision),
});

function put(etcd: Etcd, name: string, value = 0, kind = "Thing"): Etcd {
  const current = etcdGet(etcd, kind, objectKey(undefined, name))?.modRevision ?? 0;
  const result = etcdPut(etcd, at(name, current, kind), thing(name, value));
  if (result.type !== "committed") throw new Error("compare failed");
  return result.etcd;
}

function remove(etcd: Etcd, name: string): Etcd {
  const current = etcdGet(etcd, "Thing", objectKey(undefined, name))?.modRevision ?? 0;
  const result = etcdDelete(etcd, at(name, current));
  return result.type === "committed" ? result.etcd : etcd;
}

function shown(etcd: Etcd, revisionAt?: number): readonly string[] | string {
  const range = etcdRange(etcd, "Thing", revisionAt === undefined ? etcd.revision : revision(revisionAt));
  if (range.type !== "values") return range.type;
  return range.values.map(({ object, modRevision }) => `${object.metadata.name}=${object.value}@${modRevision}`).sort();
}

// A.1
test("a fresh store is at revision 1 and each write of any kind takes the next one", () => {
  const etcd = put(put(emptyEtcd(), "a"), "b", 0, "Other");
  expect(emptyEtcd().revision).toBe(1);
  expect(etcd.revision).toBe(3);
  expect(etcdGet(etcd, "Thing", objectKey(undefined, "a"))).toMatchObject({
    createRevision: 2,
    modRevision: 2,
    version: 1,
  });
});

test("an object's resource version is the revision of its last write", () => {
  const etcd = put(put(put(emptyEtcd(), "a"), "b"), "a", 1);
  const stored = etcdGet(etcd, "Thing", objectKey(undefined, "a"));
  expect(stored?.object.metadata.resourceVersion).toBe("4");
  expect(stored).toMatchObject({ createRevision: 2, modRevision: 4, version: 2 });
});

test("a transaction whose compare fails takes no revision and returns what is there", () => {
  const etcd = put(emptyEtcd(), "a");
  expect(etcdPut(etcd, at("a", 0), thing("a"))).toMatchObject({ type: "compareFailed", current: { modRevision: 2 } });
  expect(etcdDelete(etcd, at("a", 7))).toMatchObject({ type: "compareFailed" });
  expect(etcdDelete(etcd, at("gone", 0))).toEqual({ type: "compareFailed", current: undefined });
});

// A.1.4
test("writes that no kind sees advance the revision all the same", () => {
  const etcd = etcdNoise(put(emptyEtcd(), "a"), 5);
  expect(etcd.revision).toBe(7);
  expect(etcdWatch(etcd, "Thing", revision(3))).toEqual({ type: "events", events: [], current: 7 });
});

// A.3
test("a range shows the store as it was at any revision that is not compacted", () => {
  const etcd = put(remove(put(put(emptyEtcd(), "a", 1), "b", 1), "a"), "b", 2);
  expect(shown(etcd)).toEqual(["b=2@5"]);
  expect(shown(etcd, 4)).toEqual(["b=1@3"]);
  expect(shown(etcd, 3)).toEqual(["a=1@2", "b=1@3"]);
  expect(shown(etcd, 1)).toEqual([]);
  expect(shown(etcd, 6)).toBe("futureRevision");
  const compacted = etcdCompact(etcd, revision(3));
  expect(shown(compacted, 3)).toEqual(["a=1@2", "b=1@3"]);
  expect(shown(compacted, 2)).toBe("compacted");
});

test("a watch fails only below the compact revision, and one in the future waits", () => {
  const etcd = etcdCompact(put(put(put(emptyEtcd(), "a"), "b"), "c"), revision(3));
  expect(etcdWatch(etcd, "Thing", revision(2))).toEqual({ type: "compacted", compactRevision: 3 });
  const watch = etcdWatch(etcd, "Thing", revision(3));
  expect(watch.type === "events" && watch.events.map((event) => event.revision)).toEqual([3, 4]);
  expect(etcdWatch(etcd, "Thing", revision(99))).toMatchObject({ type: "events", events: [] });
});

test("a deletion is a write of its own and its event carries the last value", () => {
  const etcd = remove(put(emptyEtcd(), "a", 7), "a");
  const watch = etcdWatch(etcd, "Thing", revision(3));
  expect(watch).toMatchObject({
    events: [{ revision: 3, value: undefined, previous: { object: { value: 7 }, modRevision: 2 } }],
  });
});

// A.3: t = 5 min marks, 10 min compacts to the mark of 5 min, and so on
test("history reaches back one to two rounds of compaction", () => {
  const first = compactionRound(put(emptyEtcd(), "a"), newCompactor);
  expect(first).toMatchObject({ outcome: "marked", compactedTo: undefined, compactor: { revision: 3 } });
  const second = compactionRound(put(first.etcd, "b"), first.compactor);
  expect(second).toMatchObject({ outcome: "marked", compactedTo: 3, compactor: { revision: 5 } });
  const third = compactionRound(second.etcd, second.compactor);
  expect(third).toMatchObject({ outcome: "marked", compactedTo: 5 });
  expect(third.etcd.revision).toBe(6);
});

test("of two API servers one compacts and the other only adopts its mark", () => {
  const a = compactionRound(emptyEtcd(), newCompactor);
  const b = compactionRound(a.etcd, newCompactor);
  expect(b).toMatchObject({ outcome: "yielded", compactedTo: undefined, compactor: { version: 1, revision: 2 } });
  expect(b.etcd.revision).toBe(2);
});

test("a restarted API server loses its first round and compacts at its second", () => {
  const before = compactionRound(compactionRound(emptyEtcd(), newCompactor).etcd, {
    version: 1,
    revision: revision(2),
  });
  const restarted = compactionRound(before.etcd, newCompactor);
  expect(restarted.outcome).toBe("yielded");
  expect(compactionRound(put(restarted.etcd, "a"), restarted.compactor)).toMatchObject({
    outcome: "marked",
    compactedTo: 3,
  });
});

test("compacting backwards or into the future changes nothing", () => {
  const etcd = etcdCompact(put(put(emptyEtcd(), "a"), "b"), revision(3));
  expect(etcdCompact(etcd, revision(2))).toBe(etcd);
  expect(etcdCompact(etcd, revision(9))).toBe(etcd);
});

test("the state at any revision plus the events since is the state now", () => {
  const names = fc.constantFrom("a", "b", "c", "d");
  const move = fc.oneof(
    fc.record({ type: fc.constant("put" as const), name: names, value: fc.nat(3) }),
    fc.record({ type: fc.constant("remove" as const), name: names }),
    fc.record({ type: fc.constant("noise" as const) }),
    fc.record({ type: fc.constant("compact" as const), back: fc.nat(8) }),
  );
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      let etcd = emptyEtcd();
      for (const step of moves) {
        if (step.type === "put") etcd = put(etcd, step.name, step.value);
        else if (step.type === "remove") etcd = remove(etcd, step.name);
        else if (step.type === "noise") etcd = etcdNoise(etcd, 2);
        else etcd = etcdCompact(etcd, revision(Math.max(1, etcd.revision - step.back)));
      }
      for (let from = Math.max(1, etcd.compactRevision); from <= etcd.revision; from++) {
        const base = etcdRange(etcd, "Thing", revision(from));
        const watch = etcdWatch(etcd, "Thing", revision(from + 1));
        if (base.type !== "values" || watch.type !== "events") throw new Error("history is missing");
        const state = new Map(base.values.map((value) => [value.object.metadata.name, value.modRevision]));
        for (const event of watch.events) {
          if (event.value === undefined) state.delete(event.key);
          else state.set(event.key, event.revision);
        }
        const now = etcdRange(etcd, "Thing");
        const expected = now.type === "values" ? now.values.map((v) => [v.object.metadata.name, v.modRevision]) : [];
        expect([...state].sort()).toEqual(expected.sort());
      }
    }),
    { numRuns: 60 },
  );
});
