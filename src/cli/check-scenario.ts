import { objectsIn, runHeadless } from "../scenarios/headless-run.ts";
import { type Overrides, planOf } from "../scenarios/plan-of.ts";
import type { ClusterEvent } from "../simulation/cluster/cluster.ts";
import type { Chosen } from "./chosen-run.ts";
import { findScenario } from "./find-scenario.ts";
import { boundIn, missingIn } from "./run-scenario.ts";
import { MET, NOT_MET, type Surroundings, WRONG } from "./surroundings.ts";

/**
 * `loopscope check`: what is wrong with a file; and if nothing is, what does not come true in any of the profiles that it names, and in any of
 * the runs that it compares.
 */
export async function checkScenario(name: string, surroundings: Surroundings): Promise<number> {
  const found = await findScenario(name, surroundings);
  if (found === WRONG) return WRONG;
  const { scenario, text } = found;
  let complaints = 0;
  for (const profile of scenario.profiles) {
    const chosen = { scenario, text, at: [] };
    complaints += checkRun(name, chosen, { called: `profile ${profile}`, overrides: { profile } }, surroundings);
  }
  for (const [index, variant] of scenario.variants.entries()) {
    const chosen = { scenario: variant.scenario, text, at: ["compare", index] };
    const called = `variant ${index + 1}, ${variant.name.en}`;
    complaints += checkRun(name, chosen, { called, overrides: {} }, surroundings);
  }
  return complaints === 0 ? MET : NOT_MET;
}

/** Runs it once, says what is missing, and gives how much that is. */
function checkRun(
  name: string,
  chosen: Chosen,
  { called, overrides }: { readonly called: string; readonly overrides: Overrides },
  surroundings: Surroundings,
): number {
  const { scenario } = chosen;
  const trace: ClusterEvent[] = [];
  const ended = runHeadless(planOf(scenario, overrides), (events) => trace.push(...events));
  const wrong = [...boundIn(name, chosen, ended), ...missingIn(name, chosen, { trace, final: objectsIn(ended.world) })];
  for (const line of wrong) surroundings.complain(`${line} (${called})`);
  if (wrong.length === 0)
    surroundings.print(`${scenario.id}: ${trace.length} events, all expectations met (${called})\n`);
  return wrong.length;
}
