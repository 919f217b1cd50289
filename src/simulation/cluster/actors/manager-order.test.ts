// Goal: the order in which controller-runtime's manager starts and stops what it runs. Method: the trace of a leader with two informers and
// two workers, read as an order; expectations from fidelity workqueue §3.1, §3.2 and §3.4 (`cr:pkg/manager/internal.go @86a0d40e`).
import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../../base/time.ts";
import type { EventMatcher } from "../matcher.ts";
import type { Answer, Ask, ReconcileResult } from "../reconciler.ts";
import { usualWatch } from "../usual-plan.ts";
import { doAt, editMap, type TestCluster, testCluster, testController, testMap } from "./test-cluster.ts";

const watches = [usualWatch("ConfigMap"), usualWatch("Secret")];

function* sleeps(): Generator<Ask, ReconcileResult, Answer> {
  yield { type: "sleep", duration: seconds(9) };
  return {};
}

/** A leader whose two workers have a run of nine seconds each; it is asked to stop at five seconds. */
function stoppedLeader(): TestCluster {
  const cluster = testCluster({
    given: [testMap("one"), testMap("two")],
    controllers: [testController({ lease: "lock", workers: 2, watches })],
    reconcile: sleeps,
    script: [doAt(5_000, { type: "stop", process: "web" }), doAt(6_000, editMap("one", "2"))],
  });
  cluster.run(seconds(30));
  return cluster;
}

const first = (cluster: TestCluster, match: EventMatcher) => cluster.events(match)[0]?.seq ?? Number.NaN;
const last = (cluster: TestCluster, match: EventMatcher) => cluster.events(match).at(-1)?.seq ?? Number.NaN;

/** Each of these positions in the trace comes before the next one. */
function expectOrder(positions: readonly number[]): void {
  for (const [index, position] of positions.slice(1).entries())
    expect(positions[index], `${index} of ${positions.join(", ")}`).toBeLessThan(position);
}

test("at a start the lease comes first, then the informers, then the handlers, and the workers last", () => {
  const cluster = stoppedLeader();
  expectOrder([
    first(cluster, { type: "process.start" }),
    first(cluster, { type: "lease.written", purpose: "acquire" }),
    first(cluster, { type: "leader.started" }),
    first(cluster, { type: "watch.request" }),
    first(cluster, { type: "synced", who: "informer" }),
    first(cluster, { type: "handler.added" }),
    first(cluster, { type: "process.workersStart" }),
    first(cluster, { type: "reconcile.start" }),
  ]);
  const workers = first(cluster, { type: "process.workersStart" });
  expect(last(cluster, { type: "synced", who: "informer" })).toBeLessThan(workers);
  expect(last(cluster, { type: "handler.added" })).toBeLessThan(workers);
  expect(cluster.facts("handler.added")).toHaveLength(2);
});

test("without an election the informers start with the process, and the workers still come last", () => {
  const cluster = testCluster({ given: [testMap("one")], controllers: [testController({ watches })] });
  cluster.run(seconds(1));
  expectOrder([
    first(cluster, { type: "process.start" }),
    first(cluster, { type: "watch.request" }),
    last(cluster, { type: "synced", who: "informer" }),
    first(cluster, { type: "process.workersStart" }),
  ]);
  expect(cluster.times({ type: "watch.request" })).toEqual([0, 0]);
});

test("at a stop every worker ends before the first informer is stopped, and the election ends last", () => {
  const cluster = stoppedLeader();
  expect(cluster.facts("process.workerExit")).toHaveLength(2);
  expect(cluster.facts("run.return")).toHaveLength(2);
  expectOrder([
    first(cluster, { type: "process.stop" }),
    first(cluster, { type: "queue.shutDown" }),
    first(cluster, { type: "reconcile.end" }),
    last(cluster, { type: "process.workerExit" }),
    first(cluster, { type: "watch.stop" }),
    last(cluster, { type: "run.return" }),
    first(cluster, { type: "leader.stopped" }),
    first(cluster, { type: "process.stopped" }),
  ]);
});

test("while the runs of a stopping leader end, its caches follow the server and its lease is renewed; their context ended at the stop", () => {
  const cluster = stoppedLeader();
  const [ended = 0] = cluster.times({ type: "reconcile.end" });
  expect(ended).toBeGreaterThan(9_000);
  const between = (at: number) => at > 5_000 && at < ended;
  expect(
    cluster.times({ type: "store.write", actor: "web/ConfigMap/*", operation: "update" }).filter(between),
  ).toHaveLength(1);
  expect(cluster.times({ type: "lease.written", purpose: "renew" }).filter(between).length).toBeGreaterThanOrEqual(1);
  // What the caches learn wakes nobody: the queue is shut down.
  expect(cluster.facts("queue.addIgnored")).toMatchObject([{ key: "demo/one" }]);
  expect(cluster.facts("reconcile.start")).toHaveLength(2);
});

test("the lease is not given back by default: once the informers have returned, nothing is written to it", () => {
  const cluster = stoppedLeader();
  const returned = last(cluster, { type: "run.return" });
  expect(last(cluster, { type: "api.request", client: "web", kind: "Lease" })).toBeLessThan(returned);
  expect(first(cluster, { type: "leader.stopped" })).toBeGreaterThan(returned);
});

test("a stop before the workers have started ends the informers and starts nothing more", () => {
  const slow = { default: milliseconds(2), kinds: { Secret: seconds(20) } };
  const cluster = testCluster({
    controllers: [testController({ lease: "lock", watches })],
    timing: { watchDelivery: slow },
    script: [doAt(5_000, { type: "stop", process: "web" })],
  });
  cluster.run(seconds(60));
  expect(cluster.facts("process.workersStart")).toEqual([]);
  expectOrder([
    first(cluster, { type: "process.stop" }),
    first(cluster, { type: "run.return" }),
    last(cluster, { type: "run.return" }),
    first(cluster, { type: "leader.stopped" }),
    first(cluster, { type: "process.stopped" }),
  ]);
});

/** A leader with a run of nine seconds, told to stop at five seconds. */
function stoppedWithin(gracefulShutdownTimeout: number): TestCluster {
  const cluster = testCluster({
    given: [testMap("one")],
    controllers: [
      testController({ lease: "lock", watches, gracefulShutdownTimeout: seconds(gracefulShutdownTimeout) }),
    ],
    reconcile: sleeps,
    script: [doAt(5_000, { type: "stop", process: "web" })],
  });
  cluster.run(seconds(60));
  return cluster;
}

// Fidelity workqueue §3.4 and its case S5; `cr:pkg/manager/internal.go:engageStopProcedure @86a0d40e`.
test("a stop that takes longer than its grace period ends at that instant with an error, and the lease is given back first", () => {
  const cluster = stoppedWithin(2);
  expect(cluster.facts("process.stopTimedOut")).toEqual([
    { type: "process.stopTimedOut", process: "web", waited: seconds(2), runs: 1 },
  ]);
  expect(cluster.times({ type: "process.stopTimedOut" })).toEqual([7_000]);
  expectOrder([
    first(cluster, { type: "process.stopTimedOut" }),
    first(cluster, { type: "leader.stopped" }),
    first(cluster, { type: "process.crash" }),
  ]);
  expect(cluster.facts("process.crash")).toEqual([{ type: "process.crash", process: "web", runs: 1 }]);
  expect(cluster.events({ type: "reconcile.end" })).toEqual([]);
  expect(cluster.facts("process.stopped")).toEqual([]);
  expect(cluster.facts("process.start")).toHaveLength(1);
});

test("a stop within its grace period is no error, and with a grace period of nothing nobody is waited for", () => {
  const patient = stoppedWithin(30);
  expect(patient.facts("process.stopTimedOut")).toEqual([]);
  expect(patient.facts("process.stopped")).toHaveLength(1);
  const hasty = stoppedWithin(0);
  expect(hasty.facts("process.stopTimedOut")).toEqual([]);
  expect(hasty.times({ type: "leader.stopped" })[0]).toBeLessThan(5_100);
  expect(hasty.facts("process.crash")).toEqual([{ type: "process.crash", process: "web", runs: 1 }]);
});
