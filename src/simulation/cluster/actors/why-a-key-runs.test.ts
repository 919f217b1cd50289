// Goal: why did this reconcile run? Because of what put its key in line, and not because a worker was done with another key. Method: one
// worker, busy with one object while another one is edited; the causes are followed to the edit that began them.
import { expect, test } from "vitest";
import { seconds } from "../../../base/time.ts";
import { doAt, editMap, type TestCluster, testCluster, testController, testMap } from "./test-cluster.ts";

/** For each run: its key, and the object whose edit its chain of causes began with. */
function beginnings(cluster: TestCluster): readonly string[] {
  const bySeq = new Map(cluster.events({ type: "*" }).map((event) => [event.seq, event]));
  return cluster.events({ type: "reconcile.start" }).flatMap(({ cause, fact }) => {
    let event = bySeq.get(cause ?? -1);
    while (event !== undefined && event.fact.type !== "user.edit") event = bySeq.get(event.cause ?? -1);
    if (event?.fact.type !== "user.edit" || fact.type !== "reconcile.start") return [];
    return [`${fact.key} by ${event.fact.change} of ${event.fact.key}`];
  });
}

test.each(["classic", "priority"] as const)("on the %s queue a run is due to the edit of its own object", (queue) => {
  const cluster = testCluster({
    given: [testMap("one"), testMap("two")],
    controllers: [testController({ queue })],
    *reconcile() {
      yield { type: "sleep", duration: seconds(1) };
      return {};
    },
    // one runs when two is edited, and two waits; one is edited once more while it still runs.
    script: [doAt(4_000, editMap("one", "2")), doAt(4_100, editMap("two", "2")), doAt(4_200, editMap("one", "3"))],
  });
  cluster.run(seconds(20));
  const waited = (key: string) => cluster.facts("queue.get", { key }).at(-1)?.latency;
  expect(waited("demo/two")).toBeGreaterThan(0);
  expect(waited("demo/one")).toBeGreaterThan(0);
  expect([...beginnings(cluster)].sort()).toEqual([
    "demo/one by data.a 1 → 2 of demo/one",
    "demo/one by data.a 2 → 3 of demo/one",
    "demo/two by data.a 1 → 2 of demo/two",
  ]);
});
