// Goal: controller-runtime's limit of a start that waits for its caches. Method: one informer is refused with 403, without jitter;
// expectations from fidelity workqueue §3.1, §3.2 and §4, and from `cr:pkg/internal/controller/controller.go @v0.24.1`.
import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../../base/time.ts";
import type { ControllerSpec } from "../plan.ts";
import { usualWatch } from "../usual-plan.ts";
import { doAt, type TestCluster, type TestPlan, testCluster, testController, testMap } from "./test-cluster.ts";

const TWO_MINUTES = seconds(120);
const LIMITED = { cacheSyncTimeout: TWO_MINUTES } as const;
const watches = [usualWatch("ConfigMap"), usualWatch("Secret")];
const rbac = ["list", "watch"].map((verb) => ({ process: "web", verb, kind: "Secret" }));
const CLASSIC = { name: "classic", fifo: "DeltaFIFO", watchList: false, queue: "classic" } as const;

/** A controller of ConfigMaps and Secrets that may not read Secrets. */
function refused(spec: Partial<ControllerSpec>, plan: TestPlan = {}): TestCluster {
  const given = [testMap("one")];
  return testCluster({ controllers: [testController({ watches, ...spec })], cluster: { rbac }, given, ...plan });
}

/** What the newest event of a type was due to, as a chain of types. */
function causesOf(cluster: TestCluster, type: string): readonly string[] {
  const all = cluster.events({ type: "*" });
  const chain: string[] = [];
  let event = cluster.events({ type }).at(-1);
  while (event?.cause !== undefined) {
    const { cause } = event;
    event = all.find(({ seq }) => seq === cause);
    if (event !== undefined) chain.push(`${event.actor} ${event.fact.type}`);
  }
  return chain;
}

test.each([
  ["current", {}],
  ["classic", CLASSIC],
] as const)("after exactly two minutes without one cache the process ends and starts again (%s)", (_, generation) => {
  const cluster = refused(LIMITED, { generation });
  cluster.run(seconds(119.999_999));
  expect(cluster.facts("process.syncTimedOut")).toEqual([]);
  cluster.run(seconds(130));
  expect(cluster.times({ type: "process.syncTimedOut" })).toEqual([120_000]);
  expect(cluster.facts("process.syncTimedOut")).toEqual([
    { type: "process.syncTimedOut", process: "web", kind: "Secret", waited: TWO_MINUTES },
  ]);
  // ConfigMaps were well within a moment, and wait with the rest: no worker of the controller has ever started.
  expect(cluster.facts("synced", { actor: "web/ConfigMap/informer" }).length).toBeGreaterThan(0);
  expect(cluster.facts("process.workersStart")).toEqual([]);
  expect(cluster.times({ type: "process.crash" })).toEqual([120_000]);
  expect(cluster.times({ type: "process.start" })).toEqual([0, 121_000]);
});

test("what kept the cache explains the end: the back-off after the refusal", () => {
  const cluster = refused(LIMITED);
  cluster.runTo({ type: "process.syncTimedOut" });
  const causes = causesOf(cluster, "process.syncTimedOut");
  expect(causes.slice(0, 3)).toEqual([
    "web/Secret/reflector timer.set",
    "web/Secret/reflector machine.transition",
    "web/Secret/reflector list.failed",
  ]);
  expect(cluster.facts("list.failed").at(-1)).toMatchObject({ code: 403 });
  expect(causesOf(cluster, "process.crash")[0]).toBe("web process.syncTimedOut");
});

test("a process that is started again has two minutes anew, and loops for as long as the role is wrong", () => {
  const cluster = refused(LIMITED);
  cluster.run(seconds(300));
  expect(cluster.times({ type: "process.syncTimedOut" })).toEqual([120_000, 241_000]);
  expect(cluster.times({ type: "process.start" })).toEqual([0, 121_000, 242_000]);
});

test("an informer that syncs just before the limit does not trip it, and nothing is counted afterwards", () => {
  const slow = { default: milliseconds(2), kinds: { Secret: milliseconds(119_750) } };
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "demo" } };
  const cluster = testCluster({
    controllers: [testController({ watches, ...LIMITED })],
    timing: { watchDelivery: slow },
    given: [secret],
  });
  cluster.run(seconds(400));
  const [synced = 0] = cluster.times({ type: "synced", actor: "web/Secret/informer" });
  expect(synced).toBeGreaterThan(119_700);
  // It is looked at every 100 ms: the handler joins at one look, the workers start at the next.
  expect(cluster.times({ type: "process.workersStart" })).toEqual([119_900]);
  expect(cluster.facts("process.syncTimedOut")).toEqual([]);
  expect(cluster.times({ type: "process.start" })).toEqual([0]);
});

test("an informer that syncs just after the limit is too late", () => {
  const slow = { default: milliseconds(2), kinds: { Secret: milliseconds(120_050) } };
  const cluster = testCluster({
    controllers: [testController({ watches, ...LIMITED })],
    timing: { watchDelivery: slow },
  });
  cluster.run(seconds(121));
  expect(cluster.facts("process.syncTimedOut")).toMatchObject([{ kind: "Secret" }]);
});

test("a cache that has synced is not enough: the handler must have heard its initial list within the limit", () => {
  const cluster = testCluster({
    controllers: [testController({ watches: [usualWatch("ConfigMap", { handlerTakes: seconds(130) })], ...LIMITED })],
    given: [testMap("one")],
  });
  cluster.run(seconds(120));
  expect(cluster.facts("synced", { actor: "web/ConfigMap/informer", who: "informer" })).toHaveLength(1);
  expect(cluster.facts("process.syncTimedOut")).toMatchObject([{ kind: "ConfigMap" }]);
  expect(causesOf(cluster, "process.syncTimedOut")[0]).toBe("web/ConfigMap/handler/queue handler.call");
});

test("without a limit a start waits for ever, as the controllers of kube-controller-manager do", () => {
  const cluster = refused({ handlersJoin: "beforeStart" });
  cluster.run(seconds(1800));
  expect(cluster.facts("process.syncTimedOut")).toEqual([]);
  expect(cluster.facts("process.workersStart")).toEqual([]);
  expect(cluster.times({ type: "process.start" })).toEqual([0]);
  expect(cluster.facts("list.failed").length).toBeGreaterThan(20);
});

test("a stop while the caches are waited for is no error", () => {
  const cluster = refused(LIMITED, { script: [doAt(60_000, { type: "stop", process: "web" })] });
  cluster.run(seconds(300));
  expect(cluster.times({ type: "process.stopped" })).toEqual([60_000]);
  expect(cluster.facts("process.syncTimedOut")).toEqual([]);
  expect(cluster.facts("process.crash")).toEqual([]);
});

test("with an election the limit counts from when the replica leads, not while it stands by", () => {
  const names = ["web", "api"];
  const cluster = refused(
    {},
    { controllers: names.map((name) => testController({ name, lease: "lock", watches, ...LIMITED })) },
  );
  cluster.run(seconds(150));
  const [leads = 0] = cluster.times({ type: "leader.started", process: "web" });
  expect(leads).toBeGreaterThan(0);
  expect(cluster.times({ type: "process.syncTimedOut" })).toEqual([leads + 120_000]);
  // The other one takes over some 15 s after the last renewal; it may read Secrets.
  expect(cluster.times({ type: "process.workersStart", process: "api" }).every((at) => at > leads + 130_000)).toBe(
    true,
  );
  expect(cluster.facts("process.workersStart", { process: "api" })).toHaveLength(1);
});
