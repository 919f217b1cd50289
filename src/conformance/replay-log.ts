import type { Digest } from "../base/digest.ts";
import type { Micros } from "../base/time.ts";
import type { Frame } from "../simulation/cluster/frame.ts";
import type { TraceEvent } from "../simulation/kernel/world.ts";
import type { ReplayTraceFact } from "./replay-fact.ts";

/** An event of a replay. */
export type ReplayEvent = TraceEvent<ReplayTraceFact>;

/** The world after a step, as far as a recording has one. It is drawn only when somebody looks. */
export type ReplayPicture = () => Pick<Frame, "processes" | "charts">;

/** A step of a replay that did something. */
export type ReplayStep = {
  readonly at: Micros;
  readonly events: readonly ReplayEvent[];
  /** Of the trace up to the end of the step. */
  readonly digest: Digest;
  readonly picture: ReplayPicture;
};

/** All that a replay did: as a trace, and in the recordings' words. It belongs to its runner, and grows while that one runs. */
export type ReplayLog<Observation> = {
  readonly steps: ReplayStep[];
  readonly observed: Observation[];
  /** The event that each observation tells of, by its `seq`. */
  readonly sources: number[];
};

/** A log before anything happened. */
export function emptyLog<Observation>(): ReplayLog<Observation> {
  return { steps: [], observed: [], sources: [] };
}

/** Keeps what one step did; `observe` tells an event in the recordings' words, as far as they have it. */
export function keepStep<Observation>(
  log: ReplayLog<Observation>,
  { events, ...after }: ReplayStep,
  observe: (event: ReplayEvent) => readonly Observation[],
): void {
  if (events.length === 0) return;
  const step = log.steps.length;
  log.steps.push({ ...after, events: events.map((event) => ({ ...event, step })) });
  for (const event of events) {
    for (const observation of observe(event)) {
      log.observed.push(observation);
      log.sources.push(event.seq);
    }
  }
}
