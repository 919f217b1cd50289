import type { Micros } from "../../../base/time.ts";
import { micros } from "../../../base/time.ts";

/** A back-off (`am:pkg/util/wait/backoff.go:Backoff @eed236ce`). `capUs` 0 means no cap, `jitter` 0 no jitter. */
export type Backoff = {
  /** Calls that may still be made. */
  readonly steps: number;
  readonly durationUs: Micros;
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
  | { readonly type: "calling"; readonly attempt: number; readonly backoff: Backoff }
  | { readonly type: "pausing"; readonly attempt: number; readonly backoff: Backoff; readonly until: Micros }
  | { readonly type: "returned"; readonly attempts: number; readonly error: RetryError };

/** What RetryOnConflict returns. `timedOut`: no call was allowed at all. `otherError`: that of the last call. */
export type RetryError = "none" | "conflict" | "otherError" | "timedOut";

/** A pause's random factor: a value in [0, 1), taken only when `isJitterUsed` is true afterwards. */
export type RetryStep = { readonly retry: Retry; readonly isJitterUsed: boolean };

/** Begins: the function is called at once, unless there are no steps (`cg:util/retry/util.go:OnError @32ce75a7`). */
export function startRetry(backoff: Backoff): Retry {
  return backoff.steps > 0
    ? { type: "calling", attempt: 1, backoff }
    : { type: "returned", attempts: 0, error: "timedOut" };
}

/** The call of the function has ended: return, or pause before the next call. */
export function endRetryCall(retry: Retry, result: RetryCallResult, jitterValue: number, now: Micros): RetryStep {
  if (retry.type !== "calling") return { retry, isJitterUsed: false };
  const { attempt, backoff } = retry;
  if (result !== "conflict") {
    const error = result === "ok" ? "none" : "otherError";
    return { retry: { type: "returned", attempts: attempt, error }, isJitterUsed: false };
  }
  if (backoff.steps === 1) {
    return { retry: { type: "returned", attempts: attempt, error: "conflict" }, isJitterUsed: false };
  }
  const jitterUs = backoff.jitter > 0 ? Math.floor(jitterValue * backoff.jitter * backoff.durationUs) : 0;
  const until = micros(now + backoff.durationUs + jitterUs);
  return { retry: { type: "pausing", attempt, backoff: stepped(backoff), until }, isJitterUsed: backoff.jitter > 0 };
}

/** The pause is over: call again, or return the last conflict when the cap has used up the steps. */
export function endRetryPause(retry: Retry, now: Micros): Retry {
  if (retry.type !== "pausing" || retry.until > now) return retry;
  if (retry.backoff.steps <= 0) return { type: "returned", attempts: retry.attempt, error: "conflict" };
  return { type: "calling", attempt: retry.attempt + 1, backoff: retry.backoff };
}

/** The back-off after one pause. Growing beyond the cap uses up all steps: one last pause follows, and no call. */
function stepped(backoff: Backoff): Backoff {
  const grown = backoff.factor === 0 ? backoff.durationUs : micros(Math.trunc(backoff.durationUs * backoff.factor));
  if (backoff.capUs > 0 && grown > backoff.capUs) return { ...backoff, durationUs: backoff.capUs, steps: 0 };
  return { ...backoff, durationUs: grown, steps: backoff.steps - 1 };
}
