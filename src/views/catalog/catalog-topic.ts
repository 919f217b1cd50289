import type { AppState } from "../../store/app-state.ts";
import { pipsOf } from "../../store/progress.ts";
import type { Scenario } from "../../store/run-types.ts";
import { groupOf, isStart, type SectionId } from "./catalog-groups.ts";

/** What the list is narrowed to: a puzzle, or how far somebody came. */
export type Topic = "all" | "fresh" | "begun" | SectionId;

export function isOfTopic(
  scenario: Scenario,
  topic: Topic,
  view: Pick<AppState["view"], "progress" | "predictions">,
): boolean {
  const isOpened = view.progress[scenario.id] !== undefined;
  switch (topic) {
    case "all":
      return groupOf(scenario) !== undefined;
    case "start":
      return isStart(scenario);
    case "fresh":
      return !isOpened && groupOf(scenario) !== undefined;
    case "begun":
      return isOpened && !pipsOf(view, scenario.id).solved;
    default:
      return groupOf(scenario) === topic;
  }
}
