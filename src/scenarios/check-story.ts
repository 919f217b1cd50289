import type { TraceEvent } from "../simulation/kernel/world.ts";
import { suggestion } from "./closest.ts";
import { indexOfMoment } from "./expect.ts";
import type { PlacedProblem } from "./problem-path.ts";
import type { Moment, Scenario } from "./scenario.ts";

/**
 * Holds a finished run against the scenario's script and story: steps that wait for an event which never came, chapters that never begin,
 * begin before the one before or look at nobody, and questions that are never answered or already answered when they are asked.
 */
export function checkStory(scenario: Scenario, trace: readonly TraceEvent[]): readonly PlacedProblem[] {
  const actors = new Set(trace.map(({ actor }) => actor));
  const begins = scenario.chapters.map(({ on }) => indexOfMoment(trace, on));
  return [
    ...scenario.script.flatMap(({ when }, index) =>
      when.type === "on" && indexOfMoment(trace, when) === undefined
        ? [never(when, ["then", index, "on"], "This step never happens")]
        : [],
    ),
    ...scenario.chapters.flatMap(({ focus }, index) =>
      actors.has(focus)
        ? []
        : [
            {
              path: ["chapters", index, "focus"],
              message: `Nobody in the run is called "${focus}"${suggestion(focus, [...actors])}`,
            },
          ],
    ),
    ...scenario.chapters.flatMap(({ on, ask }, index) => {
      const begin = begins[index];
      const path = ["chapters", index, "on"];
      if (begin === undefined) return [never(on, path, "This chapter never begins")];
      const before = begins.slice(0, index).findLast((at) => at !== undefined);
      const early =
        before !== undefined && begin < before
          ? [{ path, message: "This chapter begins before the one before it." }]
          : [];
      return [...early, ...(ask === undefined ? [] : checkAnswer(ask.answerOn, begin, index, trace))];
    }),
  ];
}

function checkAnswer(
  answerOn: Moment,
  begin: number,
  index: number,
  trace: readonly TraceEvent[],
): readonly PlacedProblem[] {
  const path = ["chapters", index, "ask", "answerOn"];
  const answer = indexOfMoment(trace, answerOn);
  if (answer === undefined) return [never(answerOn, path, "This question is never answered")];
  return answer <= begin ? [{ path, message: "This question is answered before its chapter begins." }] : [];
}

function never({ match, nth }: Moment, path: PlacedProblem["path"], what: string): PlacedProblem {
  return {
    path,
    message: `${what}: no ${match.type} like this came${nth === 1 ? "" : ` ${nth} times`} before the end of the run.`,
  };
}
