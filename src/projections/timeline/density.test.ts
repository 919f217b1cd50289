import { expect, test } from "vitest";
import { layoutAxis } from "./axis.ts";
import { bandsByColumn, columnEdges, countByColumn, mostUrgent, NO_BAND } from "./density.ts";
import { EMPTY_GAPS, extendGaps } from "./gap-index.ts";
import { EMPTY_LANES, extendLanes } from "./lane-index.ts";
import { columnsOf, manyColumns } from "./test-columns.ts";
import { fitAll } from "./view-moves.ts";

test("counts and tones of each column equal those of a count event by event", () => {
  const columns = manyColumns(20_000, 5);
  const input = { columns, gaps: extendGaps(EMPTY_GAPS, columns), width: 333, foldWidth: 36 };
  for (const type of ["real", "order", "elastic"] as const) {
    const axis = layoutAxis(fitAll(type, input), input);
    const edges = columnEdges(axis, columns, 333);
    for (const track of extendLanes(EMPTY_LANES, columns).tracks) {
      const counts = new Array<number>(333).fill(0);
      const tones = new Array<number>(333).fill(0);
      for (const event of track.events.subarray(0, track.eventCount)) {
        const column = edges.findIndex((edge, x) => event >= edge && event < (edges[x + 1] ?? 0));
        if (column < 0) continue;
        counts[column] = (counts[column] ?? 0) + 1;
        tones[column] = (tones[column] ?? 0) | (1 << (columns.tone[event] ?? 0));
      }
      const density = countByColumn(track, edges);
      expect([...density.counts]).toEqual(counts);
      expect([...density.tones]).toEqual(tones);
      expect(density.most).toBe(Math.max(...counts));
    }
  }
});

test("every event in view falls on one column", () => {
  const columns = manyColumns(5_000, 2);
  const input = { columns, gaps: extendGaps(EMPTY_GAPS, columns), width: 200, foldWidth: 36 };
  const edges = columnEdges(layoutAxis(fitAll("real", input), input), columns, 200);
  expect(edges[200]).toBe(5_000);
  expect(edges[0]).toBe(0);
});

test("a column shows the band that runs at its end, and none after the end", () => {
  const columns = columnsOf([
    { at: 0, lane: "a", band: "start", tone: "ok" },
    { at: 40, lane: "a", band: "start", tone: "failed" },
    { at: 70, lane: "a", band: "end" },
    { at: 100, lane: "b" },
  ]);
  const axis = layoutAxis(
    { type: "real", anchor: 0, anchorX: 0, scale: 1 },
    { columns, gaps: EMPTY_GAPS, width: 100, foldWidth: 36 },
  );
  const edges = columnEdges(axis, columns, 10, 10);
  const [track] = extendLanes(EMPTY_LANES, columns).tracks;
  if (track === undefined) throw new Error("the lane is missing");
  const none = NO_BAND;
  expect([...bandsByColumn(track, edges, columns)]).toEqual([3, 3, 3, 3, 5, 5, 5, none, none, none]);
});

test("of several tones the one that must be seen wins: a fault, then a failure, then what is behind", () => {
  const union = (...tones: number[]) => tones.reduce((all, tone) => all | (1 << tone), 0);
  expect([union(0, 3), union(3, 1), union(2, 4), union(5, 4), union(5, 6)].map(mostUrgent)).toEqual([3, 1, 4, 5, 6]);
});
