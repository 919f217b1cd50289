import { expect, test } from "vitest";
import { paletteScore } from "./palette-score.ts";

test("every typed word must be somewhere, in any order and case", () => {
  expect(paletteScore("chapter-1", "WATCH list", ["A list, then a watch"])).toBe(1);
  expect(paletteScore("chapter-1", "list lost", ["A list, then a watch"])).toBe(0);
});

test("letters that are only strewn over an item do not find it", () => {
  expect(paletteScore("chapter-2", "list", ["The link is cut"])).toBe(0);
});

test("nothing typed finds everything", () => {
  expect(paletteScore("x", "  ")).toBe(1);
});
