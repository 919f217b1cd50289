import { type Micros, seconds } from "../../../base/time.ts";
import type { KubeObject } from "../../kubernetes/object.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import { type Revision, revision } from "../../kubernetes/resource-version.ts";
import { appendToLog, emptyLog, forgetOldest, logAt, logSize, type SlidingLog } from "../sliding-log.ts";

/** One event as the watch cache remembers it. `object` is undefined for a deletion, `previous` for a creation. `at` is when it arrived. */
export type CachedEvent = {
  readonly revision: Revision;
  readonly key: ObjectKey;
  readonly object: KubeObject | undefined;
  readonly previous: KubeObject | undefined;
  readonly at: Micros;
};

/** How large the ring may become and how long it tries to reach back. */
export type RingSettings = {
  readonly initialCapacity: number;
  readonly lowerBound: number;
  readonly upperBound: number;
  readonly freshFor: Micros;
};

/** Upstream's sizes (`as:storage/cacher/watch_cache.go, cacher.go @v0.36.3`): 100 to 102,400 events, 75 s. */
export const defaultRingSettings: RingSettings = {
  initialCapacity: 100,
  lowerBound: 100,
  upperBound: 102_400,
  freshFor: seconds(75),
};

/** The recent events of one kind on one API server. */
export type Ring = {
  readonly entries: SlidingLog<CachedEvent>;
  readonly capacity: number;
  /** Revision of the newest forgotten event; 0 while nothing was forgotten since the last list. */
  readonly forgottenUpTo: Revision;
};

/** A ring without events, as after a list. Its capacity survives lists, so the caller passes it on. */
export function emptyRing(capacity: number): Ring {
  return { entries: emptyLog(), capacity, forgottenUpTo: revision(0) };
}

/** The ring with one more event, and what had to change for it. */
export type RingPush = { readonly ring: Ring; readonly resizedFrom: number | undefined; readonly forgotten: number };

/**
 * Resizes a full ring, forgets the oldest event if it is still full, and appends
 * (`as:storage/cacher/watch_cache.go:resizeCacheLocked, updateCache @v0.36.3`). A full ring doubles while its oldest event is younger than
 * `freshFor`, and halves when three quarters of it are older.
 */
export function pushToRing(ring: Ring, event: CachedEvent, settings: RingSettings): RingPush {
  const capacity = nextCapacity(ring, event.at, settings);
  const room = Math.max(0, logSize(ring.entries) - capacity + 1);
  const newestForgotten = room === 0 ? undefined : logAt(ring.entries, room - 1);
  const entries = appendToLog(forgetOldest(ring.entries, room), event);
  return {
    ring: { entries, capacity, forgottenUpTo: newestForgotten?.revision ?? ring.forgottenUpTo },
    resizedFrom: capacity === ring.capacity ? undefined : ring.capacity,
    forgotten: room,
  };
}

function nextCapacity(ring: Ring, now: Micros, { lowerBound, upperBound, freshFor }: RingSettings): number {
  const { entries, capacity } = ring;
  if (logSize(entries) < capacity) return capacity;
  const oldest = logAt(entries, 0);
  if (oldest !== undefined && now - oldest.at < freshFor) return Math.max(capacity, Math.min(capacity * 2, upperBound));
  const quarter = logAt(entries, logSize(entries) - Math.max(1, Math.floor(capacity / 4)));
  if (quarter !== undefined && now - quarter.at > freshFor) {
    return Math.min(capacity, Math.max(Math.floor(capacity / 2), lowerBound));
  }
  return capacity;
}

/** The oldest revision from which a watch can still start, given the revision of the last list (`watch_cache.go:getAllEventsSinceLocked`). */
export function oldestStart(ring: Ring, listRevision: Revision): Revision {
  const oldest = ring.forgottenUpTo === 0 ? undefined : logAt(ring.entries, 0);
  return oldest === undefined ? listRevision : revision(oldest.revision - 1);
}
