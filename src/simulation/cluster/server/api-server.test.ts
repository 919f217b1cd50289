import { expect, test } from "vitest";
import { revision } from "../../kubernetes/resource-version.ts";
import { faultAnswer, streamErrorByFault } from "./answer-fault.ts";
import { cacheOf, openSeams, writeView } from "./api-server.ts";
import { restartServer, tickCompaction } from "./server-caches.ts";
import {
  configMap,
  createRequest,
  deleteRequest,
  getRequest,
  listRequest,
  objectIn,
  patchRequest,
  statusIn,
  testCluster,
  watchIn,
  watchRequest,
} from "./test-cluster.ts";
import { planWrite, type WriteRequest } from "./write.ts";
import { commitPlan } from "./write-plan.ts";

// C.4, 403
test("what RBAC refuses gets 403 before anything else is looked at", () => {
  const cluster = testCluster({ seams: { authorize: (request) => request.verb !== "list" && request.verb !== "get" } });
  expect(statusIn(cluster.handle(listRequest("ConfigMap"))).message).toBe(
    'configmaps is forbidden: User "u" cannot list resource "configmaps" in API group "" at the cluster scope',
  );
  expect(statusIn(cluster.handle(getRequest("Database", "x"))).message).toBe(
    'databases.example.com "x" is forbidden: User "u" cannot get resource "databases" in API group "example.com" in the namespace "ns"',
  );
  expect(cluster.handle(createRequest(configMap("a"))).outcome.type).toBe("response");
});

// C.4, 404
test("a kind that the cluster does not serve gets plain 404", () => {
  const status = statusIn(testCluster().handle(listRequest("Rocket")));
  expect(status).toMatchObject({ code: 404, message: "404 page not found" });
  expect(status.reason).toBeUndefined();
});

// B.5: 410 of a watch comes in the stream
test("an injected 410 ends a watch with an ERROR event and a list with an HTTP error", () => {
  expect(faultAnswer(410, "watch", 7)).toMatchObject({
    type: "streamError",
    status: { code: 410, reason: "Expired", message: "too old resource version: 7 (8)" },
  });
  expect(streamErrorByFault(429, 7)).toMatchObject({ code: 429, reason: "TooManyRequests" });
  expect(faultAnswer(410, "list", 7)).toMatchObject({ type: "status", status: { code: 410, reason: "Expired" } });
});

test.each([500, 503, 504, 418])("an injected %i comes as a Status with that code", (code) => {
  expect(faultAnswer(code, "get", 0)).toMatchObject({ type: "status", status: { code, status: "Failure" } });
});

test("watch ids are not used again, not even after a restart", () => {
  const cluster = testCluster({ settings: {} });
  const first = watchIn(cluster.handle(watchRequest("ConfigMap")));
  cluster.setServer(restartServer(cluster.server(), cluster.now()));
  expect(cluster.server().nextWatch).toBe(2);
  expect(first).toBe("a-watch-1");
});

// A.3
test("a server's compactor marks in its first round and compacts in its second", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(configMap("a")));
  const first = tickCompaction(cluster.server(), cluster.etcd());
  expect(first).toMatchObject({ outcome: "marked", compactedTo: undefined });
  expect(tickCompaction(first.server, first.etcd)).toMatchObject({ outcome: "marked", compactedTo: 3 });
});

// D.1 step 10, D.2: time passes between plan and commit, as with a slow webhook
test("a plan whose key changed before its commit meets a conflict: a PATCH goes through at the next attempt, a PUT gets 409", () => {
  const cluster = testCluster();
  const a = objectIn(cluster.handle(createRequest(configMap("a", { k: "v" }))));
  const draws = { uid: "x", nameSuffixes: [], jitter: 0 };
  const put = {
    verb: "update",
    kind: "ConfigMap",
    namespace: "ns",
    name: "a",
    body: { ...a, data: {} },
    options: {},
    user: "u",
    client: "c",
  } as const;
  const patch = { ...put, verb: "patch", body: { type: "merge", patch: { data: { y: "2" } } } } as const;
  const plan = (request: WriteRequest, attempt: number) => {
    const call = { request, now: cluster.now(), draws, seams: openSeams, waiting: undefined };
    const view = writeView(cluster.server(), cluster.etcd(), cacheOf(cluster.server(), "ConfigMap"), call);
    return planWrite(view, request, attempt);
  };
  const plans = [plan(put, 1), plan(patch, 1)];
  cluster.handle(patchRequest("ConfigMap", "a", { data: { x: "1" } }));
  for (const early of plans) {
    if (early.type !== "commit") throw new Error("expected a commit");
    expect(commitPlan(cluster.etcd(), early)).toMatchObject({ type: "conflict", current: { modRevision: 3 } });
  }
  expect(plan(put, 2)).toMatchObject({ type: "answer", response: { status: { code: 409 } } });
  expect(plan(patch, 2)).toMatchObject({
    type: "commit",
    expected: revision(3),
    object: { data: { k: "v", x: "1", y: "2" } },
    facts: [{ type: "writeRetried", key: "ns/a", attempt: 2 }],
  });
});

test("a deleted and re-created object has another uid", () => {
  const cluster = testCluster();
  const first = objectIn(cluster.handle(createRequest(configMap("a"))));
  cluster.handle(deleteRequest("ConfigMap", "a"));
  const second = objectIn(cluster.handle(createRequest(configMap("a"))));
  expect(second.metadata.uid).not.toBe(first.metadata.uid);
});
