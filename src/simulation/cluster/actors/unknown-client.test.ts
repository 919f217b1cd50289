// Row 401 of fidelity C.4; as:endpoints/filters/authentication.go:WithAuthentication, Unauthorized @v0.36.3. Goal: what a controller whose token
// was revoked goes through. The chain (as:server/config.go:DefaultBuildHandlerChain) asks who somebody is once a request, before RBAC.
import { expect, test } from "vitest";
import { micros, seconds } from "../../../base/time.ts";
import { frameOf } from "../frame-of.ts";
import type { Answer, Ask, ReconcileResult } from "../reconciler.ts";
import { doAt, editMap, type TestCluster, testCluster, testMap } from "./test-cluster.ts";

const revoked = { type: "revokeToken", process: "web" } as const;
const codes = (cluster: TestCluster, verb: string) =>
  cluster.facts("api.response", { client: "web", verb }).map(({ code }) => code);

test("a request with a token that is not valid is refused with 401 and no word on who sent it, a permission that lacks as well", () => {
  const cluster = testCluster({ generation: { watchList: false } });
  cluster.act({ type: "revoke", process: "web", verb: "list", kind: "ConfigMap" });
  cluster.act(revoked);
  cluster.runTo({ type: "api.response", client: "web", verb: "list", code: 401, message: "Unauthorized" });
  cluster.runTo({ type: "list.failed", code: 401, reason: "Unauthorized" });
});

test("an open watch goes on with a token that was revoked, and only its next one is refused", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    script: [
      doAt(2_000, revoked),
      doAt(3_000, editMap("one", "2")),
      doAt(4_000, { type: "endWatch", client: "web", kind: "ConfigMap", mode: "eof" }),
    ],
  });
  cluster.run(seconds(3.9));
  expect(cluster.facts("stream.send", { client: "web", event: "MODIFIED" })).toHaveLength(1);
  expect(codes(cluster, "watch")).toEqual([]);
  cluster.runTo({ type: "api.response", client: "web", verb: "watch", code: 401 });
});

test("a reflector that gets 401 lists again with its back-off for ever, and at once goes on when there is a new token", () => {
  const cluster = testCluster({
    generation: { watchList: false },
    given: [testMap("one")],
    script: [
      doAt(2_000, revoked),
      doAt(2_500, editMap("one", "2")),
      doAt(3_000, { type: "endWatch", client: "web", kind: "ConfigMap", mode: "eof" }),
      doAt(60_000, { type: "renewToken", process: "web" }),
    ],
  });
  cluster.run(seconds(60));
  // The watch is opened again once; ListAndWatch returns its error, and from then on lists are refused (client-go tools/cache/reflector.go:watch).
  expect(codes(cluster, "watch")).toEqual([401]);
  expect(
    codes(cluster, "list")
      .slice(1)
      .every((code) => code === 401),
  ).toBe(true);
  // Back-off without jitter: 0.8, 1.6, 3.2, 6.4, 12.8, 25.6 s.
  expect(codes(cluster, "list")).toHaveLength(1 + 6);
  cluster.run(seconds(100));
  expect(codes(cluster, "list").slice(-1)).toEqual([200]);
  expect(cluster.facts("watch.request").at(-1)).toMatchObject({ sendInitialEvents: false });
  expect(codes(cluster, "watch")).toEqual([401]);
});

/** Creates one ConfigMap and returns the refusal as its error. */
function* createsOne(): Generator<Ask, ReconcileResult, Answer> {
  const answer = yield { type: "write", requests: [{ type: "create", object: testMap("made") }] };
  const [reply] = answer.type === "replies" ? answer.replies : [];
  return reply?.type === "status" ? { error: { message: reply.status.message ?? "" } } : {};
}

test("a write with a token that was revoked fails with 401, not tried again by the client but by the queue", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    reconcile: createsOne,
    script: [
      { when: { type: "on", match: { type: "process.workersStart" }, nth: 1, after: micros(0) }, action: revoked },
    ],
  });
  cluster.runTo({ type: "reconcile.end", outcome: "error", message: "Unauthorized" });
  expect(cluster.facts("client.retry")).toEqual([]);
  expect(cluster.facts("queue.limited")).toMatchObject([{ key: "demo/one", failures: 1 }]);
  cluster.act({ type: "renewToken", process: "web" });
  cluster.runTo({ type: "reconcile.end", outcome: "ok" });
});

// as:endpoints/filters/authn_audit.go:WithFailedAuthenticationAudit: the audit of a request comes after its authentication.
test("the audit log has one line for it, when the answer starts, that names no user", () => {
  const cluster = testCluster({ generation: { watchList: false } });
  cluster.act(revoked);
  cluster.run(seconds(0.5));
  const audit = frameOf(cluster.world()).servers.flatMap((server) => server.audit);
  expect(audit.filter(({ client }) => client === "web")).toMatchObject([
    {
      stage: "ResponseStarted",
      verb: "list",
      user: "",
      code: 401,
      message: "Authentication failed, attempted: bearer",
    },
  ]);
});
