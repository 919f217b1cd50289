// §5.7 and §9.11 of the specification.
import { expect, test } from "vitest";
import { type Micros, micros } from "../../../base/time.ts";
import {
  type Backoff,
  DEFAULT_BACKOFF,
  DEFAULT_RETRY,
  endRetryCall,
  endRetryPause,
  type RetryCallResult,
  startRetry,
} from "./retry-on-conflict.ts";

/** Runs a retry whose calls take no time; gives the times of the calls, the time of the return and the error. */
function run(backoff: Backoff, results: readonly RetryCallResult[], jitterValue = 0) {
  let retry = startRetry(backoff);
  let now: Micros = micros(0);
  const calls: number[] = [];
  while (retry.type !== "returned") {
    if (retry.type === "calling") {
      calls.push(now);
      retry = endRetryCall(retry, results[calls.length - 1] ?? "conflict", jitterValue, now).retry;
    } else {
      now = retry.until;
      retry = endRetryPause(retry, now);
    }
  }
  return { calls, returnedAt: now, error: retry.error };
}

// S7
test("the default makes five calls 10 ms apart and then gives the conflict back", () => {
  const calls = [0, 10_000, 20_000, 30_000, 40_000];
  expect(run(DEFAULT_RETRY, [])).toEqual({ calls, returnedAt: 40_000, error: "conflict" });
});

test("jitter stretches each pause by up to a tenth", () => {
  expect(run(DEFAULT_RETRY, [], 0.5).calls).toEqual([0, 10_500, 21_000, 31_500, 42_000]);
});

test("the back-off preset pauses 10, 50 and 250 ms", () => {
  expect(run(DEFAULT_BACKOFF, []).calls).toEqual([0, 10_000, 60_000, 310_000]);
});

test("success and other errors return at once", () => {
  expect(run(DEFAULT_RETRY, ["conflict", "ok"])).toEqual({ calls: [0, 10_000], returnedAt: 10_000, error: "none" });
  expect(run(DEFAULT_RETRY, ["otherError"])).toEqual({ calls: [0], returnedAt: 0, error: "otherError" });
});

test("without steps the function is never called", () => {
  expect(run({ ...DEFAULT_RETRY, steps: 0 }, [])).toEqual({ calls: [], returnedAt: 0, error: "timedOut" });
});

test("a pause that would grow beyond the cap is the last one, and no call follows it", () => {
  const backoff = { steps: 9, durationUs: micros(10_000), factor: 3, jitter: 0, capUs: micros(20_000) };
  expect(run(backoff, [])).toEqual({ calls: [0], returnedAt: 10_000, error: "conflict" });
});

// am:pkg/util/wait/backoff.go:delay @eed236ce looks at the cap only where the duration grows.
test("without a factor the cap means nothing", () => {
  const backoff = { steps: 3, durationUs: micros(10_000), factor: 0, jitter: 0, capUs: micros(4_000) };
  expect(run(backoff, [])).toEqual({ calls: [0, 10_000, 20_000], returnedAt: 20_000, error: "conflict" });
});

// Pauses of 12345, 6172.5, 3086.25 and 1543.125 microseconds.
test("fractions of a microsecond that a factor makes add up", () => {
  const backoff = { steps: 5, durationUs: micros(12_345), factor: 0.5, jitter: 0, capUs: micros(0) };
  expect(run(backoff, []).calls).toEqual([0, 12_345, 18_517, 21_603, 23_146]);
});

test("without jitter no random value is taken", () => {
  const retry = startRetry({ ...DEFAULT_RETRY, jitter: 0 });
  expect(endRetryCall(retry, "conflict", 0.9, micros(0)).isJitterUsed).toBe(false);
});
