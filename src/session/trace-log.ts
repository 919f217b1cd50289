import { assert } from "../base/assert.ts";
import { byteColumn, type Column, floatColumn, intColumn, uintColumn } from "../base/column.ts";
import type { Digest } from "../base/digest.ts";
import { type Micros, micros } from "../base/time.ts";
import { BANDS, type LaneReading, MARKS, TONES } from "../simulation/cluster/lanes.ts";
import type { Fact, TraceEvent } from "../simulation/kernel/world.ts";
import { FactStore } from "./fact-codec.ts";
import type { ColumnChunk, EventRow } from "./protocol.ts";
import { StringTable } from "./string-table.ts";

/** The trace of one branch: append-only columns, owned by the worker. Steps are numbered from 0, the boot. */
export class TraceLog {
  readonly strings: StringTable;
  readonly #facts: FactStore;
  readonly #columns: Columns;
  readonly #steps: StepColumns;

  constructor(prefix?: { readonly of: TraceLog; readonly steps: number }) {
    this.strings = prefix?.of.strings ?? new StringTable();
    if (prefix === undefined) {
      this.#facts = new FactStore(this.strings);
      this.#columns = createColumns();
      this.#steps = { events: uintColumn(), high: intColumn(), low: intColumn() };
      return;
    }
    const { of, steps } = prefix;
    const events = of.eventsUpTo(steps - 1);
    this.#facts = new FactStore(this.strings, { store: of.#facts, facts: events });
    this.#columns = prefixOf(of.#columns, events);
    const { events: ends, high, low } = of.#steps;
    this.#steps = { events: ends.prefix(steps), high: high.prefix(steps), low: low.prefix(steps) };
  }

  /** Number of events. */
  get length(): number {
    return this.#columns.at.length;
  }

  /** Number of steps, the boot included. */
  get steps(): number {
    return this.#steps.events.length;
  }

  /** Appends what one step did, with the digest after it. */
  append(events: readonly TraceEvent[], digest: Digest, read: (event: TraceEvent) => LaneReading): void {
    for (const event of events) {
      assert(event.seq === this.length, () => `event ${event.seq} appended at ${this.length}`);
      this.#appendEvent(event, read(event));
    }
    this.#steps.events.push(this.length);
    this.#steps.high.push(digest.high);
    this.#steps.low.push(digest.low);
  }

  /** The event at `seq`, equal to what was appended. */
  event(seq: number): TraceEvent {
    const { at, step, actor, cause } = this.#columns;
    const from = cause.at(seq);
    return {
      seq,
      step: step.at(seq),
      at: micros(at.at(seq)),
      actor: this.strings.text(actor.at(seq)),
      cause: from < 0 ? undefined : from,
      fact: this.#facts.at(seq),
    };
  }

  /** The event at `seq` as the page shows it. */
  row(seq: number): EventRow {
    const { fact, ...place } = this.event(seq);
    return { ...place, fact: fact as Fact & Readonly<Record<string, unknown>> }; // facts are flat plain data
  }

  type(seq: number): string {
    return this.strings.text(this.#columns.type.at(seq));
  }

  time(seq: number): Micros {
    return micros(this.#columns.at.at(seq));
  }

  cause(seq: number): number {
    return this.#columns.cause.at(seq);
  }

  stepOf(seq: number): number {
    return this.#columns.step.at(seq);
  }

  /** Number of events up to and including `step`. */
  eventsUpTo(step: number): number {
    return step < 0 ? 0 : this.#steps.events.at(Math.min(step, this.steps - 1));
  }

  digestAfter(step: number): Digest {
    return { high: this.#steps.high.at(step), low: this.#steps.low.at(step) };
  }

  /** Events from `from` on as columns, with the strings that the page does not have yet. */
  chunk(from: number, stringsFrom: number): ColumnChunk {
    const { at, step, cause, actor, type, lane, mark, band, tone, label } = this.#columns;
    return {
      from,
      at: at.slice(from),
      step: step.slice(from),
      cause: cause.slice(from),
      actor: actor.slice(from),
      type: type.slice(from),
      lane: lane.slice(from),
      mark: mark.slice(from),
      band: band.slice(from),
      tone: tone.slice(from),
      label: label.slice(from),
      stringsFrom,
      strings: this.strings.since(stringsFrom),
    };
  }

  #appendEvent(event: TraceEvent, reading: LaneReading): void {
    const { at, step, cause, actor, type, lane, mark, band, tone, label } = this.#columns;
    at.push(event.at);
    step.push(event.step);
    cause.push(event.cause ?? -1);
    const actorId = this.strings.idOf(event.actor);
    actor.push(actorId);
    type.push(this.strings.idOf(event.fact.type));
    lane.push(reading.lane === event.actor ? actorId : this.strings.idOf(reading.lane));
    mark.push(MARKS.indexOf(reading.mark));
    band.push(BANDS.indexOf(reading.band));
    tone.push(TONES.indexOf(reading.tone));
    label.push(this.strings.idOf(reading.label));
    this.#facts.append(event.fact);
  }
}

type Columns = {
  readonly at: Column<Float64Array>;
  readonly step: Column<Uint32Array>;
  readonly cause: Column<Int32Array>;
  readonly actor: Column<Uint32Array>;
  readonly type: Column<Uint32Array>;
  readonly lane: Column<Uint32Array>;
  readonly mark: Column<Uint8Array>;
  readonly band: Column<Uint8Array>;
  readonly tone: Column<Uint8Array>;
  readonly label: Column<Uint32Array>;
};

type StepColumns = {
  readonly events: Column<Uint32Array>;
  readonly high: Column<Int32Array>;
  readonly low: Column<Int32Array>;
};

function createColumns(): Columns {
  return {
    at: floatColumn(),
    step: uintColumn(),
    cause: intColumn(),
    actor: uintColumn(),
    type: uintColumn(),
    lane: uintColumn(),
    mark: byteColumn(),
    band: byteColumn(),
    tone: byteColumn(),
    label: uintColumn(),
  };
}

function prefixOf(columns: Columns, events: number): Columns {
  return {
    at: columns.at.prefix(events),
    step: columns.step.prefix(events),
    cause: columns.cause.prefix(events),
    actor: columns.actor.prefix(events),
    type: columns.type.prefix(events),
    lane: columns.lane.prefix(events),
    mark: columns.mark.prefix(events),
    band: columns.band.prefix(events),
    tone: columns.tone.prefix(events),
    label: columns.label.prefix(events),
  };
}
