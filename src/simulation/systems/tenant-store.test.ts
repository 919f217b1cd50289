import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../base/time.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { runSystems, type SystemRun } from "./system-run.ts";
import { shardOf } from "./tenant-plan.ts";
import { TENANT_KINDS, TENANT_RECORD } from "./test-tenants.ts";

function run(options: JsonObject, moves: readonly (readonly [at: number, about: string])[] = []): SystemRun {
  const script = moves.map(([at, about]) => ({
    at: milliseconds(at),
    action: { type: "tell", system: "store", event: "move", about } as const,
  }));
  const systems = [{ name: "store", kind: "TenantStore", options }];
  return runSystems({ systems, crds: TENANT_KINDS, given: TENANT_RECORD, script, until: seconds(600) });
}

const measured = (ran: SystemRun) =>
  Object.fromEntries(ran.facts("system.measured").map(({ what, value }) => [what, value]));
/** 95 ms of work, 4 ms for the call, 1 ms for the commit. */
const WORK = { workMs: 95 };

test("one writer serves all in turn: every state waits for those before it", () => {
  const ran = run({ shards: 1, tenants: [2, 1], ...WORK });
  // Three clusters, three states each, 100 ms a state: 100, 200, 300 in the first round, 300 in each of the next two.
  expect(measured(ran)).toMatchObject({ averageTransition: 266_667, longestTransition: milliseconds(300) });
  expect(ran.facts("system.finished").map(({ took }) => took)).toEqual(Array(9).fill(milliseconds(100)));
  expect(measured(ran).throughput).toBe(10);
});

test("with shards the throughput grows by the load of the fullest shard, not by their number", () => {
  const sizes = [8, 5, 4, 3, 3, 3, 3, 2, 2, 2, 1, 1];
  const loads = new Map<string, number>();
  for (const [index, clusters] of sizes.entries()) {
    const shard = shardOf(`tenant-${index + 1}`, 16);
    loads.set(shard, (loads.get(shard) ?? 0) + clusters);
  }
  const fullest = Math.max(...loads.values());
  const ran = run({ shards: 16, tenants: sizes, ...WORK });
  expect(measured(ran).throughput).toBeCloseTo((10 * 37) / fullest, 1);
});

test("a tenant that is moved asks its new shard from then on; what waits stays where it is", () => {
  const home = shardOf("tenant-1", 4);
  const other = home === "shard-00" ? "shard-01" : "shard-00";
  const ran = run({ shards: 4, tenants: [2], ...WORK }, [[1_050, `tenant-1 ${other}`]]);
  const served = (shard: string) => ran.facts("system.finished", `store/${shard}`).length;
  expect([served(home), served(other)]).toEqual([2, 4]);
  expect(ran.facts("system.moved")).toEqual([{ type: "system.moved", key: "tenant-1", from: home, to: other }]);
});

test("the grid shows where each tenant is at home and how many of its clusters wait there", () => {
  const systems = [{ name: "store", kind: "TenantStore", options: { shards: 2, tenants: [5], ...WORK } }];
  const ran = runSystems({ systems, crds: TENANT_KINDS, given: TENANT_RECORD, until: milliseconds(1_050) });
  const grid = ran.frame("store")?.grids.at(-1);
  const home = shardOf("tenant-1", 2) === "shard-00" ? 0 : 1;
  expect(grid?.classes[grid.cells[home] ?? 0]?.name).toBe("waiting 4+");
  expect(grid?.classes[grid.cells[1 - home] ?? 0]?.name).toBe("elsewhere");
});

test("shards and tenants that do not exist are said to be missing", () => {
  const ran = run({ shards: 2, tenants: [1] }, [
    [10, "tenant-2 shard-00"],
    [10, "tenant-1 shard-07"],
  ]);
  expect(ran.facts("fault.missed").map(({ reason }) => reason)).toEqual([
    "there is no tenant-2",
    "there is no shard-07",
  ]);
});
