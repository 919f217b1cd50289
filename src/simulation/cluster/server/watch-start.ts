import { sortedValues } from "../../../base/persistent-map.ts";
import { type Micros, micros, seconds } from "../../../base/time.ts";
import {
  parseResourceVersion,
  type Revision,
  revision,
  type VersionRequest,
} from "../../kubernetes/resource-version.ts";
import type { Status } from "../../kubernetes/status.ts";
import { tooLargeResourceVersion, tooOldResourceVersion, unwrappedError } from "../../kubernetes/status-error.ts";
import type { WatchEvent } from "../../kubernetes/watch-event.ts";
import { logAt } from "../sliding-log.ts";
import { nextBookmarkTime, secondOf } from "./bookmarks.ts";
import { notReadyStatus } from "./cache-readiness.ts";
import { defaultedWatchOptions, refusedWatchOptions } from "./list-options.ts";
import { filterOf, isStatus, type ListOptions, type ListRequest, type Waiting } from "./request.ts";
import { oldestStart } from "./ring.ts";
import type { RequestFact, WatchFact, WatchId } from "./server-fact.ts";
import type { WatchCache } from "./watch-cache.ts";
import { bookmarkEvent, fillReplay, type ObjectFilter, passes, type Replay, type Watcher } from "./watcher.ts";

/** What a WATCH needs besides the cache. */
export type WatchDemand = {
  readonly request: ListRequest;
  readonly id: WatchId;
  readonly now: Micros;
  /** etcd's revision now: an unset resource version asks for it. */
  readonly etcdRevision: Revision;
  /** The feature gate WatchList of the server. */
  readonly watchList: boolean;
  /** In [0, 1): spreads the deadline of watches that do not name one. */
  readonly jitter: number;
  /** What an earlier call returned when it had to wait. */
  readonly waiting: Waiting | undefined;
};

/**
 * How a WATCH begins. `refused` is an ordinary HTTP error; `failed` is HTTP 200 with one ERROR event and the end of the stream;
 * `wait` asks to be called again when the cache has the revision, or at the deadline.
 */
export type WatchStart =
  | { readonly type: "refused"; readonly status: Status }
  | { readonly type: "failed"; readonly event: WatchEvent }
  | { readonly type: "wait"; readonly waiting: Waiting; readonly facts: readonly RequestFact[] }
  | {
      readonly type: "opened";
      readonly cache: WatchCache;
      readonly watcher: Watcher;
      readonly facts: readonly WatchFact[];
    };

/** Decides where a watch starts (fidelity B.4; `as:storage/cacher/cacher.go:Watch @v0.36.3`). */
export function startWatch(cache: WatchCache, demand: WatchDemand): WatchStart {
  const options = defaultedWatchOptions(demand.request.options, demand.watchList);
  const refused = refusedWatchOptions(options, demand.watchList);
  if (refused !== undefined) return { type: "refused", status: refused };
  const filter = filterOf(cache.info, demand.request.namespace, options);
  if (isStatus(filter)) return { type: "refused", status: filter };
  const version = parseResourceVersion(options.resourceVersion);
  if (version.type === "invalid") return { type: "refused", status: unwrappedError(invalidVersion(version.text)) };
  if (cache.state.type === "notReady") {
    return { type: "refused", status: notReadyStatus(cache.state.since, demand.now) };
  }
  if (sendsState(version, options)) return startWithState(cache, demand, options, filter, version);
  return startFromRing(cache, demand, options, filter, startRevision(cache, demand, version));
}

/** The text of a resource version that is no number (`as:storage/api_object_versioner.go:ParseResourceVersion`). */
export function invalidVersion(text: string): string {
  return `resourceVersion: Invalid value: "${text}": strconv.ParseUint: parsing "${text}": invalid syntax`;
}

type ValidVersion = Exclude<VersionRequest, { type: "invalid" }>;

function sendsState(version: ValidVersion, options: ListOptions): boolean {
  if (options.sendInitialEvents !== undefined) return options.sendInitialEvents;
  // Only with watch-list off does this stay undefined for "" and "0": both then mean "what the cache has".
  return version.type !== "at";
}

function startRevision(cache: WatchCache, demand: WatchDemand, version: ValidVersion): Revision {
  switch (version.type) {
    case "at":
      return version.revision;
    case "any":
      return cache.revision;
    case "unset":
      return demand.etcdRevision;
  }
}

function startWithState(
  cache: WatchCache,
  demand: WatchDemand,
  options: ListOptions,
  filter: ObjectFilter,
  version: ValidVersion,
): WatchStart {
  const required = demand.waiting?.required ?? requiredRevision(demand, options, version);
  if (cache.revision < required) return waitOrFail(cache, demand, required);
  const events: WatchEvent[] = [];
  for (const object of sortedValues(cache.store)) {
    if (passes(filter, object)) events.push({ type: "ADDED", object });
  }
  if (options.sendInitialEvents === true && options.allowWatchBookmarks === true) {
    events.push(bookmarkEvent(cache.info, cache.revision, true));
  }
  return open(cache, demand, options, { filter, floor: cache.revision, replay: { type: "state", events } });
}

function requiredRevision(demand: WatchDemand, options: ListOptions, version: ValidVersion): Revision {
  if (version.type === "at") return version.revision;
  return version.type === "unset" && options.sendInitialEvents === true ? demand.etcdRevision : revision(0);
}

function waitOrFail(cache: WatchCache, demand: WatchDemand, required: Revision): WatchStart {
  const until = demand.waiting?.until ?? micros(demand.now + cache.settings.waitForFresh);
  if (demand.now >= until) {
    return { type: "failed", event: { type: "ERROR", object: tooLargeResourceVersion(required, cache.revision, 1) } };
  }
  const fact: RequestFact = { type: "requestWaits", kind: cache.info.id, revision: required, until };
  return { type: "wait", waiting: { required, until }, facts: demand.waiting === undefined ? [fact] : [] };
}

function startFromRing(
  cache: WatchCache,
  demand: WatchDemand,
  options: ListOptions,
  filter: ObjectFilter,
  from: Revision,
): WatchStart {
  const oldest = oldestStart(cache.ring, cache.listRevision);
  if (from < oldest) return { type: "failed", event: { type: "ERROR", object: tooOldResourceVersion(from, oldest) } };
  const newest = logAt(cache.ring.entries, -1)?.revision ?? from;
  const until = revision(Math.max(from, newest));
  const replay = fillReplay(cache.ring, filter, from, until);
  return open(cache, demand, options, {
    filter,
    floor: until,
    replay: replay === "overrun" ? { type: "done" } : replay,
  });
}

function open(
  cache: WatchCache,
  demand: WatchDemand,
  options: ListOptions,
  start: { readonly filter: ObjectFilter; readonly floor: Revision; readonly replay: Replay },
): WatchStart {
  const { now, id, request } = demand;
  const wanted = options.timeoutSeconds ?? 0;
  const deadline = micros(now + seconds(wanted > 0 ? wanted : 1800 * (1 + demand.jitter)));
  const bookmarks = options.allowWatchBookmarks === true;
  const replay: Replay =
    start.replay.type === "state" && start.replay.events.length === 0 ? { type: "done" } : start.replay;
  const watcher: Watcher = {
    id,
    client: request.client,
    filter: start.filter,
    floor: start.floor,
    openedAt: now,
    deadline,
    bookmarks,
    bookmarkDue: bookmarks ? firstBookmarkDue(cache, options, deadline, now) : undefined,
    channelSize: cache.settings.channelSize ?? suggestedChannelSize(cache, start.filter),
    replay,
    buffer: [],
    ending: undefined,
  };
  const opened: WatchFact = {
    type: "watchOpened",
    watch: id,
    client: request.client,
    kind: cache.info.id,
    floor: start.floor,
    deadline,
    initial: replay.type === "state" ? replay.events.length : replay.type === "ring" ? replay.batch.length : 0,
  };
  return { type: "opened", cache: { ...cache, watchers: [...cache.watchers, watcher] }, watcher, facts: [opened] };
}

function firstBookmarkDue(cache: WatchCache, options: ListOptions, deadline: Micros, now: Micros): number | undefined {
  if (options.sendInitialEvents === true) return secondOf(cache, now);
  const at = nextBookmarkTime(cache.settings, deadline, now);
  return at === undefined ? undefined : secondOf(cache, at);
}

/** About one second of history, between 10 and a bound that depends on the kind's index (`watch_cache.go:suggestedWatchChannelSize`). */
function suggestedChannelSize(cache: WatchCache, filter: ObjectFilter): number {
  const { watchIndex } = cache.info;
  const perSecond = Math.ceil((cache.ring.capacity * 1_000_000) / cache.settings.ring.freshFor);
  const usesTrigger =
    watchIndex.type === "trigger" && filter.fields.some((term) => term.field === watchIndex.field && term.equal);
  const most = watchIndex.type === "none" ? 100 : usesTrigger ? 10 : 1000;
  return Math.min(Math.max(perSecond, 10), most);
}
