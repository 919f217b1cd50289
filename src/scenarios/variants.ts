import type { Scenario, Variant } from "./scenario.ts";

/** What stands side by side: the variants that the file names, else one for each profile in which the scenario is true. */
export function variantsOf(scenario: Scenario): readonly Variant[] {
  const { variants, profiles } = scenario;
  if (variants.length > 0 || profiles.length < 2) return variants;
  return profiles.map((profile) => ({ name: { en: profile, zh: profile }, scenario: { ...scenario, profile } }));
}
