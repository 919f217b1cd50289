import type { Engine } from "../simulation/cluster/boot.ts";
import type { ClusterWorld } from "../simulation/cluster/cluster.ts";
import { frameOf } from "../simulation/cluster/frame-of.ts";
import { readLane } from "../simulation/cluster/lane-of.ts";
import type { Plan } from "../simulation/cluster/plan.ts";
import { reachedBound } from "../simulation/kernel/run-bound.ts";
import type { Course } from "./course.ts";
import { objectVersions } from "./object-versions.ts";

/** The simulated cluster, from its boot on. */
export function clusterCourse(engine: Engine, plan: Plan): Course<ClusterWorld> {
  return {
    until: plan.until,
    boot: () => engine.boot(plan),
    step: engine.step,
    act: engine.act,
    bound: reachedBound,
    read: readLane,
    frame: frameOf,
    versions: (log, { shared }) => objectVersions(log, shared.etcd),
  };
}
