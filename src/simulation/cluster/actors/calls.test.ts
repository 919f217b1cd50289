import { expect, test } from "vitest";
import { micros, milliseconds, seconds } from "../../../base/time.ts";
import type { Action, Extent, RequestMatcher } from "../actions.ts";
import type { ScriptStep } from "../plan.ts";
import type { Answer, Ask, ReconcileRequest, ReconcileResult } from "../reconciler.ts";
import { editMap, type TestCluster, testCluster, testController, testMap } from "./test-cluster.ts";

/** A controller that writes `a: "2"` once per run and keeps what it heard in a note. */
function* writesOnce(): Generator<Ask, ReconcileResult, Answer> {
  const answer = yield { type: "write", requests: [{ type: "create", object: testMap("made") }] };
  const heard = answer.type === "replies" ? answer.replies.map(textOf).join(" ") : "";
  yield { type: "note", text: heard };
  return {};
}

function textOf(reply: Extract<Answer, { type: "reply" }>["reply"]): string {
  if (reply.type === "object" || reply.type === "list") return reply.type;
  return reply.type === "network" ? reply.reason : `${reply.status.code} ${reply.status.reason ?? ""}`;
}

const notes = (cluster: TestCluster) => cluster.facts("reconcile.note").map(({ text }) => text);
const cut: Action = { type: "cutLink", process: "web", server: "a" };

test("a write takes half a call to the server, etcd's time, and half a call back", () => {
  const cluster = testCluster({ controllers: [] });
  cluster.run(seconds(1));
  cluster.act({ type: "create", object: testMap("one") });
  cluster.run(seconds(2));
  const about = { client: "user", kind: "ConfigMap" };
  expect(cluster.times({ type: "api.request", ...about })).toEqual([1_001]);
  expect(cluster.times({ type: "etcd.commit", kind: "ConfigMap" })).toEqual([1_002]);
  expect(cluster.times({ type: "api.response", ...about })).toEqual([1_002]);
});

test("slow etcd delays commits, not reads", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: readsLive });
  cluster.run(seconds(1));
  cluster.act({ type: "slowEtcd", delay: milliseconds(500), duration: seconds(5) });
  cluster.act(editMap("one", "2"));
  cluster.run(seconds(3));
  const [asked = 0] = cluster.times({ type: "api.request", verb: "patch" });
  expect(cluster.times({ type: "etcd.commit", verb: "update" })).toEqual([asked + 501]);
  expect(cluster.facts("client.response", { verb: "get" }).at(-1)?.took).toBe(2_000);
});

function* readsLive({ key }: ReconcileRequest): Generator<Ask, ReconcileResult, Answer> {
  yield { type: "getLive", kind: "ConfigMap", key };
  return {};
}

test("a request on a cut link is refused, and a refusal is not tried again by the client", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: writesOnce });
  cluster.runTo({ type: "process.workersStart" });
  cluster.act(cut);
  cluster.runTo({ type: "reconcile.end" });
  expect(notes(cluster)).toEqual(["ECONNREFUSED"]);
  expect(cluster.facts("link.refused", { what: "CREATE ConfigMap" })).toHaveLength(1);
  expect(cluster.facts("api.request", { verb: "create" })).toEqual([]);
});

test("a link that is cut resets what is in flight; the server finishes the write, and its answer is lost", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: writesOnce });
  cluster.runTo({ type: "api.request", verb: "create" });
  cluster.act(cut);
  cluster.runTo({ type: "link.lost", what: "answer to CREATE ConfigMap" });
  expect(notes(cluster)).toEqual(["ECONNRESET"]);
  expect(cluster.stored("ConfigMap", "made")).toBeDefined();
});

test("a write that is on its way when the link is cut never arrives", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: writesOnce });
  cluster.runTo({ type: "client.request", verb: "create" });
  cluster.act(cut);
  cluster.run(seconds(2));
  expect(cluster.facts("link.lost", { what: "CREATE ConfigMap" })).toHaveLength(1);
  expect(cluster.stored("ConfigMap", "made")).toBeUndefined();
});

test("a late arrival does not disturb, however many calls came in between", () => {
  const cluster = testCluster({ controllers: [], given: [testMap("one")] });
  cluster.run(seconds(1));
  cluster.act({ type: "slowLink", process: "user", server: "a", delay: seconds(5) });
  cluster.act(editMap("one", "late"));
  cluster.act({ type: "cutLink", process: "user", server: "a" });
  for (let n = 0; n < 60; n++) {
    cluster.act({ ...editMap("one", String(n)), as: "other" });
    cluster.run(micros(cluster.world().now + 10_000));
  }
  cluster.run(seconds(10));
  expect(cluster.facts("link.lost", { process: "user" })).toHaveLength(1);
  expect(cluster.stored("ConfigMap", "one")).toMatchObject({ data: { a: "59" } });
});

test("the client retries a LIST whose connection breaks, and nothing of it shows above", () => {
  const cluster = testCluster({ generation: { watchList: false } });
  cluster.act({ type: "answer", match: { verb: "list" }, mode: "eof", extent: { type: "times", count: 3 } });
  cluster.runTo({ type: "list.response" });
  expect(cluster.facts("client.retry").map(({ attempt, after, reason }) => ({ attempt, after, reason }))).toEqual(
    [2, 3, 4].map((attempt) => ({ attempt, after: 1_000_000, reason: "EOF" })),
  );
  expect(cluster.facts("list.request")).toHaveLength(1);
  expect(cluster.facts("list.failed")).toEqual([]);
});

test("a WATCH that breaks before its headers eleven times becomes an empty stream; the reflector opens the next", () => {
  const cluster = testCluster({ generation: { watchList: false } });
  const match = { verb: "watch", client: "web" } as const;
  cluster.act({ type: "answer", match, mode: "reset", extent: { type: "times", count: 11 } });
  cluster.runTo({ type: "watch.request", n: 2 });
  expect(cluster.facts("client.retry")).toHaveLength(10);
  expect(cluster.facts("watch.closed")).toHaveLength(1);
  expect(cluster.facts("list.request")).toHaveLength(1);
  expect(cluster.facts("backoff")).toEqual([]);
});

test("429 with Retry-After is waited for in the client, without it the reflector backs off", () => {
  const [told, bare] = [2, 0].map((retryAfterSeconds) => {
    const cluster = testCluster({ generation: { watchList: false } });
    const extent = { type: "times", count: 1 } as const;
    cluster.act({ type: "answer", match: { verb: "list" }, mode: 429, extent, retryAfterSeconds });
    cluster.runTo({ type: "list.response" });
    return { retries: cluster.facts("client.retry").map(({ after }) => after), waits: cluster.facts("backoff").length };
  });
  expect(told).toEqual({ retries: [2_000_000], waits: 0 });
  expect(bare).toEqual({ retries: [], waits: 1 });
});

test("a write is only tried again when the server says when", () => {
  for (const [mode, retryAfterSeconds, heard, retries] of [
    [503, 1, "object", 1],
    [503, 0, "503 ServiceUnavailable", 0],
    ["reset", 0, "ECONNRESET", 0],
    ["eof", 0, "EOF", 0],
  ] as const) {
    const cluster = testCluster({ given: [testMap("one")], reconcile: writesOnce });
    const extent = { type: "times", count: 1 } as const;
    cluster.act({ type: "answer", match: { client: "web", verb: "create" }, mode, extent, retryAfterSeconds });
    cluster.runTo({ type: "reconcile.end" });
    expect({ notes: notes(cluster), retries: cluster.facts("client.retry").length }).toEqual({
      notes: [heard],
      retries,
    });
  }
});

test("a connect that nobody answers is given up after 30 s", () => {
  const cluster = testCluster({ given: [testMap("one")], reconcile: writesOnce });
  const extent = { type: "times", count: 1 } as const;
  cluster.act({ type: "answer", match: { verb: "create" }, mode: "timeout", extent });
  cluster.runTo({ type: "reconcile.end" });
  expect(notes(cluster)).toEqual(["timeout"]);
  expect(cluster.facts("client.response", { verb: "create" })[0]?.took).toBe(30_000_000);
});

test("a fault that answers ends after its last answer, after its time, or when it is stopped", () => {
  const edits = [1, 2, 3, 4, 5].map((at) => ({
    when: { type: "at", at: seconds(at) } as const,
    action: editMap("one", String(at)),
  }));
  const stop = { when: { type: "at", at: milliseconds(3_500) }, action: { type: "stopAnswering" } } as const;
  const failed = (extent: Extent, script: readonly ScriptStep[] = edits) => {
    const cluster = testCluster({ controllers: [], given: [testMap("one")], script });
    cluster.act({ type: "answer", match: { verb: "patch" }, mode: 500, extent });
    cluster.run(seconds(10));
    const ends = cluster.times({ type: "fault.end" });
    return { failed: cluster.facts("api.response", { fault: true }).length, ends };
  };
  expect(failed({ type: "times", count: 2 })).toEqual({ failed: 2, ends: [2_001] });
  expect(failed({ type: "for", duration: milliseconds(2_500) })).toEqual({ failed: 2, ends: [2_500] });
  expect(failed({ type: "untilStopped" })).toEqual({ failed: 5, ends: [] });
  expect(failed({ type: "untilStopped" }, [...edits, stop])).toEqual({ failed: 3, ends: [3_500] });
});

test("a fault that names a client, a kind or an object answers no other request", () => {
  const failed = (match: RequestMatcher) => {
    const cluster = testCluster({ controllers: [], given: [testMap("one"), testMap("two")] });
    cluster.act({ type: "answer", match, mode: 500, extent: { type: "untilStopped" } });
    cluster.act(editMap("one", "1"));
    cluster.act(editMap("two", "1"));
    cluster.run(seconds(1));
    return cluster.facts("api.response", { client: "user", fault: true }).length;
  };
  expect(failed({ client: "user", kind: "ConfigMap" })).toBe(2);
  expect(failed({ name: "two" })).toBe(1);
  expect(failed({ client: "web" })).toBe(0);
  expect(failed({ kind: "Pod" })).toBe(0);
});

test("a fault answers as the server would: 403 and 409 about the object, 410 in the stream of a WATCH", () => {
  const cluster = testCluster({ controllers: [testController()], given: [testMap("one")], reconcile: writesOnce });
  const once = { type: "times", count: 1 } as const;
  cluster.act({ type: "answer", match: { client: "web", verb: "watch" }, mode: 410, extent: once });
  cluster.act({ type: "answer", match: { verb: "create" }, mode: 409, extent: once });
  cluster.runTo({ type: "reconcile.end" });
  expect(cluster.facts("stream.error")).toMatchObject([{ code: 410, reason: "Expired" }]);
  expect(notes(cluster)).toEqual(["409 AlreadyExists"]);
});

test("requests beyond the client's burst wait for tokens, one after the other", () => {
  const cluster = testCluster({
    controllers: [testController({ clientQps: 10, clientBurst: 2 })],
    given: [testMap("one")],
    reconcile: writesFour,
  });
  cluster.runTo({ type: "reconcile.end" });
  const [start = 0] = cluster.times({ type: "client.request" });
  const arrivals = cluster.times({ type: "api.request", verb: "create" }).map((at) => at - start);
  // The watch-list of the informer costs no token (`cg:rest/request.go:Watch`).
  expect(arrivals.map(Math.round)).toEqual([1, 1, 101, 201]);
  expect(cluster.facts("client.throttled").map(({ delay }) => delay)).toEqual([100_000, 200_000]);
});

function* writesFour(): Generator<Ask, ReconcileResult, Answer> {
  const requests = ["a", "b", "c", "d"].map((name) => ({ type: "create", object: testMap(name) }) as const);
  yield { type: "write", requests };
  return {};
}

// fidelity apiserver C.1: mutating requests get 34 s; the operation may still be applied afterwards
test("a write that etcd keeps waiting is answered 504 after 34 s, and is stored all the same", () => {
  const cluster = testCluster({ given: [testMap("one")] });
  cluster.run(seconds(1));
  cluster.act({ type: "slowEtcd", delay: seconds(50), duration: seconds(100) });
  cluster.act(editMap("one", "2"));
  cluster.run(seconds(60));
  const answers = cluster.facts("api.response", { client: "user", verb: "patch" });
  expect(answers).toMatchObject([
    {
      code: 504,
      reason: "Timeout",
      message: "Timeout: request did not complete within requested timeout - context deadline exceeded",
    },
  ]);
  const [arrived = 0] = cluster.times({ type: "api.request", client: "user" });
  expect(cluster.times({ type: "api.response", client: "user", code: 504 })).toEqual([arrived + 34_000]);
  expect(cluster.times({ type: "etcd.commit", verb: "update" })).toEqual([arrived + 50_001]);
  expect(cluster.facts("watch.event", { event: "MODIFIED" })).toHaveLength(1);
});

test("a write whose webhooks take longer than 34 s is answered 504, and nothing of it is stored", () => {
  const usual = {
    type: "mutating",
    operations: ["CREATE", "UPDATE"],
    kinds: ["ConfigMap"],
    reinvocation: "Never",
    failurePolicy: "Fail",
    does: "stamp",
  } as const;
  const webhooks = ["a", "b", "c", "d"].map((name) => ({ name, takes: seconds(9), ...usual }));
  const cluster = testCluster({ controllers: [], cluster: { webhooks }, given: [testMap("one")] });
  cluster.run(seconds(1));
  cluster.act(editMap("one", "2"));
  cluster.run(seconds(60));
  expect(cluster.facts("api.response", { client: "user" }).map(({ code }) => code)).toEqual([504]);
  expect(cluster.facts("etcd.commit", { verb: "update" })).toEqual([]);
  expect(cluster.stored("ConfigMap", "one")).toMatchObject({ data: { a: "1" } });
});
