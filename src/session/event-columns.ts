import type { ColumnChunk } from "./protocol.ts";

/** One event as the columns hold it: numbers, and places of texts in the table. `cause` is −1 for none. */
export type EventNumbers = {
  readonly at: number;
  readonly step: number;
  readonly cause: number;
  readonly actor: number;
  readonly type: number;
  readonly lane: number;
  readonly mark: number;
  readonly band: number;
  readonly tone: number;
  readonly label: number;
};

/** The columns that the page gets. */
type Arrays = Pick<ColumnChunk, keyof EventNumbers>;

const SMALLEST = 1_024;

/** All events of a branch as growing typed arrays of one length; only ever appended to. */
export class EventColumns {
  #length = 0;
  #arrays: Arrays;

  constructor(arrays: Arrays = emptyArrays(SMALLEST), length = 0) {
    this.#arrays = arrays;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  push(event: EventNumbers): void {
    const index = this.#length;
    if (index === this.#arrays.at.length) this.#arrays = grown(this.#arrays, Math.ceil(index * 1.25));
    const { at, step, cause, actor, type, lane, mark, band, tone, label } = this.#arrays;
    at[index] = event.at;
    step[index] = event.step;
    cause[index] = event.cause;
    actor[index] = event.actor;
    type[index] = event.type;
    lane[index] = event.lane;
    mark[index] = event.mark;
    band[index] = event.band;
    tone[index] = event.tone;
    label[index] = event.label;
    this.#length = index + 1;
  }

  /** The number of one column at `index`, which must lie inside. */
  at(column: keyof EventNumbers, index: number): number {
    return this.#arrays[column][index] ?? Number.NaN;
  }

  /** Copies of the columns from `from` on, fit for being transferred. */
  since(from: number): Arrays {
    return sliced(this.#arrays, from, this.#length);
  }

  /** Independent columns with the first `length` events. */
  prefix(length: number): EventColumns {
    return new EventColumns(grown(sliced(this.#arrays, 0, length), Math.max(SMALLEST, length)), length);
  }
}

function emptyArrays(room: number): Arrays {
  return {
    at: new Float64Array(room),
    step: new Uint32Array(room),
    cause: new Int32Array(room),
    actor: new Uint32Array(room),
    type: new Uint32Array(room),
    lane: new Uint32Array(room),
    mark: new Uint8Array(room),
    band: new Uint8Array(room),
    tone: new Uint8Array(room),
    label: new Uint32Array(room),
  };
}

function grown(arrays: Arrays, room: number): Arrays {
  const next = emptyArrays(room);
  next.at.set(arrays.at);
  next.step.set(arrays.step);
  next.cause.set(arrays.cause);
  next.actor.set(arrays.actor);
  next.type.set(arrays.type);
  next.lane.set(arrays.lane);
  next.mark.set(arrays.mark);
  next.band.set(arrays.band);
  next.tone.set(arrays.tone);
  next.label.set(arrays.label);
  return next;
}

function sliced(arrays: Arrays, from: number, to: number): Arrays {
  const { at, step, cause, actor, type, lane, mark, band, tone, label } = arrays;
  return {
    at: at.slice(from, to),
    step: step.slice(from, to),
    cause: cause.slice(from, to),
    actor: actor.slice(from, to),
    type: type.slice(from, to),
    lane: lane.slice(from, to),
    mark: mark.slice(from, to),
    band: band.slice(from, to),
    tone: tone.slice(from, to),
    label: label.slice(from, to),
  };
}
