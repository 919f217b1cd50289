import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../../base/time.ts";
import type { Answer, Ask, ReconcileRequest, ReconcileResult } from "../reconciler.ts";
import { usualWatch } from "../usual-plan.ts";
import { chartText } from "./test-charts.ts";
import { doAt, editMap, testCluster, testController, testMap } from "./test-cluster.ts";

function* createsOne({ key }: ReconcileRequest): Generator<Ask, ReconcileResult, Answer> {
  if (key !== "demo/one") return {};
  const answer = yield { type: "write", requests: [{ type: "create", object: testMap("made") }] };
  const reply = answer.type === "replies" ? answer.replies[0] : undefined;
  const text = reply?.type === "network" ? reply.reason : (reply?.type ?? "");
  yield { type: "note", text };
  return {};
}

function* sleeps(): Generator<Ask, ReconcileResult, Answer> {
  yield { type: "sleep", duration: seconds(1) };
  return {};
}

test("informers start first, handlers join at the first poll after the sync, workers start when every registration has synced", () => {
  const watches = [usualWatch("ConfigMap"), usualWatch("Secret", { handlers: [{ name: "audit", takes: seconds(1) }] })];
  const slow = { default: milliseconds(2), kinds: { Secret: milliseconds(230) } };
  const cluster = testCluster({
    controllers: [testController({ watches })],
    timing: { watchDelivery: slow, handler: milliseconds(10) },
    given: [testMap("one"), { apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "demo" } }],
  });
  cluster.run(seconds(3));
  expect(cluster.times({ type: "watch.request" })).toEqual([0, 0]);
  expect(cluster.times({ type: "handler.added", actor: "web/ConfigMap/*" })).toEqual([100]);
  expect(cluster.times({ type: "handler.added", actor: "web/Secret/*", handler: "queue" })).toEqual([300]);
  // The queue's handler of Secrets is through at 310; audit, which feeds nothing, is not waited for.
  expect(cluster.times({ type: "process.workersStart" })).toEqual([400]);
  expect(cluster.times({ type: "handler.return", handler: "audit" })).toEqual([1_300]);
});

// Built-in controllers register their handlers when they are built (`kk:pkg/controller/replicaset/replica_set.go:NewBaseController`).
test("handlers that join before the start get the list itself, and an informer is synced before they have heard of it", () => {
  const watches = [usualWatch("ConfigMap", { handlers: [{ name: "audit", takes: seconds(1) }] })];
  const cluster = testCluster({
    controllers: [testController({ watches, handlersJoin: "beforeStart" })],
    given: [testMap("one"), testMap("two")],
  });
  cluster.run(seconds(3));
  expect(cluster.times({ type: "handler.added" })).toEqual([0, 0]);
  expect(cluster.facts("replay")).toEqual([]);
  expect(cluster.facts("distribute", { initial: true })).toMatchObject([
    { to: ["audit", "queue"] },
    { to: ["audit", "queue"] },
  ]);
  const [synced = 0] = cluster.times({ type: "synced", who: "informer" });
  expect(synced).toBeLessThan(100);
  expect(cluster.times({ type: "synced", who: "audit" })).toEqual([synced + 2_000]);
  const lifecycle = cluster.facts("machine.transition", { machine: "informer" }).map(({ to }) => to.split(" ")[0]);
  expect([...new Set(lifecycle)]).toEqual([
    "lifecycle.Stopped",
    "lifecycle.Starting",
    "lifecycle.Synced",
    "lifecycle.Running",
  ]);
});

test("nothing runs before the workers start, and then every initial key is due", () => {
  const cluster = testCluster({ given: [testMap("one"), testMap("two")] });
  const started = cluster.runTo({ type: "process.workersStart" });
  cluster.run(seconds(1));
  expect(cluster.times({ type: "queue.enqueued" }).every((at) => at * 1_000 <= started.at)).toBe(true);
  expect(cluster.times({ type: "reconcile.start" })[0]).toBe(started.at / 1_000);
});

test("an informer that never syncs holds every worker back", () => {
  const rbac = [{ process: "web", verb: "list", kind: "Secret" }];
  const cluster = testCluster({
    controllers: [testController({ watches: [usualWatch("ConfigMap"), usualWatch("Secret")] })],
    generation: { watchList: false },
    cluster: { rbac },
    given: [testMap("one")],
  });
  cluster.run(seconds(60));
  expect(cluster.events({ type: "process.workersStart" })).toEqual([]);
  expect(cluster.facts("list.failed").length).toBeGreaterThan(3);
});

test("a stop ends the queue, then waits for the run, then stops the informers, then the process is over", () => {
  const cluster = testCluster({ given: [testMap("one"), testMap("two")], reconcile: sleeps });
  cluster.runTo({ type: "reconcile.start" });
  cluster.act({ type: "stop", process: "web" });
  cluster.runTo({ type: "process.stopped" });
  const order = [
    "process.stop",
    "queue.shutDown",
    "reconcile.end",
    "process.workerExit",
    "watch.stop",
    "run.return",
    "process.stopped",
  ];
  const seen = order.map((type) => cluster.events({ type })[0]?.seq ?? -1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(cluster.facts("reconcile.start")).toHaveLength(1);
  expect(chartText(cluster, "web/ConfigMap/informer")).toContain("lifecycle.Stopped");
});

test("the classic queue runs itself empty during a stop, the priority queue drops the rest", () => {
  const runs = (["classic", "priority"] as const).map((queue) => {
    const given = ["one", "two", "three"].map((name) => testMap(name));
    const cluster = testCluster({ given, reconcile: sleeps, controllers: [testController({ queue })] });
    cluster.runTo({ type: "reconcile.start" });
    cluster.act({ type: "stop", process: "web" });
    cluster.runTo({ type: "process.stopped" });
    return cluster.facts("reconcile.start").length;
  });
  expect(runs).toEqual([3, 1]);
});

test("a stop during the start ends the informers at once", () => {
  const cluster = testCluster({ timing: { watchDelivery: { default: seconds(10), kinds: {} } } });
  cluster.run(seconds(1));
  cluster.act({ type: "stop", process: "web" });
  cluster.run(seconds(2));
  expect(cluster.facts("process.stopped")).toHaveLength(1);
  expect(cluster.facts("process.workersStart")).toEqual([]);
});

test("a crash forgets memory, queue and stores; the write that was on its way is made, its answer heard by nobody", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: createsOne });
  cluster.runTo({ type: "api.request", verb: "create" });
  cluster.act({ type: "crash", process: "web", restartAfter: milliseconds(1) });
  expect(cluster.facts("process.crash")).toMatchObject([{ runs: 1 }]);
  cluster.run(seconds(3));
  expect(cluster.stored("ConfigMap", "made")).toBeDefined();
  expect(cluster.facts("link.lost", { what: "answer to CREATE ConfigMap" })).toHaveLength(1);
  // The second life knows nothing of it and finds out: the name is taken.
  expect(cluster.facts("reconcile.note").map(({ text }) => text)).toEqual(["status"]);
  expect(cluster.facts("api.response", { verb: "create", code: 409 })).toHaveLength(1);
  expect([...cluster.world().shared.callOrder].length).toBeLessThanOrEqual(24);
});

test("an answer to a request of a former life is not taken for one of this life", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    script: [
      doAt(0, { type: "slowLink", process: "web", server: "a", delay: seconds(2) }),
      doAt(1_000, { type: "crash", process: "web", restartAfter: milliseconds(500) }),
    ],
  });
  cluster.run(seconds(20));
  expect(cluster.facts("process.workersStart")).toHaveLength(1);
  const opened = cluster.facts("stream.open", { client: "web" });
  expect(opened.length).toBe(2);
  expect(cluster.facts("watch.response")).toHaveLength(1);
});

test("a paused controller of two goes on where it was; the other is not disturbed", () => {
  const cluster = testCluster({
    controllers: ["web", "api"].map((name) => testController({ name })),
    given: [testMap("one")],
    script: [doAt(1_000, { type: "pause", process: "web", duration: seconds(2) }), doAt(1_500, editMap("one", "2"))],
  });
  cluster.run(seconds(5));
  expect(cluster.times({ type: "reconcile.start", actor: "web/*" }).at(-1)).toBe(3_000);
  expect(cluster.times({ type: "reconcile.start", actor: "api/*" }).at(-1)).toBeLessThan(1_600);
});
