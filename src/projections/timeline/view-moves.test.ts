import fc from "fast-check";
import { expect, test } from "vitest";
import { type AxisInput, layoutAxis, type TimelineView, valueAt, xOfEvent } from "./axis.ts";
import { followCursor } from "./follow-cursor.ts";
import { EMPTY_GAPS, extendGaps } from "./gap-index.ts";
import { manyColumns, ticksAt } from "./test-columns.ts";
import { fitAll, panBy, viewAround, withEvent, zoomAt } from "./view-moves.ts";

const columns = ticksAt(
  Array.from({ length: 300 }, (_, index) => Math.floor(index / 10) * 1_000_000 + (index % 10) * 100),
);
const input: AxisInput = { columns, gaps: extendGaps(EMPTY_GAPS, columns), width: 1300, foldWidth: 36 };
const types = ["elastic", "order", "real"] as const;

test.each(types)("the whole run fits on the %s axis, and hardly less than the width is used", (type) => {
  const axis = layoutAxis(fitAll(type, input), input);
  expect([axis.first, axis.last]).toEqual([0, 300]);
  expect(xOfEvent(axis, columns, 299)).toBeLessThanOrEqual(1300);
  expect(xOfEvent(axis, columns, 299)).toBeGreaterThan(1150);
});

test.each(types)("on the %s axis what is under the pointer stays there while zooming", (type) => {
  let view: TimelineView = viewAround(type, input, 150);
  const before = valueAt(layoutAxis(view, input), 700);
  for (let round = 0; round < 5; round++) view = zoomAt(view, 700, 1.3, input);
  expect(valueAt(layoutAxis(view, input), 700)).toBeCloseTo(before, 3);
});

test("content follows the pointer while panning, across folds too", () => {
  const view = viewAround("elastic", input, 250);
  const before = xOfEvent(layoutAxis(view, input), columns, 240);
  expect(xOfEvent(layoutAxis(panBy(view, -120, input), input), columns, 240)).toBeCloseTo(before - 120, 3);
});

test("one cannot pan or zoom away from the run", () => {
  let view = viewAround("real", input, 100);
  for (let round = 0; round < 40; round++) view = panBy(view, 500, input);
  expect(xOfEvent(layoutAxis(view, input), columns, 0)).toBeLessThanOrEqual(1300 * 0.75 + 1);
  for (let round = 0; round < 80; round++) view = zoomAt(view, 300, 0.5, input);
  const axis = layoutAxis(view, input);
  expect(axis.last - axis.first).toBe(300);
});

test("the first view of a long run shows its newest part with the playhead right of the middle", () => {
  const long = manyColumns(100_000, 5);
  const longInput = { columns: long, gaps: extendGaps(EMPTY_GAPS, long), width: 1300, foldWidth: 36 };
  const axis = layoutAxis(viewAround("elastic", longInput, 50_000), longInput);
  expect(axis.last - axis.first).toBeLessThanOrEqual(600);
  expect(xOfEvent(axis, long, 50_000)).toBeGreaterThan(650);
  expect(xOfEvent(axis, long, 50_000)).toBeLessThan(1200);
});

/** Times of events in bursts: most gaps short, some up to a minute. */
const burstTimes = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 2_000 }) }, fc.integer({ min: 0, max: 60_000_000 })),
    {
      minLength: 2,
      maxLength: 300,
    },
  )
  .map((gaps) => gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0)));

test.each(types)("on the %s axis a view that is chosen or moved for an event shows that event", (type) => {
  fc.assert(
    fc.property(burstTimes, fc.nat(), fc.nat(), fc.integer({ min: -8, max: 8 }), (times, pick, other, zoom) => {
      const events = ticksAt(times);
      const burst = { columns: events, gaps: extendGaps(EMPTY_GAPS, events), width: 1300, foldWidth: 36 };
      const cursor = pick % times.length;
      const chosen = viewAround(type, burst, cursor);
      const moved = withEvent(
        zoomAt(viewAround(type, burst, other % times.length), 600, 2 ** zoom, burst),
        cursor,
        burst,
      );
      for (const view of [chosen, moved]) {
        const x = xOfEvent(layoutAxis(view, burst), events, cursor);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(1300);
      }
    }),
  );
});

test("an event in sight does not move the view, one outside does", () => {
  const view = viewAround("elastic", input, 250);
  expect(withEvent(view, 249, input)).toBe(view);
  const moved = layoutAxis(withEvent(zoomAt(view, 1000, 8, input), 5, input), input);
  expect(xOfEvent(moved, columns, 5)).toBeGreaterThanOrEqual(0);
  expect(xOfEvent(moved, columns, 5)).toBeLessThan(1300);
});

test("while playing, the playhead stops before the right edge and a person who panned away is left alone", () => {
  const view = zoomAt(viewAround("order", input, 100), 600, 4, input);
  const playing = { isOurs: false, wasSeen: true, isPlaying: true };
  const x = (of: TimelineView, event: number) => xOfEvent(layoutAxis(of, input), columns, event);
  const last = layoutAxis(view, input).last - 1;
  expect(x(followCursor(view, input, last, playing), last)).toBeCloseTo(1300 * 0.86, 3);
  expect(followCursor(view, input, 290, { ...playing, wasSeen: false })).toBe(view);
});
