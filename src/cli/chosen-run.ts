import type { PathStep } from "../scenarios/problem-path.ts";
import type { RunSpec } from "../scenarios/run-spec.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { chosenVariant } from "../scenarios/variants.ts";
import type { Found } from "./find-scenario.ts";
import { problemLine, type Surroundings, WRONG } from "./surroundings.ts";

/** What is run of a file, and where in the file what is said of it stands: for a variant behind the path to its patch. */
export type Chosen = {
  readonly scenario: Scenario;
  readonly text: string | undefined;
  readonly at: readonly PathStep[];
};

/** The scenario, or the variant of it that a command line names. Complains and gives the exit code if there is no such variant. */
export function chosenRun(
  { scenario: file, variant }: { readonly scenario: string; readonly variant: number | undefined },
  { scenario, text }: Found,
  surroundings: Surroundings,
): Chosen | typeof WRONG {
  const chosen = chosenVariant(scenario, variant);
  if (chosen.type === "ok")
    return { scenario: chosen.value, text, at: variant === undefined ? [] : ["compare", variant] };
  for (const problem of chosen.problems) surroundings.complain(problemLine(file, problem));
  return WRONG;
}

/** The part of a run's spec that says which variant it is. */
export function variantIn({ variant }: { readonly variant: number | undefined }): Pick<RunSpec, "variant"> {
  return variant === undefined ? {} : { variant };
}
