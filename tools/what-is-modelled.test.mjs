import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modelledMarkdown } from "../src/projections/modelled/as-markdown.ts";
import { CLAIMS } from "../src/projections/modelled/claims.ts";
import { ENTRIES } from "../src/projections/modelled/entries.ts";
import { entryForFact } from "../src/projections/modelled/find-entry.ts";
import { RECORDED_RUNS } from "../src/projections/modelled/recorded-runs.ts";
import { EVENT_TYPES } from "../src/scenarios/event-types.ts";
import { readScenario } from "../src/scenarios/read-scenario.ts";
import { decodeLink } from "../src/sharing/link.ts";
import { docsFile, listRuns } from "./what-is-modelled.mjs";

const moments = [...ENTRIES.flatMap((entry) => entry.moments), ...CLAIMS.flatMap(({ moment }) => moment ?? [])];

test("docs/what-is-modelled.md is what the page shows", () => {
  expect(readFileSync(docsFile, "utf8") === modelledMarkdown(), "run: npm run docs").toBe(true);
});

test("the list of recorded runs is that of the runs that the product brings, and all of them match", () => {
  // That each of them matches is what src/conformance replays.
  expect(RECORDED_RUNS, "run: npm run docs").toEqual(listRuns(() => ({ type: "match" })));
  expect(RECORDED_RUNS.length).toBe(270);
  expect(RECORDED_RUNS.filter(({ matches }) => !matches)).toEqual([]);
});

test.each([...new Set(moments)])("the moment %s can be opened, and its chapter exists", async (link) => {
  const opened = decodeLink(`#${link}`);
  expect(opened.type).toBe("ok");
  const { spec, cursor } = opened.value;
  const read = await readScenario(spec.scenario);
  expect(read.type).toBe("ok");
  if (cursor.type === "chapter") expect(cursor.index).toBeLessThan(read.value.chapters.length);
});

test("every event that a scenario can name leads to an entry", () => {
  const named = new Set(ENTRIES.flatMap((entry) => entry.shownBy.facts.map(({ type }) => type)));
  expect(EVENT_TYPES.filter((type) => entryForFact(type) === undefined && !named.has(type))).toEqual([]);
});
