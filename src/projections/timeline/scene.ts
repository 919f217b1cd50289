import { type Axis, xOfEvent, xOfValue } from "./axis.ts";
import { type AxisLabels, labelAxis } from "./axis-labels.ts";
import { type CauseArrows, causalPast, causeArrows } from "./cause-chain.ts";
import { bandsByColumn, columnEdges, countByColumn, DENSE, type Density } from "./density.ts";
import { formatMoment } from "./format-moment.ts";
import { type Lamp, lampsOf } from "./lamps.ts";
import { type LaneContent, laneContent } from "./lane-content.ts";
import type { LaneTrack } from "./lane-index.ts";
import type { EventTest } from "./match-events.ts";
import { type Minimap, type MinimapBranch, minimapOf } from "./minimap.ts";
import { type LaneText, placeTexts, type Span } from "./place-texts.ts";
import { type TimelineColumns, timeOf } from "./timeline-columns.ts";

/** Where the parts of the timeline stand, CSS px. */
export type SceneSize = {
  readonly width: number;
  readonly height: number;
  readonly gutter: number;
  readonly axisHeight: number;
  readonly laneHeight: number;
  /** 0 for none. */
  readonly minimapHeight: number;
  /** Device px per CSS px. */
  readonly ratio: number;
};

/** A lane to show, with its name as the person reads it. */
export type SceneLane = { readonly track: LaneTrack; readonly title: string; readonly hasBreakpoint: boolean };

export type SceneInput = {
  readonly size: SceneSize;
  readonly axis: Axis;
  readonly columns: TimelineColumns;
  readonly lanes: readonly SceneLane[];
  /** The newest event at the cursor, −1 before the first. */
  readonly cursor: number;
  /** Virtual time at the cursor, µs: it may have moved on since its newest event. */
  readonly now: number;
  /** The event that is explained: arrows and the ring are its own. */
  readonly active: number;
  readonly pickedLane: string | undefined;
  /** Whether everything that is not in the causal past of the active event fades. */
  readonly why: boolean;
  readonly filter: EventTest | undefined;
  readonly hits: readonly number[];
  readonly stoppedAt: readonly number[];
  readonly branches: readonly MinimapBranch[];
  /** Of a recorded run: whether an event is as recorded. */
  readonly isAsRecorded: EventTest | undefined;
  /** The event at which what stands beside the run first goes another way. */
  readonly difference: number | undefined;
  /** Width of a text in the small and in the tag's font. */
  readonly widthOf: (text: string) => number;
};

/** One lane, ready to be drawn; x in px from the plot's left edge, y from the top. */
export type SceneRow = {
  readonly name: string;
  readonly title: string;
  readonly y: number;
  readonly isPicked: boolean;
  readonly hasBreakpoint: boolean;
  readonly content: LaneContent;
  readonly texts: readonly LaneText[];
  /** Instead of single events when there are too many. */
  readonly density: (Density & { readonly bands: Uint8Array }) | undefined;
};

export type SceneArrow = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };

/** A picture of the timeline as data. */
export type Scene = {
  readonly size: SceneSize;
  readonly axis: Axis;
  readonly columns: TimelineColumns;
  readonly labels: AxisLabels;
  readonly rows: readonly SceneRow[];
  readonly playhead:
    | { readonly x: number; readonly tag: string; readonly left: number; readonly right: number }
    | undefined;
  readonly arrows: readonly SceneArrow[];
  /** Arrows that are not drawn, and where that is said. */
  readonly more: { readonly count: number; readonly x: number; readonly y: number } | undefined;
  readonly ring: { readonly x: number; readonly y: number } | undefined;
  readonly hits: readonly number[];
  readonly stoppedAt: readonly number[];
  readonly lamps: readonly Lamp[];
  /** Where the first difference is, if it is in sight. */
  readonly difference: number | undefined;
  /** Whether an event keeps its full strength. */
  readonly isStrong: EventTest;
  readonly fades: boolean;
  readonly minimap: Minimap | undefined;
};

/** Room right of the plot. */
export const MARGIN_RIGHT = 12;

/** The plot's width in a canvas of this size. */
export function plotWidth({ width, gutter }: SceneSize): number {
  return Math.max(1, width - gutter - MARGIN_RIGHT);
}

/** Top of a lane, and the bottom of the last for one too far. */
export function laneTop({ axisHeight, laneHeight }: SceneSize, index: number): number {
  return axisHeight + 2 + index * laneHeight;
}

/** How many lanes fit. */
export function laneRoom({ height, axisHeight, laneHeight, minimapHeight }: SceneSize): number {
  return Math.max(1, Math.floor((height - axisHeight - 2 - minimapHeight) / laneHeight));
}

/** Draws nothing: computes all that a drawing needs. */
export function buildScene(input: SceneInput): Scene {
  const { axis, columns, size, active, cursor } = input;
  const playhead = playheadOf(input);
  const shown = new Set(input.lanes.map(({ track }) => track.lane));
  const causes = causeArrows(columns, active, (lane) => shown.has(lane));
  const { arrows, more } = placeArrows(input, causes);
  const past = input.why ? new Set(causalPast(columns, active)) : undefined;
  const rows = rowsOf(input, playhead?.x, arrows);
  const activeRow = rows.findIndex(({ name }) => name === laneNameOf(columns, active));
  const x = xOfEvent(axis, columns, active);
  const isInPlot = x >= 0 && x <= axis.width;
  return {
    size,
    axis,
    columns,
    labels: labelAxis(axis, { columns, widthOf: input.widthOf, taken: playhead === undefined ? [] : [playhead] }),
    rows,
    playhead,
    arrows,
    more,
    ring: activeRow < 0 || !isInPlot ? undefined : { x, y: laneTop(size, activeRow) + size.laneHeight / 2 },
    hits: input.hits.map((event) => xOfEvent(axis, columns, event)),
    stoppedAt: input.stoppedAt.map((event) => xOfEvent(axis, columns, event)),
    lamps: lampsOf(axis, columns, input.isAsRecorded, cursor),
    difference: differenceOf(input),
    isStrong: (event) => (past === undefined || past.has(event)) && (input.filter === undefined || input.filter(event)),
    fades: past !== undefined || input.filter !== undefined,
    minimap: size.minimapHeight === 0 ? undefined : minimapOf({ ...input, width: plotWidth(size), cursor }),
  };
}

function differenceOf({ axis, columns, difference }: SceneInput): number | undefined {
  if (difference === undefined || difference >= columns.length) return undefined;
  const x = xOfEvent(axis, columns, difference);
  return x < 0 || x > axis.width ? undefined : x;
}

function laneNameOf(columns: TimelineColumns, event: number): string | undefined {
  return event < 0 ? undefined : columns.strings[columns.lane[event] ?? 0];
}

function playheadOf({ axis, columns, cursor, now, widthOf, size }: SceneInput): Scene["playhead"] {
  if (cursor < 0) return undefined;
  const at = Math.max(now, timeOf(columns, cursor));
  const x = axis.type === "order" ? xOfEvent(axis, columns, cursor) : xOfValue(axis, at);
  if (x < 0 || x > axis.width) return undefined;
  const tag = axis.type === "order" ? `e${cursor}` : formatMoment(at, axis.scale);
  const half = widthOf(tag) / 2 + 8;
  // The tag stays whole at both ends of the plot.
  const middle = Math.min(Math.max(x, half - size.gutter / 2), axis.width + MARGIN_RIGHT - half);
  return { x, tag, left: middle - half, right: middle + half };
}

/** Arrows between lanes that are shown, from lane edge to lane edge; the ring of the active event keeps its distance. */
function placeArrows(
  input: SceneInput,
  causes: CauseArrows,
): { readonly arrows: readonly SceneArrow[]; readonly more: Scene["more"] } {
  const { axis, columns, size, lanes, active } = input;
  const rowOf = new Map(lanes.map(({ track }, index) => [track.lane, index]));
  const arrows = causes.arrows.flatMap(({ cause, effect }): readonly SceneArrow[] => {
    const from = rowOf.get(columns.lane[cause] ?? 0);
    const to = rowOf.get(columns.lane[effect] ?? 0);
    const x0 = xOfEvent(axis, columns, cause);
    const x1 = xOfEvent(axis, columns, effect);
    if (from === undefined || to === undefined || from === to || x1 < 0 || x0 > axis.width || x0 < 0 || x1 > axis.width)
      return [];
    const sign = Math.sign(to - from);
    const middle = (row: number) => laneTop(size, row) + size.laneHeight / 2;
    const start = cause === active ? 8 : 6;
    const end = effect === active ? 8 : 5;
    return [{ x0, y0: middle(from) + sign * start, x1, y1: middle(to) - sign * end }];
  });
  const [first] = arrows;
  const more = causes.more === 0 || first === undefined ? undefined : { count: causes.more, x: first.x0, y: first.y0 };
  return { arrows, more };
}

function rowsOf(input: SceneInput, playhead: number | undefined, arrows: readonly SceneArrow[]): readonly SceneRow[] {
  const { axis, columns, size, lanes, pickedLane, widthOf } = input;
  const dense = axis.last - axis.first > DENSE;
  const edges = dense ? columnEdges(axis, columns, Math.ceil(axis.width * size.ratio), 1 / size.ratio) : undefined;
  const folds = axis.folds.map(({ x0, x1 }): Span => ({ left: x0, right: x1 }));
  return lanes.map(({ track, title, hasBreakpoint }, index): SceneRow => {
    const y = laneTop(size, index);
    const common = { name: track.name, title, y, isPicked: track.name === pickedLane, hasBreakpoint };
    if (edges !== undefined) {
      const density = { ...countByColumn(track, edges), bands: bandsByColumn(track, edges, columns) };
      return { ...common, content: { bands: [], marks: [] }, texts: [], density };
    }
    const content = laneContent(track, columns, axis);
    const blocked = [...folds, ...arrowsAcross(arrows, y, size.laneHeight)];
    const texts = placeTexts({ content, widthOf, blocked, playhead, width: axis.width });
    return { ...common, content, texts, density: undefined };
  });
}

function arrowsAcross(arrows: readonly SceneArrow[], y: number, height: number): readonly Span[] {
  return arrows
    .filter(({ y0, y1 }) => Math.max(y0, y1) > y + 2 && Math.min(y0, y1) < y + height - 2)
    .map(({ x0, x1 }) => ({ left: Math.min(x0, x1) - 4, right: Math.max(x0, x1) + 4 }));
}
