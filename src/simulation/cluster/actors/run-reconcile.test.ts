import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../../base/time.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import type { ClusterWorld } from "../cluster.ts";
import type { Answer, Ask, ReconcileRequest, ReconcileResult } from "../reconciler.ts";
import { doAt, editMap, testCluster, testController, testMap } from "./test-cluster.ts";

type Run = Generator<Ask, ReconcileResult, Answer>;

/** Asks everything that can be asked, and says at the end what it heard. */
function* asksAll({ key }: ReconcileRequest): Run {
  if (key !== "demo/one") return {};
  const heard: Answer["type"][] = [];
  const asks: readonly Ask[] = [
    { type: "phase", phase: "fetch" },
    { type: "get", kind: "ConfigMap", key },
    { type: "list", kind: "ConfigMap", namespace: "demo" },
    { type: "getLive", kind: "ConfigMap", key },
    { type: "storeVersion", kind: "ConfigMap" },
    { type: "clock" },
    { type: "phase", phase: "diff" },
    { type: "remember", memory: { seen: 1 }, why: "test" },
    { type: "recall" },
    { type: "sleep", duration: milliseconds(50) },
    { type: "phase", phase: "apply" },
    { type: "write", requests: ["x", "y", "z"].map((name) => ({ type: "create", object: testMap(name) }) as const) },
    { type: "write", requests: [] },
  ];
  for (const ask of asks) heard.push((yield ask).type);
  yield { type: "note", text: heard.join(" ") };
  return {};
}

test("every ask gets its answer, and time passes only for phases, sleep and requests", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: asksAll });
  const end = cluster.runTo({ type: "reconcile.end", key: "demo/one" });
  expect(cluster.facts("reconcile.note")[0]?.text).toBe(
    "done object objects reply version time done done memory done done replies replies",
  );
  // 3 phases of 1 ms, a live read of 2 ms, 50 ms of sleep, a round of writes of 3 ms.
  expect(end.fact).toMatchObject({ outcome: "ok", row: "4", took: 58_000 });
  expect(cluster.world().shared.processes["web"]?.memory).toEqual({ seen: 1 });
  expect(cluster.events({ type: "machine.ignored", machine: "worker" })).toEqual([]);
});

test("a run that is taken up from any kept world asks the same and ends the same", () => {
  const plan = { given: [testMap("one")], reconcile: asksAll };
  const cluster = testCluster(plan);
  cluster.runTo({ type: "reconcile.start", key: "demo/one" });
  const kept: ClusterWorld[] = [cluster.world()];
  while (cluster.events({ type: "reconcile.end", key: "demo/one" }).length === 0 && cluster.step())
    kept.push(cluster.world());
  const { digest } = cluster.world();
  const last = cluster.world().step;
  for (const world of kept) {
    const again = testCluster(plan);
    again.setWorld(world);
    while (again.world().step < last) again.step();
    expect(again.world().digest).toEqual(digest);
  }
});

test("writes of one ask are sent at the same time, and the run goes on with the last answer", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: asksAll });
  cluster.runTo({ type: "reconcile.end", key: "demo/one" });
  const sent = cluster.times({ type: "client.request", verb: "create" });
  expect(new Set(sent).size).toBe(1);
  expect(cluster.facts("client.response", { verb: "create" }).map(({ code }) => code)).toEqual([201, 201, 201]);
});

/** Updates the object as its store has it, after a while. */
function* updatesLate({ key }: ReconcileRequest): Run {
  const read = yield { type: "get", kind: "ConfigMap", key };
  if (read.type !== "object" || read.object === undefined || read.object["data"] === undefined) return {};
  yield { type: "sleep", duration: milliseconds(100) };
  const object = { ...read.object, data: { a: "mine" } };
  const answer = yield { type: "write", requests: [{ type: "update", object }] };
  const reply = answer.type === "replies" ? answer.replies[0] : undefined;
  yield { type: "note", text: reply?.type === "status" ? `${reply.status.code} ${reply.status.reason ?? ""}` : "ok" };
  return reply?.type === "status" ? { error: { message: "conflict" } } : {};
}

test("an update of what a store had is a conflict when somebody wrote meanwhile; the next run, after the back-off, succeeds", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: updatesLate });
  cluster.runTo({ type: "reconcile.start" });
  cluster.act(editMap("one", "theirs"));
  cluster.runTo({ type: "reconcile.end", outcome: "ok" });
  expect(cluster.facts("reconcile.note").map(({ text }) => text)).toEqual(["409 Conflict", "ok"]);
  expect(cluster.stored("ConfigMap", "one")).toMatchObject({ data: { a: "mine" } });
});

test("a read says how many revisions of the kind its store lacks", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    reconcile: readsOnce,
    timing: { watchDelivery: { default: seconds(1), kinds: {} } },
    script: [doAt(3_000, editMap("one", "2")), doAt(3_500, { type: "create", object: testMap("two") })],
  });
  cluster.run(seconds(20));
  // The run for `one` finds the store at 102 while 103 is on its way.
  expect(cluster.facts("reconcile.read").map(({ rv, behind }) => ({ rv, behind }))).toEqual([
    { rv: "101", behind: 0 },
    { rv: "102", behind: 1 },
    { rv: "103", behind: 0 },
  ]);
});

function* readsOnce(): Run {
  yield { type: "get", kind: "ConfigMap", key: objectKey("demo", "one") };
  return {};
}

test("two workers never run one key at the same time", () => {
  const cluster = testCluster({
    given: [testMap("one"), testMap("two")],
    reconcile: function* () {
      yield { type: "sleep", duration: milliseconds(300) };
      return {};
    },
    controllers: [testController({ workers: 2 })],
  });
  cluster.runTo({ type: "process.workersStart" });
  for (const value of ["2", "3", "4"]) cluster.act(editMap("one", value));
  cluster.run(seconds(5));
  const starts = cluster.times({ type: "reconcile.start", key: "demo/one" });
  const ends = cluster.times({ type: "reconcile.end", key: "demo/one" });
  expect(starts.length).toBe(2);
  expect(starts[1]).toBe(ends[0]);
});

// cr:pkg/internal/controller/controller.go:reconcileHandler @v0.24.1: a new uuid for each attempt, also for the same key.
test("every attempt has an id of its own, and a read of one object says which uid it has", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: failsTwice() });
  cluster.run(seconds(2));
  const ids = cluster.facts("reconcile.start").map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const { uid } = cluster.stored("ConfigMap", "one")?.metadata ?? {};
  expect(uid).toBeDefined();
  expect(cluster.facts("reconcile.read").map((read) => read.uid)).toEqual([uid, uid, uid]);
});

function failsTwice() {
  return function* ({ key }: ReconcileRequest): Run {
    yield { type: "get", kind: "ConfigMap", key };
    const answer = yield { type: "recall" };
    const seen = answer.type === "memory" && typeof answer.memory === "number" ? answer.memory : 0;
    yield { type: "remember", memory: seen + 1, why: "count" };
    return seen < 2 ? { error: { message: "not yet" } } : {};
  };
}

test.each<readonly [Ask, string]>([
  [{ type: "get", kind: "Secret", key: objectKey("demo", "one") }, "/v1, Kind=Secret is not cached"],
  [{ type: "list", kind: "Deployment", namespace: "demo" }, "apps/v1, Kind=Deployment is not cached"],
  [{ type: "storeVersion", kind: "constructor" }, "/, Kind=constructor is not cached"],
])("a read of a kind without an informer is an error of the run: %j", (ask, message) => {
  const cluster = testCluster({
    given: [testMap("one")],
    *reconcile({ key }) {
      if (key === "demo/one") yield ask;
      return {};
    },
  });
  const first = cluster.runTo({ type: "reconcile.end", key: "demo/one" });
  expect(first.fact).toMatchObject({ outcome: "error", row: "1b", message });
  // Like any error it is tried again.
  const second = cluster.runTo({ type: "reconcile.end", key: "demo/one" });
  expect(second.fact).toMatchObject({ outcome: "error", message });
});
