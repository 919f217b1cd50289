import type { Scenario } from "../../store/run-types.ts";

/** Whether everything that was typed is somewhere in what the scenario says, in either language. */
export function matchesSearch(scenario: Scenario, search: string): boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return true;
  const said = textsOf(scenario).join(" ").toLowerCase();
  return words.every((word) => said.includes(word));
}

function textsOf(scenario: Scenario): readonly string[] {
  const { title, question, summary, tags, chapters, id } = scenario;
  const texts = [title, question, summary, ...chapters.flatMap((chapter) => [chapter.title, chapter.say])];
  return [id, ...tags, ...scenario.sources, ...texts.flatMap((text) => [text.en, text.zh])];
}
