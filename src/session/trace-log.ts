import { assert } from "../base/assert.ts";
import { type Column, intColumn, uintColumn } from "../base/column.ts";
import type { Digest } from "../base/digest.ts";
import { type Micros, micros } from "../base/time.ts";
import { BANDS, type LaneReading, MARKS, TONES } from "../simulation/cluster/lanes.ts";
import type { Fact, TraceEvent } from "../simulation/kernel/world.ts";
import { EventColumns } from "./event-columns.ts";
import { FactStore } from "./fact-codec.ts";
import type { ColumnChunk, EventRow } from "./protocol.ts";
import { StringTable } from "./string-table.ts";

/** The trace of one branch: append-only columns, owned by the worker. Steps are numbered from 0, the boot. */
export class TraceLog {
  readonly strings: StringTable;
  readonly #facts: FactStore;
  readonly #columns: EventColumns;
  readonly #steps: StepColumns;

  constructor(prefix?: { readonly of: TraceLog; readonly steps: number }) {
    this.strings = prefix?.of.strings ?? new StringTable();
    if (prefix === undefined) {
      this.#facts = new FactStore(this.strings);
      this.#columns = new EventColumns();
      this.#steps = { events: uintColumn(), high: intColumn(), low: intColumn() };
      return;
    }
    const { of, steps } = prefix;
    const events = of.eventsUpTo(steps - 1);
    this.#facts = new FactStore(this.strings, { store: of.#facts, facts: events });
    this.#columns = of.#columns.prefix(events);
    const { events: ends, high, low } = of.#steps;
    this.#steps = { events: ends.prefix(steps), high: high.prefix(steps), low: low.prefix(steps) };
  }

  /** Number of events. */
  get length(): number {
    return this.#columns.length;
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
    const from = this.cause(seq);
    return {
      seq,
      step: this.stepOf(seq),
      at: this.time(seq),
      actor: this.strings.text(this.#columns.at("actor", seq)),
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
    return this.strings.text(this.#columns.at("type", seq));
  }

  time(seq: number): Micros {
    return micros(this.#columns.at("at", seq));
  }

  cause(seq: number): number {
    return this.#columns.at("cause", seq);
  }

  stepOf(seq: number): number {
    return this.#columns.at("step", seq);
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
    return {
      from,
      ...this.#columns.since(from),
      stringsFrom,
      strings: this.strings.since(stringsFrom),
    };
  }

  #appendEvent(event: TraceEvent, reading: LaneReading): void {
    const { strings } = this;
    const actor = strings.idOf(event.actor);
    this.#columns.push({
      at: event.at,
      step: event.step,
      cause: event.cause ?? -1,
      actor,
      type: this.#facts.append(event.fact),
      lane: reading.lane === event.actor ? actor : strings.idOf(reading.lane),
      mark: MARKS.indexOf(reading.mark),
      band: BANDS.indexOf(reading.band),
      tone: TONES.indexOf(reading.tone),
      label: strings.idOf(reading.label),
    });
  }
}

type StepColumns = {
  readonly events: Column<Uint32Array>;
  readonly high: Column<Int32Array>;
  readonly low: Column<Int32Array>;
};
