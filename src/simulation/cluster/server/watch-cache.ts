import { assert } from "../../../base/assert.ts";
import { emptyMap, mapOf, type PersistentMap, withEntry, withoutKey } from "../../../base/persistent-map.ts";
import { type Micros, milliseconds, seconds } from "../../../base/time.ts";
import type { KindInfo } from "../../kubernetes/kind.ts";
import type { KubeObject } from "../../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../../kubernetes/object-key.ts";
import { type Revision, revision } from "../../kubernetes/resource-version.ts";
import { type Etcd, type EtcdEvent, etcdFollow, etcdRange } from "../etcd.ts";
import { entriesAfter, indexOfRevision, logAt } from "../sliding-log.ts";
import { type CachedEvent, defaultRingSettings, emptyRing, pushToRing, type Ring, type RingSettings } from "./ring.ts";
import type { CacheFact, ServerFact, WatchId } from "./server-fact.ts";
import { cutOff, unwritten, type Watcher } from "./watcher.ts";

/** Sizes and periods of a watch cache. */
export type CacheSettings = {
  readonly ring: RingSettings;
  /** How long a read waits for the cache to reach a revision. */
  readonly waitForFresh: Micros;
  readonly bookmarkPeriod: Micros;
  readonly bookmarkBeforeDeadline: Micros;
  readonly slowBudgetPerSecond: Micros;
  readonly slowBudgetMax: Micros;
  /** Overrides the size of a watcher's channels; undefined for upstream's rule. */
  readonly channelSize: number | undefined;
};

/** Upstream's values (`as:storage/cacher/cacher.go, watch_cache.go, time_budget.go @v0.36.3`). */
export const defaultCacheSettings: CacheSettings = {
  ring: defaultRingSettings,
  waitForFresh: seconds(3),
  bookmarkPeriod: seconds(60),
  bookmarkBeforeDeadline: seconds(2),
  slowBudgetPerSecond: milliseconds(50),
  slowBudgetMax: milliseconds(100),
  channelSize: undefined,
};

/** A change that waits for some watchers' channels; the dispatcher does nothing else until `until`. */
export type BlockedDispatch = {
  readonly change: CachedEvent;
  readonly watches: readonly WatchId[];
  readonly until: Micros;
};

/**
 * The cache of one kind on one API server (`as:storage/cacher/cacher.go, watch_cache.go @v0.36.3`): the objects at one revision, the recent
 * events, and the open watches.
 */
export type WatchCache = {
  readonly info: KindInfo;
  readonly settings: CacheSettings;
  readonly madeAt: Micros;
  readonly state: { readonly type: "ready" } | { readonly type: "notReady"; readonly since: Micros };
  /** The last revision applied, progress notifications included. */
  readonly revision: Revision;
  /** Revision of the last list from etcd. */
  readonly listRevision: Revision;
  readonly store: PersistentMap<ObjectKey, KubeObject>;
  readonly ring: Ring;
  /** The oldest revision of which the cache can still show the whole state; undefined when none. */
  readonly oldestSnapshot: Revision | undefined;
  /** In order of registration, which is the order of dispatch. */
  readonly watchers: readonly Watcher[];
  /** The last revision handed to the watchers. */
  readonly dispatched: Revision;
  readonly blocked: BlockedDispatch | undefined;
  /** Changes applied to the store that wait for a blocked dispatch. */
  readonly incoming: readonly CachedEvent[];
  /** Time that may still be spent waiting for slow watchers, and since when it accrues (`as:storage/cacher/time_budget.go`). */
  readonly slowBudget: { readonly available: Micros; readonly since: Micros };
};

/** A cache and what happened to it. */
export type CacheStep = { readonly cache: WatchCache; readonly facts: readonly ServerFact[] };

/** A cache that has not listed etcd yet. */
export function newWatchCache(info: KindInfo, now: Micros, settings: CacheSettings = defaultCacheSettings): WatchCache {
  return {
    info,
    settings,
    madeAt: now,
    state: { type: "notReady", since: now },
    revision: revision(0),
    listRevision: revision(0),
    store: emptyMap(),
    ring: emptyRing(settings.ring.initialCapacity),
    oldestSnapshot: undefined,
    watchers: [],
    dispatched: revision(0),
    blocked: undefined,
    incoming: [],
    slowBudget: { available: milliseconds(0), since: now },
  };
}

/** Lists etcd as it is now and becomes ready: the ring is empty and remembers nothing before this list (`watch_cache.go:Replace`). */
export function listIntoCache(cache: WatchCache, etcd: Etcd): CacheStep {
  const range = etcdRange(etcd, cache.info.id);
  assert(range.type === "values", "etcd always answers a range at its current revision");
  const objects = range.values.map((value) => [keyOf(value.object), value.object] as const);
  const at = range.revision;
  const listed: WatchCache = {
    ...cache,
    state: { type: "ready" },
    revision: at,
    listRevision: at,
    store: mapOf(objects),
    ring: emptyRing(cache.ring.capacity),
    oldestSnapshot: at,
    dispatched: at,
    blocked: undefined,
    incoming: [],
  };
  return { cache: listed, facts: [{ type: "cacheReady", kind: cache.info.id, revision: at, objects: objects.length }] };
}

/** The watch on etcd broke: every client watch of the kind ends, and the cache is not ready until it lists again (`cacher.go:terminateAllWatchers`). */
export function terminateCache(cache: WatchCache, now: Micros): CacheStep {
  if (cache.state.type === "notReady") return { cache, facts: [] };
  const open = cache.watchers.filter((watcher) => watcher.ending === undefined).length;
  const facts: ServerFact[] = [
    { type: "cacheTerminated", kind: cache.info.id, revision: cache.revision, watches: open },
  ];
  const watchers = cache.watchers.map((watcher) => {
    if (watcher.ending !== undefined) return watcher;
    const ended = cutOff(watcher, "cacheTerminated");
    const lost = unwritten(watcher) - unwritten(ended);
    facts.push({ type: "watchEnding", watch: ended.id, reason: "cacheTerminated", lost });
    return ended;
  });
  const state = { type: "notReady", since: now } as const;
  return { cache: { ...cache, state, watchers, blocked: undefined, incoming: [] }, facts };
}

/** The next changes that etcd's watch has for the cache, or `compacted` when the cache fell behind etcd's history. */
export function pendingChanges(cache: WatchCache, etcd: Etcd, until: Revision): readonly EtcdEvent[] | "compacted" {
  const watch = etcdFollow(etcd, cache.info.id, revision(cache.revision + 1), until);
  return watch.type === "events" ? watch.events : "compacted";
}

/** Applies one change of etcd to store and ring; the watchers have not seen it yet (`watch_cache.go:processEvent`). */
export function applyChange(
  cache: WatchCache,
  event: EtcdEvent,
  now: Micros,
): { readonly cache: WatchCache; readonly change: CachedEvent; readonly facts: readonly CacheFact[] } {
  assert(event.revision > cache.revision, () => `cache of ${cache.info.id} at ${cache.revision} got ${event.revision}`);
  const object = event.value?.object;
  const change = { revision: event.revision, key: event.key, object, previous: event.previous?.object, at: now };
  const push = pushToRing(cache.ring, change, cache.settings.ring);
  const store = object === undefined ? withoutKey(cache.store, event.key) : withEntry(cache.store, event.key, object);
  const kind = cache.info.id;
  const facts: CacheFact[] = [{ type: "cacheApplied", kind, key: event.key, revision: event.revision }];
  if (push.resizedFrom !== undefined) {
    facts.push({ type: "ringResized", kind, from: push.resizedFrom, to: push.ring.capacity });
  }
  if (push.forgotten > 0) {
    facts.push({ type: "ringForgot", kind, count: push.forgotten, upTo: push.ring.forgottenUpTo });
  }
  const oldestSnapshot = snapshotFloor(cache, push.ring, event.revision);
  return { cache: { ...cache, store, ring: push.ring, revision: event.revision, oldestSnapshot }, change, facts };
}

/** Each event leaves a snapshot; those older than a full ring's oldest event go (`watch_cache.go:updateCache`). */
function snapshotFloor(cache: WatchCache, ring: Ring, added: Revision): Revision {
  const kept = cache.oldestSnapshot ?? added;
  const oldest = ring.forgottenUpTo === 0 ? undefined : logAt(ring.entries, 0);
  return revision(Math.max(kept, oldest?.revision ?? 0));
}

/** Drops the snapshots below etcd's compact revision, as each server does every 15 s (`as:storage/cacher/compactor.go`). */
export function trimSnapshots(cache: WatchCache, compactRevision: Revision): WatchCache {
  if (cache.oldestSnapshot === undefined || cache.oldestSnapshot >= compactRevision) return cache;
  const next = logAt(cache.ring.entries, indexOfRevision(cache.ring.entries, compactRevision));
  return { ...cache, oldestSnapshot: next?.revision };
}

/** The objects as they were at `at`, if a snapshot reaches that far; in no particular order. */
export function snapshotAt(cache: WatchCache, at: Revision): PersistentMap<ObjectKey, KubeObject> | undefined {
  if (cache.oldestSnapshot === undefined || at < cache.oldestSnapshot || at > cache.revision) return undefined;
  let store = cache.store;
  for (const change of [...entriesAfter(cache.ring.entries, at)].reverse()) {
    store =
      change.previous === undefined ? withoutKey(store, change.key) : withEntry(store, change.key, change.previous);
  }
  return store;
}

/** The watcher with that id, or undefined. */
export function watcherOf(cache: WatchCache, id: WatchId): Watcher | undefined {
  return cache.watchers.find((watcher) => watcher.id === id);
}

/** The cache with one watcher replaced. */
export function withWatcher(cache: WatchCache, changed: Watcher): WatchCache {
  return {
    ...cache,
    watchers: cache.watchers.map((watcher) => (watcher.id === changed.id ? changed : watcher)),
  };
}

/** The cache without a watcher. */
export function withoutWatcher(cache: WatchCache, id: WatchId): WatchCache {
  return { ...cache, watchers: cache.watchers.filter((watcher) => watcher.id !== id) };
}
