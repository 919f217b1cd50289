import { ok, problem, type Result } from "../base/result.ts";
import type { Scenario, Variant } from "./scenario.ts";

/** What stands side by side: the variants that the file names, else one for each profile in which the scenario is true. */
export function variantsOf(scenario: Scenario): readonly Variant[] {
  const { variants, profiles } = scenario;
  if (variants.length > 0 || profiles.length < 2) return variants;
  return profiles.map((profile) => ({ name: { en: profile, zh: profile }, scenario: { ...scenario, profile } }));
}

/** What is run: the scenario itself, or one of those that it compares, counted from 0, which stands beside the same ones. */
export function chosenVariant(scenario: Scenario, variant: number | undefined): Result<Scenario> {
  if (variant === undefined) return ok(scenario);
  const { variants, profiles } = scenario;
  const chosen = variants[variant];
  if (chosen !== undefined) return ok({ ...chosen.scenario, variants, profiles });
  const count = variants.length === 0 ? "no runs" : `${variants.length} runs`;
  return problem("variant", `The scenario compares ${count}; there is no variant ${variant + 1}.`);
}
