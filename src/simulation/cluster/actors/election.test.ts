// Goal: replicas compete for a lease as controller-runtime's managers do. Method: two replicas in one cluster without jitter, so that a
// candidate asks every 2 s; expectations from fidelity workqueue §3.1 to §3.4.
import { expect, test } from "vitest";
import { seconds } from "../../../base/time.ts";
import { type TestCluster, testCluster, testController, testMap } from "./test-cluster.ts";

/** Two replicas that have run for a while: the first leads. */
function twoReplicas(): TestCluster {
  const cluster = testCluster({
    given: [testMap("one")],
    controllers: [testController({ name: "one", lease: "lock" }), testController({ name: "two", lease: "lock" })],
  });
  cluster.run(seconds(9));
  return cluster;
}

const lease = (cluster: TestCluster) =>
  cluster.facts("lease.written").map(({ process, purpose }) => `${process} ${purpose}`);

test("of two replicas one works; the other asks for the lease every 2 to 4.4 s and does nothing else", () => {
  const cluster = twoReplicas();
  expect(cluster.facts("leader.started")).toMatchObject([{ process: "one" }]);
  expect(cluster.facts("process.workersStart")).toMatchObject([{ process: "one" }]);
  const asked = cluster.facts("api.request", { client: "two" });
  expect(new Set(asked.map(({ kind }) => kind))).toEqual(new Set(["Lease"]));
  // Both found no lease and tried to create it; the loser meets 409 and asks again after 2 s, without jitter.
  expect(cluster.facts("api.response", { client: "two", code: 409 })).toMatchObject([{ reason: "AlreadyExists" }]);
  expect(cluster.facts("lease.held", { process: "two" }).length).toBe(4);
  // The new leader renews at once, and then every 2 s.
  expect(lease(cluster).slice(0, 3)).toEqual(["one acquire", "one renew", "one renew"]);
  const [, first = 0, second = 0] = cluster.times({ type: "lease.written", process: "one" });
  expect(second - first).toBeGreaterThanOrEqual(2000);
  expect(second - first).toBeLessThan(2010);
});

// `cg:tools/leaderelection/resourcelock/leaselock.go:LeaderElectionRecordToLeaseSpec @32ce75a7`: RenewTime is a MicroTime of the elector's clock.
test("each renewal changes the lease, also the first, a few ms after it was taken", () => {
  const cluster = twoReplicas();
  expect(cluster.facts("api.unchanged")).toEqual([]);
  expect(cluster.facts("etcd.commit", { kind: "Lease" })).toHaveLength(cluster.facts("lease.written").length);
});

test("a leader that cannot renew gives up 12 s after its last renewal, exits, and the other one starts afresh", () => {
  const cluster = twoReplicas();
  const renewed = cluster.times({ type: "lease.written", process: "one" }).at(-1) ?? 0;
  cluster.act({ type: "cutLink", process: "one", server: "a", duration: seconds(60) });
  cluster.runTo({ type: "lease.lost" });
  expect(cluster.world().now / 1000 - renewed).toBeCloseTo(12_000, -1);
  expect(cluster.facts("process.crash")).toMatchObject([{ process: "one" }]);
  cluster.runTo({ type: "leader.started", process: "two" });
  const took = cluster.world().now / 1000 - renewed;
  expect(took).toBeGreaterThanOrEqual(15_000);
  expect(took).toBeLessThan(23_800);
  cluster.runTo({ type: "process.workersStart", process: "two" });
  // The old one is back by then, as a candidate.
  expect(cluster.facts("process.start", { process: "one" }).length).toBe(2);
});

test("a leader that stops leaves its lease behind; its successor waits until 15 s have passed", () => {
  const cluster = twoReplicas();
  const renewed = cluster.times({ type: "lease.written", process: "one" }).at(-1) ?? 0;
  cluster.act({ type: "stop", process: "one" });
  cluster.runTo({ type: "process.stopped", process: "one" });
  expect(cluster.facts("leader.stopped")).toMatchObject([{ process: "one" }]);
  expect(cluster.facts("process.crash")).toEqual([]);
  cluster.runTo({ type: "leader.started", process: "two" });
  expect(cluster.world().now / 1000 - renewed).toBeGreaterThanOrEqual(15_000);
});

test("a replica that stands by stops at once", () => {
  const cluster = twoReplicas();
  cluster.act({ type: "stop", process: "two" });
  expect(cluster.facts("process.stopped")).toMatchObject([{ process: "two" }]);
});

// Informers are made when the controllers start, after the election (`cr:pkg/manager/internal.go:Start @v0.24.1`): a new process has none.
test("a leader that lost its lease comes back with nothing of what it had read, and stops at once as well", () => {
  const cluster = twoReplicas();
  cluster.act({ type: "cutLink", process: "one", server: "a", duration: seconds(60) });
  cluster.runTo({ type: "process.crash", process: "one" });
  cluster.runTo({ type: "process.start", process: "one" });
  expect(Object.keys(cluster.world().shared.informers).filter((id) => id.startsWith("one/"))).toEqual([]);
  cluster.act({ type: "stop", process: "one" });
  expect(cluster.facts("process.stopped")).toMatchObject([{ process: "one" }]);
});
