import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type AxisInput,
  axisFor,
  eventNear,
  layoutAxis,
  type TimelineView,
  valueAt,
  xOfEvent,
  xOfValue,
} from "./axis.ts";
import { EMPTY_GAPS, extendGaps } from "./gap-index.ts";
import { ticksAt } from "./test-columns.ts";

const inputOf = (times: readonly number[], width = 1000): AxisInput => {
  const columns = ticksAt(times);
  return { columns, gaps: extendGaps(EMPTY_GAPS, columns), width, foldWidth: 36 };
};
const elastic = (scale: number, anchor = 0, anchorX = 10): TimelineView => ({
  type: "elastic",
  anchor,
  anchorX,
  scale,
});

/** Two bursts of five events, 1 ms apart each, ten seconds between them. */
const burst = (from: number) => Array.from({ length: 5 }, (_, index) => from + index * 1_000);
const twoBursts = [...burst(0), ...burst(10_000_000)];

test("on the real axis a px is always the same time", () => {
  const axis = layoutAxis({ type: "real", anchor: 0, anchorX: 0, scale: 20_000 }, inputOf(twoBursts));
  expect(axis.folds).toEqual([]);
  expect(xOfValue(axis, 10_000_000)).toBe(500);
  expect(valueAt(axis, 250)).toBe(5_000_000);
});

test("on the order axis every event has a slot of the same width", () => {
  const input = inputOf([0, 0, 0, 900, 80_000_000]);
  const axis = layoutAxis({ type: "order", anchor: 0, anchorX: 0, scale: 0.01 }, input);
  expect([0, 1, 2, 3, 4].map((event) => xOfEvent(axis, input.columns, event))).toEqual([50, 150, 250, 350, 450]);
  expect([axis.first, axis.last]).toEqual([0, 5]);
});

test("a run that is all one instant is laid out in order, unless somebody wants real time", () => {
  const { columns } = inputOf([5, 5, 5]);
  expect(axisFor("elastic", columns)).toBe("order");
  expect(axisFor("real", columns)).toBe("real");
  expect(axisFor("elastic", inputOf(twoBursts).columns)).toBe("elastic");
});

test("an idle gap of more than 40 median gaps folds to a strip of fixed width", () => {
  const input = inputOf(twoBursts);
  const axis = layoutAxis(elastic(50), input);
  expect(axis.folds.map(({ x0, x1 }) => x1 - x0)).toEqual([36]);
  // 80 px of burst, 24 px left of the strip, the strip, 8 px right of it.
  expect(xOfEvent(axis, input.columns, 5)).toBe(10 + 80 + 24 + 36 + 8);
  expect([axis.first, axis.last]).toEqual([0, 10]);
});

test("a gap of 30 median gaps stays as it is", () => {
  const axis = layoutAxis(elastic(50), inputOf([...burst(0), ...burst(34_000)]));
  expect(axis.folds).toEqual([]);
});

test("what folds depends on the median in view, not on the whole run", () => {
  // 200 events a second apart, then a burst of events 1 ms apart with a gap of half a second in it.
  const slow = Array.from({ length: 200 }, (_, index) => index * 1_000_000);
  const fast = [...burst(300_000_000), ...burst(300_500_000)];
  const input = inputOf([...slow, ...fast]);
  const near = layoutAxis({ type: "elastic", anchor: 300_000_000, anchorX: 100, scale: 20 }, input);
  expect(near.folds.some(({ from, to }) => from > 300_000_000 && to < 300_500_000)).toBe(true);
  const far = layoutAxis({ type: "elastic", anchor: 0, anchorX: 10, scale: 100_000 }, input);
  expect(far.folds).toEqual([]);
});

test("a fold never makes a gap wider than it is", () => {
  const axis = layoutAxis(elastic(300_000), inputOf(twoBursts));
  expect(axis.folds).toEqual([]);
});

test("a view may be anchored in the middle of a fold", () => {
  const input = inputOf(twoBursts);
  const axis = layoutAxis(elastic(50, 5_002_000, 500), input);
  expect(axis.folds).toHaveLength(1);
  expect(xOfValue(axis, 5_002_000)).toBeCloseTo(500, 6);
  expect(xOfEvent(axis, input.columns, 4)).toBeLessThan(500);
  expect(xOfEvent(axis, input.columns, 5)).toBeGreaterThan(500);
});

test("values outside of the view stand just outside of the plot", () => {
  const axis = layoutAxis({ type: "real", anchor: 5_000_000, anchorX: 0, scale: 100 }, inputOf(twoBursts));
  expect(xOfValue(axis, 0)).toBeLessThan(0);
  expect(xOfValue(axis, 10_000_000)).toBeGreaterThan(1000);
});

test("the nearest event is found from a value", () => {
  const input = inputOf([0, 1_000, 2_000]);
  const axis = layoutAxis({ type: "real", anchor: 0, anchorX: 0, scale: 10 }, input);
  expect([-5, 400, 600, 1_499, 1_501, 9_000].map((value) => eventNear(axis, input.columns, value))).toEqual([
    0, 0, 1, 1, 2, 2,
  ]);
});

test("whatever the run and the view, the axis is continuous and rises, and places and values lead to each other", () => {
  // Method: random gaps over nine orders of magnitude, random anchor and scale.
  const gaps = fc.array(
    fc.integer({ min: 0, max: 9 }).chain((power) => fc.integer({ min: 0, max: 10 ** power })),
    { minLength: 2, maxLength: 80 },
  );
  const property = fc.property(
    gaps,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: -2, max: 7 }),
    (lengths, share, power) => {
      let at = 0;
      const times = lengths.map((length) => {
        at += length;
        return at;
      });
      const input = inputOf(times, 600);
      const axis = layoutAxis({ type: "elastic", anchor: share * at, anchorX: 200, scale: 10 ** power }, input);
      const parts = [...axis.runs, ...axis.folds].sort((a, b) => a.x0 - b.x0 || a.x1 - b.x1);
      for (let index = 1; index < parts.length; index++) {
        expect(parts[index]?.x0).toBeCloseTo(parts[index - 1]?.x1 ?? 0, 4);
        expect(parts[index]?.from ?? 0).toBeCloseTo(parts[index - 1]?.to ?? 0, 2);
      }
      for (const part of parts) expect(part.to).toBeGreaterThanOrEqual(part.from);
      expect(parts[0]?.x0).toBeLessThanOrEqual(0);
      expect(parts.at(-1)?.x1).toBeGreaterThanOrEqual(600);
      for (const x of [1, 150, 200, 333, 599]) expect(xOfValue(axis, valueAt(axis, x))).toBeCloseTo(x, 2);
    },
  );
  fc.assert(property, { numRuns: 200 });
});
