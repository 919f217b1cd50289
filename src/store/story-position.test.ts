import { expect, test } from "vitest";
import type { CheckId } from "../scenarios/check-ids.ts";
import type { Chapter } from "../scenarios/scenario.ts";
import type { ViewId } from "../scenarios/view-ids.ts";
import type { ChapterInfo } from "../session/protocol.ts";
import { type AppState, initialState } from "./app-state.ts";
import { currentChapter, homeView, isQuestionOpen, shownQuestion, viewNamed, viewOfChapter } from "./story-position.ts";
import { testInfo } from "./test-channel.ts";
import { testChapter, testScenario } from "./test-scenario.ts";

const moment = { match: { type: "x" }, nth: 1 };

function chapter(asks: boolean): Chapter {
  const text = { en: "x", zh: "x" };
  return testChapter(asks ? { ask: { question: text, options: [text], right: 0, answerOn: moment } } : {});
}

function info(index: number, seq: number, answerSeq?: number): ChapterInfo {
  return { index, seq, step: seq, at: seq, answerSeq };
}

/** Chapters at 10, 20 and 30; the first and the second ask, and are answered at 25 and 50. */
function at(seq: number): AppState {
  const infos = [info(0, 10, 25), info(1, 20, 50), info(2, 30)];
  const scenario = testScenario({ chapters: [chapter(true), chapter(true), chapter(false)] });
  const whole = testInfo(1, 100, { chapters: infos });
  return { ...initialState, run: { ...initialState.run, info: whole, scenario, cursor: { step: seq, seq, at: seq } } };
}

test("a chapter begins with its event", () => {
  expect([9, 10, 19, 20, 99].map((seq) => currentChapter(at(seq).run))).toEqual([-1, 0, 0, 1, 2]);
});

test.each<readonly [seq: number, shown: number | undefined, why: string]>([
  [5, undefined, "before the first chapter nothing is asked"],
  [12, 0, "the current chapter's question is shown"],
  [22, 1, "also when an earlier one is still open"],
  [25, 0, "but at the moment that answers one, that one"],
  [35, 1, "a question stays until the chapter in which it is answered ends"],
])("at event %i the question of chapter %s is shown: %s", (seq, shown) => {
  expect(shownQuestion(at(seq))).toBe(shown);
});

test("a chapter shows the view that it names; one that names none takes back only what the story showed", () => {
  const chapters = [{ ...chapter(false), view: "pipeline" as const }, chapter(false)];
  const run = { ...at(10).run, scenario: testScenario({ chapters }) };
  const elsewhere = { id: "elsewhere" as ViewId };
  expect(viewOfChapter(run, elsewhere, 0)).toEqual({ id: "pipeline", passing: true });
  expect(viewOfChapter(run, elsewhere, 1)).toEqual(elsewhere);
  expect(viewOfChapter(run, { ...elsewhere, passing: true }, 1)).toEqual({ id: "pipeline" });
});

test("a chapter can open one of the five checks, and the next one another", () => {
  const shows = (check: CheckId | undefined) => ({ ...chapter(false), view: "diagnosis" as const, check });
  const run = { ...at(10).run, scenario: testScenario({ chapters: [shows("audit"), shows(undefined)] }) };
  const pipeline = { id: "pipeline" as const };
  expect(viewOfChapter(run, pipeline, 0)).toEqual({ id: "diagnosis", passing: true, check: "audit" });
  expect(viewOfChapter(run, pipeline, 1)).toEqual({ id: "diagnosis", passing: true });
});

test("a view that is asked for by name comes as it is shown, else as the chapter shows it", () => {
  const chapters = [{ ...chapter(false), view: "compare" as const, along: "script" as const }];
  const run = { ...at(10).run, scenario: testScenario({ chapters }) };
  expect(viewOfChapter(run, { id: "pipeline" }, 0)).toEqual({ id: "compare", passing: true, along: "script" });
  // From here on it is the person's choice.
  expect(viewNamed(run, { id: "pipeline" }, "compare")).toEqual({ id: "compare", along: "script" });
  expect(viewNamed(run, { id: "compare", along: "time" }, "compare")).toEqual({ id: "compare", along: "time" });
  expect(viewNamed(run, { id: "compare", along: "time" }, "history")).toEqual({ id: "history" });
});

test("while the answer of what is asked is ahead, the question is open", () => {
  expect([5, 12, 22, 26, 35].map((seq) => isQuestionOpen(at(seq)))).toEqual([false, true, true, true, true]);
  expect([25, 50, 60].map((seq) => isQuestionOpen(at(seq)))).toEqual([false, false, false]);
});

test("a run of systems alone is looked at through them: nobody in it has a pipeline", () => {
  const systems = [{ name: "early", kind: "Gateway", options: {} }];
  expect(homeView(testScenario({ systems })).id).toBe("systems");
  expect(homeView({ systems, controllers: ["web"] }).id).toBe("pipeline");
  expect(homeView(testScenario({})).id).toBe("pipeline");
  expect(homeView(undefined).id).toBe("pipeline");
  const run = { ...at(10).run, scenario: testScenario({ systems, chapters: [chapter(false)] }) };
  expect(viewOfChapter(run, { id: "compare", passing: true }, 0)).toEqual({ id: "systems" });
});
