import { expect, test } from "vitest";
import { plotColumns } from "./plot-columns.ts";

const line = (label: string, ...points: readonly (readonly [at: number, value: number])[]) => ({
  label,
  points: points.map(([at, value]) => ({ at, value })),
});

test("lines share one axis: a place without a point of theirs is empty, and at the end each holds its last value", () => {
  const { times, values, own } = plotColumns([line("a", [1, 10], [3, 30]), line("b", [2, 5])], 9);
  expect(times).toEqual([1, 2, 3, 9]);
  expect(values).toEqual([
    [10, null, 30, 30],
    [null, 5, null, 5],
  ]);
  expect(own).toEqual([[0, 2], [1]]);
});

test("a line that jumps keeps both values of its time, beside a line that does not jump there", () => {
  const { times, values } = plotColumns([line("saw", [1, 0], [4, 3], [4, 0]), line("other", [4, 7])], 5);
  expect(times).toEqual([1, 4, 4, 5]);
  expect(values).toEqual([
    [0, 3, 0, 0],
    [null, 7, null, 7],
  ]);
});

test("a line without points stays empty", () => {
  expect(plotColumns([line("none")], 5)).toEqual({ times: [5], values: [[null]], own: [[]] });
});
