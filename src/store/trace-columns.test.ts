import { expect, test } from "vitest";
import { testChunk } from "./test-channel.ts";
import { emptyColumns, textOf, withChunk } from "./trace-columns.ts";

test("chunks follow each other, and the string table grows with them", () => {
  const first = withChunk(emptyColumns, testChunk(0, 3));
  const second = withChunk(first, { ...testChunk(3, 2), strings: ["d"] });
  expect(second.length).toBe(5);
  expect([...second.at.subarray(0, second.length)]).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  expect(textOf(second, 3)).toBe("d");
  expect(textOf(second, 9)).toBe("");
});

test("an older value still shows what it showed", () => {
  const first = withChunk(emptyColumns, testChunk(0, 3));
  withChunk(first, testChunk(3, 2_000));
  expect(first.length).toBe(3);
  expect([...first.type.subarray(0, first.length)]).toEqual([0, 1, 2]);
});

test("appending within the room that is there shares the arrays", () => {
  const first = withChunk(emptyColumns, testChunk(0, 3));
  expect(withChunk(first, testChunk(3, 1)).at).toBe(first.at);
});

test("a chunk from the middle replaces the rest and leaves the old value alone", () => {
  const first = withChunk(emptyColumns, testChunk(0, 10));
  const other = { ...testChunk(4, 2), at: Float64Array.from([7, 8]) };
  const second = withChunk(first, other);
  expect([...second.at.subarray(0, second.length)]).toEqual([0, 1_000, 2_000, 3_000, 7, 8]);
  expect(first.at[4]).toBe(4_000);
});

test("a chunk that leaves a gap is our own fault", () => {
  expect(() => withChunk(emptyColumns, testChunk(5, 1))).toThrow("a chunk from 5 leaves a gap after 0 events");
});

test("another branch from its beginning keeps the string table and adds to it", () => {
  const first = withChunk(emptyColumns, testChunk(0, 10));
  const second = withChunk(first, { ...testChunk(0, 4), stringsFrom: 3, strings: ["d"] });
  expect(second.length).toBe(4);
  expect(second.strings).toEqual(["a", "b", "c", "d"]);
});
