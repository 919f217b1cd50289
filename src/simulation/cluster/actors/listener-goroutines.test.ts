// Goal: between the process loop and a handler stand two goroutines, and only the pump's ring has no limit (`cg:tools/cache/shared_informer.go:
// processorListener.pop, run @v0.36.3`). Method: a handler that takes five seconds per call beside one that takes none.
import { expect, test } from "vitest";
import { micros, seconds } from "../../../base/time.ts";
import { usualWatch } from "../usual-plan.ts";
import { doAt, editMap, testCluster, testController, testMap } from "./test-cluster.ts";

function ran() {
  const watches = [usualWatch("ConfigMap", { handlers: [{ name: "audit", takes: seconds(5) }] })];
  const cluster = testCluster({
    controllers: [testController({ watches })],
    given: [testMap("one")],
    script: [doAt(1_000, editMap("one", "2")), doAt(1_100, editMap("one", "3")), doAt(1_200, editMap("one", "4"))],
  });
  return cluster;
}

test("what comes while the runner is in its call the pump keeps, and hands over one by one when it comes back", () => {
  const cluster = ran();
  cluster.run(seconds(30));
  const audit = { actor: "web/ConfigMap/pop/audit" };
  const told = (type: "pop.kept" | "pop.handedOver") =>
    cluster.facts(type, audit).map(({ rv, pending }) => `${rv}: ${pending}`);
  const [first, ...others] = cluster.facts("handler.call", { handler: "audit" }).map(({ rv }) => rv);
  expect(first).toBeDefined();
  expect(told("pop.kept")).toEqual(others.map((rv, index) => `${rv}: ${index + 1}`));
  expect(told("pop.handedOver")).toEqual(others.map((rv, index) => `${rv}: ${others.length - 1 - index}`));
  // A hand-over is a rendezvous: the call begins in the same instant.
  expect(cluster.times({ type: "pop.handedOver", ...audit })).toEqual(
    cluster.times({ type: "handler.call", handler: "audit" }).slice(1),
  );
});

test("a runner that is idle takes from its pump at once: nothing is kept", () => {
  const cluster = ran();
  cluster.run(seconds(30));
  expect(cluster.facts("handler.call", { handler: "queue" }).length).toBeGreaterThan(3);
  expect(cluster.facts("pop.kept", { handler: "queue" })).toEqual([]);
  expect(cluster.facts("pop.handedOver", { handler: "queue" })).toEqual([]);
});

test("a call is due to the hand-over, and that to what the process loop had distributed", () => {
  const cluster = ran();
  cluster.run(seconds(30));
  const events = cluster.events({ type: "handler.call", handler: "audit" });
  const bySeq = (seq: number | undefined) =>
    cluster
      .events({ type: "pop.handedOver" })
      .concat(cluster.events({ type: "distribute" }))
      .find((event) => event.seq === seq);
  const call = events[1];
  const handedOver = bySeq(call?.cause);
  expect(handedOver?.fact.type).toBe("pop.handedOver");
  expect(bySeq(handedOver?.cause)?.fact.type).toBe("distribute");
});

test("a stop drops what the pump has, and waits for the runner's call", () => {
  const cluster = ran();
  cluster.run(micros(1_300_000));
  cluster.act({ type: "stop", process: "web" });
  cluster.run(seconds(30));
  expect(cluster.facts("notifications.dropped", { actor: "web/ConfigMap/pop/audit" })).toMatchObject([
    { reason: "stopped" },
  ]);
  expect(cluster.facts("pop.handedOver", { actor: "web/ConfigMap/pop/audit" }).length).toBeLessThan(3);
});
