import { expect, test } from "vitest";
import { type Micros, micros } from "../../base/time.ts";
import { type Backoff, DEFAULT_BACKOFF, type RetryCallResult } from "../cluster/queue/retry-on-conflict.ts";
import { type RetryOptions, retryOnConflict } from "./retry-on-conflict.ts";

// apiserver D.8, workqueue 5.7 and 9.11: DefaultRetry = 5 tries, 10 ms, factor 1; DefaultBackoff = 4 tries, 10 ms, ×5.
function retry(results: readonly RetryCallResult[], options: RetryOptions = {}) {
  const slept: Micros[] = [];
  const run = retryOnConflict(
    // biome-ignore lint/correctness/useYield: a call that asks nothing
    function* (number) {
      return results[number - 1] ?? "conflict";
    },
    (result) => result,
    options,
  );
  let step = run.next();
  while (step.done !== true) {
    if (step.value.type === "sleep") slept.push(step.value.duration);
    step = run.next({ type: "done" });
  }
  return { ...step.value, slept };
}

const pauses = (...milliseconds: readonly number[]) => milliseconds.map((ms) => micros(ms * 1000));

test("by default there are five calls with pauses of 10 ms, and then the conflict is returned", () => {
  expect(retry([])).toEqual({ type: "called", value: "conflict", calls: 5, slept: pauses(10, 10, 10, 10) });
});

test("the other usual back-off makes four calls with pauses of 10, 50 and 250 ms", () => {
  expect(retry([], { backoff: DEFAULT_BACKOFF })).toMatchObject({ calls: 4, slept: pauses(10, 50, 250) });
});

test("success and other errors end it at once", () => {
  expect(retry(["conflict", "ok"])).toEqual({ type: "called", value: "ok", calls: 2, slept: pauses(10) });
  expect(retry(["otherError"])).toEqual({ type: "called", value: "otherError", calls: 1, slept: [] });
});

test("jitter makes a pause up to a tenth longer", () => {
  expect(retry(["conflict", "ok"], { jitter: () => 0.5 }).slept).toEqual(pauses(10.5));
});

test("a back-off without steps makes no call", () => {
  const none: Backoff = { steps: 0, durationUs: micros(0), factor: 1, jitter: 0, capUs: micros(0) };
  expect(retry(["ok"], { backoff: none })).toEqual({ type: "notCalled", slept: [] });
});
