// Goal: what the page claims is complete and names things that exist. Method: hold the data against machines, facts and test files as text.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readStructure } from "../statechart/chart-structure.ts";
import { drawnMachines } from "../statechart/drawn-machines.ts";
import { AREAS } from "./areas.ts";
import { CLAIMS } from "./claims.ts";
import { CONSTANTS } from "./constants.ts";
import { ENTRIES } from "./entries.ts";
import { entryById, entryForEdge, entryForFact, entryForState } from "./find-entry.ts";
import { NOT_MODELLED } from "./not-modelled.ts";
import { RECORDED_RUNS } from "./recorded-runs.ts";

const root = join(import.meta.dirname, "../../..");
const charts = drawnMachines.map(readStructure);

function sourceOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function testFiles(): readonly string[] {
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `src/${path}`);
}

/** The types of the facts that a file declares. */
function factTypesIn(path: string): readonly string[] {
  const declared = sourceOf(path).matchAll(/readonly type:((?:\s*\|?\s*"[\w.]+")+)/g);
  return [...declared].flatMap(([, types = ""]) => [...types.matchAll(/"([\w.]+)"/g)].map(([, type = ""]) => type));
}

function repeated(ids: readonly string[]): readonly string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

test("every id stands once, and every area has entries", () => {
  expect(repeated(ENTRIES.map(({ id }) => id))).toEqual([]);
  expect(repeated(CLAIMS.map(({ id }) => id))).toEqual([]);
  expect(repeated(CONSTANTS.map(({ id }) => id))).toEqual([]);
  expect(repeated(NOT_MODELLED.map(({ id }) => id))).toEqual([]);
  expect(AREAS.filter(({ id }) => !ENTRIES.some(({ area }) => area === id))).toEqual([]);
});

test("every entry names a place upstream, and a recorded run or a test of its own", () => {
  const bare = ENTRIES.filter(
    ({ upstream, evidence }) => upstream.length === 0 || evidence.runs.length + evidence.tests.length === 0,
  );
  expect(bare.map(({ id }) => id)).toEqual([]);
});

test("every recorded run that is named exists, and every run is told about once in the list", () => {
  const names = new Set(RECORDED_RUNS.map(({ name }) => name));
  const unknown = ENTRIES.flatMap(({ id, evidence }) =>
    evidence.runs.filter((run) => !names.has(run)).map((run) => `${id}: ${run}`),
  );
  expect(unknown).toEqual([]);
  expect(names.size).toBe(RECORDED_RUNS.length);
});

test("every test that is named stands in its file", () => {
  const files = testFiles().map((file) => ({ file, source: sourceOf(file) }));
  const misplaced = ENTRIES.flatMap(({ id, evidence }) =>
    evidence.tests.flatMap(({ file, title }) => {
      const places = files.filter(({ source }) => source.includes(title)).map((one) => one.file);
      return places.includes(file) ? [] : [`${id}: "${title}" is in ${places.join(", ") || "no file"}, not in ${file}`];
    }),
  );
  expect(misplaced).toEqual([]);
});

test("every type of event leads to an entry", () => {
  const types = [
    "src/simulation/cluster/facts.ts",
    "src/simulation/cluster/process-facts.ts",
    "src/simulation/cluster/system-facts.ts",
    "src/simulation/cluster/informer/facts.ts",
    "src/simulation/kernel/turn.ts",
  ].flatMap(factTypesIn);
  expect(types.length).toBeGreaterThan(100);
  const told = types.filter((type) => type !== "machine.timer"); // a message, not an event
  expect(told.filter((type) => entryForFact(type) === undefined && !isToldByFields(type))).toEqual([]);
});

/** Some types are told only by what their fields say. */
function isToldByFields(type: string): boolean {
  return ENTRIES.some(({ shownBy }) => shownBy.facts.some((pattern) => pattern.type === type));
}

test("every state of every machine leads to an entry", () => {
  const silent = charts.flatMap(({ machine, nodes }) =>
    nodes.filter(({ id }) => entryForState(machine, id) === undefined).map(({ id }) => id),
  );
  expect(silent).toEqual([]);
});

test("every transition of every machine leads to an entry", () => {
  const silent = charts.flatMap(({ machine, edges }) =>
    edges
      .filter(({ source, trigger, guard }) => entryForEdge(machine, source, trigger.event, guard) === undefined)
      .map(({ source, trigger }) => `${source} ${trigger.event}`),
  );
  expect(silent).toEqual([]);
});

test("every state and transition that an entry names exists in a machine", () => {
  const states = new Set(charts.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  const edges = charts.flatMap((chart) => chart.edges);
  const wrong = ENTRIES.flatMap(({ id, shownBy }) => [
    ...shownBy.states.filter((state) => !states.has(state)).map((state) => `${id}: ${state}`),
    ...shownBy.edges
      .filter(({ source, event, guard }) => {
        const known = edges.filter((edge) => edge.source === source && edge.trigger.event === event);
        return known.length === 0 || (guard !== undefined && !known.some((edge) => edge.guard === guard));
      })
      .map(({ source, event, guard }) => `${id}: ${source} ${event} ${guard ?? ""}`),
  ]);
  expect(wrong).toEqual([]);
});

test("every entry that a constant or a claim points to exists", () => {
  const ids = [...CONSTANTS.map(({ entry }) => entry), ...CLAIMS.flatMap(({ entries }) => entries)];
  expect(ids.filter((id) => entryById(id) === undefined)).toEqual([]);
});

test("the status follows from the evidence, and only what is simplified leaves something out", () => {
  const counts = { recorded: 0, derived: 0, simplified: 0 };
  for (const { status, evidence, leftOut } of ENTRIES) {
    counts[status]++;
    expect(leftOut !== undefined).toBe(status === "simplified");
    if (status !== "simplified") expect(evidence.runs.length > 0).toBe(status === "recorded");
  }
  expect(Math.min(counts.recorded, counts.derived, counts.simplified)).toBeGreaterThan(0);
});

test("an event leads to the entry that says most about it", () => {
  expect(entryForFact("watch.event", { event: "ERROR", code: 410 })?.id).toBe("error-event-410");
  expect(entryForFact("watch.event", { event: "ERROR", code: 500 })?.id).toBe("error-event-other");
  expect(entryForFact("watch.event", { event: "BOOKMARK", initialEventsEnd: false })?.id).toBe(
    "bookmark-moves-version-only",
  );
  expect(entryForFact("watch.event", { event: "ADDED" })?.id).toBe("events-become-store-calls");
  expect(entryForFact("nothing")).toBeUndefined();
});

test("a state leads to its own entry or to that of the state around it, a transition to that of its guard", () => {
  expect(entryForState("reflector", "reflector.backingOff")?.id).toBe("list-and-watch-loop");
  expect(entryForState("reflector", "backingOff")?.id).toBe("list-and-watch-loop");
  expect(entryForState("worker", "worker.running.phase.fetch")?.id).toBe("phases");
  expect(entryForEdge("reflector", "reflector.watching.streaming", "watchClosed", "wasVeryShort")?.id).toBe(
    "very-short-watch",
  );
  expect(entryForEdge("reflector", "reflector.watching.streaming", "watchClosed")?.id).toBe("watch-resumes");
  expect(entryForEdge("pod", "pod.seen", "", "isReady")?.id).toBe("pod-phases");
});

test("the claims that scenario files can name are those that there are", () => {
  const named = [...sourceOf("src/scenarios/claim-ids.ts").matchAll(/^ {2}"(.+)",$/gm)].map(([, id]) => id);
  expect(named).toEqual(CLAIMS.map(({ id }) => id));
});

test("every claim is shown in a scenario that puts it to the test", () => {
  const folder = "src/scenarios/stock";
  const cards = readdirSync(join(root, folder)).map((file) => {
    const { claims: ids = [] }: { claims?: readonly string[] } = parse(sourceOf(`${folder}/${file}`));
    return { scenario: file.replace(/\.yaml$/, ""), ids };
  });
  expect(cards.flatMap(({ ids }) => ids).length).toBeGreaterThan(10);
  const elsewhere = CLAIMS.flatMap(({ id, moment }) => {
    const shown = cards.find(({ scenario }) => moment.startsWith(`/s/${scenario}?`));
    return shown === undefined || shown.ids.includes(id) ? [] : [`${id} is shown in ${shown.scenario}`];
  });
  expect(elsewhere).toEqual([]);
});
