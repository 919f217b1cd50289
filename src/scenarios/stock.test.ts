// Goal: every scenario of the catalogue tells the truth. Method: run it as it is, in every profile that it claims, and with another seed; hold
// it against its own chapters and expectations, its variants against theirs, and it against a golden trace that was read line by line against
// the cited sources.
import { expect, test } from "vitest";
import { digestText } from "../base/digest.ts";
import { type ClusterStep, createEngine } from "../simulation/cluster/boot.ts";
import type { ClusterEvent } from "../simulation/cluster/cluster.ts";
import { matches } from "../simulation/cluster/matcher.ts";
import { reconcilers } from "../simulation/controllers/reconcilers.ts";
import { checkAll } from "../simulation/invariants/check-all.ts";
import { systems } from "../simulation/systems/systems.ts";
import { stockScenario, stockScenarios } from "./catalog.ts";
import { checkStory } from "./check-story.ts";
import { checkExpectations, indexOfMoment } from "./expect.ts";
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
    ...missed(scenario, { trace, world }),
  ];
}

/** Expectations that are not met. */
function missed({ expect: expected }: Scenario, { trace, world }: Pick<Ran, "trace" | "world">): readonly string[] {
  return checkExpectations(expected, trace, objectsIn(world))
    .filter(({ met }) => !met)
    .map(({ index, wanted, found }) => `expect[${index}]: wanted ${wanted}, found ${found}`);
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

test.each(STOCK_IDS)(
  "the variants that %s compares run to their end, meet what they expect, and no two are alike",
  async (id) => {
    const scenario = await stockScenario(id);
    const { variants } = scenario;
    const ran = variants.map((variant) => ({ ...variant, ran: run(variant.scenario) }));
    for (const { name, scenario: variant, ran: one } of ran) {
      expect({ name: name.en, hasEnded: hasEnded(one) }).toEqual({ name: name.en, hasEnded: true });
      expect({ name: name.en, lacks: missed(variant, one) }).toEqual({ name: name.en, lacks: [] });
      // What is said of the scenario itself is checked above; every other run says what is different about it.
      const isItself = JSON.stringify(planOf(variant, {})) === JSON.stringify(planOf(scenario, {}));
      expect({ name: name.en, says: isItself || variant.expect.length > 0 }).toEqual({ name: name.en, says: true });
    }
    expect(new Set(ran.map(({ ran: { world } }) => digestText(world.digest))).size).toBe(variants.length);
  },
);

test.each(STOCK_IDS)("%s does not depend on its seed", async (id) => {
  const scenario = await stockScenario(id);
  const seed = scenario.seed + 1;
  expect({ seed, lacks: lacks(scenario, run(scenario, { seed })) }).toEqual({ seed, lacks: [] });
});

test.each(STOCK_IDS)(
  "what the chapters of %s offer to try finds somebody to do it to, where the chapter stands",
  async (id) => {
    expect(triesThatMiss(await stockScenario(id))).toEqual([]);
  },
);

/** Runs a scenario, and does at the moment of each chapter what it offers, each in a world of its own. Gives what had nobody to do it to. */
function triesThatMiss(scenario: Scenario): readonly string[] {
  const engine = createEngine(reconcilers, systems, checkAll);
  const { until } = planOf(scenario, {});
  const missed: string[] = [];
  const trace: ClusterEvent[] = [];
  let ahead = scenario.chapters.filter(({ tries }) => tries.length > 0);
  let next: ClusterStep | undefined = engine.boot(planOf(scenario, {}));
  while (next !== undefined && next.world.now <= until && ahead.length > 0) {
    const { world, events }: ClusterStep = next;
    trace.push(...events);
    const begun = ahead.filter(
      ({ on }) => events.some((event) => matches(on.match, event)) && indexOfMoment(trace, on) !== undefined,
    );
    for (const { label, action } of begun.flatMap(({ tries }) => tries))
      if (engine.act(world, action).events.some(({ fact }) => fact.type === "fault.missed")) missed.push(label.en);
    ahead = ahead.filter((chapter) => !begun.includes(chapter));
    next = engine.step(world);
  }
  return missed;
}

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
