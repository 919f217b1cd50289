import type { Micros } from "../base/time.ts";
import { micros } from "../base/time.ts";
import type { LimiterOptions } from "../simulation/cluster/queue/limiter.ts";
import type { Operation, RecordedLimiter, Sighting } from "./workqueue-vector.ts";

/** One subject under replay. The runner says what to do and when; the driver holds the simulation's state. */
export interface WorkqueueDriver {
  /** Performs one operation of the script. */
  perform(operation: Operation, now: Micros): readonly Sighting[];
  /** When the subject has something to do by itself, or undefined. */
  wakeAt(): Micros | undefined;
  /** Lets the subject do one thing that is due. */
  wake(now: Micros): readonly Sighting[];
  /** The snapshot that recordings take at quiescence; undefined when the subject has none. */
  state(): Readonly<Record<string, unknown>> | undefined;
}

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
