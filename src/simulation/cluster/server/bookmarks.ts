import { type Micros, micros } from "../../../base/time.ts";
import type { ServerFact } from "./server-fact.ts";
import type { CacheSettings, CacheStep, WatchCache } from "./watch-cache.ts";
import { bookmarkEvent, hasRoom, type Watcher } from "./watcher.ts";

/**
 * One firing of the bookmark timer, every 1 to 1.25 s: watchers whose bookmark is due get one at the last dispatched revision, unless it is
 * not above their start or their channel is full (`as:storage/cacher/cacher.go:dispatchEvents, startDispatchingBookmarkEventsLocked @v0.36.3`).
 */
export function bookmarkTick(cache: WatchCache, now: Micros): CacheStep {
  if (cache.state.type === "notReady" || cache.blocked !== undefined) return { cache, facts: [] };
  const second = secondOf(cache, now);
  const facts: ServerFact[] = [];
  const watchers = cache.watchers.map((watcher) => {
    if (watcher.ending !== undefined || watcher.bookmarkDue === undefined || watcher.bookmarkDue > second)
      return watcher;
    return offerBookmark(cache, { ...watcher, bookmarkDue: nextDue(cache, watcher, now) }, facts);
  });
  return { cache: { ...cache, watchers }, facts };
}

function offerBookmark(cache: WatchCache, watcher: Watcher, facts: ServerFact[]): Watcher {
  const at = cache.dispatched;
  const watch = watcher.id;
  if (at <= watcher.floor) {
    facts.push({ type: "bookmarkSkipped", watch, revision: at, why: "notAboveStart" });
    return watcher;
  }
  if (!hasRoom(watcher)) {
    facts.push({ type: "bookmarkSkipped", watch, revision: at, why: "channelFull" });
    return watcher;
  }
  const event = bookmarkEvent(cache.info, at, false);
  facts.push({ type: "watchQueued", watch, event });
  return { ...watcher, buffer: [...watcher.buffer, event] };
}

/** A watcher that still owes its initial events is looked at on each tick until its channel took a bookmark. */
function nextDue(cache: WatchCache, watcher: Watcher, now: Micros): number | undefined {
  if (watcher.replay.type === "state" && !hasRoom(watcher)) return secondOf(cache, now);
  const at = nextBookmarkTime(cache.settings, watcher.deadline, now);
  return at === undefined ? undefined : secondOf(cache, at);
}

/**
 * When a bookmark is next due: a period from now or shortly before the deadline, whichever is earlier; never when that is past
 * (`as:storage/cacher/cache_watcher.go:nextBookmarkTime`).
 */
export function nextBookmarkTime(settings: CacheSettings, deadline: Micros, now: Micros): Micros | undefined {
  const at = Math.min(now + settings.bookmarkPeriod, deadline - settings.bookmarkBeforeDeadline);
  // Upstream's clock never hits the instant exactly; virtual time does, and then that bookmark is the one being sent.
  return at <= now ? undefined : micros(at);
}

/** Whole seconds since the cache was made: bookmarks are kept in buckets of a second. */
export function secondOf(cache: WatchCache, at: Micros): number {
  return Math.floor((at - cache.madeAt) / 1_000_000);
}
