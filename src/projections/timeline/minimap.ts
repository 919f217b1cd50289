import { type Axis, valueAt } from "./axis.ts";
import { lowerBound, type TimelineColumns, timeOf } from "./timeline-columns.ts";

/** A line of history as the minimap shows it. */
export type MinimapBranch = {
  readonly id: number;
  /** Event at which it leaves the branch on the screen; px are computed from it. */
  readonly event: number;
  readonly name: string;
};

export type MinimapInput = {
  readonly columns: TimelineColumns;
  readonly axis: Axis;
  readonly width: number;
  /** The newest event at the cursor. */
  readonly cursor: number;
  readonly branches: readonly MinimapBranch[];
  readonly widthOf: (text: string) => number;
};

/** The whole run at a glance, px from the plot's left edge. Heights are shares of the tallest bar. */
export type Minimap = {
  readonly bars: readonly { readonly x: number; readonly height: number; readonly isPast: boolean }[];
  readonly frame: { readonly left: number; readonly right: number };
  readonly playhead: number | undefined;
  readonly forks: readonly MinimapFork[];
};

export type MinimapFork = {
  readonly id: number;
  readonly x: number;
  /** Where its line ends and its name starts. */
  readonly end: number;
  readonly name: string;
  readonly nameWidth: number;
};

const PITCH = 6;
const NAME_GAP = 8;

/** Time stands for time, also where the axis above folds it; on the order axis an event is an event. */
export function minimapOf(input: MinimapInput): Minimap {
  const { columns, axis, width, cursor } = input;
  const place = placeOf(columns, axis, width);
  const playhead = cursor >= 0 && columns.length > 0 ? place.ofEvent(cursor) : undefined;
  const left = Math.max(0, place.ofValue(valueAt(axis, 0)));
  const right = Math.min(width, place.ofValue(valueAt(axis, axis.width)));
  return {
    bars: barsOf(columns, width, place, playhead ?? 0),
    frame: { left: Math.min(left, width - 4), right: Math.max(right, left + 4) },
    playhead,
    forks: forksOf(input, place),
  };
}

/** What a place on the minimap stands for: a value of the axis. */
export function minimapValue(columns: TimelineColumns, axis: Axis, width: number, x: number): number {
  const { from, span } = extent(columns, axis);
  return from + (x / width) * span;
}

type Place = {
  readonly ofValue: (value: number) => number;
  readonly ofEvent: (event: number) => number;
  readonly eventAt: (x: number) => number;
};

function placeOf(columns: TimelineColumns, axis: Axis, width: number): Place {
  const { from, span } = extent(columns, axis);
  const ofValue = (value: number) => ((value - from) / span) * width;
  if (axis.type === "order") {
    return { ofValue, ofEvent: (event) => ofValue(event + 0.5), eventAt: (x) => Math.round((x / width) * span) };
  }
  const eventAt = (x: number) => lowerBound(columns.at, columns.length, from + (x / width) * span);
  return { ofValue, ofEvent: (event) => ofValue(timeOf(columns, event)), eventAt };
}

function extent(columns: TimelineColumns, axis: Axis): { readonly from: number; readonly span: number } {
  if (axis.type === "order") return { from: 0, span: Math.max(1, columns.length) };
  const from = timeOf(columns, 0);
  // A little more than the run, so that the last event has a column.
  return { from, span: Math.max(1, (timeOf(columns, columns.length - 1) - from) * 1.002) };
}

function barsOf(columns: TimelineColumns, width: number, place: Place, now: number): Minimap["bars"] {
  const counts: { readonly x: number; readonly count: number }[] = [];
  for (let x = 0; x + PITCH <= width; x += PITCH) {
    const count = Math.min(place.eventAt(x + PITCH), columns.length) - place.eventAt(x);
    if (count > 0) counts.push({ x, count });
  }
  const most = counts.reduce((max, { count }) => Math.max(max, count), 1);
  return counts.map(({ x, count }) => ({ x, height: Math.log1p(count) / Math.log1p(most), isPast: x <= now }));
}

/** Forks from left to right; a name is only given room that no earlier one has taken. */
function forksOf({ branches, width, widthOf }: MinimapInput, place: Place): readonly MinimapFork[] {
  const forks: MinimapFork[] = [];
  let taken = 0;
  for (const { id, event, name } of [...branches].sort((a, b) => a.event - b.event)) {
    const x = Math.max(0, place.ofEvent(event));
    const nameWidth = widthOf(name);
    const wish = x + Math.max(24, (width - x) * 0.5 - nameWidth);
    const end = Math.max(taken + 24, Math.min(wish, width - nameWidth - NAME_GAP));
    if (end + NAME_GAP + nameWidth > width || x + 20 > end) {
      forks.push({ id, x, end: x + 14, name: "", nameWidth: 0 });
      continue;
    }
    forks.push({ id, x, end, name, nameWidth });
    taken = end + NAME_GAP + nameWidth;
  }
  return forks;
}
