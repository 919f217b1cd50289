import { expect, test } from "vitest";
import { layoutAxis } from "./axis.ts";
import { labelAxis } from "./axis-labels.ts";
import { causalPast, causeArrows } from "./cause-chain.ts";
import { formatMoment, formatSpan } from "./format-moment.ts";
import { EMPTY_GAPS, extendGaps, medianGap, medianGapIn, nextGap, previousGap } from "./gap-index.ts";
import { matchEvents } from "./match-events.ts";
import { minimapOf } from "./minimap.ts";
import { rowWindow, scrollTopFor } from "./row-window.ts";
import { columnsOf, manyColumns, ticksAt } from "./test-columns.ts";
import { indexTrace } from "./trace-index.ts";

test("long gaps are found in both directions, block by block", () => {
  const columns = manyColumns(2_000, 3);
  const gaps = extendGaps(EMPTY_GAPS, columns);
  // A burst has ten events, so every tenth gap is long.
  expect(nextGap(gaps, columns, 0, 500_000)).toBe(9);
  expect(nextGap(gaps, columns, 10, 500_000)).toBe(19);
  expect(previousGap(gaps, columns, 1_500, 500_000)).toBe(1_499);
  expect(nextGap(gaps, columns, 0, 5_000_000)).toBe(-1);
  expect(previousGap(gaps, columns, 8, 500_000)).toBe(-1);
});

test("the median leaves out events at the same instant", () => {
  const columns = ticksAt([0, 0, 0, 100, 200, 300, 10_300]);
  expect(medianGapIn(columns, 0, 7)).toBe(100);
  const whole = medianGap(extendGaps(EMPTY_GAPS, columns));
  expect(whole).toBeGreaterThan(80);
  expect(whole).toBeLessThan(130);
});

test("labels of the axis never touch each other or the playhead's tag", () => {
  const times = Array.from({ length: 60 }, (_, index) => Math.floor(index / 3) * 700_000 + (index % 3) * 900);
  const columns = ticksAt(times);
  const input = { columns, gaps: extendGaps(EMPTY_GAPS, columns), width: 900, foldWidth: 36 };
  for (const scale of [30, 80, 200, 900, 5_000, 20_000]) {
    const axis = layoutAxis({ type: "elastic", anchor: 0, anchorX: 5, scale }, input);
    const taken = [{ left: 300, right: 350 }];
    const { labels } = labelAxis(axis, { columns, widthOf: (text) => text.length * 6, taken });
    expect(labels.length).toBeGreaterThan(2);
    const all = [...labels, ...taken].sort((a, b) => a.left - b.left);
    for (let index = 1; index < all.length; index++)
      expect(all[index]?.left).toBeGreaterThan(all[index - 1]?.right ?? 0);
  }
});

test("a fold says how long it is, a run says when it starts", () => {
  const columns = ticksAt([0, 1_000, 2_000, 4_100_000, 4_101_000, 4_102_000]);
  const input = { columns, gaps: extendGaps(EMPTY_GAPS, columns), width: 600, foldWidth: 36 };
  const axis = layoutAxis({ type: "elastic", anchor: 0, anchorX: 10, scale: 30 }, input);
  const { labels } = labelAxis(axis, { columns, widthOf: (text) => text.length * 6, taken: [] });
  expect(labels.filter(({ role }) => role === "span").map(({ text }) => text)).toEqual(["4.1 s"]);
  expect(labels.filter(({ role }) => role === "moment").map(({ text }) => text)).toEqual(["0", "4.100"]);
});

test("a moment has more digits the closer one looks, and three at least, as everywhere on the page", () => {
  expect([0, 500, 12_842_000].map((at) => formatMoment(at, 100))).toEqual(["0", "0.001", "12.842"]);
  expect([1, 0.1].map((scale) => formatMoment(12_842_999, scale))).toEqual(["12.84300", "12.842999"]);
});

test("spans are written in their natural unit", () => {
  expect([7, 35_000, 99_999, 4_098_000, 150e6, 7_200e6].map(formatSpan)).toEqual([
    "7 µs",
    "35 ms",
    "100 ms",
    "4.1 s",
    "2.5 min",
    "2 h",
  ]);
});

const chain = columnsOf([
  { at: 0, lane: "user" },
  { at: 1, lane: "etcd", cause: 0 },
  { at: 2, lane: "etcd", cause: 1 },
  { at: 3, lane: "watch", cause: 2 },
  { at: 4, lane: "queue", cause: 3 },
  { at: 5, lane: "other" },
]);
const laneOf = (name: string) => chain.strings.indexOf(name);

test("arrows are those of the causal past that cross lanes, and of direct effects", () => {
  expect(causalPast(chain, 3)).toEqual([0, 1, 2, 3]);
  expect(causeArrows(chain, 3, () => true)).toEqual({
    arrows: [
      { cause: 0, effect: 1 },
      { cause: 2, effect: 3 },
      { cause: 3, effect: 4 },
    ],
    more: 0,
  });
});

test("where a lane is not shown, the arrow leads from the cause before it to the effect behind it", () => {
  const { arrows } = causeArrows(chain, 4, (lane) => lane !== laneOf("etcd") && lane !== laneOf("watch"));
  expect(arrows).toEqual([{ cause: 0, effect: 4 }]);
});

test("of a long chain the twelve newest arrows are drawn and the others counted", () => {
  const long = columnsOf(
    Array.from({ length: 30 }, (_, index) => ({ at: index, lane: `lane ${index}`, cause: index - 1 })),
  );
  const { arrows, more } = causeArrows(long, 29, () => true);
  expect(arrows).toHaveLength(12);
  expect(arrows[11]).toEqual({ cause: 28, effect: 29 });
  expect(more).toBe(17);
});

test("every word of a filter must occur, in any case, in type, actor, lane or label", () => {
  const columns = columnsOf([
    { at: 0, lane: "web/Pod/reflector", type: "list.answer", label: "900" },
    { at: 1, lane: "web/queue", type: "queue.add", label: "demo/web" },
  ]);
  const matches = (text: string) => [0, 1].filter(matchEvents(columns, text) ?? (() => true));
  expect(matches("POD list")).toEqual([0]);
  expect(matches("demo/web")).toEqual([1]);
  expect(matches("queue 900")).toEqual([]);
  expect(matchEvents(columns, "  ")).toBeUndefined();
});

test("the minimap's frame is the view and its bars cover the whole run", () => {
  const columns = manyColumns(1_000, 4);
  const input = { columns, gaps: extendGaps(EMPTY_GAPS, columns), width: 600, foldWidth: 36 };
  const axis = layoutAxis({ type: "real", anchor: 0, anchorX: 0, scale: 50_000_000 / 600 }, input);
  const { frame, bars, playhead } = minimapOf({
    columns,
    axis,
    width: 600,
    cursor: 499,
    branches: [],
    widthOf: () => 40,
  });
  expect(frame.left).toBe(0);
  expect(frame.right).toBeCloseTo(600 * (50 / 99.2), -1);
  expect(bars.length).toBeGreaterThan(80);
  expect(bars.filter(({ isPast }) => isPast).every(({ x }) => x <= (playhead ?? 0))).toBe(true);
});

test("names of forks never overlap", () => {
  const columns = manyColumns(1_000, 4);
  const input = { columns, gaps: extendGaps(EMPTY_GAPS, columns), width: 600, foldWidth: 36 };
  const axis = layoutAxis({ type: "real", anchor: 0, anchorX: 0, scale: 1e8 / 600 }, input);
  const branches = [100, 150, 160, 700, 900].map((event, id) => ({ id, event, name: `fork ${id}` }));
  const { forks } = minimapOf({ columns, axis, width: 600, cursor: 0, branches, widthOf: () => 60 });
  const named = forks.filter(({ name }) => name !== "").sort((a, b) => a.end - b.end);
  expect(named.length).toBeGreaterThan(1);
  for (let index = 1; index < named.length; index++) {
    expect(named[index]?.end).toBeGreaterThan((named[index - 1]?.end ?? 0) + 68);
  }
});

test("an index goes on with the same history and starts anew with another", () => {
  const all = manyColumns(500, 3);
  const first = indexTrace(undefined, "1/0", { ...all, length: 200 });
  const second = indexTrace(first, "1/0", all);
  expect(second.lanes.length).toBe(500);
  expect(second.order).toBe(first.order);
  const other = indexTrace(second, "1/1", columnsOf([{ at: 0, lane: "etcd" }]));
  expect(other.order.map(({ name }) => name)).toEqual(["etcd"]);
});

test("a window over a million rows shows the first, the last and any asked for", () => {
  const input = { count: 1_000_000, rowHeight: 24, viewport: 600, scrollTop: 0 };
  expect(rowWindow(input)).toMatchObject({ first: 0, height: 8_000_000 });
  const end = { ...input, scrollTop: 8_000_000 - 600 };
  expect(rowWindow(end).last).toBe(1_000_000);
  const scrollTop = scrollTopFor(654_321, input);
  const { first, last } = rowWindow({ ...input, scrollTop });
  expect(first).toBeLessThanOrEqual(654_321);
  expect(last).toBeGreaterThan(654_321);
  expect(scrollTopFor(654_321, { ...input, scrollTop })).toBeCloseTo(scrollTop, 3);
});
