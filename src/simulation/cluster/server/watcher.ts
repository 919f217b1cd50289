import type { Micros } from "../../../base/time.ts";
import { type FieldSelector, matchesFields } from "../../kubernetes/field-selector.ts";
import { type KindInfo, typeMetaOf } from "../../kubernetes/kind.ts";
import { type LabelSelector, matchesLabels } from "../../kubernetes/label-selector.ts";
import { type KubeObject, labelsOf, withMetadata } from "../../kubernetes/object.ts";
import { formatResourceVersion, type Revision } from "../../kubernetes/resource-version.ts";
import { initialEventsEndAnnotation, type WatchEvent } from "../../kubernetes/watch-event.ts";
import { indexOfRevision, logAt } from "../sliding-log.ts";
import type { CachedEvent, Ring } from "./ring.ts";
import type { WatchEndReason, WatchId } from "./server-fact.ts";

/** Which objects of a kind a request is about. */
export type ObjectFilter = {
  readonly namespace: string | undefined;
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
};

/** Whether the filter lets the object through. */
export function passes(filter: ObjectFilter, object: KubeObject): boolean {
  return (
    (filter.namespace === undefined || filter.namespace === object.metadata.namespace) &&
    matchesLabels(filter.labels, labelsOf(object)) &&
    matchesFields(filter.fields, object)
  );
}

/** The initial part of a watch that was not written yet. `state` never goes stale, `ring` is read in batches and can be overrun. */
export type Replay =
  | { readonly type: "done" }
  | { readonly type: "state"; readonly events: readonly WatchEvent[] }
  | {
      readonly type: "ring";
      readonly batch: readonly WatchEvent[];
      /** Events up to here are in `batch` or written already. */
      readonly after: Revision;
      readonly until: Revision;
    };

/** One open watch on one API server. */
export type Watcher = {
  readonly id: WatchId;
  readonly client: string;
  readonly filter: ObjectFilter;
  /** Only events above this revision are sent after the initial part. */
  readonly floor: Revision;
  readonly openedAt: Micros;
  /** When the server ends the response. */
  readonly deadline: Micros;
  readonly bookmarks: boolean;
  /** Whole seconds since the cache was made, at which the next bookmark is due; undefined when none will come. */
  readonly bookmarkDue: number | undefined;
  /** Size of the input channel and of the result channel. */
  readonly channelSize: number;
  readonly replay: Replay;
  /** Both channels and the event between them, oldest first. */
  readonly buffer: readonly WatchEvent[];
  /** Set once the stream ends after what is left. */
  readonly ending: WatchEndReason | undefined;
};

/**
 * Whether one more event fits. While the initial part does not fit into the result channel, only the input channel takes events; from then
 * on both do, and one event is in hand between them (`as:storage/cacher/cache_watcher.go:processInterval, process @v0.36.3`).
 */
export function hasRoom(watcher: Watcher): boolean {
  const { buffer, channelSize } = watcher;
  const result = resultRoom(watcher);
  return buffer.length < (result === undefined ? channelSize : result + 1 + channelSize);
}

/** How many events the result channel takes behind the initial part; undefined while it cannot hold all of that part. */
function resultRoom({ replay, channelSize }: Watcher): number | undefined {
  if (replay.type === "ring" && replay.after < replay.until) return undefined;
  const initial = replay.type === "done" ? 0 : (replay.type === "state" ? replay.events : replay.batch).length;
  return initial > channelSize ? undefined : channelSize - initial;
}

/**
 * The watcher, closed by the server: what is in the result channel is still written, the rest is lost, except that a watcher which owes its
 * initial-events-end mark keeps everything (`as:storage/cacher/cache_watcher.go:add, stopLocked @v0.36.3`).
 */
export function cutOff(watcher: Watcher, ending: WatchEndReason): Watcher {
  const { replay, buffer, channelSize } = watcher;
  const owesMark = replay.type === "state" && replay.events.at(-1)?.type === "BOOKMARK";
  if (ending === "slow" && owesMark) return { ...watcher, ending };
  return {
    ...watcher,
    ending,
    replay: cutReplay(replay, channelSize),
    buffer: buffer.slice(0, resultRoom(watcher) ?? 0),
  };
}

function cutReplay(replay: Replay, kept: number): Replay {
  switch (replay.type) {
    case "done":
      return replay;
    case "state":
      return { ...replay, events: replay.events.slice(0, kept) };
    case "ring":
      return { ...replay, batch: replay.batch.slice(0, kept), after: replay.until };
  }
}

/** How many events wait to be written, as far as they are known (a ring replay is only read in batches). */
export function unwritten({ replay, buffer }: Watcher): number {
  const initial = replay.type === "state" ? replay.events.length : replay.type === "ring" ? replay.batch.length : 0;
  return initial + buffer.length;
}

/**
 * What a watcher sees of a change, by whether the old and the new object pass its filter: a selector turns changes into ADDED and DELETED.
 * DELETED carries the old content with the revision of the change (`as:storage/cacher/cache_watcher.go:convertToWatchEvent @v0.36.3`).
 */
export function eventFor(filter: ObjectFilter, change: CachedEvent): WatchEvent | undefined {
  const { object, previous } = change;
  const isIn = object !== undefined && passes(filter, object);
  const wasIn = previous !== undefined && passes(filter, previous);
  if (isIn) return { type: wasIn ? "MODIFIED" : "ADDED", object };
  if (!wasIn) return undefined;
  return {
    type: "DELETED",
    object: withMetadata(previous, { resourceVersion: formatResourceVersion(change.revision) }),
  };
}

/** A BOOKMARK: "everything up to this revision was sent to you". */
export function bookmarkEvent(info: KindInfo, at: Revision, endsInitialEvents: boolean): WatchEvent {
  const annotations = endsInitialEvents ? { annotations: { [initialEventsEndAnnotation]: "true" } } : {};
  const metadata = { resourceVersion: formatResourceVersion(at), ...annotations };
  return { type: "BOOKMARK", object: { ...typeMetaOf(info), metadata } };
}

/** How many ring entries a replay reads ahead; a batch in hand can no longer be overrun (`as:storage/cacher/watch_cache_interval.go:bufferSize`). */
const replayBatch = 100;

/** The next batch of a ring replay, or `overrun` when entries it still needed are gone. */
export function fillReplay(ring: Ring, filter: ObjectFilter, after: Revision, until: Revision): Replay | "overrun" {
  if (after >= until) return { type: "done" };
  if (ring.forgottenUpTo > after) return "overrun";
  const first = indexOfRevision(ring.entries, after + 1);
  const last = Math.min(first + replayBatch, indexOfRevision(ring.entries, until + 1));
  const batch: WatchEvent[] = [];
  let read = after;
  for (let i = first; i < last; i++) {
    const entry = logAt(ring.entries, i);
    if (entry === undefined) break;
    read = entry.revision;
    const event = eventFor(filter, entry);
    if (event !== undefined) batch.push(event);
  }
  const isLast = last < first + replayBatch || indexOfRevision(ring.entries, until + 1) === last;
  const nextAfter = isLast ? until : read;
  if (batch.length === 0) return fillReplay(ring, filter, nextAfter, until);
  return { type: "ring", batch, after: nextAfter, until };
}

/** Events taken from a watcher. `ended` is set when nothing can follow. */
export type Taken = {
  readonly watcher: Watcher;
  readonly events: readonly WatchEvent[];
  readonly ended: WatchEndReason | undefined;
};

/** Takes up to `max` events in the order in which the response carries them. */
export function takeEvents(watcher: Watcher, ring: Ring, max: number): Taken {
  const events: WatchEvent[] = [];
  let current = watcher;
  while (events.length < max) {
    const step = takeSome(current, ring, max - events.length);
    if (step === undefined) break;
    events.push(...step.events);
    current = step.watcher;
  }
  const empty = current.replay.type === "done" && current.buffer.length === 0;
  return { watcher: current, events, ended: empty ? current.ending : undefined };
}

function takeSome(watcher: Watcher, ring: Ring, max: number): Omit<Taken, "ended"> | undefined {
  const { replay, buffer } = watcher;
  switch (replay.type) {
    case "state": {
      const events = replay.events.slice(0, max);
      const left = replay.events.slice(max);
      return {
        watcher: { ...watcher, replay: left.length === 0 ? { type: "done" } : { ...replay, events: left } },
        events,
      };
    }
    case "ring": {
      const events = replay.batch.slice(0, max);
      const left = replay.batch.slice(max);
      if (left.length > 0) return { watcher: { ...watcher, replay: { ...replay, batch: left } }, events };
      const next = fillReplay(ring, watcher.filter, replay.after, replay.until);
      if (next !== "overrun") return { watcher: { ...watcher, replay: next }, events };
      return { watcher: { ...watcher, replay: { type: "done" }, buffer: [], ending: "replayOverwritten" }, events };
    }
    case "done":
      if (buffer.length === 0) return undefined;
      return { watcher: { ...watcher, buffer: buffer.slice(max) }, events: buffer.slice(0, max) };
  }
}
