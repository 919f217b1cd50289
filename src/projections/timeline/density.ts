import type { Axis } from "./axis.ts";
import { type LaneTrack, OPEN, TONE_BLOCK } from "./lane-index.ts";
import { lowerBound, type TimelineColumns } from "./timeline-columns.ts";

/** Above this many events in view a lane shows how many there are, not each. */
export const DENSE = 2_000;

/**
 * The first event of each of `width` columns, `step` px apart: events of column x are [edges[x], edges[x + 1]). One
 * array for all lanes. Its cost depends on the width, not on the number of events.
 */
export function columnEdges(axis: Axis, columns: TimelineColumns, width: number, step = 1): Uint32Array {
  const edges = new Uint32Array(width + 1);
  const parts = [...axis.runs, ...axis.folds].sort((a, b) => a.x0 - b.x0);
  let part = 0;
  let event = axis.first;
  for (let column = 0; column <= width; column++) {
    const x = column * step;
    while (part + 1 < parts.length && (parts[part]?.x1 ?? 0) < x) part += 1;
    const { from, to, x0, x1 } = parts[part] ?? { from: 0, to: 0, x0: 0, x1: 0 };
    const value = x1 > x0 ? from + ((x - x0) / (x1 - x0)) * (to - from) : from;
    if (axis.type === "order") event = clamp(Math.ceil(value - 0.5), event, axis.last);
    else event = seek(columns.at, axis.last, value, event);
    edges[column] = event;
  }
  return edges;
}

/** What a lane holds in each pixel column. */
export type Density = {
  /** Events that fall on the column. */
  readonly counts: Uint32Array;
  /** Union of their tones, one bit a tone. */
  readonly tones: Uint8Array;
  readonly most: number;
};

/** Counts a lane's events by pixel column. Whole blocks of events are read by their union of tones. */
export function countByColumn(track: LaneTrack, edges: Uint32Array): Density {
  const width = edges.length - 1;
  const counts = new Uint32Array(width);
  const tones = new Uint8Array(width);
  let most = 0;
  let start = lowerBound(track.events, track.eventCount, edges[0] ?? 0);
  for (let x = 0; x < width; x++) {
    const edge = edges[x + 1] ?? 0;
    if (edge === edges[x]) continue;
    const end = seek(track.events, track.eventCount, edge, start);
    if (end === start) continue;
    counts[x] = end - start;
    tones[x] = tonesOf(track, start, end);
    if (end - start > most) most = end - start;
    start = end;
  }
  return { counts, tones, most };
}

function tonesOf({ toneBits, toneUnions }: LaneTrack, start: number, end: number): number {
  let union = 0;
  for (let index = start; index < end; ) {
    if (index % TONE_BLOCK === 0 && index + TONE_BLOCK <= end) {
      union |= toneUnions[index / TONE_BLOCK] ?? 0;
      index += TONE_BLOCK;
    } else {
      union |= toneBits[index] ?? 0;
      index += 1;
    }
  }
  return union;
}

/** No band in a column of `bandsByColumn`. */
export const NO_BAND = 255;

/** The tone of the band that runs at the end of each column, `NO_BAND` where none does. */
export function bandsByColumn(track: LaneTrack, edges: Uint32Array, columns: TimelineColumns): Uint8Array {
  const width = edges.length - 1;
  const bands = new Uint8Array(width).fill(NO_BAND);
  let band = Math.max(0, lowerBound(track.bandStarts, track.bandCount, edges[0] ?? 0) - 1);
  for (let x = 0; x < width; x++) {
    const event = (edges[x + 1] ?? 0) - 1;
    if (event < 0 || track.bandCount === 0) continue;
    band = Math.max(0, seek(track.bandStarts, track.bandCount, event + 1, band) - 1);
    const start = track.bandStarts[band] ?? OPEN;
    if (start <= event && (track.bandEnds[band] ?? OPEN) > event) bands[x] = columns.tone[start] ?? 0;
  }
  return bands;
}

/** Lower bound that expects the answer near `from`: doubles its stride, then halves it. */
function seek(values: ArrayLike<number>, length: number, value: number, from: number): number {
  let stride = 1;
  let low = from;
  while (low + stride < length && (values[low + stride] ?? 0) < value) {
    low += stride;
    stride *= 2;
  }
  return lowerBound(values, Math.min(length, low + stride + 1), value, low);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Tones from the one that must be seen to the one that may be missed, as indices into `TONES`. */
const BY_URGENCY = [6, 5, 4, 2, 1, 3, 0] as const;

/** The tone of a union that must not be missed. */
export function mostUrgent(union: number): number {
  return BY_URGENCY.find((tone) => (union & (1 << tone)) !== 0) ?? 0;
}
