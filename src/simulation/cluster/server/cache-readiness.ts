import type { Micros } from "../../../base/time.ts";
import type { Status } from "../../kubernetes/status.ts";
import { tooManyRequests } from "../../kubernetes/status-error.ts";

/**
 * 429 of a cache that has not listed yet: clients are asked to wait longer the longer it takes, 1 to 30 s
 * (`as:storage/cacher/cacher.go:Watch, GetList, util.go:calculateRetryAfterForUnreadyCache @v0.36.3`).
 */
export function notReadyStatus(since: Micros, now: Micros): Status {
  const down = (now - since) / 1_000_000;
  const wait = Math.min(30, Math.max(1, Math.trunc(Math.exp(0.06 * down))));
  return tooManyRequests("storage is (re)initializing", wait);
}
