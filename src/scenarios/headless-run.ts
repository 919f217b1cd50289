import { createEngine, type Inspect } from "../simulation/cluster/boot.ts";
import type { ClusterEvent, ClusterWorld } from "../simulation/cluster/cluster.ts";
import { etcdRange } from "../simulation/cluster/etcd.ts";
import type { Plan } from "../simulation/cluster/plan.ts";
import { reconcilers } from "../simulation/controllers/reconcilers.ts";
import { checkAll } from "../simulation/invariants/check-all.ts";
import { type RunBound, reachedBound } from "../simulation/kernel/run-bound.ts";
import type { KubeObject } from "../simulation/kubernetes/object.ts";
import { systems } from "../simulation/systems/systems.ts";

/** How a run ended: at the scenario's end, with nothing left to happen, or at a bound. */
export type HeadlessEnd = { readonly world: ClusterWorld; readonly end: "until" | "quiet" | RunBound };

/** Runs a plan to its end without keeping anything; `see` gets the events of each step. `inspect` looks at each step. */
export function runHeadless(
  plan: Plan,
  see: (events: readonly ClusterEvent[]) => void,
  inspect: Inspect = checkAll,
): HeadlessEnd {
  const engine = createEngine(reconcilers, systems, inspect);
  const booted = engine.boot(plan);
  see(booted.events);
  let { world } = booted;
  for (;;) {
    const bound = reachedBound(world);
    if (bound !== undefined) return { world, end: bound };
    const next = engine.step(world);
    if (next === undefined) return { world, end: "quiet" };
    if (next.world.now > plan.until) return { world, end: "until" };
    world = next.world;
    see(next.events);
  }
}

/** Everything that etcd holds, by kind. */
export function objectsIn(world: ClusterWorld): readonly KubeObject[] {
  const { etcd, kinds } = world.shared;
  return Object.keys(kinds).flatMap((kind) => {
    const range = etcdRange(etcd, kind);
    return range.type === "values" ? range.values.map(({ object }) => object) : [];
  });
}
