import type { Micros } from "../../../base/time.ts";
import type { Revision } from "../../kubernetes/resource-version.ts";
import type { WatchEvent } from "../../kubernetes/watch-event.ts";
import { compactionRound, type Etcd } from "../etcd.ts";
import { type ApiServer, cacheOf, newApiServer, withCache } from "./api-server.ts";
import { bookmarkTick } from "./bookmarks.ts";
import { advanceCache, endWatch, progressCache, resumeDispatch, takeFromWatch } from "./dispatch.ts";
import type { ServerFact, WatchEndReason, WatchId } from "./server-fact.ts";
import { type CacheStep, listIntoCache, terminateCache, trimSnapshots, type WatchCache } from "./watch-cache.ts";

/** A server and what happened to it. */
export type ServerStep = { readonly server: ApiServer; readonly facts: readonly ServerFact[] };

/** The cache of a kind lists etcd and becomes ready: at the start, and about 1 s after its watch on etcd broke. */
export function listServerCache(server: ApiServer, kind: string, etcd: Etcd): ServerStep {
  return stepCache(server, kind, (cache) => listIntoCache(cache, etcd));
}

/** All caches list at once, as after an undisturbed start. */
export function listAllCaches(server: ApiServer, etcd: Etcd): ServerStep {
  const facts: ServerFact[] = [];
  let current = server;
  for (const kind of Object.keys(server.kinds)) {
    const step = listServerCache(current, kind, etcd);
    current = step.server;
    facts.push(...step.facts);
  }
  return { server: current, facts };
}

/** etcd's watch delivered everything of a kind up to `until` (a lagging or frozen cache gets less than etcd has). */
export function advanceServer(server: ApiServer, kind: string, etcd: Etcd, until: Revision, now: Micros): ServerStep {
  return stepCache(server, kind, (cache) => advanceCache(cache, etcd, until, now));
}

/** etcd's progress notification for a kind: periodic, and every 100 ms while a reader waits for freshness (fidelity A.4). */
export function progressServer(server: ApiServer, kind: string, etcd: Etcd, until: Revision, now: Micros): ServerStep {
  return stepCache(server, kind, (cache) => progressCache(cache, etcd, until, now));
}

/** The bookmark timer of a kind fired; it fires every 1 to 1.25 s. */
export function tickBookmarks(server: ApiServer, kind: string, now: Micros): ServerStep {
  return stepCache(server, kind, (cache) => bookmarkTick(cache, now));
}

/** The time that a blocked dispatch may wait for slow watchers is up. */
export function resumeServerDispatch(server: ApiServer, kind: string, now: Micros): ServerStep {
  return stepCache(server, kind, (cache) => resumeDispatch(cache, now));
}

/** The watch of a kind on etcd broke: all client watches of the kind end. */
export function terminateServerCache(server: ApiServer, kind: string, now: Micros): ServerStep {
  return stepCache(server, kind, (cache) => terminateCache(cache, now));
}

/** Ends one watch: its deadline passed, its client went away, or a fault wants it. */
export function endServerWatch(
  server: ApiServer,
  kind: string,
  watch: WatchId,
  reason: WatchEndReason,
  now: Micros,
): ServerStep {
  return stepCache(server, kind, (cache) => endWatch(cache, watch, reason, now));
}

/** What the connection of a watch can write now, and the reason if the response ends after it. */
export type ServerTake = ServerStep & {
  readonly events: readonly WatchEvent[];
  readonly ended: WatchEndReason | undefined;
};

/** Takes up to `max` events of a watch, in order. */
export function takeFromServerWatch(
  server: ApiServer,
  kind: string,
  watch: WatchId,
  max: number,
  now: Micros,
): ServerTake {
  const { cache, facts, events, ended } = takeFromWatch(cacheOf(server, kind), watch, max, now);
  return { server: withCache(server, cache), facts, events, ended };
}

/** Every 15 s: forget the snapshots that etcd has compacted. */
export function trimServerSnapshots(server: ApiServer, etcd: Etcd): ApiServer {
  const caches: Record<string, WatchCache> = {};
  for (const [kind, cache] of Object.entries(server.caches)) caches[kind] = trimSnapshots(cache, etcd.compactRevision);
  return { ...server, caches };
}

/** A round of compaction by one server. */
export type ServerCompaction = {
  readonly server: ApiServer;
  readonly etcd: Etcd;
  readonly outcome: "marked" | "yielded";
  readonly compactedTo: Revision | undefined;
};

/** Every 5 minutes: one round of this server's compactor. */
export function tickCompaction(server: ApiServer, etcd: Etcd): ServerCompaction {
  const round = compactionRound(etcd, server.compactor);
  const { outcome, compactedTo } = round;
  return { server: { ...server, compactor: round.compactor }, etcd: round.etcd, outcome, compactedTo };
}

/**
 * The server begins to shut down (fidelity C.2): new requests are refused, with 429 and Retry-After 5 if `sendsRetryAfter`, else with 503.
 * With `endsWatches` (a termination grace period above 0) open watches end cleanly now; otherwise they break when the server stops.
 */
export function beginShutdown(
  server: ApiServer,
  options: { readonly sendsRetryAfter: boolean; readonly endsWatches: boolean },
  now: Micros,
): ServerStep {
  const state = options.sendsRetryAfter ? "shuttingDownWithRetryAfter" : "shuttingDown";
  const closing: ApiServer = { ...server, state };
  return options.endsWatches ? endAllWatches(closing, "shutdown", now) : { server: closing, facts: [] };
}

/** The process is gone: whatever watch is still open breaks, and connections are refused. */
export function stopServer(server: ApiServer, now: Micros): ServerStep {
  const ended = endAllWatches(server, "reset", now);
  return { server: { ...ended.server, state: "stopped" }, facts: ended.facts };
}

/** A new process with the same id: empty caches that must list, a compactor that remembers nothing. Watch ids are not used again. */
export function restartServer(server: ApiServer, now: Micros): ApiServer {
  const fresh = newApiServer(server.id, server.kinds, now, server.settings);
  return { ...fresh, nextWatch: server.nextWatch };
}

function endAllWatches(server: ApiServer, reason: WatchEndReason, now: Micros): ServerStep {
  const facts: ServerFact[] = [];
  let current = server;
  for (const [kind, cache] of Object.entries(server.caches)) {
    for (const watcher of cache.watchers) {
      const step = endServerWatch(current, kind, watcher.id, reason, now);
      current = step.server;
      facts.push(...step.facts);
    }
  }
  return { server: current, facts };
}

function stepCache(server: ApiServer, kind: string, step: (cache: WatchCache) => CacheStep): ServerStep {
  const { cache, facts } = step(cacheOf(server, kind));
  return { server: withCache(server, cache), facts };
}
