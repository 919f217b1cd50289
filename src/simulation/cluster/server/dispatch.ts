import { type Micros, micros } from "../../../base/time.ts";
import type { Revision } from "../../kubernetes/resource-version.ts";
import type { WatchEvent } from "../../kubernetes/watch-event.ts";
import type { Etcd } from "../etcd.ts";
import type { CachedEvent } from "./ring.ts";
import type { ServerFact, WatchEndReason, WatchId } from "./server-fact.ts";
import {
  applyChange,
  type CacheStep,
  pendingChanges,
  terminateCache,
  type WatchCache,
  watcherOf,
  withoutWatcher,
  withWatcher,
} from "./watch-cache.ts";
import { cutOff, eventFor, hasRoom, takeEvents, unwritten, type Watcher } from "./watcher.ts";

/**
 * Applies what etcd's watch delivered up to `until` and hands it to the watchers. A cache that fell behind etcd's history ends all
 * watches and must list again. Not-ready caches ignore the call.
 */
export function advanceCache(cache: WatchCache, etcd: Etcd, until: Revision, now: Micros): CacheStep {
  if (cache.state.type === "notReady") return { cache, facts: [] };
  const changes = pendingChanges(cache, etcd, until);
  if (changes === "compacted") return terminateCache(cache, now);
  const facts: ServerFact[] = [];
  let current = cache;
  for (const event of changes) {
    const applied = applyChange(current, event, now);
    facts.push(...applied.facts);
    current = dispatchChange(applied.cache, applied.change, now, facts);
  }
  return { cache: current, facts };
}

/**
 * A progress notification of etcd: nothing else happened to the kind up to `until`, so the cache stands there
 * (`as:storage/cacher/watch_cache.go:UpdateResourceVersion @v0.36.3`).
 */
export function progressCache(cache: WatchCache, etcd: Etcd, until: Revision, now: Micros): CacheStep {
  const { cache: advanced, facts } = advanceCache(cache, etcd, until, now);
  if (advanced.state.type === "notReady" || until <= advanced.revision) return { cache: advanced, facts };
  const moved: ServerFact = { type: "cacheProgressed", kind: cache.info.id, from: advanced.revision, to: until };
  const dispatched = advanced.blocked === undefined ? until : advanced.dispatched;
  return { cache: { ...advanced, revision: until, dispatched }, facts: [...facts, moved] };
}

function dispatchChange(cache: WatchCache, change: CachedEvent, now: Micros, facts: ServerFact[]): WatchCache {
  if (cache.blocked !== undefined) return { ...cache, incoming: [...cache.incoming, change] };
  const full: WatchId[] = [];
  const watchers = cache.watchers.map((watcher) => {
    const event = wantedEvent(watcher, change, facts);
    if (event === undefined) return watcher;
    if (hasRoom(watcher)) return queued(watcher, event, facts);
    full.push(watcher.id);
    return watcher;
  });
  const offered = { ...cache, watchers, dispatched: change.revision };
  return full.length === 0 ? offered : waitForSlow(offered, change, full, now, facts);
}

function wantedEvent(watcher: Watcher, change: CachedEvent, facts: ServerFact[]): WatchEvent | undefined {
  if (watcher.ending !== undefined) return undefined;
  const event = eventFor(watcher.filter, change);
  if (event !== undefined && change.revision > watcher.floor) return event;
  const why = event === undefined ? "selector" : "notAboveStart";
  facts.push({ type: "watchSkipped", watch: watcher.id, revision: change.revision, why });
  return undefined;
}

function queued(watcher: Watcher, event: WatchEvent, facts: ServerFact[]): Watcher {
  facts.push({ type: "watchQueued", watch: watcher.id, event });
  return { ...watcher, buffer: [...watcher.buffer, event] };
}

/** All blocked watchers together get the accrued budget; without any they are closed at once (`as:storage/cacher/cacher.go:dispatchEvent`). */
function waitForSlow(
  cache: WatchCache,
  change: CachedEvent,
  watches: readonly WatchId[],
  now: Micros,
  facts: ServerFact[],
): WatchCache {
  const budget = accrue(cache, now);
  const until = micros(now + budget.available);
  const spent = { ...cache, slowBudget: { ...budget, available: micros(0) }, blocked: { change, watches, until } };
  if (budget.available > 0) {
    facts.push({ type: "dispatchBlocked", kind: cache.info.id, watches, until });
    return spent;
  }
  return unblock(spent, now, facts);
}

function accrue(cache: WatchCache, now: Micros): WatchCache["slowBudget"] {
  const { slowBudgetPerSecond, slowBudgetMax } = cache.settings;
  const gained = ((now - cache.slowBudget.since) / 1_000_000) * slowBudgetPerSecond;
  return { available: micros(Math.min(slowBudgetMax, cache.slowBudget.available + gained)), since: now };
}

/** Goes on with a blocked dispatch: after events were taken, or when its time is up (then those still full are closed). */
export function resumeDispatch(cache: WatchCache, now: Micros): CacheStep {
  const facts: ServerFact[] = [];
  return { cache: unblock(cache, now, facts), facts };
}

function unblock(cache: WatchCache, now: Micros, facts: ServerFact[]): WatchCache {
  if (cache.blocked === undefined) return cache;
  const { change, watches, until } = cache.blocked;
  let current = cache;
  const still: WatchId[] = [];
  for (const id of watches) {
    const watcher = watcherOf(current, id);
    const event = watcher === undefined || watcher.ending !== undefined ? undefined : eventFor(watcher.filter, change);
    if (watcher === undefined || event === undefined) continue;
    if (hasRoom(watcher)) current = withWatcher(current, queued(watcher, event, facts));
    else if (now < until) still.push(id);
    else current = withWatcher(current, closed(watcher, "slow", facts));
  }
  if (still.length > 0) return { ...current, blocked: { change, watches: still, until } };
  const returned = micros(Math.max(0, until - now));
  const { slowBudgetMax } = current.settings;
  const available = micros(Math.min(slowBudgetMax, current.slowBudget.available + returned));
  const slowBudget = { ...current.slowBudget, available };
  return drainIncoming({ ...current, blocked: undefined, slowBudget }, now, facts);
}

function drainIncoming(cache: WatchCache, now: Micros, facts: ServerFact[]): WatchCache {
  let current: WatchCache = { ...cache, incoming: [] };
  for (const change of cache.incoming) current = dispatchChange(current, change, now, facts);
  // What was applied while the dispatcher waited includes progress; once nothing waits, all of it counts as handed out.
  return current.blocked === undefined ? { ...current, dispatched: current.revision } : current;
}

function closed(watcher: Watcher, reason: WatchEndReason, facts: ServerFact[]): Watcher {
  const ended = cutOff(watcher, reason);
  facts.push({ type: "watchEnding", watch: watcher.id, reason, lost: unwritten(watcher) - unwritten(ended) });
  return ended;
}

/** Events for the wire, and the reason if the stream ends after them. */
export type WatchTake = CacheStep & {
  readonly events: readonly WatchEvent[];
  readonly ended: WatchEndReason | undefined;
};

/**
 * Takes up to `max` events that the connection of a watch can write now, in order. When `ended` is set the response is over and the watch
 * is gone. Taking makes room, so a dispatch that waited for this watch goes on. An unknown watch has no events and has not ended.
 */
export function takeFromWatch(cache: WatchCache, id: WatchId, max: number, now: Micros): WatchTake {
  const watcher = watcherOf(cache, id);
  if (watcher === undefined) return { cache, facts: [], events: [], ended: undefined };
  const taken = takeEvents(watcher, cache.ring, max);
  const facts: ServerFact[] = [];
  if (taken.watcher.ending === "replayOverwritten" && watcher.ending === undefined) {
    facts.push({ type: "watchEnding", watch: id, reason: "replayOverwritten", lost: watcher.buffer.length });
  }
  const left = taken.ended === undefined ? withWatcher(cache, taken.watcher) : withoutWatcher(cache, id);
  return { cache: unblock(left, now, facts), facts, events: taken.events, ended: taken.ended };
}

/**
 * Ends a watch from outside the cache. `timeout`, `shutdown`, `reset` and `clientGone` lose what was not written: the watch is gone at
 * once. After the others the connection writes what the result channel holds and then ends (`as:endpoints/handlers/watch.go:HandleHTTP`).
 */
export function endWatch(cache: WatchCache, id: WatchId, reason: WatchEndReason, now: Micros): CacheStep {
  const watcher = watcherOf(cache, id);
  const loses = reason === "timeout" || reason === "shutdown" || reason === "reset" || reason === "clientGone";
  if (watcher === undefined || (watcher.ending !== undefined && !loses)) return { cache, facts: [] };
  if (loses) {
    const fact: ServerFact = { type: "watchEnding", watch: id, reason, lost: unwritten(watcher) };
    const facts = [fact];
    return { cache: unblock(withoutWatcher(cache, id), now, facts), facts };
  }
  const facts: ServerFact[] = [];
  return { cache: unblock(withWatcher(cache, closed(watcher, reason, facts)), now, facts), facts };
}
