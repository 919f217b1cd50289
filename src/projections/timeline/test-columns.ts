import { BANDS, type LaneReading, MARKS, TONES } from "../../simulation/cluster/lanes.ts";
import type { TimelineColumns } from "./timeline-columns.ts";

/** An event as a test writes it: only what it is about. */
export type TestEvent = Partial<LaneReading> & {
  readonly at: number;
  readonly lane: string;
  readonly cause?: number;
  readonly type?: string;
};

/** Columns of these events, in this order. */
export function columnsOf(events: readonly TestEvent[]): TimelineColumns {
  const strings: string[] = [""];
  const ids = new Map<string, number>([["", 0]]);
  const idOf = (text: string) => {
    const known = ids.get(text);
    if (known !== undefined) return known;
    ids.set(text, strings.length);
    strings.push(text);
    return strings.length - 1;
  };
  return {
    length: events.length,
    at: Float64Array.from(events, ({ at }) => at),
    step: Uint32Array.from(events, (_, index) => index),
    cause: Int32Array.from(events, ({ cause }) => cause ?? -1),
    actor: Uint32Array.from(events, ({ lane }) => idOf(lane)),
    type: Uint32Array.from(events, ({ type }) => idOf(type ?? "test.event")),
    lane: Uint32Array.from(events, ({ lane }) => idOf(lane)),
    mark: Uint8Array.from(events, ({ mark }) => MARKS.indexOf(mark ?? "none")),
    band: Uint8Array.from(events, ({ band }) => BANDS.indexOf(band ?? "same")),
    tone: Uint8Array.from(events, ({ tone }) => TONES.indexOf(tone ?? "idle")),
    label: Uint32Array.from(events, ({ label }) => idOf(label ?? "")),
    strings,
  };
}

/** Events at these times on one lane, each a tick. */
export function ticksAt(times: readonly number[], lane = "etcd"): TimelineColumns {
  return columnsOf(times.map((at) => ({ at, lane, mark: "tick" })));
}

/** A regular run of any size: bursts of ten events 100 µs apart, one burst a second, spread over `lanes` lanes. */
export function manyColumns(length: number, lanes: number): TimelineColumns {
  const strings = ["", "test.event", "604", ...Array.from({ length: lanes }, (_, lane) => `web/worker/${lane + 1}`)];
  const fill = (value: (index: number) => number) => Uint32Array.from({ length }, (_, index) => value(index));
  return {
    length,
    at: Float64Array.from({ length }, (_, index) => Math.floor(index / 10) * 1_000_000 + (index % 10) * 100),
    step: fill((index) => index),
    cause: Int32Array.from({ length }, (_, index) => index - 1),
    actor: fill((index) => 3 + (index % lanes)),
    type: fill(() => 1),
    lane: fill((index) => 3 + (index % lanes)),
    mark: Uint8Array.from({ length }, (_, index) => index % 2),
    band: Uint8Array.from({ length }, (_, index) => ((index >> 4) % 3 === 0 ? 2 : 0)),
    tone: Uint8Array.from({ length }, (_, index) => (index >> 5) % TONES.length),
    label: fill((index) => (index % 50 === 0 ? 2 : 0)),
    strings,
  };
}
