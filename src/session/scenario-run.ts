import type { RunSpec } from "../scenarios/run-spec.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { Engine } from "../simulation/cluster/boot.ts";
import type { ClusterWorld } from "../simulation/cluster/cluster.ts";
import type { Plan } from "../simulation/cluster/plan.ts";
import { clusterCourse } from "./cluster-course.ts";
import { Run } from "./run.ts";

/** What a run of a scenario is made of: `engine` has the controllers and systems that the scenario names. */
type Sources = { readonly scenario: Scenario; readonly plan: Plan; readonly engine: Engine };

/** A run of a scenario in the simulated cluster. */
export function scenarioRun(id: number, spec: RunSpec, { scenario, plan, engine }: Sources): Run<ClusterWorld> {
  return new Run(id, spec, { scenario, course: clusterCourse(engine, plan) });
}
