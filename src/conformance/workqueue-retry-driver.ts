import { defined } from "../base/assert.ts";
import { type Micros, micros } from "../base/time.ts";
import { clientActor } from "../simulation/cluster/actors/names.ts";
import {
  endRetryCall,
  endRetryPause,
  type Retry,
  type RetryCallResult,
  startRetry,
} from "../simulation/cluster/queue/retry-on-conflict.ts";
import { PROCESS } from "./process-picture.ts";
import type { ReplayFact } from "./replay-fact.ts";
import { NOTHING_DRAWN, type WorkqueueDriver } from "./workqueue-driver.ts";
import { type Stage, tellFact } from "./workqueue-stage.ts";
import type { RetryVectorOptions, Sighting } from "./workqueue-vector.ts";

/** Who calls RetryOnConflict. */
const CALLER = clientActor(PROCESS);

/** Replays RetryOnConflict with a function whose results are listed in the vector. */
export function retryDriver(
  options: RetryVectorOptions,
  draws: readonly { readonly value: number }[],
): WorkqueueDriver {
  let retry: Retry | undefined;
  let callEndsAt: Micros | undefined;
  let drawn = 0;
  let last: number | undefined;
  const callOf = (attempt: number) => defined(options.calls[attempt - 1] ?? options.calls.at(-1), `call ${attempt}`);
  const enter = (stage: Stage, next: Retry): void => {
    retry = next;
    callEndsAt = undefined;
    if (next.type === "pausing") return;
    if (next.type === "calling") {
      const { attempt } = next;
      callEndsAt = micros(stage.now + callOf(attempt).takesUs);
      return say(stage, { type: "retry.attemptStarted", attempt }, { type: "attempt.start", attempt });
    }
    const { attempts } = next;
    const error = next.error === "otherError" ? callOf(attempts).result : next.error;
    say(stage, { type: "retry.returned", error, attempts }, { type: "returned", error, attempts });
  };
  const say = (stage: Stage, fact: ReplayFact, sighting: Sighting): void => {
    stage.turn.cause ??= last;
    last = tellFact(stage, CALLER, fact, [sighting]);
  };
  return {
    perform: (stage, operation) => {
      if (operation.op !== "call") return;
      const { steps, durationUs, factor, jitter, capUs } = options;
      enter(stage, startRetry({ steps, durationUs: micros(durationUs), factor, jitter, capUs: micros(capUs) }));
    },
    wakeAt: () => (retry?.type === "pausing" ? retry.until : callEndsAt),
    wake: (stage) => {
      if (retry?.type === "pausing") return enter(stage, endRetryPause(retry, stage.now));
      if (retry?.type !== "calling") return;
      const { attempt } = retry;
      const { result } = callOf(attempt);
      const step = endRetryCall(retry, resultOf(result), draws[drawn]?.value ?? 0, stage.now);
      if (step.isJitterUsed) drawn++;
      say(stage, { type: "retry.attemptEnded", attempt, result }, { type: "attempt.end", attempt, result });
      enter(stage, step.retry);
    },
    state: () => undefined,
    picture: () => NOTHING_DRAWN,
  };
}

function resultOf(recorded: string): RetryCallResult {
  if (recorded === "ok") return "ok";
  return recorded === "conflict" || recorded === "wrappedConflict" ? "conflict" : "otherError";
}
