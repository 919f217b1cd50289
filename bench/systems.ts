import { milliseconds, seconds } from "../src/base/time.ts";
import { pathsOf } from "../src/projections/heat-grid.ts";
import { Branch } from "../src/session/branch.ts";
import { clusterCourse } from "../src/session/cluster-course.ts";
import { createEngine } from "../src/simulation/cluster/boot.ts";
import { frameOf } from "../src/simulation/cluster/frame-of.ts";
import type { Plan, ScriptStep } from "../src/simulation/cluster/plan.ts";
import type { SystemSpec } from "../src/simulation/cluster/system.ts";
import { checkAll } from "../src/simulation/invariants/check-all.ts";
import { systems } from "../src/simulation/systems/systems.ts";
import { busyPlan } from "./busy-plan.ts";
import { cpuNow, cpuOf, percentile, rounded } from "./clock.ts";

const engine = createEngine({}, systems, checkAll);

/** What systems cost: 2,000 edge nodes of which every one moves, and 37 clusters over 16 shards. */
export function measureSystems(rounds: number) {
  const fleet: SystemSpec = { name: "fleet", kind: "Fleet", options: { nodes: 2_000, batch: 50, batchMs: 10 } };
  const store: SystemSpec = { name: "store", kind: "TenantStore", options: { shards: 16, startMs: 10, workMs: 20 } };
  return {
    nodes: measure(fleet, waves(rounds), "2,000 nodes as three bits, all with a chart of their own"),
    clusters: measure(store, [], "37 clusters of 12 tenants over 16 shards"),
  };
}

/** Every node is updated, and its agent dies and comes back, again and again. */
function waves(rounds: number): readonly ScriptStep[] {
  const news = ["firmwareStarted", "agentFailed", "agentRecovered", "firmwareDone"];
  return Array.from({ length: rounds * news.length }, (_, index) => ({
    when: { type: "at", at: milliseconds(500 + index * 500) },
    action: { type: "tell", system: "fleet", event: news[index % news.length] ?? "", about: "1-2000" },
  }));
}

function measure(spec: SystemSpec, script: readonly ScriptStep[], what: string) {
  const plan: Plan = { ...busyPlan(), given: [], controllers: [], systems: [spec], script, until: seconds(60) };
  const branch = Branch.root(clusterCourse(engine, plan), []);
  const start = cpuNow();
  branch.extend(() => false);
  const took = cpuNow() - start;
  const frames = Array.from({ length: 40 }, () => cpuOf(() => void frameOf(branch.head)));
  const drawn = Array.from({ length: 40 }, () =>
    cpuOf(() => void frameOf(branch.head).systems.flatMap(({ grids }) => grids.map(pathsOf))),
  );
  return {
    what,
    events: branch.log.length,
    perSecond: rounded((branch.log.length / took) * 1_000),
    frameMs: { p50: rounded(percentile(frames, 0.5), 2), p95: rounded(percentile(frames, 0.95), 2) },
    gridMs: { p50: rounded(percentile(drawn, 0.5), 2), p95: rounded(percentile(drawn, 0.95), 2) },
  };
}
