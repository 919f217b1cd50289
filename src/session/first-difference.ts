import type { RunEnd } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/** A run, or a branch of one, that can be held against another. */
export type Traced = { readonly log: TraceLog; readonly end: RunEnd };

/** Numbers of events at the same place of several runs; undefined where a run has ended. */
type Places = readonly (number | undefined)[];

/**
 * Where runs part: of each the first event that the others do not have. Transitions and timers of charts are passed over: they only follow
 * what other events tell, and a chart of another make takes other steps to the same effect. Numbers of events, steps and causes are not
 * compared, for they shift with what was passed over. Undefined when nothing differs as far as all are computed.
 */
export function firstDifference(runs: readonly Traced[]): Places | undefined {
  for (const { places, isSame } of sideBySide(runs)) if (!isSame) return places;
  return undefined;
}

/** The event of `other` that stands where `seq` stands in `run`; undefined when the two have parted before. */
export function sameEvent(run: Traced, seq: number, other: Traced): number | undefined {
  for (const { places, isSame } of sideBySide([run, other])) {
    const [own, theirs] = places;
    if (own === seq) return theirs;
    if (!isSame) return undefined;
  }
  return undefined;
}

/** Walks runs event by event that tells something, as far as all are computed. */
function* sideBySide(runs: readonly Traced[]): Generator<{ readonly places: Places; readonly isSame: boolean }> {
  let places: Places = runs.map(({ log }) => nextTold(log, 0));
  while (places.some((seq) => seq !== undefined)) {
    if (places.some((seq, index) => seq === undefined && runs[index]?.end === "open")) return;
    const [first, ...others] = runs.map(({ log }, index) => textOf(log, places[index]));
    yield { places, isSame: others.every((text) => text === first) };
    places = runs.map(({ log }, index) => nextTold(log, (places[index] ?? log.length) + 1));
  }
}

function nextTold(log: TraceLog, from: number): number | undefined {
  let seq = from;
  while (seq < log.length && /^(machine|timer)\./.test(log.type(seq))) seq++;
  return seq < log.length ? seq : undefined;
}

function textOf(log: TraceLog, seq: number | undefined): string | undefined {
  if (seq === undefined) return undefined;
  const { at, actor, fact } = log.event(seq);
  return JSON.stringify([at, actor, fact]);
}
