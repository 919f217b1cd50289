import { type Micros, micros } from "../base/time.ts";
import type { LimiterOptions } from "../simulation/cluster/queue/limiter.ts";
import type { World } from "../simulation/kernel/world.ts";
import type { ReplayPicture } from "./replay-log.ts";
import type { Stage } from "./workqueue-stage.ts";
import type { Operation, RecordedLimiter } from "./workqueue-vector.ts";

/** One subject under replay. The runner says what to do and when; the driver holds the simulation's state, and tells what happens. */
export interface WorkqueueDriver {
  /** Performs one operation of the script. */
  perform(stage: Stage, operation: Operation): void;
  /** When the subject has something to do by itself, or undefined. */
  wakeAt(): Micros | undefined;
  /** Lets the subject do one thing that is due. */
  wake(stage: Stage): void;
  /** The snapshot that recordings take at quiescence; undefined when the subject has none. */
  state(): Readonly<Record<string, unknown>> | undefined;
  /** The subject as it is now, to be drawn later with the charts of its moment. */
  picture(): Picture;
}

/** Draws a subject, given the charts and the time of its moment. */
export type Picture = (machines: World<unknown, unknown>["machines"], now: Micros) => ReturnType<ReplayPicture>;

/** A subject of which there is nothing to draw. */
export const NOTHING_DRAWN: Picture = () => ({ processes: [], charts: [] });

/** The limiter options of a recorded limiter. */
export function limiterOptionsOf(recorded: RecordedLimiter): LimiterOptions {
  switch (recorded.kind) {
    case "exponential":
      return { type: "exponential", baseUs: micros(recorded.baseUs), maxUs: micros(recorded.maxUs) };
    case "bucket":
      return { type: "bucket", perSecond: recorded.qps, burst: recorded.burst };
    case "fastSlow":
      return {
        type: "fastSlow",
        fastUs: micros(recorded.fastUs),
        slowUs: micros(recorded.slowUs),
        fastAttemptsMax: recorded.maxFastAttempts,
      };
    case "maxOf":
      return { type: "maxOf", of: recorded.of.map(limiterOptionsOf) };
    case "withMaxWait":
      return { type: "withMaxWait", maxUs: micros(recorded.maxUs), of: limiterOptionsOf(recorded.of) };
  }
}
