import { assert } from "../base/assert.ts";
import type { ColumnChunk } from "../session/protocol.ts";

/**
 * Every event of the branch on the screen, as columns. Index i describes event i; only indices below `length` are
 * valid. A value like a slice: appending returns a new one that may share its arrays with the old one, which stays
 * valid, because only indices from its `length` on are written. Only the newest one may be appended to.
 */
export type TraceColumns = {
  readonly length: number;
  readonly at: Float64Array;
  readonly step: Uint32Array;
  /** −1 for none. */
  readonly cause: Int32Array;
  /** Index into `strings`, as are `type`, `lane` and `label`. */
  readonly actor: Uint32Array;
  readonly type: Uint32Array;
  readonly lane: Uint32Array;
  readonly label: Uint32Array;
  readonly mark: Uint8Array;
  readonly band: Uint8Array;
  readonly tone: Uint8Array;
  readonly strings: readonly string[];
};

type Arrays = Omit<TraceColumns, "length" | "strings">;

const smallest = 1_024;

/** Columns without an event. */
export const emptyColumns: TraceColumns = { length: 0, strings: [], ...arraysOf(0) };

/**
 * The columns with the chunk's events: after those that are there, or, where it starts before their end, instead of
 * what follows. The string table of a run is the same on all its branches, so it only grows.
 */
export function withChunk(columns: TraceColumns, chunk: ColumnChunk): TraceColumns {
  if (chunk.from === 0) return appended({ ...emptyColumns, strings: columns.strings }, chunk);
  assert(chunk.from <= columns.length, () => `a chunk from ${chunk.from} leaves a gap after ${columns.length} events`);
  // A chunk that starts before the end overwrites what older values show: those need arrays of their own.
  return appended(chunk.from < columns.length ? copied(columns, chunk.from) : columns, chunk);
}

/** The text with that index; empty when there is none. */
export function textOf(columns: TraceColumns, index: number | undefined): string {
  return index === undefined ? "" : (columns.strings[index] ?? "");
}

function appended(columns: TraceColumns, chunk: ColumnChunk): TraceColumns {
  const length = columns.length + chunk.at.length;
  const arrays = length <= columns.at.length ? columns : copied(columns, columns.length, length);
  arrays.at.set(chunk.at, columns.length);
  arrays.step.set(chunk.step, columns.length);
  arrays.cause.set(chunk.cause, columns.length);
  arrays.actor.set(chunk.actor, columns.length);
  arrays.type.set(chunk.type, columns.length);
  arrays.lane.set(chunk.lane, columns.length);
  arrays.label.set(chunk.label, columns.length);
  arrays.mark.set(chunk.mark, columns.length);
  arrays.band.set(chunk.band, columns.length);
  arrays.tone.set(chunk.tone, columns.length);
  return { ...arrays, length, strings: withStrings(columns.strings, chunk) };
}

function withStrings(strings: readonly string[], chunk: ColumnChunk): readonly string[] {
  if (chunk.strings.length === 0) return strings;
  assert(chunk.stringsFrom <= strings.length, () => `the string table has ${strings.length} of ${chunk.stringsFrom}`);
  return [...strings.slice(0, chunk.stringsFrom), ...chunk.strings];
}

/** The first `length` events in new arrays with room for `room`, or twice as many as are there. */
function copied(columns: TraceColumns, length: number, room = length): TraceColumns {
  const arrays = arraysOf(Math.max(smallest, room, 2 * length));
  arrays.at.set(columns.at.subarray(0, length));
  arrays.step.set(columns.step.subarray(0, length));
  arrays.cause.set(columns.cause.subarray(0, length));
  arrays.actor.set(columns.actor.subarray(0, length));
  arrays.type.set(columns.type.subarray(0, length));
  arrays.lane.set(columns.lane.subarray(0, length));
  arrays.label.set(columns.label.subarray(0, length));
  arrays.mark.set(columns.mark.subarray(0, length));
  arrays.band.set(columns.band.subarray(0, length));
  arrays.tone.set(columns.tone.subarray(0, length));
  return { ...arrays, length, strings: columns.strings };
}

function arraysOf(room: number): Arrays {
  return {
    at: new Float64Array(room),
    step: new Uint32Array(room),
    cause: new Int32Array(room),
    actor: new Uint32Array(room),
    type: new Uint32Array(room),
    lane: new Uint32Array(room),
    label: new Uint32Array(room),
    mark: new Uint8Array(room),
    band: new Uint8Array(room),
    tone: new Uint8Array(room),
  };
}
