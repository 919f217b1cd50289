// Goal: the guard alone decides whether an old request changes the cloud. Method: the two variants that the scenario compares; with the guard
// the generation of the record never falls, without it each of the two late requests takes it back once.
import { expect, test } from "vitest";
import type { ClusterEvent } from "../simulation/cluster/cluster.ts";
import { stockScenario } from "./catalog.ts";
import { objectsIn, runHeadless } from "./headless-run.ts";
import { planOf } from "./plan-of.ts";
import type { Scenario } from "./scenario.ts";

/** What is written to the instance, write by write, and the size that it ends with. */
function course(scenario: Scenario) {
  const trace: ClusterEvent[] = [];
  const { world } = runHeadless(planOf(scenario, {}), (events) => trace.push(...events));
  const writes = trace.flatMap(({ fact }) =>
    fact.type === "etcd.commit" && fact.kind === "CloudInstance" && fact.verb === "update" ? [fact.change] : [],
  );
  return {
    sizes: writes.map((change) => /size (\d+ → \d+)/.exec(change)?.[1]),
    end: objectsIn(world).find(({ kind }) => kind === "CloudInstance")?.spec?.desiredState,
  };
}

test("an old request changes the cloud only without the guard, and a later look mends it", async () => {
  const { variants } = await stockScenario("old-generation-refused");
  const [on, off] = variants.map(({ scenario }) => course(scenario));
  const end = { engine: "postgres", size: 40, dependency: "storage" };
  expect(on).toEqual({ sizes: ["10 → 30", "30 → 40"], end });
  expect(off).toEqual({ sizes: ["10 → 30", "30 → 20", "20 → 30", "30 → 40", "40 → 30", "30 → 40"], end });
});
