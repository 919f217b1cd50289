import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareWithVector as compare } from "./informer-compare.ts";
import { type InformerVector, type Observation, readInformerVector } from "./informer-vector.ts";

function recorded(name: string): InformerVector {
  return readInformerVector(readFileSync(join(import.meta.dirname, `vectors/informer/${name}.json`), "utf8"));
}

/** What is found to differ. */
function differences(vector: InformerVector, observed: readonly Observation[]): readonly string[] {
  return compare(vector, observed).differences.map(({ text }) => text);
}

/** The recorded observations with the one at `index` replaced, or left out. */
function changed(vector: InformerVector, index: number, entry?: Observation): readonly Observation[] {
  return vector.observed.flatMap((old, at) => (at !== index ? [old] : entry === undefined ? [] : [entry]));
}

function indexOf(vector: InformerVector, type: string): number {
  return vector.observed.findIndex((entry) => entry.type === type);
}

const basic = recorded("T01-basic-default");

test("a recorded run conforms to itself", () => {
  expect(differences(basic, basic.observed)).toEqual([]);
});

test("a run that conforms is found again, each observation where it was recorded", () => {
  expect(compare(basic, basic.observed).pairs.toSorted(([a], [b]) => a - b)).toEqual(
    basic.observed.map((_, index) => [index, index]),
  );
});

test("a difference says where each side has it", () => {
  const index = indexOf(basic, "reflector.rv");
  const entry = basic.observed[index];
  if (entry === undefined) throw new Error("the run has no reflector.rv");
  const [wrong] = compare(basic, changed(basic, index, { ...entry, rv: "11" })).differences;
  expect(wrong).toMatchObject({ recorded: index, replayed: index });
  const [surplus] = compare(basic, [...basic.observed, entry]).differences;
  expect(surplus).toMatchObject({ recorded: undefined, replayed: basic.observed.length });
});

test("each observation that is missing is found", () => {
  const missed = basic.observed.filter((_, index) => differences(basic, changed(basic, index)).length === 0);
  expect(missed).toEqual([]);
});

test("a wrong time, a wrong field and a surplus observation are found", () => {
  const index = indexOf(basic, "reflector.rv");
  const entry = basic.observed[index];
  if (entry === undefined) throw new Error("the run has no reflector.rv");
  expect(differences(basic, changed(basic, index, { ...entry, t: 1 }))).not.toEqual([]);
  expect(differences(basic, changed(basic, index, { ...entry, rv: "11" }))).not.toEqual([]);
  expect(differences(basic, [...basic.observed, entry])).not.toEqual([]);
});

test("two lanes may interleave, but not across an order that always holds", () => {
  const pop = indexOf(basic, "fifo.pop");
  const [enqueued] = basic.unordered.before?.find(([, later]) => later === pop) ?? [];
  const early = basic.observed[pop];
  if (enqueued === undefined || early === undefined) throw new Error("nothing comes before the first pop");
  const moved = basic.observed.flatMap((entry, at) => {
    if (at === pop) return [];
    return at === enqueued ? [early, entry] : [entry];
  });
  expect(differences(basic, moved)).toEqual([expect.stringMatching(/^order: fifo.enqueue/)]);
});

test("entries of a permutation may be exchanged, others not", () => {
  const late = recorded("T17-late-handler");
  const [first = 0, second = 0] = late.observed.flatMap(({ type }, index) => (type === "replay" ? [index] : []));
  const swapped = late.observed.map((entry, index) => {
    const other = late.observed[index === first ? second : first]?.object;
    return (index === first || index === second) && other !== undefined ? { ...entry, object: other } : entry;
  });
  const inLane = (found: readonly string[]) => found.filter((difference) => difference.startsWith("driver"));
  expect(inLane(differences(late, swapped))).toEqual([]);
  expect(inLane(differences({ ...late, unordered: {} }, swapped))).toHaveLength(1);
});

test("optional entries may be missing together", () => {
  const stopped = recorded("X03-stop-with-fifo-backlog");
  const optional = new Set(stopped.unordered.optional?.flatMap(({ entries }) => entries));
  const without = stopped.observed.filter((_, index) => !optional.has(index));
  expect(optional.size).toBeGreaterThan(0);
  expect(differences(stopped, without)).toEqual([]);
});
