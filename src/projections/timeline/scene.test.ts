import { expect, test } from "vitest";
import { layoutAxis } from "./axis.ts";
import { EMPTY_GAPS, extendGaps } from "./gap-index.ts";
import { EMPTY_LANES, extendLanes } from "./lane-index.ts";
import { buildScene, laneTop, plotWidth, type SceneInput } from "./scene.ts";
import { hitAt } from "./scene-hit.ts";
import { columnsOf, manyColumns } from "./test-columns.ts";
import type { TimelineColumns } from "./timeline-columns.ts";
import { sizeTimeline } from "./timeline-size.ts";

const size = sizeTimeline({ width: 1440, height: 266, ratio: 1 }).scene;

function inputOf(columns: TimelineColumns, scale: number, rest: Partial<SceneInput> = {}): SceneInput {
  const axisInput = { columns, gaps: extendGaps(EMPTY_GAPS, columns), width: plotWidth(size), foldWidth: 36 };
  const lanes = extendLanes(EMPTY_LANES, columns).tracks.map((track) => ({
    track,
    title: track.name,
    hasBreakpoint: false,
  }));
  return {
    size,
    axis: layoutAxis({ type: "real", anchor: 0, anchorX: 0, scale }, axisInput),
    columns,
    lanes,
    cursor: 1,
    now: 0,
    active: 1,
    pickedLane: undefined,
    why: false,
    filter: undefined,
    hits: [],
    stoppedAt: [],
    branches: [],
    isAsRecorded: undefined,
    difference: undefined,
    widthOf: (text) => text.length * 6,
    ...rest,
  };
}

const three = columnsOf([
  { at: 0, lane: "user", mark: "flag" },
  { at: 100, lane: "etcd", mark: "tick", label: "612", cause: 0 },
  { at: 200, lane: "watch", mark: "tick", cause: 1 },
]);

test("the sizes of a wide screen hold eleven lanes, those of a phone five", () => {
  const lanes = (width: number, height: number) => {
    const { scene } = sizeTimeline({ width, height, ratio: 1 });
    return Math.floor((height - scene.axisHeight - 2 - scene.minimapHeight) / scene.laneHeight);
  };
  expect([lanes(1440, 266), lanes(1280, 210), lanes(960, 158), lanes(390, 132)]).toEqual([11, 9, 6, 5]);
});

test("events that are as recorded have lamps, lit up to the cursor, and the first difference has its place", () => {
  const { lamps, difference } = buildScene(
    inputOf(three, 1, { isAsRecorded: (event) => event !== 1, difference: 2, cursor: 0 }),
  );
  expect(lamps.map(({ x, isLit }) => [Math.round(x), isLit])).toEqual([
    [0, true],
    [200, false],
  ]);
  expect(difference).toBeCloseTo(200);
  expect(buildScene(inputOf(three, 1))).toMatchObject({ lamps: [], difference: undefined });
});

test("arrows run from lane to lane, and the ring is on the active event", () => {
  const { arrows, ring } = buildScene(inputOf(three, 1));
  expect(arrows.map(({ x0, x1 }) => [Math.round(x0), Math.round(x1)])).toEqual([
    [0, 100],
    [100, 200],
  ]);
  expect(arrows.every(({ y0, y1 }) => y1 > y0)).toBe(true);
  expect(ring?.x).toBeCloseTo(100);
  expect(ring?.y).toBe(laneTop(size, 1) + size.laneHeight / 2);
});

test("the playhead stands at the cursor's time, also when nothing has happened since its newest event", () => {
  expect(buildScene(inputOf(three, 1, { now: 150 })).playhead?.x).toBe(150);
  expect(buildScene(inputOf(three, 1)).playhead?.x).toBeCloseTo(100);
  expect(buildScene(inputOf(three, 1, { cursor: -1 })).playhead).toBeUndefined();
});

test("in why only the causal past keeps its strength", () => {
  const { isStrong, fades } = buildScene(inputOf(three, 1, { why: true }));
  expect([0, 1, 2].map(isStrong)).toEqual([true, true, false]);
  expect(fades).toBe(true);
});

test("more than two thousand events in view are drawn as counts", () => {
  const columns = manyColumns(5_000, 3);
  const { rows } = buildScene(inputOf(columns, 400_000));
  expect(rows.every(({ density, content }) => density !== undefined && content.marks.length === 0)).toBe(true);
  const counted = rows.reduce(
    (sum, { density }) => sum + (density?.counts.reduce((all, count) => all + count, 0) ?? 0),
    0,
  );
  expect(counted).toBe(5_000);
  expect(buildScene(inputOf(columns, 1_000)).rows.every(({ density }) => density === undefined)).toBe(true);
});

test("a pointer finds the mark, the lane's name, the axis and the minimap", () => {
  const input = inputOf(three, 1);
  const scene = buildScene(input);
  const y = laneTop(size, 1) + 8;
  const hit = (x: number, at: number) => hitAt(scene, three, input.lanes, x, at);
  expect(hit(size.gutter + 103, y)).toEqual({ type: "event", event: 1, lane: "etcd" });
  expect(hit(size.gutter + 300, y)).toEqual({ type: "lane", lane: "etcd" });
  expect(hit(20, y)).toEqual({ type: "gutter", lane: "etcd" });
  expect(hit(500, 5).type).toBe("axis");
  expect(hit(500, 260).type).toBe("minimap");
  expect(hit(500, 220).type).toBe("nothing");
});
