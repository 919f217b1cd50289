import { expect, test } from "vitest";
import type { Scenario } from "../../store/run-types.ts";
import { groupOf, isStart, START, sectionsOf } from "./catalog-groups.ts";

const files = import.meta.glob<Scenario>("../../scenarios/stock/*.yaml", {
  query: "?scenario",
  import: "default",
  eager: true,
});
const all = Object.values(files);

test("every scenario but the sandbox stands under a puzzle", () => {
  expect(all.filter((scenario) => groupOf(scenario) === undefined).map(({ id }) => id)).toEqual(["sandbox"]);
});

test("who begins finds scenarios that are there, in their order and each once", () => {
  const [start, ...puzzles] = sectionsOf(all, false);
  expect(start?.scenarios.map(({ id }) => id)).toEqual(START);
  expect(puzzles.flatMap(({ scenarios }) => scenarios).filter(isStart)).toEqual([]);
  const listed = sectionsOf(all, false).flatMap(({ scenarios }) => scenarios);
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed).toHaveLength(all.length - 1);
});

test("under a puzzle stands all that belongs to it", () => {
  const sections = sectionsOf(all, true);
  expect(sections.map(({ id }) => id)).not.toContain("start");
  expect(sections.flatMap(({ scenarios }) => scenarios).filter(isStart)).toHaveLength(START.length);
});

test("each to begin with is true in every generation, asks something and can be broken", () => {
  for (const scenario of all.filter(isStart)) {
    expect(scenario.profiles, scenario.id).toHaveLength(3);
    expect(
      scenario.chapters.some(({ ask }) => ask !== undefined),
      scenario.id,
    ).toBe(true);
    expect(
      scenario.chapters.some(({ tries }) => tries.length > 0),
      scenario.id,
    ).toBe(true);
  }
});
