import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../../base/time.ts";
import type { Answer, Ask, ReconcileRequest, ReconcileResult } from "../reconciler.ts";
import { usualWatch } from "../usual-plan.ts";
import { doAt, editMap, type TestCluster, testCluster, testController, testMap, testPod } from "./test-cluster.ts";

const edit = (time: number, value: string) => doAt(time, editMap("one", value));
const freeze = (span: number, server = "a") =>
  ({ type: "freezeCache", server, kind: "ConfigMap", duration: seconds(span) }) as const;
/** The controller starts when the cluster has been at work for a while. */
const startLate = doAt(0, { type: "crash", process: "web", restartAfter: milliseconds(50) });
const secret = (name: string) =>
  ({ type: "create", object: { apiVersion: "v1", kind: "Secret", metadata: { name, namespace: "demo" } } }) as const;
const cacheOf = (cluster: TestCluster, kind = "ConfigMap") => {
  const cache = cluster.world().shared.servers["a"]?.api.caches[kind];
  if (cache === undefined) throw new Error(`no cache of ${kind}`);
  return cache;
};

test("a watch cache applies a commit after its lag, each server by itself", () => {
  const cluster = testCluster({
    cluster: { apiServers: ["a", "b"] },
    timing: { cacheLag: milliseconds(40) },
    given: [testMap("one")],
    script: [edit(1_000, "2")],
  });
  cluster.run(seconds(2));
  const [commit = 0] = cluster.times({ type: "etcd.commit", revision: 102 });
  expect(cluster.times({ type: "cache.apply", revision: 102 })).toEqual([commit + 40, commit + 40]);
});

test("a frozen cache stands still, hands nothing out, and catches up event by event when it thaws", () => {
  const script = [doAt(2_000, freeze(5)), edit(3_000, "2"), edit(4_000, "3")];
  const cluster = testCluster({ given: [testMap("one")], script });
  cluster.run(milliseconds(6_999));
  expect(cluster.events({ type: "cache.apply", kind: "ConfigMap" })).toEqual([]);
  cluster.run(seconds(20));
  expect(cluster.facts("cache.apply").map(({ revision, watchers }) => ({ revision, watchers }))).toEqual([
    { revision: 102, watchers: 1 },
    { revision: 103, watchers: 1 },
  ]);
  expect(cluster.times({ type: "cache.apply" })).toEqual([7_000, 7_000]);
  // Each frame is due to its own change.
  const [first, second] = cluster.events({ type: "cache.apply" });
  const sent = cluster.events({ type: "stream.send", client: "web", event: "MODIFIED" });
  expect(sent[0]?.cause).toBe(first?.seq);
  expect(second?.seq).toBeGreaterThan(first?.seq ?? 0);
});

test("freezing again counts from then on", () => {
  const script = [doAt(2_000, freeze(10)), doAt(3_000, freeze(2)), edit(4_000, "2")];
  const cluster = testCluster({ given: [testMap("one")], script });
  cluster.run(seconds(20));
  expect(cluster.times({ type: "cache.apply" })).toEqual([5_000]);
  expect(cluster.times({ type: "fault.end" })).toEqual([3_000, 5_000]);
});

test("a consistent read waits until the cache has reached etcd's revision of its arrival, asking for progress", () => {
  // The cache of ConfigMaps knows nothing of the Secret: only a progress notification takes it to 102.
  const cluster = testCluster({ given: [testMap("one")], script: [startLate, doAt(0, secret("s"))] });
  const waiting = cluster.runTo({ type: "api.waiting", kind: "ConfigMap" });
  expect(waiting.fact).toMatchObject({ revision: 102 });
  const opened = cluster.runTo({ type: "stream.open", kind: "ConfigMap" });
  expect(opened.at - waiting.at).toBe(100_000);
  cluster.run(seconds(1));
  expect(cluster.facts("watch.event", { event: "BOOKMARK" })[0]?.rv).toBe("102");
});

test("etcd is asked for progress again and again while a read waits, also when the first time comes too early", () => {
  const cluster = testCluster({
    timing: { cacheLag: milliseconds(250) },
    given: [testMap("one")],
    script: [startLate, edit(0, "2"), doAt(0, secret("s"))],
  });
  const waiting = cluster.runTo({ type: "api.waiting", kind: "ConfigMap" });
  const opened = cluster.runTo({ type: "stream.open", kind: "ConfigMap" });
  expect(opened.at - waiting.at).toBe(300_000);
});

test("a LIST of a version that a server does not reach in 3 s gets 504 with Retry-After, and the client tries on (fidelity B.8)", () => {
  const cluster = testCluster({
    cluster: { apiServers: ["a", "b"] },
    generation: { watchList: false },
    given: [testMap("one")],
    script: [
      doAt(1_000, freeze(20, "b")),
      edit(2_000, "2"),
      doAt(3_000, { type: "restartServer", server: "a", downFor: seconds(100) }),
      doAt(5_000, { type: "endWatch", client: "web", kind: "ConfigMap", mode: 410 }),
    ],
  });
  const answer = cluster.runTo({ type: "list.response", n: 2 });
  const waits = cluster.facts("api.waiting");
  expect(waits.length).toBeGreaterThan(2);
  const asked = cluster.times({ type: "api.request", verb: "list", rv: "102" });
  const refused = cluster.times({ type: "api.response", code: 504 });
  expect(refused.map((time, index) => time - (asked[index] ?? 0)).every((span) => span === 3_000)).toBe(true);
  expect(new Set(cluster.facts("client.retry").map(({ code, after }) => `${code} ${after}`))).toEqual(
    new Set(["504 1000000"]),
  );
  expect(answer.at).toBeGreaterThan(21_000_000);
  expect(answer.at).toBeLessThan(22_000_000);
  expect(cluster.facts("list.failed")).toEqual([]);
});

test("a watch-list on a cache that stands still gets 504 in its stream after 3 s", () => {
  const script = [startLate, doAt(0, freeze(30)), doAt(0, secret("s"))];
  const cluster = testCluster({ given: [testMap("one")], script });
  const error = cluster.runTo({ type: "stream.error", client: "web" });
  const [waited = 0] = cluster.times({ type: "api.waiting" });
  expect(error.fact).toMatchObject({ code: 504, reason: "Timeout" });
  expect(error.at / 1_000 - waited).toBe(3_000);
});

test("history is compacted to the tick before: nothing at 5 min, at 10 min up to the revision of 5 min", () => {
  const cluster = testCluster({
    cluster: { compaction: seconds(300) },
    given: [testMap("one")],
    script: [edit(420_000, "2")],
  });
  cluster.run(seconds(960));
  expect(cluster.facts("etcd.compact")).toEqual([
    { type: "etcd.compact", revision: 102, compacted: 0 },
    { type: "etcd.compact", revision: 104, compacted: 102 },
    { type: "etcd.compact", revision: 105, compacted: 104 },
  ]);
});

test("compaction does not disturb the cache of a quiet kind", () => {
  const cluster = testCluster({ given: [testMap("one")], cluster: { bookmarks: false } });
  cluster.run(seconds(2));
  cluster.act(secret("s"));
  cluster.run(seconds(3));
  cluster.act({ type: "compact" });
  cluster.act(editMap("one", "2"));
  cluster.run(seconds(5));
  expect(cluster.facts("stream.close", { client: "web" })).toEqual([]);
  expect(cluster.facts("watch.event", { event: "MODIFIED" })).toHaveLength(1);
});

test("a cache that missed compacted history ends its watches and lists anew after a second", () => {
  const script = [doAt(2_000, freeze(5)), edit(3_000, "2"), edit(4_000, "3"), doAt(5_000, { type: "compact" })];
  const cluster = testCluster({ given: [testMap("one")], script });
  cluster.run(seconds(20));
  expect(cluster.times({ type: "stream.close", reason: "cacheTerminated" })).toEqual([7_000]);
  expect(cluster.times({ type: "cache.list", kind: "ConfigMap" }).at(-1)).toBe(8_000);
  expect(cacheOf(cluster)).toMatchObject({ state: { type: "ready" }, listRevision: 103 });
  expect(cluster.facts("store.write").at(-1)?.rv).toBe("103");
});

test("snapshots of compacted revisions are dropped within 15 s", () => {
  const cluster = testCluster({ given: [testMap("one")], script: [edit(2_000, "2"), edit(3_000, "3")] });
  cluster.run(seconds(4));
  expect(cacheOf(cluster).oldestSnapshot).toBe(101);
  cluster.act({ type: "compact" });
  cluster.run(seconds(20));
  expect(cacheOf(cluster).oldestSnapshot).toBe(103);
});

test("a restarted server has an empty ring: who is behind gets 410, also for a kind that did not change (fidelity B.2)", () => {
  const cluster = testCluster({
    controllers: [testController({ watches: [usualWatch("ConfigMap"), usualWatch("Secret")] })],
    generation: { watchList: false },
    given: [testMap("one")],
    script: [
      doAt(2_000, { type: "cutLink", process: "web", server: "a", duration: seconds(8) }),
      edit(8_000, "2"),
      doAt(9_000, { type: "restartServer", server: "a", downFor: seconds(1) }),
    ],
  });
  cluster.run(seconds(60));
  expect(cluster.facts("server.down")).toHaveLength(1);
  const errors = cluster.facts("stream.error", { client: "web" }).map(({ kind, code }) => `${kind} ${code}`);
  expect(errors.sort()).toEqual(["ConfigMap 410", "Secret 410"]);
  expect(cluster.facts("store.write", { actor: "web/ConfigMap/process" }).at(-1)?.rv).toBe("102");
});

test("a server that goes down resets what it works on; nothing of it is stored, and a write is not sent again", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    timing: { etcdCommit: milliseconds(200) },
    reconcile: createsOne,
  });
  cluster.runTo({ type: "api.request", verb: "create" });
  cluster.act({ type: "restartServer", server: "a", downFor: milliseconds(50) });
  cluster.runTo({ type: "reconcile.end" });
  expect(cluster.facts("client.response", { verb: "create" })).toMatchObject([{ code: 0, reason: "ECONNRESET" }]);
  cluster.run(seconds(1));
  expect(cluster.stored("ConfigMap", "made")).toBeUndefined();
});

function* createsOne({ key }: ReconcileRequest): Generator<Ask, ReconcileResult, Answer> {
  if (key === "demo/one") yield { type: "write", requests: [{ type: "create", object: testMap("made") }] };
  return {};
}

test("clients go to another server while one is down", () => {
  const cluster = testCluster({ cluster: { apiServers: ["a", "b"] }, given: [testMap("one")] });
  cluster.run(seconds(2));
  cluster.act({ type: "restartServer", server: "a", downFor: seconds(100) });
  cluster.run(seconds(10));
  expect(cluster.events({ type: "stream.open", client: "web", actor: "server/b*" })).toHaveLength(1);
});

test("noise writes at even intervals, moves the revision and fills the cache of its kind", () => {
  const noise = { kind: "Pod", namespace: "other", perSecond: 4, from: seconds(1), until: seconds(3) };
  const cluster = testCluster({
    controllers: [],
    cluster: { noise },
    given: [testPod("mine", { nodeName: "elsewhere" })],
  });
  cluster.run(seconds(5));
  const beats = cluster.times({ type: "api.request", client: "batch" });
  expect(beats.slice(0, 3)).toEqual([1_001, 1_251, 1_501]);
  expect(beats).toHaveLength(9);
});

// fidelity apiserver B.2: a cache that lists answers 429, and the REST client waits as long as it is told
test("while a cache lists anew, watches get 429 with Retry-After, and the client waits that long", () => {
  const script = [doAt(2_000, freeze(5)), edit(3_000, "2"), edit(4_000, "3"), doAt(5_000, { type: "compact" })];
  const cluster = testCluster({ given: [testMap("one")], script });
  cluster.run(seconds(20));
  expect(cluster.facts("api.response", { client: "web", code: 429 })).toMatchObject([
    { verb: "watch", reason: "TooManyRequests", message: "storage is (re)initializing" },
  ]);
  expect(cluster.facts("client.retry", { code: 429 }).map(({ after }) => after)).toEqual([1_000_000]);
});
