/**
 * All events of a run as columns: index i describes event i. The arrays may be longer than `length`; what lies behind
 * it is not there yet. Text columns hold indices into `strings`. Only ever appended to; a different line of history is
 * a different value.
 */
export type TimelineColumns = {
  readonly length: number;
  /** Virtual time in µs, never falling. */
  readonly at: Float64Array;
  readonly step: Uint32Array;
  /** The event that caused this one, −1 for none. */
  readonly cause: Int32Array;
  readonly actor: Uint32Array;
  readonly type: Uint32Array;
  readonly lane: Uint32Array;
  /** Index into `MARKS`. */
  readonly mark: Uint8Array;
  /** Index into `BANDS`. */
  readonly band: Uint8Array;
  /** Index into `TONES`. */
  readonly tone: Uint8Array;
  readonly label: Uint32Array;
  readonly strings: readonly string[];
};

/** Time of an event, 0 where there is none. */
export function timeOf(columns: TimelineColumns, event: number): number {
  return columns.at[event] ?? 0;
}

/** Text behind an index of a text column. */
export function textOf(columns: TimelineColumns, index: number | undefined): string {
  return index === undefined ? "" : (columns.strings[index] ?? "");
}

/** Number of leading entries of the sorted `values[0, length)` that are below `value`. */
export function lowerBound(values: ArrayLike<number>, length: number, value: number, from = 0): number {
  let low = from;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of leading entries of the sorted `values[0, length)` that are not above `value`. */
export function upperBound(values: ArrayLike<number>, length: number, value: number, from = 0): number {
  let low = from;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
