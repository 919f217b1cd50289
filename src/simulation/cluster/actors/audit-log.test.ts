import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../../base/time.ts";
import { frameOf } from "../frame-of.ts";
import { doAt, editMap, type TestCluster, testCluster, testMap } from "./test-cluster.ts";

function lines(cluster: TestCluster, client: string) {
  const audit = frameOf(cluster.world()).servers.flatMap((server) => server.audit);
  return audit.filter((entry) => entry.client === client);
}

// as:endpoints/filters/audit.go:WithAudit @v0.36.3: RequestReceived, for long-running requests ResponseStarted, then ResponseComplete.
test("a write has two lines in the audit log, a watch has its third only when it ends", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    script: [
      doAt(2_000, editMap("one", "2")),
      doAt(3_000, { type: "endWatch", client: "web", kind: "ConfigMap", mode: "eof" }),
    ],
  });
  cluster.run(milliseconds(2_900));
  const write = lines(cluster, "user");
  expect(write.map(({ stage, verb, code }) => `${stage} ${verb} ${code}`)).toEqual([
    "RequestReceived patch 0",
    "ResponseComplete patch 200",
  ]);
  expect(write.map(({ user, namespace, name }) => [user, namespace, name])).toEqual([
    ["kubernetes-admin", "demo", "one"],
    ["kubernetes-admin", "demo", "one"],
  ]);
  // The server had it 1 ms after it was sent, and etcd took 1 ms.
  expect(write.map(({ receivedAt, at }) => at - receivedAt)).toEqual([0, 1_000]);
  const stages = () => lines(cluster, "web").map(({ stage }) => stage);
  expect(stages()).toEqual(["RequestReceived", "ResponseStarted"]);
  cluster.run(seconds(4));
  expect(stages()).toEqual([
    "RequestReceived",
    "ResponseStarted",
    "ResponseComplete",
    "RequestReceived",
    "ResponseStarted",
  ]);
});

test("etcd's time for a write goes into the bucket that upstream's bounds give it", () => {
  const cluster = testCluster({
    given: [testMap("one")],
    script: [
      doAt(2_000, editMap("one", "2")),
      doAt(3_000, { type: "slowEtcd", delay: seconds(2), duration: seconds(5) }),
      doAt(3_001, editMap("one", "3")),
    ],
  });
  cluster.run(seconds(10));
  const [server] = frameOf(cluster.world()).servers;
  const updates = server?.etcdLatency.find(({ operation, kind }) => operation === "update" && kind === "ConfigMap");
  // 1 ms: le 0.005; 2.001 s: le 3 (as:storage/etcd3/metrics/metrics.go:etcdRequestLatency @v0.36.3).
  expect(updates?.counts.map((count, index) => (count > 0 ? index : -1)).filter((index) => index >= 0)).toEqual([
    0, 12,
  ]);
  expect(updates?.sum).toBeCloseTo(2.002, 6);
});
