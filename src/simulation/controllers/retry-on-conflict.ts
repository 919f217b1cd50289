import { type Micros, micros } from "../../base/time.ts";
import {
  type Backoff,
  DEFAULT_RETRY,
  endRetryCall,
  endRetryPause,
  type RetryCallResult,
  startRetry,
} from "../cluster/queue/retry-on-conflict.ts";
import { type Asking, note, sleep } from "./asking.ts";

/** How to retry. */
export type RetryOptions = {
  /** `DEFAULT_RETRY`: five calls about 10 ms apart. */
  readonly backoff?: Backoff;
  /** The random part of each pause, in [0, 1), from the number of the pause, from 1; none by default. */
  readonly jitter?: (pause: number) => number;
};

/** What the last call returned, whatever it was; `notCalled` when the back-off allowed no call at all. */
export type Retried<T> =
  | { readonly type: "called"; readonly value: T; readonly calls: number }
  | { readonly type: "notCalled" };

/**
 * Calls until it works, fails for another reason than a conflict, or the back-off is used up (`cg:util/retry/util.go:RetryOnConflict`).
 * `call` is given its number, from 1, and has to read again each time: from the informer's store it gets the same stale object in all
 * the calls of some 45 ms.
 */
export function* retryOnConflict<T>(
  call: (number: number) => Asking<T>,
  resultOf: (value: T) => RetryCallResult,
  { backoff = DEFAULT_RETRY, jitter = () => 0 }: RetryOptions = {},
): Asking<Retried<T>> {
  // Only spans matter here, so the time is counted from the first call.
  let now: Micros = micros(0);
  let retry = startRetry(backoff);
  let last: Retried<T> = { type: "notCalled" };
  while (retry.type !== "returned") {
    if (retry.type === "pausing") {
      const { until } = retry;
      yield* note(`conflict ${retry.attempt}: try again in ${Math.round((until - now) / 1000)} ms`);
      yield* sleep(micros(until - now));
      now = until;
      retry = endRetryPause(retry, now);
    } else {
      const value: T = yield* call(retry.attempt);
      last = { type: "called", value, calls: retry.attempt };
      retry = endRetryCall(retry, resultOf(value), jitter(retry.attempt), now).retry;
    }
  }
  return last;
}
