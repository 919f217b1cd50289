import { type GapIndex, gapLength, medianGap, medianGapIn, nextGap, previousGap } from "./gap-index.ts";
import { lowerBound, type TimelineColumns, timeOf, upperBound } from "./timeline-columns.ts";

/** What runs from left to right: real time, one slot per event, or time with its idle gaps folded. */
export type AxisType = "elastic" | "order" | "real";

/**
 * Which part of the run is seen. `anchor` stands `anchorX` px right of the plot's left edge; values are µs, on the order
 * axis event indices. `scale` is values per px outside of folds.
 */
export type TimelineView = {
  readonly type: AxisType;
  readonly anchor: number;
  readonly anchorX: number;
  readonly scale: number;
};

/** A stretch that maps linearly; px from the plot's left edge. */
export type AxisPart = { readonly from: number; readonly to: number; readonly x0: number; readonly x1: number };

/** A view laid out over a width: parts in order from left to right, folds between them. */
export type Axis = {
  readonly type: AxisType;
  readonly width: number;
  readonly scale: number;
  readonly runs: readonly AxisPart[];
  readonly folds: readonly AxisPart[];
  /** Events in view: [first, last). */
  readonly first: number;
  readonly last: number;
};

/** Everything an axis is laid out from, beside the view. */
export type AxisInput = {
  readonly columns: TimelineColumns;
  readonly gaps: GapIndex;
  readonly width: number;
  readonly foldWidth: number;
};

/** A gap folds when it is longer than this many median gaps of the view. */
const FOLD_FACTOR = 40;
/** What stays unfolded of a gap, px: room for the text of the event before it, and a little before the next one. */
const MARGIN_BEFORE_FOLD = 24;
const MARGIN_AFTER_FOLD = 8;
/** How far outside of the plot a value that is not in view stands, px. */
const OUTSIDE = 24;

/** The axis that serves what somebody wants: a run that is all one instant has no time to be spread, only an order. */
export function axisFor(wanted: AxisType, columns: TimelineColumns): AxisType {
  const { length } = columns;
  const isOneInstant = length > 1 && timeOf(columns, 0) === timeOf(columns, length - 1);
  return wanted === "elastic" && isOneInstant ? "order" : wanted;
}

/** Lays a view out. */
export function layoutAxis(view: TimelineView, input: AxisInput): Axis {
  if (view.type !== "elastic") return layoutLinear(view, input);
  // What is in view decides what folds, and what folds decides what is in view: a first layout by the run's own median
  // tells which events are in view, and their median gives the final one.
  const first = layoutFolded(view, input, leastFold(medianGap(input.gaps), view, input));
  const median = medianGapIn(input.columns, first.first, first.last);
  if (median === 0) return first;
  return layoutFolded(view, input, leastFold(median, view, input));
}

/**
 * Gaps above this many µs fold. Rounded up to a power of two, so that the folds stay while a view moves by a little;
 * never so small that folding would widen a gap.
 */
function leastFold(median: number, view: TimelineView, { foldWidth }: AxisInput): number {
  const byMedian = median === 0 ? 0 : 2 ** Math.ceil(Math.log2(FOLD_FACTOR * median));
  return Math.max(byMedian, (foldWidth + MARGIN_BEFORE_FOLD + MARGIN_AFTER_FOLD) * 1.25 * view.scale);
}

/** Gaps in view that would fold if there were room for the strip: at this scale they are narrower than it. */
export function crushedGaps(axis: Axis, { columns, gaps, foldWidth }: AxisInput): number {
  if (axis.type !== "elastic") return 0;
  const least = FOLD_FACTOR * medianGapIn(columns, axis.first, axis.last);
  const most = (foldWidth + MARGIN_BEFORE_FOLD + MARGIN_AFTER_FOLD) * 1.25 * axis.scale;
  let count = 0;
  for (let gap = nextGap(gaps, columns, axis.first, least); gap >= 0 && gap + 1 < axis.last; ) {
    if (gapLength(columns, gap) <= most) count += 1;
    gap = nextGap(gaps, columns, gap + 1, least);
  }
  return count;
}

function layoutLinear(view: TimelineView, { columns, width }: AxisInput): Axis {
  const from = view.anchor - view.anchorX * view.scale;
  const to = from + width * view.scale;
  const runs = [{ from, to, x0: 0, x1: width }];
  const range =
    view.type === "order"
      ? {
          first: clamp(Math.floor(from), 0, columns.length),
          last: clamp(Math.ceil(to), 0, columns.length),
        }
      : eventsWithin(columns, from, to);
  return { type: view.type, width, scale: view.scale, runs, folds: [], ...range };
}

function layoutFolded(view: TimelineView, input: AxisInput, least: number): Axis {
  const { columns, width } = input;
  const layout: Folding = { ...input, scale: view.scale, least };
  const runs: AxisPart[] = [];
  const folds: AxisPart[] = [];
  const { left, right, fold } = edgesAt(view, layout);
  if (fold !== undefined) folds.push(fold);
  layoutRight(right, layout, runs, folds);
  layoutLeft(left, layout, runs, folds);
  runs.sort((a, b) => a.x0 - b.x0);
  const inView = folds.filter((part) => part.x1 > 0 && part.x0 < width).sort((a, b) => a.x0 - b.x0);
  const from = Math.min(runs[0]?.from ?? view.anchor, inView[0]?.from ?? Number.POSITIVE_INFINITY);
  const to = Math.max(runs.at(-1)?.to ?? view.anchor, inView.at(-1)?.to ?? Number.NEGATIVE_INFINITY);
  const range = eventsWithin(columns, from, to);
  return { type: "elastic", width, scale: view.scale, runs: joined(runs), folds: inView, ...range };
}

type Folding = AxisInput & { readonly scale: number; readonly least: number };
/** Where the layout has come to, and the gap from which it looks for the next fold. */
type Edge = { readonly value: number; readonly x: number; readonly gap: number };

/** Where the layout starts on both sides of the anchor, which may lie in the middle of a fold. */
function edgesAt(
  view: TimelineView,
  layout: Folding,
): { readonly left: Edge; readonly right: Edge; readonly fold?: AxisPart } {
  const { columns, foldWidth, least } = layout;
  const here = upperBound(columns.at, columns.length, view.anchor) - 1;
  const at = { value: view.anchor, x: view.anchorX };
  if (here < 0 || here + 1 >= columns.length || gapLength(columns, here) <= least) {
    return { left: { ...at, gap: here - 1 }, right: { ...at, gap: here + 1 } };
  }
  const { from, to } = foldOf(here, layout);
  if (view.anchor <= from) return { left: { ...at, gap: here - 1 }, right: { ...at, gap: here } };
  if (view.anchor >= to) return { left: { ...at, gap: here }, right: { ...at, gap: here + 1 } };
  const x0 = view.anchorX - ((view.anchor - from) / (to - from)) * foldWidth;
  const x1 = x0 + foldWidth;
  return {
    left: { value: from, x: x0, gap: here - 1 },
    right: { value: to, x: x1, gap: here + 1 },
    fold: { from, to, x0, x1 },
  };
}

/** What of a gap is folded: all but a margin beside the events, so that a lone event keeps some room. */
function foldOf(gap: number, { columns, scale }: Folding): { readonly from: number; readonly to: number } {
  return {
    from: timeOf(columns, gap) + MARGIN_BEFORE_FOLD * scale,
    to: timeOf(columns, gap + 1) - MARGIN_AFTER_FOLD * scale,
  };
}

function layoutRight(start: Edge, layout: Folding, runs: AxisPart[], folds: AxisPart[]): void {
  const { columns, gaps, foldWidth, width, scale, least } = layout;
  let edge = start;
  while (edge.x < width) {
    const gap = nextGap(gaps, columns, edge.gap, least);
    const fold = gap < 0 ? undefined : foldOf(gap, layout);
    const x1 = fold === undefined ? width : edge.x + (fold.from - edge.value) / scale;
    if (fold === undefined || x1 >= width) {
      runs.push({ from: edge.value, to: edge.value + (width - edge.x) * scale, x0: edge.x, x1: width });
      return;
    }
    runs.push({ from: edge.value, to: fold.from, x0: edge.x, x1 });
    folds.push({ ...fold, x0: x1, x1: x1 + foldWidth });
    edge = { value: fold.to, x: x1 + foldWidth, gap: gap + 1 };
  }
}

function layoutLeft(start: Edge, layout: Folding, runs: AxisPart[], folds: AxisPart[]): void {
  const { columns, gaps, foldWidth, scale, least } = layout;
  let edge = start;
  while (edge.x > 0) {
    const gap = previousGap(gaps, columns, edge.gap, least);
    const fold = gap < 0 ? undefined : foldOf(gap, layout);
    const x0 = fold === undefined ? 0 : edge.x - (edge.value - fold.to) / scale;
    if (fold === undefined || x0 <= 0) {
      runs.push({ from: edge.value - edge.x * scale, to: edge.value, x0: 0, x1: edge.x });
      return;
    }
    runs.push({ from: fold.to, to: edge.value, x0, x1: edge.x });
    folds.push({ ...fold, x0: x0 - foldWidth, x1: x0 });
    edge = { value: fold.from, x: x0 - foldWidth, gap: gap - 1 };
  }
}

/** Runs that meet at the anchor are one run. */
function joined(runs: readonly AxisPart[]): readonly AxisPart[] {
  const out: AxisPart[] = [];
  for (const run of runs) {
    const last = out.at(-1);
    if (last !== undefined && last.x1 === run.x0)
      out[out.length - 1] = { from: last.from, to: run.to, x0: last.x0, x1: run.x1 };
    else out.push(run);
  }
  return out;
}

function eventsWithin(
  columns: TimelineColumns,
  from: number,
  to: number,
): { readonly first: number; readonly last: number } {
  return { first: lowerBound(columns.at, columns.length, from), last: upperBound(columns.at, columns.length, to) };
}

/** Where a value stands, px from the plot's left edge; just outside of the plot when it is not in view. */
export function xOfValue(axis: Axis, value: number): number {
  const { runs, folds } = axis;
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    if (run === undefined || value > run.to) continue;
    if (value >= run.from) return within(run, value);
    const fold = foldBefore(folds, run);
    return fold === undefined || value < fold.from ? -OUTSIDE : within(fold, value);
  }
  const last = folds.at(-1);
  return last !== undefined && value <= last.to ? within(last, value) : axis.width + OUTSIDE;
}

function foldBefore(folds: readonly AxisPart[], run: AxisPart): AxisPart | undefined {
  return folds.find((fold) => fold.to === run.from);
}

/** The value at a place, px from the plot's left edge. */
export function valueAt(axis: Axis, x: number): number {
  const parts = [...axis.runs, ...axis.folds];
  const part = parts.find(({ x0, x1 }) => x >= x0 && x <= x1 && x1 > x0);
  if (part !== undefined) return part.from + ((x - part.x0) / (part.x1 - part.x0)) * (part.to - part.from);
  const edge = x < 0 ? axis.runs[0] : axis.runs.at(-1);
  if (edge === undefined) return 0;
  return x < 0 ? edge.from + (x - edge.x0) * axis.scale : edge.to + (x - edge.x1) * axis.scale;
}

/** Where an event stands. */
export function xOfEvent(axis: Axis, columns: TimelineColumns, event: number): number {
  return xOfValue(axis, axis.type === "order" ? event + 0.5 : timeOf(columns, event));
}

/** The event nearest to a value of the axis, −1 in an empty run. */
export function eventNear(axis: Axis, columns: TimelineColumns, value: number): number {
  if (axis.type === "order") return clamp(Math.floor(value), -1, columns.length - 1);
  const after = lowerBound(columns.at, columns.length, value);
  if (after >= columns.length) return columns.length - 1;
  if (after === 0) return 0;
  return value - timeOf(columns, after - 1) < timeOf(columns, after) - value ? after - 1 : after;
}

function within(part: AxisPart, value: number): number {
  if (part.to === part.from) return part.x0;
  return part.x0 + ((value - part.from) / (part.to - part.from)) * (part.x1 - part.x0);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
