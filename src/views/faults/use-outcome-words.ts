import { useMemo } from "react";
import type { Consequence } from "../../projections/consequence.ts";
import { spanText } from "../widgets/format-time.ts";
import { useFaultTexts } from "./use-fault-texts.ts";

export type OutcomeWords = {
  /** Two words beside an option. */
  readonly short: (outcome: Consequence) => string;
  /** What would follow, as a sentence. */
  readonly sentence: (outcome: Consequence) => string;
};

/** Tells what would follow from a fault. */
export function useOutcomeWords(): OutcomeWords {
  const texts = useFaultTexts();
  return useMemo(
    () => ({
      short: (outcome) => texts.outcomes[outcome.type](versionOf(outcome)),
      sentence: (outcome) => {
        const wait = "least" in outcome ? texts.range(spanText(outcome.least), spanText(outcome.most)) : "";
        return texts.sentences[outcome.type](wait, versionOf(outcome));
      },
    }),
    [texts],
  );
}

function versionOf(outcome: Consequence): string {
  return "version" in outcome ? outcome.version : "";
}
