import { defined } from "../base/assert.ts";
import { type Micros, micros } from "../base/time.ts";
import {
  endRetryCall,
  endRetryPause,
  type Retry,
  type RetryCallResult,
  startRetry,
} from "../simulation/cluster/queue/retry-on-conflict.ts";
import type { WorkqueueDriver } from "./workqueue-driver.ts";
import type { RetryVectorOptions, Sighting } from "./workqueue-vector.ts";

/** Replays RetryOnConflict with a function whose results are listed in the vector. */
export function retryDriver(
  options: RetryVectorOptions,
  draws: readonly { readonly value: number }[],
): WorkqueueDriver {
  let retry: Retry | undefined;
  let callEndsAt: Micros | undefined;
  let drawn = 0;
  const callOf = (attempt: number) => defined(options.calls[attempt - 1] ?? options.calls.at(-1), `call ${attempt}`);
  const enter = (next: Retry, now: Micros): readonly Sighting[] => {
    retry = next;
    callEndsAt = undefined;
    if (next.type === "pausing") return [];
    if (next.type === "calling") {
      callEndsAt = micros(now + callOf(next.attempt).takesUs);
      return [{ type: "attempt.start", attempt: next.attempt }];
    }
    const { attempts, error } = next;
    return [{ type: "returned", error: error === "otherError" ? callOf(attempts).result : error, attempts }];
  };
  return {
    perform: (operation, now) => {
      if (operation.op !== "call") return [];
      const { steps, durationUs, factor, jitter, capUs } = options;
      return enter(startRetry({ steps, durationUs: micros(durationUs), factor, jitter, capUs: micros(capUs) }), now);
    },
    wakeAt: () => (retry?.type === "pausing" ? retry.until : callEndsAt),
    wake: (now) => {
      if (retry?.type === "pausing") return enter(endRetryPause(retry, now), now);
      if (retry?.type !== "calling") return [];
      const { attempt } = retry;
      const { result } = callOf(attempt);
      const step = endRetryCall(retry, resultOf(result), draws[drawn]?.value ?? 0, now);
      if (step.isJitterUsed) drawn++;
      return [{ type: "attempt.end", attempt, result }, ...enter(step.retry, now)];
    },
    state: () => undefined,
  };
}

function resultOf(recorded: string): RetryCallResult {
  if (recorded === "ok") return "ok";
  return recorded === "conflict" || recorded === "wrappedConflict" ? "conflict" : "otherError";
}
