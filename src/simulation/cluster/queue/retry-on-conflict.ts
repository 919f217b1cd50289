import type { Micros } from "../../../base/time.ts";
import { micros } from "../../../base/time.ts";

/**
 * A back-off (`am:pkg/util/wait/backoff.go:Backoff @eed236ce`). `capUs` 0 means no cap, `factor` 0 no growth (and then
 * the cap means nothing), `jitter` 0 no jitter.
 */
export type Backoff = {
  /** Calls that may still be made. */
  readonly steps: number;
  /** The next pause, without jitter. Whole nanoseconds as upstream, so it may have a fraction once it has grown. */
  readonly durationUs: number;
  readonly factor: number;
  readonly jitter: number;
  readonly capUs: Micros;
};

/** Five calls about 10 ms apart (`cg:util/retry/util.go:DefaultRetry @32ce75a7`). */
export const DEFAULT_RETRY: Backoff = {
  steps: 5,
  durationUs: micros(10_000),
  factor: 1,
  jitter: 0.1,
  capUs: micros(0),
};

/** Four calls with pauses of about 10, 50 and 250 ms (`cg:util/retry/util.go:DefaultBackoff @32ce75a7`). */
export const DEFAULT_BACKOFF: Backoff = {
  steps: 4,
  durationUs: micros(10_000),
  factor: 5,
  jitter: 0.1,
  capUs: micros(0),
};

/** How a call of the function ended. A conflict counts wherever in the chain of errors it stands. */
export type RetryCallResult = "ok" | "conflict" | "otherError";

/** A RetryOnConflict in progress. */
export type Retry =
  | ({ readonly type: "calling" } & Underway)
  | ({ readonly type: "pausing"; readonly until: Micros } & Underway)
  | { readonly type: "returned"; readonly attempts: number; readonly error: RetryError };

type Underway = {
  readonly attempt: number;
  readonly backoff: Backoff;
  /** The fractions of a microsecond, less than one, that the pauses so far were longer than virtual time can tell. */
  readonly behindUs: number;
};

/** What RetryOnConflict returns. `timedOut`: no call was allowed at all. `otherError`: that of the last call. */
export type RetryError = "none" | "conflict" | "otherError" | "timedOut";

/** A pause's random factor: a value in [0, 1), taken only when `isJitterUsed` is true afterwards. */
export type RetryStep = { readonly retry: Retry; readonly isJitterUsed: boolean };

/** Begins: the function is called at once, unless there are no steps (`cg:util/retry/util.go:OnError @32ce75a7`). */
export function startRetry(backoff: Backoff): Retry {
  return backoff.steps > 0
    ? { type: "calling", attempt: 1, backoff, behindUs: 0 }
    : { type: "returned", attempts: 0, error: "timedOut" };
}

/** The call of the function has ended: return, or pause before the next call. */
export function endRetryCall(retry: Retry, result: RetryCallResult, jitterValue: number, now: Micros): RetryStep {
  if (retry.type !== "calling") return { retry, isJitterUsed: false };
  const { attempt, backoff, behindUs } = retry;
  if (result !== "conflict") {
    const error = result === "ok" ? "none" : "otherError";
    return { retry: { type: "returned", attempts: attempt, error }, isJitterUsed: false };
  }
  if (backoff.steps === 1) {
    return { retry: { type: "returned", attempts: attempt, error: "conflict" }, isJitterUsed: false };
  }
  const jitterUs = backoff.jitter > 0 ? Math.floor(jitterValue * backoff.jitter * backoff.durationUs) : 0;
  const pauseUs = Math.round((behindUs + backoff.durationUs + jitterUs) * 1000) / 1000;
  const wholeUs = Math.floor(pauseUs);
  const pausing = { attempt, backoff: stepped(backoff), until: micros(now + wholeUs), behindUs: pauseUs - wholeUs };
  return { retry: { type: "pausing", ...pausing }, isJitterUsed: backoff.jitter > 0 };
}

/** The pause is over: call again, or return the last conflict when the cap has used up the steps. */
export function endRetryPause(retry: Retry, now: Micros): Retry {
  if (retry.type !== "pausing" || retry.until > now) return retry;
  const { attempt, backoff, behindUs } = retry;
  if (backoff.steps <= 0) return { type: "returned", attempts: attempt, error: "conflict" };
  return { type: "calling", attempt: attempt + 1, backoff, behindUs };
}

/** The back-off after one pause (`backoff.go:delay`). Growing beyond the cap uses up all steps: one last pause follows, and no call. */
function stepped(backoff: Backoff): Backoff {
  const steps = backoff.steps - 1;
  if (backoff.factor === 0) return { ...backoff, steps };
  const grownUs = Math.trunc(Math.round(backoff.durationUs * 1000) * backoff.factor) / 1000;
  if (backoff.capUs > 0 && grownUs > backoff.capUs) return { ...backoff, durationUs: backoff.capUs, steps: 0 };
  return { ...backoff, durationUs: grownUs, steps };
}
