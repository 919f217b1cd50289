import { expect, test } from "vitest";
import { niceTicks } from "./nice-ticks.ts";

test.each([
  [0, 10, 5, [0, 2, 4, 6, 8, 10]],
  [0, 10, 10, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  [2_000_000, 2_005_000, 3, [2_000_000, 2_002_000, 2_004_000]],
  [-3, 3, 3, [-2, 0, 2]],
  [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [12_830_000, 12_845_000, 3, [12_830_000, 12_835_000, 12_840_000, 12_845_000]],
])("from %d to %d in about %d: %j", (from, to, count, ticks) => {
  expect(niceTicks(from, to, count)).toEqual(ticks);
});

test("an empty range, or no ticks, gives none", () => {
  expect(niceTicks(5, 5, 4)).toEqual([]);
  expect(niceTicks(5, 4, 4)).toEqual([]);
  expect(niceTicks(0, 10, 0)).toEqual([]);
});
