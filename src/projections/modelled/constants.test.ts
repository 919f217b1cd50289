import { expect, test } from "vitest";
import { MINIMUM_RESYNC_PERIOD } from "../../simulation/cluster/informer/listeners.ts";
import { MAX_RETRIES } from "../../simulation/cluster/informer/rest.ts";
import { ELECTOR_DEFAULTS } from "../../simulation/cluster/queue/elector.ts";
import { CONTROLLER_DEFAULT, EXPONENTIAL_DEFAULT } from "../../simulation/cluster/queue/limiter.ts";
import { DEFAULT_RETRY } from "../../simulation/cluster/queue/retry-on-conflict.ts";
import { generateNameTries } from "../../simulation/cluster/server/generate-name.ts";
import { defaultCacheSettings } from "../../simulation/cluster/server/watch-cache.ts";
import { FIRST_BACKOFF_MS } from "../../simulation/machines/backoff.ts";
import { CONSTANTS } from "./constants.ts";

/** What the engine really uses, in the unit of the page. */
const used: Readonly<Record<string, number>> = {
  "backoff-first": FIRST_BACKOFF_MS / 1_000,
  "rest-retries": MAX_RETRIES,
  "minimum-resync": MINIMUM_RESYNC_PERIOD / 1_000_000,
  "lease-duration": ELECTOR_DEFAULTS.leaseDurationUs / 1_000_000,
  "renew-deadline": ELECTOR_DEFAULTS.renewDeadlineUs / 1_000_000,
  "retry-period": ELECTOR_DEFAULTS.retryPeriodUs / 1_000_000,
  "leader-jitter": ELECTOR_DEFAULTS.jitterFactor,
  "lease-client-timeout": (ELECTOR_DEFAULTS.requestTimeoutUs ?? 0) / 1_000_000,
  "failure-base": EXPONENTIAL_DEFAULT.type === "exponential" ? EXPONENTIAL_DEFAULT.baseUs / 1_000 : 0,
  "failure-max": EXPONENTIAL_DEFAULT.type === "exponential" ? EXPONENTIAL_DEFAULT.maxUs / 1_000_000 : 0,
  "bucket-rate": bucket().perSecond,
  "bucket-burst": bucket().burst,
  "retry-steps": DEFAULT_RETRY.steps,
  "retry-pause": DEFAULT_RETRY.durationUs / 1_000,
  "generate-name-tries": generateNameTries,
  "ring-lower": defaultCacheSettings.ring.lowerBound,
  "ring-upper": defaultCacheSettings.ring.upperBound,
  "fresh-for": defaultCacheSettings.ring.freshFor / 1_000_000,
  "wait-for-fresh": defaultCacheSettings.waitForFresh / 1_000_000,
  "bookmark-period": defaultCacheSettings.bookmarkPeriod / 1_000_000,
  "bookmark-before-end": defaultCacheSettings.bookmarkBeforeDeadline / 1_000_000,
  "slow-budget": defaultCacheSettings.slowBudgetPerSecond / 1_000,
  "slow-budget-max": defaultCacheSettings.slowBudgetMax / 1_000,
};

function bucket(): { readonly perSecond: number; readonly burst: number } {
  const parts = CONTROLLER_DEFAULT.type === "maxOf" ? CONTROLLER_DEFAULT.of : [];
  const found = parts.find((part) => part.type === "bucket");
  return found?.type === "bucket" ? found : { perSecond: 0, burst: 0 };
}

test.each(Object.entries(used))("the constant %s is what the engine uses", (id, value) => {
  expect(CONSTANTS.find((constant) => constant.id === id)?.value).toBe(String(value));
});
