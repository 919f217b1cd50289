import { emptyMap, type PersistentMap, valueAt, withEntry, withoutKey } from "../../../base/persistent-map.ts";
import { type Micros, micros, milliseconds, seconds } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";

/** Which limiter a queue uses, without what it has counted so far. Times in microseconds. */
export type LimiterOptions =
  | { readonly type: "exponential"; readonly baseUs: Micros; readonly maxUs: Micros }
  | { readonly type: "bucket"; readonly perSecond: number; readonly burst: number }
  | { readonly type: "fastSlow"; readonly fastUs: Micros; readonly slowUs: Micros; readonly fastAttemptsMax: number }
  | { readonly type: "maxOf"; readonly of: readonly LimiterOptions[] }
  | { readonly type: "withMaxWait"; readonly maxUs: Micros; readonly of: LimiterOptions };

type Failures = PersistentMap<ObjectKey, number>;

/** A rate limiter with its counts: data, never changed in place (`cg:util/workqueue/default_rate_limiters.go @32ce75a7`). */
export type Limiter =
  | { readonly type: "exponential"; readonly baseUs: Micros; readonly maxUs: Micros; readonly failures: Failures }
  | Bucket
  | {
      readonly type: "fastSlow";
      readonly fastUs: Micros;
      readonly slowUs: Micros;
      readonly fastAttemptsMax: number;
      readonly failures: Failures;
    }
  | { readonly type: "maxOf"; readonly of: readonly Limiter[] }
  | { readonly type: "withMaxWait"; readonly maxUs: Micros; readonly of: Limiter };

/** A token bucket, shared by all keys. `tokens` is a float and may be negative: reservations are never given back. */
export type Bucket = {
  readonly type: "bucket";
  readonly perSecond: number;
  readonly burst: number;
  readonly tokens: number;
  readonly countedAt: Micros;
};

/** What asking a limiter gives: the delay, and the limiter afterwards. */
export type LimiterAnswer = { readonly limiter: Limiter; readonly delayUs: Micros };

/** 5 ms doubling to 1000 s per key: controller-runtime's default with the priority queue (`cr:pkg/controller/controller.go:NewTypedUnmanaged @86a0d40e`). */
export const EXPONENTIAL_DEFAULT: LimiterOptions = {
  type: "exponential",
  baseUs: milliseconds(5),
  maxUs: seconds(1000),
};

/** The longer of 5 ms…1000 s per key and a shared bucket of 10 a second, burst 100 (`cg:util/workqueue/default_rate_limiters.go:DefaultTypedControllerRateLimiter @32ce75a7`). */
export const CONTROLLER_DEFAULT: LimiterOptions = {
  type: "maxOf",
  of: [EXPONENTIAL_DEFAULT, { type: "bucket", perSecond: 10, burst: 100 }],
};

/** A limiter that has counted nothing; a bucket starts full. */
export function createLimiter(options: LimiterOptions): Limiter {
  switch (options.type) {
    case "exponential":
      return { ...options, failures: emptyMap() };
    case "bucket":
      return { ...options, tokens: options.burst, countedAt: micros(0) };
    case "fastSlow":
      return { ...options, failures: emptyMap() };
    case "maxOf":
      return { type: "maxOf", of: options.of.map(createLimiter) };
    case "withMaxWait":
      return { type: "withMaxWait", maxUs: options.maxUs, of: createLimiter(options.of) };
  }
}

/** Asks for the delay of one more failure of `key`. Counts it: asking twice is two failures. */
export function askLimiter(limiter: Limiter, key: ObjectKey, now: Micros): LimiterAnswer {
  switch (limiter.type) {
    case "exponential": {
      const before = valueAt(limiter.failures, key) ?? 0;
      const grown = limiter.baseUs * 2 ** before;
      const failures = withEntry(limiter.failures, key, before + 1);
      return { limiter: { ...limiter, failures }, delayUs: micros(Math.min(grown, limiter.maxUs)) };
    }
    case "bucket":
      return askBucket(limiter, now);
    case "fastSlow": {
      const attempts = (valueAt(limiter.failures, key) ?? 0) + 1;
      const failures = withEntry(limiter.failures, key, attempts);
      const delayUs = attempts <= limiter.fastAttemptsMax ? limiter.fastUs : limiter.slowUs;
      return { limiter: { ...limiter, failures }, delayUs };
    }
    case "maxOf": {
      const answers = limiter.of.map((each) => askLimiter(each, key, now));
      const delayUs = micros(Math.max(0, ...answers.map((answer) => answer.delayUs)));
      return { limiter: { type: "maxOf", of: answers.map((answer) => answer.limiter) }, delayUs };
    }
    case "withMaxWait": {
      const answer = askLimiter(limiter.of, key, now);
      const delayUs = micros(Math.min(answer.delayUs, limiter.maxUs));
      return { limiter: { ...limiter, of: answer.limiter }, delayUs };
    }
  }
}

/** Forgets the failures of `key`. Tokens are not given back and no waiting entry is cancelled. */
export function forgetFailures(limiter: Limiter, key: ObjectKey): Limiter {
  switch (limiter.type) {
    case "exponential":
      return { ...limiter, failures: withoutKey(limiter.failures, key) };
    case "fastSlow":
      return { ...limiter, failures: withoutKey(limiter.failures, key) };
    case "bucket":
      return limiter;
    case "maxOf":
      return { type: "maxOf", of: limiter.of.map((each) => forgetFailures(each, key)) };
    case "withMaxWait":
      return { ...limiter, of: forgetFailures(limiter.of, key) };
  }
}

/** How often `key` failed since it was last forgotten. A bucket does not count keys. */
export function failuresOf(limiter: Limiter, key: ObjectKey): number {
  switch (limiter.type) {
    case "exponential":
    case "fastSlow":
      return valueAt(limiter.failures, key) ?? 0;
    case "bucket":
      return 0;
    case "maxOf":
      return Math.max(0, ...limiter.of.map((each) => failuresOf(each, key)));
    case "withMaxWait":
      return failuresOf(limiter.of, key);
  }
}

/** The tokens in every bucket at `now`, outer limiters first, without taking one. */
export function tokensOf(limiter: Limiter, now: Micros): readonly number[] {
  switch (limiter.type) {
    case "exponential":
    case "fastSlow":
      return [];
    case "bucket":
      return [refilled(limiter, now)];
    case "maxOf":
      return limiter.of.flatMap((each) => tokensOf(each, now));
    case "withMaxWait":
      return tokensOf(limiter.of, now);
  }
}

/** Takes one token, on credit if need be (`golang.org/x/time/rate:Limiter.reserveN @2b4e4390`). */
function askBucket(bucket: Bucket, now: Micros): LimiterAnswer {
  const tokens = refilled(bucket, now) - 1;
  const limiter: Bucket = { ...bucket, tokens, countedAt: now };
  if (tokens >= 0) return { limiter, delayUs: micros(0) };
  const delayNs = Math.trunc((-tokens / bucket.perSecond) * 1e9);
  // Virtual time has no nanoseconds: the key waits for the first whole microsecond at which the real delay is over.
  return { limiter, delayUs: micros(Math.ceil(delayNs / 1000)) };
}

/** The tokens at `now`. Whole seconds and the rest are added up as Go's Duration.Seconds does, so floats agree. */
function refilled(bucket: Bucket, now: Micros): number {
  const elapsed = Math.max(0, now - bucket.countedAt);
  const whole = Math.floor(elapsed / 1_000_000);
  const passed = whole + ((elapsed - whole * 1_000_000) * 1000) / 1e9;
  return Math.min(bucket.burst, bucket.tokens + passed * bucket.perSecond);
}
