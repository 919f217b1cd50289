// Goal: every scenario of the catalogue tells the truth. Method: run it as it is, in every profile that it claims, and with another seed; hold
// it against its own chapters and expectations, and against a golden trace that was read line by line against the cited sources.
import { expect, test } from "vitest";
import { digestText } from "../base/digest.ts";
import type { ClusterEvent } from "../simulation/cluster/cluster.ts";
import { stockScenario, stockScenarios } from "./catalog.ts";
import { checkStory } from "./check-story.ts";
import { checkExpectations } from "./expect.ts";
import { type HeadlessEnd, objectsIn, runHeadless } from "./headless-run.ts";
import { type Overrides, planOf } from "./plan-of.ts";
import { textOfPath } from "./problem-path.ts";
import { readScenario } from "./read-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { STOCK_IDS } from "./stock-ids.ts";
import { traceLine } from "./trace-line.ts";

type Ran = HeadlessEnd & { readonly trace: readonly ClusterEvent[] };

function run(scenario: Scenario, overrides: Overrides = {}): Ran {
  const trace: ClusterEvent[] = [];
  const ended = runHeadless(planOf(scenario, overrides), (events) => trace.push(...events));
  return { ...ended, trace };
}

function hasEnded({ end }: Pick<Ran, "end">): boolean {
  return end === "until" || end === "quiet";
}

/** What a run lacks: chapters and answers that do not come in order, steps of the script that never happen, expectations that are not met. */
function lacks(scenario: Scenario, { trace, world, end }: Ran): readonly string[] {
  return [
    ...(hasEnded({ end }) ? [] : [`it was stopped: ${end}`]),
    ...checkStory(scenario, trace).map(({ path, message }) => `${textOfPath(path)}: ${message}`),
    ...checkExpectations(scenario.expect, trace, objectsIn(world))
      .filter(({ met }) => !met)
      .map(({ index, wanted, found }) => `expect[${index}]: wanted ${wanted}, found ${found}`),
  ];
}

test.each(STOCK_IDS)("%s decodes, and is called what its file is called", async (id) => {
  expect((await stockScenario(id)).id).toBe(id);
});

test.each(STOCK_IDS)("%s runs to its end, meets its expectations and equals its golden trace", async (id) => {
  const scenario = await stockScenario(id);
  const ran = run(scenario);
  expect(lacks(scenario, ran)).toEqual([]);
  await expect(`${ran.trace.map(traceLine).join("\n")}\n`).toMatchFileSnapshot(`golden/${id}.golden.txt`);
  expect(digestText(run(scenario).world.digest)).toBe(digestText(ran.world.digest));
});

test.each(STOCK_IDS)("%s is true in every profile that it names", async (id) => {
  const scenario = await stockScenario(id);
  for (const profile of scenario.profiles.filter((one) => one !== scenario.profile)) {
    expect({ profile, lacks: lacks(scenario, run(scenario, { profile })) }).toEqual({ profile, lacks: [] });
  }
});

test.each(STOCK_IDS)("the variants that %s compares run to their end, and no two of them alike", async (id) => {
  const { variants } = await stockScenario(id);
  const ran = variants.map(({ scenario }) => run(scenario));
  expect(ran.filter((one) => !hasEnded(one))).toEqual([]);
  expect(new Set(ran.map(({ world }) => digestText(world.digest))).size).toBe(variants.length);
});

test.each(STOCK_IDS)("%s does not depend on its seed", async (id) => {
  const scenario = await stockScenario(id);
  const seed = scenario.seed + 1;
  expect({ seed, lacks: lacks(scenario, run(scenario, { seed })) }).toEqual({ seed, lacks: [] });
});

test("every scenario but the sandbox asks for a prediction and offers something to break, in both languages", async () => {
  for (const scenario of await stockScenarios()) {
    const { id, chapters } = scenario;
    if (id !== "sandbox")
      expect({ id, asks: chapters.some(({ ask }) => ask !== undefined) }).toEqual({ id, asks: true });
    expect({ id, tries: chapters.some(({ tries }) => tries.length > 0) }).toEqual({ id, tries: true });
    for (const text of textsOf(scenario)) {
      expect(text.zh, text.en).toMatch(/\p{Script=Han}/u);
      expect(text.en).not.toMatch(/\p{Script=Han}/u);
    }
    expect(scenario.sources.length).toBeGreaterThan(0);
  }
});

function textsOf({ title, question, summary, chapters }: Scenario): readonly Scenario["title"][] {
  return [
    title,
    question,
    summary,
    ...chapters.flatMap((chapter) => [
      chapter.title,
      chapter.say,
      ...chapter.tries.map(({ consequence }) => consequence),
    ]),
  ];
}

test("a scenario that the catalogue does not have is a problem with a suggestion", async () => {
  expect(await readScenario({ type: "stock", id: "three-pod" })).toEqual({
    type: "problems",
    problems: [{ path: "scenario", message: 'There is no stock scenario "three-pod"; did you mean "three-pods"?' }],
  });
});
