import {
  type Axis,
  type AxisInput,
  type AxisType,
  crushedGaps,
  layoutAxis,
  type TimelineView,
  valueAt,
  xOfValue,
} from "./axis.ts";
import { medianGap } from "./gap-index.ts";
import { lowerBound, timeOf, upperBound } from "./timeline-columns.ts";

/** The closest one can look: µs per px. */
const CLOSEST_TIME = 0.02;
/** The closest one can look on the order axis: events per px. */
const CLOSEST_ORDER = 1 / 64;
/** Folds may take this share of the width in a view that was chosen for the person. */
const FOLD_SHARE = 0.18;
/** No more events than this in a view that was chosen for the person. */
const EVENTS_CHOSEN = 600;
/** So few events are always legible. */
const FEW_EVENTS = 40;
/** A burst around now with more events than this takes at least this share of the width. */
const FEW_IN_BURST = 8;
const BURST_SHARE = 0.2;
/** A view that was chosen for the person keeps this many idle gaps. */
const FEWEST_FOLDS = 4;
/** Where the playhead stands in a view that was chosen for the person. */
const PLAYHEAD_SHARE = 0.82;
/** The whole run is shown when the playhead then stands at least here. */
const LEAST_PLAYHEAD_SHARE = 0.6;

/** The whole run, with a little room at both ends. */
export function fitAll(type: AxisType, input: AxisInput): TimelineView {
  const { columns, width } = input;
  const room = Math.min(16, width / 20);
  const inner = Math.max(1, width - 2 * room);
  if (type === "order") {
    return { type, anchor: 0, anchorX: room, scale: Math.max(CLOSEST_ORDER, columns.length / inner) };
  }
  const from = timeOf(columns, 0);
  const span = Math.max(1, timeOf(columns, columns.length - 1) - from);
  const view = { type, anchor: from, anchorX: room, scale: Math.max(CLOSEST_TIME, span / inner) };
  return type === "real" ? view : { ...view, scale: scaleToFit(view, span, room, input) };
}

/** The smallest scale at which a folded run ends before the right edge. */
function scaleToFit(view: TimelineView, span: number, room: number, input: AxisInput): number {
  const ends = (axis: Axis) => xOfValue(axis, view.anchor + span) <= input.width - room;
  return leastScale(view.scale, (scale) => ends(layoutAxis({ ...view, scale }, input)));
}

/** The smallest scale up to `high` that passes, where a larger one passes too; by bisection, `high` when none does. */
function leastScale(high: number, passes: (scale: number) => boolean): number {
  let from = Math.log(CLOSEST_TIME);
  let to = Math.log(high);
  for (let round = 0; round < 24; round++) {
    const middle = (from + to) / 2;
    if (passes(Math.exp(middle))) to = middle;
    else from = middle;
  }
  return Math.exp(to);
}

/**
 * The view that a person gets without asking: the whole past where it stays legible, else its newest part, and a little
 * of the known future.
 */
export function viewAround(type: AxisType, input: AxisInput, cursor: number): TimelineView {
  const all = fitAll(type, input);
  const { columns, width } = input;
  const now = type === "order" ? cursor + 0.5 : timeOf(columns, Math.max(0, cursor));
  const first = type === "order" ? 0 : timeOf(columns, 0);
  const whole = layoutAxis(all, input);
  if (isLegible(whole, input, now) && xOfValue(whole, now) >= width * LEAST_PLAYHEAD_SHARE) return all;
  const view: TimelineView = { ...all, anchor: now, anchorX: width * PLAYHEAD_SHARE };
  const room = Math.min(16, width / 20);
  const wide = leastScale(all.scale, (scale) => xOfValue(layoutAxis({ ...view, scale }, input), first) >= room);
  return startInView(closerUntilLegible({ ...view, scale: now > first ? wide : all.scale }, input, now), input);
}

function closerUntilLegible(view: TimelineView, input: AxisInput, now: number): TimelineView {
  const closest = view.type === "order" ? CLOSEST_ORDER : CLOSEST_TIME;
  let closer = view;
  while (closer.scale > closest && !isLegible(layoutAxis(closer, input), input, now))
    closer = { ...closer, scale: closer.scale / 1.3 };
  return closer;
}

/**
 * At the beginning of a run the past does not fill the left side: the view starts with the first event instead, unless
 * that takes what it is anchored at out of the picture (other events are in view then, and so other gaps fold).
 */
function startInView(view: TimelineView, input: AxisInput): TimelineView {
  const room = Math.min(16, input.width / 20);
  const first = view.type === "order" ? 0 : timeOf(input.columns, 0);
  if (xOfValue(layoutAxis(view, input), first) <= room) return view;
  const fromFirst = { ...view, anchor: first, anchorX: room };
  return xOfValue(layoutAxis(fromFirst, input), view.anchor) <= input.width * PLAYHEAD_SHARE ? fromFirst : view;
}

/** Not too many events, not more folds than content, no idle gap that leaves its neighbours no room, and now readable. */
function isLegible(axis: Axis, input: AxisInput, now: number): boolean {
  const folded = axis.folds.reduce((sum, fold) => sum + fold.x1 - fold.x0, 0);
  const events = axis.last - axis.first;
  if (events > EVENTS_CHOSEN || folded > FOLD_SHARE * axis.width) return false;
  return events <= FEW_EVENTS || (crushedGaps(axis, input) === 0 && isBurstWide(axis, input, now));
}

/** Whether what happens around now has room enough to be told apart, as long as some of the past stays in view. */
function isBurstWide(axis: Axis, { columns }: AxisInput, now: number): boolean {
  const run = axis.runs.find(({ from, to }) => from <= now && now <= to);
  if (axis.type !== "elastic" || run === undefined || axis.folds.length <= FEWEST_FOLDS) return true;
  const first = lowerBound(columns.at, columns.length, run.from);
  const last = upperBound(columns.at, columns.length, run.to);
  return last - first <= FEW_IN_BURST || run.x1 - xOfValue(axis, timeOf(columns, first)) >= BURST_SHARE * axis.width;
}

/** The view moved by `dx` px: content follows the pointer. */
export function panBy(view: TimelineView, dx: number, input: AxisInput): TimelineView {
  return keepInSight(anchoredAt({ ...view, anchorX: view.anchorX + dx }, input.width / 2, input), input);
}

/** The view `factor` times closer, what is at `x` stays there. */
export function zoomAt(view: TimelineView, x: number, factor: number, input: AxisInput): TimelineView {
  const held = anchoredAt(view, x, input);
  const closest = view.type === "order" ? CLOSEST_ORDER : CLOSEST_TIME;
  const scale = Math.max(closest, view.scale / factor);
  // As far away as possible is the whole run, wherever the pointer is.
  if (factor < 1 && scale >= farthestScale(view.type, input)) return fitAll(view.type, input);
  return keepInSight({ ...held, scale }, input);
}

/** The view with an event in sight: unchanged when it is, else moved so that the event stands at the playhead's place. */
export function withEvent(view: TimelineView, event: number, input: AxisInput): TimelineView {
  const value = view.type === "order" ? event + 0.5 : timeOf(input.columns, event);
  const x = xOfValue(layoutAxis(view, input), value);
  const room = Math.min(24, input.width / 12);
  if (x >= room / 2 && x <= input.width - room) return view;
  const beyond = x > input.width - room;
  return startInView({ ...view, anchor: value, anchorX: input.width * (beyond ? PLAYHEAD_SHARE : 0.3) }, input);
}

/** The same picture, held at another place. */
function anchoredAt(view: TimelineView, x: number, input: AxisInput): TimelineView {
  return { ...view, anchor: valueAt(layoutAxis(view, input), x), anchorX: x };
}

function farthestScale(type: AxisType, input: AxisInput): number {
  if (type === "order") return (input.columns.length * 1.1) / input.width;
  if (type === "elastic") return fitAll(type, input).scale * 1.1;
  const span = timeOf(input.columns, input.columns.length - 1) - timeOf(input.columns, 0);
  return (Math.max(1, span, medianGap(input.gaps)) * 1.1) / input.width;
}

/** Some event stays between the quarters of the width, so that nobody gets lost. */
function keepInSight(view: TimelineView, input: AxisInput): TimelineView {
  const { columns, width } = input;
  if (columns.length === 0) return view;
  const axis = layoutAxis(view, input);
  const ends = view.type === "order" ? [0, columns.length] : [timeOf(columns, 0), timeOf(columns, columns.length - 1)];
  const [first = 0, last = 0] = ends;
  if (xOfValue(axis, first) > width * 0.75) return { ...view, anchor: first, anchorX: width * 0.75 };
  if (xOfValue(axis, last) < width * 0.25) return { ...view, anchor: last, anchorX: width * 0.25 };
  return view;
}

/** The event at or before a value of the axis, for scrubbing; −1 before the first. */
export function eventAtOrBefore(axis: Axis, input: Pick<AxisInput, "columns">, value: number): number {
  const { columns } = input;
  if (axis.type === "order") return Math.min(columns.length - 1, Math.floor(value));
  return Math.min(columns.length - 1, lowerBound(columns.at, columns.length, value + 1e-6) - 1);
}
