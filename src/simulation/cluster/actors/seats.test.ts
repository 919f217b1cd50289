// fidelity C.3; as:server/filters/priority-and-fairness.go, util/flowcontrol/fairqueuing/queueset/queueset.go @v0.36.3.
import { expect, test } from "vitest";
import { micros, milliseconds, seconds } from "../../../base/time.ts";
import type { Action } from "../actions.ts";
import { frameOf } from "../frame-of.ts";
import type { ClusterSettings } from "../plan.ts";
import type { Answer, Ask, ReconcileResult } from "../reconciler.ts";
import { doAt, type TestCluster, type TestPlan, testCluster, testController, testMap } from "./test-cluster.ts";

/** One seat for people, and a line of two. */
const tight = { flowControl: { concurrency: 12, queues: 1, handSize: 1, queueLength: 2 } } as const;

function create(name: string, as = "ann"): Action {
  return { type: "create", object: testMap(name), as };
}

function people(actions: readonly (readonly [number, Action])[], cluster: Partial<ClusterSettings> = tight) {
  return testCluster({ controllers: [], cluster, script: actions.map(([time, action]) => doAt(time, action)) });
}

const commits = (cluster: TestCluster) =>
  cluster
    .facts("etcd.commit", { kind: "ConfigMap" })
    .map(({ key }, n) => [key, cluster.times({ type: "etcd.commit", kind: "ConfigMap" })[n]]);

const levelIn = (cluster: TestCluster, name: string) =>
  frameOf(cluster.world()).servers[0]?.levels.find((level) => level.name === name);

test("without flow control writes are worked on at once; with it they wait for a seat, oldest first", () => {
  const actions = [1, 2, 3].map((n) => [1_000, create(`m${n}`)] as const);
  const free = people(actions, {});
  free.run(seconds(2));
  expect(commits(free).map(([, time]) => time)).toEqual([1_002, 1_002, 1_002]);
  const cluster = people(actions);
  cluster.run(seconds(2));
  expect(commits(cluster)).toEqual([
    ["demo/m1", 1_002],
    ["demo/m2", 1_003],
    ["demo/m3", 1_004],
  ]);
  expect(cluster.facts("api.queued")).toMatchObject([
    { key: "demo/m2", level: "global-default", flow: "global-default/ann", ahead: 0, seats: 1 },
    { key: "demo/m3", ahead: 1 },
  ]);
  expect(cluster.facts("api.seated").map(({ key, waited }) => [key, waited])).toEqual([
    ["demo/m2", 1_000],
    ["demo/m3", 2_000],
  ]);
});

test("a full queue is answered with 429 in plain text and Retry-After 1; nothing is stored", () => {
  const cluster = people([1, 2, 3, 4].map((n) => [1_000, create(`m${n}`)] as const));
  cluster.run(seconds(2));
  expect(cluster.facts("api.rejected")).toMatchObject([
    { key: "demo/m4", level: "global-default", reason: "queue-full" },
  ]);
  expect(cluster.facts("api.response", { key: "demo/m4" })).toMatchObject([
    { code: 429, reason: "", message: "Too many requests, please try again later." },
  ]);
  expect(cluster.stored("ConfigMap", "m4")).toBeUndefined();
  expect(levelIn(cluster, "global-default")).toEqual({
    name: "global-default",
    seats: 1,
    inUse: 0,
    waiting: 0,
    refused: 1,
  });
});

test("a request waits at most a quarter of its minute, then it is refused", () => {
  const cluster = people([
    [1_000, { type: "slowEtcd", delay: seconds(20), duration: seconds(60) }],
    [2_000, create("m1")],
    [2_000, create("m2")],
  ]);
  cluster.run(seconds(30));
  expect(cluster.times({ type: "api.rejected", reason: "time-out" })).toEqual([17_001]);
  expect(cluster.times({ type: "api.response", code: 429 })).toEqual([17_001]);
  expect(commits(cluster)).toEqual([["demo/m1", 22_002]]);
});

test("one level's line is nobody else's: a built-in controller writes while people wait", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    cluster: tight,
    reconcile: createsOnce,
    script: [
      doAt(0, { type: "slowEtcd", delay: milliseconds(100), duration: seconds(60) }),
      ...[1, 2, 3].map((n) => doAt(1, create(`m${n}`))),
    ],
  });
  cluster.run(seconds(2));
  expect(cluster.facts("api.queued").map(({ client }) => client)).toEqual(["ann", "ann"]);
  const [asked = 0] = cluster.times({ type: "api.request", client: "web", verb: "create" });
  expect(cluster.times({ type: "etcd.commit", key: "demo/made" })).toEqual([asked + 101]);
});

function* createsOnce(): Generator<Ask, ReconcileResult, Answer> {
  const answer = yield { type: "write", requests: [{ type: "create", object: testMap("made") }] };
  const [reply] = answer.type === "replies" ? answer.replies : [];
  return reply?.type === "status" && reply.status.code !== 409
    ? { error: { message: reply.status.message ?? "" } }
    : {};
}

test("of two flows in one level the quiet one does not stand behind the other's line", () => {
  const cluster = people(
    [...[1, 2, 3, 4].map((n) => [1_000, create(`a${n}`, "ann")] as const), [1_000, create("b1", "bob")]],
    { flowControl: { concurrency: 12, queues: 8, handSize: 1, queueLength: 10 } },
  );
  cluster.run(seconds(2));
  expect(new Set(cluster.facts("api.queued").map(({ queue }) => queue)).size).toBe(2);
  // bob came last and is second.
  expect(commits(cluster).map(([key]) => key)).toEqual(["demo/a1", "demo/b1", "demo/a2", "demo/a3", "demo/a4"]);
});

test("a watch has a seat only while it begins", () => {
  const cluster = testCluster({ given: [testMap("one")], cluster: tight });
  cluster.run(seconds(2));
  expect(cluster.facts("stream.open", { client: "web" })).toHaveLength(1);
  expect(
    frameOf(cluster.world())
      .servers[0]?.levels.map(({ inUse }) => inUse)
      .every((inUse) => inUse === 0),
  ).toBe(true);
});

// cg:rest/with_retry.go:IsNextRetry: 429 with Retry-After is tried again, up to ten times.
test("the client of a controller tries again after Retry-After, without its code hearing of it", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    controllers: [testController({ serviceAccount: "demo/web" })],
    cluster: { flowControl: { concurrency: 2, queues: 0 } },
    reconcile: createsTwo,
  });
  cluster.run(seconds(5));
  expect(cluster.facts("api.rejected", { verb: "create" })).toMatchObject([
    { level: "workload-low", reason: "concurrency-limit" },
  ]);
  expect(cluster.facts("client.retry", { verb: "create" })).toMatchObject([
    { after: 1_000_000, code: 429, attempt: 2 },
  ]);
  expect(cluster.facts("reconcile.end").every(({ outcome }) => outcome === "ok")).toBe(true);
  expect([cluster.stored("ConfigMap", "x"), cluster.stored("ConfigMap", "y")]).not.toContain(undefined);
});

function* createsTwo({ key }: { readonly key: string }): Generator<Ask, ReconcileResult, Answer> {
  if (key !== "demo/one") return {};
  const requests = ["x", "y"].map((name) => ({ type: "create", object: testMap(name) }) as const);
  const answer = yield { type: "write", requests };
  const failed = answer.type === "replies" ? answer.replies.filter((reply) => reply.type !== "object") : [];
  return failed.length > 0 ? { error: { message: "failed" } } : {};
}

test("who goes away while waiting for a seat is never served", () => {
  const plan: TestPlan = {
    given: [testMap("one")],
    controllers: [testController({ serviceAccount: "demo/web" })],
    cluster: { flowControl: { concurrency: 2, queues: 1, handSize: 1, queueLength: 9 } },
    reconcile: createsTwo,
  };
  const cluster = testCluster(plan);
  cluster.runTo({ type: "process.workersStart" });
  cluster.act({ type: "slowEtcd", delay: seconds(5), duration: seconds(60) });
  cluster.runTo({ type: "api.queued", verb: "create" });
  cluster.act({ type: "crash", process: "web" });
  cluster.run(micros(cluster.world().now + seconds(30)));
  expect(cluster.stored("ConfigMap", "x")).toBeDefined();
  expect(cluster.stored("ConfigMap", "y")).toBeUndefined();
});

test("a server that goes down takes its lines with it", () => {
  const cluster = people([
    [1_000, { type: "slowEtcd", delay: seconds(5), duration: seconds(60) }],
    [2_000, create("m1")],
    [2_000, create("m2")],
    [3_000, { type: "restartServer", server: "a", downFor: seconds(1) }],
    [5_000, create("m3")],
  ]);
  cluster.run(seconds(30));
  expect(commits(cluster).map(([key]) => key)).toEqual(["demo/m3"]);
  expect(cluster.facts("api.rejected")).toEqual([]);
  expect(levelIn(cluster, "global-default")).toMatchObject({ inUse: 0, waiting: 0, refused: 0 });
});
