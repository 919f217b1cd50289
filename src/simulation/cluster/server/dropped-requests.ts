import type { Micros } from "../../../base/time.ts";

/** How many requests a level refused within one second. */
type Second = { readonly second: number; readonly requests: number };

/** What a level remembers of the requests that it refused, and the Retry-After that it asks for, in seconds. */
export type DroppedRequests = {
  readonly history: readonly Second[];
  readonly current: Second;
  readonly retryAfter: number;
  /** The second in which it was last raised; long ago at the beginning. */
  readonly raisedAt: number;
};

/** Nothing was refused yet. */
export const noDroppedRequests: DroppedRequests = {
  history: [],
  current: { second: 0, requests: 0 },
  retryAfter: 1,
  raisedAt: -32,
};

const LONGEST = 32;

/**
 * One request more was refused. Retry-After is looked at when a new second begins: it is doubled when at least three times as many requests were refused as it has seconds, in as many
 * seconds, and one less when there were fewer than one a second (`as:util/flowcontrol/dropped_requests_tracker.go @v0.36.3`).
 */
export function withDroppedRequest(dropped: DroppedRequests, now: Micros): DroppedRequests {
  const { history, current, retryAfter } = dropped;
  const second = Math.floor(now / 1_000_000);
  if (current.second === second) return { ...dropped, current: { second, requests: current.requests + 1 } };
  const kept = [...history, current].filter((each) => second - each.second <= Math.min(2 * retryAfter, LONGEST));
  return adjusted({ ...dropped, history: kept, current: { second, requests: 1 } }, second);
}

function adjusted(dropped: DroppedRequests, second: number): DroppedRequests {
  const { history, retryAfter, raisedAt } = dropped;
  const refused = history
    .filter((each) => second - each.second <= retryAfter && each.second < second)
    .reduce((sum, { requests }) => sum + requests, 0);
  if (second - raisedAt >= retryAfter && refused >= 3 * retryAfter)
    return { ...dropped, retryAfter: Math.min(2 * retryAfter, LONGEST), raisedAt: second };
  return refused < retryAfter && retryAfter > 1 ? { ...dropped, retryAfter: retryAfter - 1 } : dropped;
}
