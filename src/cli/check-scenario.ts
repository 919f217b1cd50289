import { objectsIn, runHeadless } from "../scenarios/headless-run.ts";
import { planOf } from "../scenarios/plan-of.ts";
import type { ClusterEvent } from "../simulation/cluster/cluster.ts";
import { findScenario } from "./find-scenario.ts";
import { boundIn, missingIn } from "./run-scenario.ts";
import { MET, NOT_MET, type Surroundings, WRONG } from "./surroundings.ts";

/** `loopscope check`: what is wrong with a file; and if nothing is, what does not come true in any of the profiles that it names. */
export async function checkScenario(name: string, surroundings: Surroundings): Promise<number> {
  const found = await findScenario(name, surroundings);
  if (found === WRONG) return WRONG;
  const { scenario } = found;
  let complaints = 0;
  for (const profile of scenario.profiles) {
    const trace: ClusterEvent[] = [];
    const ended = runHeadless(planOf(scenario, { profile }), (events) => trace.push(...events));
    const wrong = [...boundIn(name, found, ended), ...missingIn(name, found, { trace, final: objectsIn(ended.world) })];
    for (const line of wrong) surroundings.complain(`${line} (profile ${profile})`);
    complaints += wrong.length;
    if (wrong.length === 0)
      surroundings.print(`${scenario.id}: ${trace.length} events, all expectations met (profile ${profile})\n`);
  }
  return complaints === 0 ? MET : NOT_MET;
}
