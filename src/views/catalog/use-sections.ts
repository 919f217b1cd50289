import { pipsOf } from "../../store/progress.ts";
import type { Scenario } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import { sectionsOf } from "./catalog-groups.ts";
import type { Topic } from "./catalog-topic.ts";
import { useCatalogTexts } from "./use-catalog-texts.ts";

/** A heading with what stands under it. */
export type TitledSection = {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly scenarios: readonly Scenario[];
};

/** The answers to a question, the best first; else what to begin with and the puzzles. */
export function useSections(shown: readonly Scenario[], isSearch: boolean, topic: Topic): readonly TitledSection[] {
  const text = useCatalogTexts();
  const progress = useApp((state) => state.view.progress);
  const predictions = useApp((state) => state.view.predictions);
  if (isSearch) {
    const found = { id: "found", title: text.found(shown.length), note: "", scenarios: shown };
    return shown.length === 0 ? [] : [found];
  }
  const solvedOf = (some: readonly Scenario[]) =>
    some.filter(({ id }) => pipsOf({ progress, predictions }, id).solved).length;
  const puzzles = topic !== "all" && topic !== "start";
  return sectionsOf(shown, puzzles).map(({ id, scenarios }) => {
    const counted = text.groupNote(scenarios.length, solvedOf(scenarios));
    return { id, title: text.groups[id], note: id === "start" ? text.startNote(counted) : counted, scenarios };
  });
}
