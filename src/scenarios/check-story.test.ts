import { expect, test } from "vitest";
import { micros } from "../base/time.ts";
import { checkStory } from "./check-story.ts";
import { decodeScenario } from "./decode.ts";
import type { Scenario } from "./scenario.ts";

const trace = ["process.start", "list.request", "list.response"].map((type, seq) => ({
  seq,
  step: 0,
  at: micros(0),
  actor: "web",
  cause: undefined,
  fact: { type },
}));

function scenarioWith(more: string): Scenario {
  const decoded = decodeScenario(`loopscope: 1\nid: x\ntitle: X\n${more}`);
  if (decoded.type !== "ok") throw new Error(JSON.stringify(decoded.problems));
  return decoded.value;
}

function chapter(on: string, answerOn?: string): string {
  const ask =
    answerOn === undefined ? "" : `, ask: { question: Q, options: [a, b], right: 1, answerOn: { type: ${answerOn} } }`;
  return `{ title: T, say: S, on: { type: ${on} }, focus: web${ask} }`;
}

test("a story that comes in order has no problems", () => {
  const scenario = scenarioWith(`chapters: [${chapter("process.start", "list.request")}, ${chapter("list.response")}]`);
  expect(checkStory(scenario, trace)).toEqual([]);
});

test.each([
  [
    `chapters: [${chapter("watch.request")}]`,
    ["chapters", 0, "on"],
    "This chapter never begins: no watch.request like this came before the end of the run.",
  ],
  [
    `chapters: [${chapter("list.response")}, ${chapter("list.request")}]`,
    ["chapters", 1, "on"],
    "This chapter begins before the one before it.",
  ],
  [
    `chapters: [${chapter("list.request", "backoff")}]`,
    ["chapters", 0, "ask", "answerOn"],
    "This question is never answered: no backoff like this came before the end of the run.",
  ],
  [
    `chapters: [${chapter("list.response", "list.request")}]`,
    ["chapters", 0, "ask", "answerOn"],
    "This question is answered before its chapter begins.",
  ],
  [
    "chapters: [{ title: T, say: S, on: { type: process.start }, focus: wep }]",
    ["chapters", 0, "focus"],
    'Nobody in the run is called "wep"; did you mean "web"?',
  ],
  [
    "then: [{ on: { type: list.request, nth: 2 }, do: { compact: {} } }]",
    ["then", 0, "on"],
    "This step never happens: no list.request like this came 2 times before the end of the run.",
  ],
])("%s is a problem", (more, path, message) => {
  expect(checkStory(scenarioWith(more), trace)).toEqual([{ path, message }]);
});
