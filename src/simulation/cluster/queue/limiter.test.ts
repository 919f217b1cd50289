// §1.3 of the specification; the values are those observed on the real limiters.
import { expect, test } from "vitest";
import { type Micros, micros, milliseconds, seconds } from "../../../base/time.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import {
  askLimiter,
  CONTROLLER_DEFAULT,
  createLimiter,
  EXPONENTIAL_DEFAULT,
  failuresOf,
  forgetFailures,
  type Limiter,
  tokensOf,
} from "./limiter.ts";

const a = objectKey("default", "a");
const b = objectKey("default", "b");

/** The delays of `count` failures at one instant, and the limiter afterwards. */
function ask(limiter: Limiter, key: typeof a, count: number, now: Micros = micros(0)) {
  const delays: number[] = [];
  let current = limiter;
  for (let asked = 0; asked < count; asked++) {
    const answer = askLimiter(current, key, now);
    delays.push(answer.delayUs);
    current = answer.limiter;
  }
  return { delays, limiter: current };
}

test("the exponential limiter doubles from 5 ms and stays at 1000 s from the 19th failure on", () => {
  const { delays } = ask(createLimiter(EXPONENTIAL_DEFAULT), a, 21);
  expect(delays.slice(0, 5)).toEqual([5_000, 10_000, 20_000, 40_000, 80_000]);
  expect(delays[17]).toBe(655_360_000);
  expect(delays.slice(18)).toEqual([1_000_000_000, 1_000_000_000, 1_000_000_000]);
});

test("failures count per key until they are forgotten", () => {
  const { limiter } = ask(createLimiter(EXPONENTIAL_DEFAULT), a, 3);
  expect(failuresOf(limiter, a)).toBe(3);
  expect(ask(limiter, b, 1).delays).toEqual([5_000]);
  expect(ask(forgetFailures(limiter, a), a, 1).delays).toEqual([5_000]);
});

test("the bucket lets its burst through and then spaces requests by its rate", () => {
  const { delays, limiter } = ask(createLimiter({ type: "bucket", perSecond: 10, burst: 100 }), a, 105);
  expect(delays.slice(0, 100).every((delay) => delay === 0)).toBe(true);
  expect(delays.slice(100)).toEqual([100_000, 200_000, 300_000, 400_000, 500_000]);
  expect(tokensOf(limiter, micros(0))).toEqual([-5]);
});

test("a bucket refills with time, never beyond its burst", () => {
  const { limiter } = ask(createLimiter({ type: "bucket", perSecond: 10, burst: 100 }), a, 105);
  expect(ask(limiter, a, 1, seconds(1)).delays).toEqual([0]);
  expect(tokensOf(limiter, seconds(20))).toEqual([100]);
});

test("requests every 50 ms on an empty bucket of 10 a second get 50, 100, 150 ms", () => {
  let { limiter } = ask(createLimiter({ type: "bucket", perSecond: 10, burst: 1 }), a, 1);
  const delays: number[] = [];
  for (const now of [50, 100, 150]) {
    const answer = askLimiter(limiter, a, milliseconds(now));
    delays.push(answer.delayUs);
    limiter = answer.limiter;
  }
  expect(delays).toEqual([50_000, 100_000, 150_000]);
});

test("forgetting gives no token back", () => {
  const { limiter } = ask(createLimiter({ type: "bucket", perSecond: 10, burst: 1 }), a, 3);
  expect(tokensOf(forgetFailures(limiter, a), micros(0))).toEqual([-2]);
  expect(failuresOf(limiter, a)).toBe(0);
});

test("a delay that is no whole microsecond ends at the first whole one after it", () => {
  const { delays } = ask(createLimiter({ type: "bucket", perSecond: 3, burst: 1 }), a, 3);
  expect(delays).toEqual([0, 333_334, 666_667]);
});

// G15
test("the controller default asks both limiters each time and takes the longer delay", () => {
  const first = ask(createLimiter(CONTROLLER_DEFAULT), a, 12);
  expect(first.delays.at(-1)).toBe(10_240_000);
  let { limiter } = first;
  for (let other = 0; other < 88; other++) {
    limiter = askLimiter(limiter, objectKey("default", `other-${other}`), micros(0)).limiter;
  }
  const late = ask(limiter, b, 1);
  expect(late.delays).toEqual([100_000]);
  expect(ask(late.limiter, a, 1).delays).toEqual([20_480_000]);
  expect(failuresOf(late.limiter, a)).toBe(12);
});

test("the fast-slow limiter is fast for so many failures and slow from then on", () => {
  const options = { type: "fastSlow", fastUs: milliseconds(5), slowUs: seconds(3), fastAttemptsMax: 2 } as const;
  const { delays, limiter } = ask(createLimiter(options), a, 4);
  expect(delays).toEqual([5_000, 5_000, 3_000_000, 3_000_000]);
  expect(ask(forgetFailures(limiter, a), a, 1).delays).toEqual([5_000]);
});

test("a maximum wait cuts the delay and leaves the count alone", () => {
  const options = { type: "withMaxWait", maxUs: milliseconds(12), of: EXPONENTIAL_DEFAULT } as const;
  const { delays, limiter } = ask(createLimiter(options), a, 4);
  expect(delays).toEqual([5_000, 10_000, 12_000, 12_000]);
  expect(failuresOf(limiter, a)).toBe(4);
});
