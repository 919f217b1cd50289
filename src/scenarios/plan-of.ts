import type { Generation, Plan } from "../simulation/cluster/plan.ts";
import type { ProfileName, ProfileParts } from "./run-spec.ts";
import type { Scenario } from "./scenario.ts";

/** The library generations: client-go ≤ 1.32, 1.33 to 1.35, and since 1.36, with the controller-runtime of their time. */
const GENERATIONS: Readonly<Record<ProfileName, Generation>> = {
  classic: { name: "classic", fifo: "DeltaFIFO", watchList: false, queue: "classic" },
  "in-order": { name: "in-order", fifo: "RealFIFO", watchList: false, queue: "classic" },
  current: { name: "current", fifo: "RealFIFO atomic", watchList: true, queue: "priority" },
};

/** What a run may set differently from its scenario. */
export type Overrides = { readonly profile?: ProfileName; readonly parts?: ProfileParts; readonly seed?: number };

/** The generation that a run simulates: its profile, then the scenario's parts, then its own. */
function generationOf(scenario: Scenario, { profile, parts }: Overrides): Generation {
  return { ...GENERATIONS[profile ?? scenario.profile], ...scenario.parts, ...parts };
}

/** Everything that the world of a run is a function of. */
export function planOf(scenario: Scenario, overrides: Overrides): Plan {
  const { timing, jitter, cluster, given, controllers, systems, script, until } = scenario;
  return {
    seed: overrides.seed ?? scenario.seed,
    jitter,
    generation: generationOf(scenario, overrides),
    timing,
    cluster,
    given,
    controllers,
    systems,
    script,
    until,
  };
}
