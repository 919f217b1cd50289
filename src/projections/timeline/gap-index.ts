import type { TimelineColumns } from "./timeline-columns.ts";

const BLOCK = 256;
const BINS_PER_DOUBLING = 4;
const BINS = 50 * BINS_PER_DOUBLING;

/** The idle gaps of a run: gap i lies between event i and event i + 1. Buffers may be longer than `gaps` says. */
export type GapIndex = {
  /** Number of gaps covered. */
  readonly gaps: number;
  /** The longest gap of each block of 256. */
  readonly longest: Float64Array;
  /** Counts of gaps longer than 0 by length, on a logarithmic scale. */
  readonly histogram: Float64Array;
};

export const EMPTY_GAPS: GapIndex = { gaps: 0, longest: new Float64Array(0), histogram: new Float64Array(BINS) };

/** The index with the gaps of the events that came since. */
export function extendGaps(index: GapIndex, columns: TimelineColumns): GapIndex {
  const gaps = Math.max(0, columns.length - 1);
  if (gaps <= index.gaps) return index;
  const blocks = Math.ceil(gaps / BLOCK);
  let longest = index.longest;
  if (longest.length < blocks) {
    longest = new Float64Array(Math.max(blocks, 2 * index.longest.length));
    longest.set(index.longest);
  }
  const histogram = index.histogram.slice();
  const { at } = columns;
  for (let gap = index.gaps; gap < gaps; gap++) {
    const length = (at[gap + 1] ?? 0) - (at[gap] ?? 0);
    if (length <= 0) continue;
    const block = Math.floor(gap / BLOCK);
    if (length > (longest[block] ?? 0)) longest[block] = length;
    const bin = binOf(length);
    histogram[bin] = (histogram[bin] ?? 0) + 1;
  }
  return { gaps, longest, histogram };
}

/** The first gap at or after `from` that is longer than `least`, or −1. */
export function nextGap(index: GapIndex, columns: TimelineColumns, from: number, least: number): number {
  for (let gap = Math.max(0, from); gap < index.gaps; ) {
    const block = Math.floor(gap / BLOCK);
    const end = Math.min(index.gaps, (block + 1) * BLOCK);
    if ((index.longest[block] ?? 0) > least) {
      for (; gap < end; gap++) if (gapLength(columns, gap) > least) return gap;
    }
    gap = end;
  }
  return -1;
}

/** The last gap at or before `from` that is longer than `least`, or −1. */
export function previousGap(index: GapIndex, columns: TimelineColumns, from: number, least: number): number {
  for (let gap = Math.min(from, index.gaps - 1); gap >= 0; ) {
    const block = Math.floor(gap / BLOCK);
    const start = block * BLOCK;
    if ((index.longest[block] ?? 0) > least) {
      for (; gap >= start; gap--) if (gapLength(columns, gap) > least) return gap;
    }
    gap = start - 1;
  }
  return -1;
}

/** Length of one gap in µs. */
export function gapLength(columns: TimelineColumns, gap: number): number {
  return (columns.at[gap + 1] ?? 0) - (columns.at[gap] ?? 0);
}

/** The median of the run's gaps longer than 0, to about a fifth; 0 when there are none. */
export function medianGap(index: GapIndex): number {
  const total = index.histogram.reduce((sum, count) => sum + count, 0);
  let left = total / 2;
  for (let bin = 0; bin < BINS; bin++) {
    left -= index.histogram[bin] ?? 0;
    if (left <= 0 && total > 0) return 2 ** ((bin + 0.5) / BINS_PER_DOUBLING);
  }
  return 0;
}

/** The median of the gaps longer than 0 among events [first, last): exact up to 512 gaps, a regular sample beyond. */
export function medianGapIn(columns: TimelineColumns, first: number, last: number): number {
  const stride = Math.max(1, Math.floor((last - first) / 512));
  const sample: number[] = [];
  for (let gap = first; gap + 1 < last; gap += stride) {
    const length = gapLength(columns, gap);
    if (length > 0) sample.push(length);
  }
  sample.sort((a, b) => a - b);
  return sample[sample.length >>> 1] ?? 0;
}

function binOf(length: number): number {
  return Math.min(BINS - 1, Math.max(0, Math.floor(Math.log2(length) * BINS_PER_DOUBLING)));
}
