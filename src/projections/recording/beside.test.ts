import { expect, test } from "vitest";
import { defined } from "../../base/assert.ts";
import { type Beside, fieldPairs, rowsBeside, sameUpTo, standingsOf } from "./beside.ts";

const entry = (type: string, ...fields: (readonly [string, string])[]) => ({ at: 0, lane: "reflector", type, fields });

/** a, b and c were recorded; the engine does the same at the events 0, 3 and 4. */
const same: Beside = {
  recorded: [entry("a"), entry("b", ["rv", "5"]), entry("c")],
  replayed: [
    { ...entry("a"), seq: 0 },
    { ...entry("b", ["rv", "5"]), seq: 3 },
    { ...entry("c"), seq: 4 },
  ],
  pairs: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  difference: undefined,
};

test("what the engine does as recorded stands in one line with it, at the event that tells of it", () => {
  expect(rowsBeside(same).map(({ seq, standing }) => [seq, standing])).toEqual([
    [0, "same"],
    [3, "same"],
    [4, "same"],
  ]);
  expect(sameUpTo(rowsBeside(same), 3)).toEqual({ here: 2, all: 3 });
});

test("a value that is another one is the first difference, and what follows is not compared", () => {
  const rows = rowsBeside({
    ...same,
    replayed: same.replayed.with(1, { ...entry("b", ["rv", "6"]), seq: 3 }),
    pairs: [[0, 0]],
    difference: { seq: 3, recorded: 1, replayed: 1 },
  });
  expect(rows.map(({ standing }) => standing)).toEqual(["same", "differs", "open", "open"]);
  expect(fieldPairs(defined(rows[1], "second line"))).toEqual([{ name: "rv", engine: "6", library: "5" }]);
});

test("what the engine does not do stands where it was recorded", () => {
  const rows = rowsBeside({
    ...same,
    replayed: same.replayed.filter(({ type }) => type !== "b"),
    pairs: [
      [0, 0],
      [2, 1],
    ],
    difference: { seq: 2, recorded: 1, replayed: undefined },
  });
  expect(rows.map(({ seq, engine, library, standing }) => [seq, engine?.type, library?.type, standing])).toEqual([
    [0, "a", "a", "same"],
    [2, undefined, "b", "differs"],
    [4, "c", "c", "same"],
  ]);
});

test("what the recording leaves open is neither the same nor a difference", () => {
  const open = { ...same, pairs: same.pairs.slice(0, 2) };
  expect(rowsBeside(open).map(({ standing }) => standing)).toEqual(["same", "same", "open", "open"]);
  expect(standingsOf(open).get(4)).toBe("open");
});

test("an event that is told in several observations is lit when one of them is as recorded", () => {
  const twice = { ...same, replayed: same.replayed.map((one) => ({ ...one, seq: 0 })), pairs: same.pairs.slice(0, 1) };
  expect(standingsOf(twice).get(0)).toBe("same");
  expect(standingsOf(same).has(1)).toBe(false);
});
