import type { AppState } from "../../store/app-state.ts";
import { pipsOf } from "../../store/progress.ts";
import type { Scenario } from "../../store/run-types.ts";
import { type GroupId, groupOf } from "./catalog-groups.ts";

/** What the list is narrowed to: a puzzle, or how far somebody came. */
export type Topic = "all" | "fresh" | "begun" | GroupId;

export function isOfTopic(
  scenario: Scenario,
  topic: Topic,
  view: Pick<AppState["view"], "progress" | "predictions">,
): boolean {
  const isOpened = view.progress[scenario.id] !== undefined;
  switch (topic) {
    case "all":
      return true;
    case "fresh":
      return !isOpened;
    case "begun":
      return isOpened && !pipsOf(view, scenario.id).solved;
    default:
      return groupOf(scenario) === topic;
  }
}
