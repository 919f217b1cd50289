import { defined } from "../../../base/assert.ts";
import { entriesOf, valueAt, withEntry } from "../../../base/persistent-map.ts";
import { micros } from "../../../base/time.ts";
import { post, record, setTimer, withCause } from "../../kernel/turn.ts";
import { type ClusterTurn, change, clusterOf, type Server, type Stream } from "../cluster.ts";
import { withCache } from "../server/api-server.ts";
import type { ServerFact, WatchId } from "../server/server-fact.ts";
import type { CacheStep, WatchCache } from "../server/watch-cache.ts";
import { cacheActor, streamActor } from "./names.ts";

/** An API server by its id. */
export function serverOf(turn: ClusterTurn, server: string): Server {
  return defined(clusterOf(turn).servers[server], `server ${server}`);
}

/** Changes one API server. */
export function changeServer(turn: ClusterTurn, server: string, by: Partial<Server>): void {
  change(turn, ({ servers }) => ({
    servers: { ...servers, [server]: { ...defined(servers[server], server), ...by } },
  }));
}

/** The watch cache of a kind on a server. */
export function cacheOf(turn: ClusterTurn, server: string, kind: string): WatchCache {
  return defined(serverOf(turn, server).api.caches[kind], `cache of ${kind} on ${server}`);
}

/** Puts a step of a watch cache into effect: the new cache, its events, and what its watchers have to write. */
export function putCache(turn: ClusterTurn, server: string, step: CacheStep): void {
  const { cache, facts } = step;
  changeServer(turn, server, { api: withCache(serverOf(turn, server).api, cache) });
  putFacts(turn, server, cache.info.id, facts);
  followBookmarks(turn, server, cache);
}

/** Puts what a watch cache says about its watchers into effect. */
export function putFacts(turn: ClusterTurn, server: string, kind: string, facts: readonly ServerFact[]): void {
  const { cause } = turn;
  for (const fact of facts) withCause(turn, cause, () => putFact(turn, server, kind, fact));
}

function putFact(turn: ClusterTurn, server: string, kind: string, fact: ServerFact): void {
  switch (fact.type) {
    case "watchQueued":
    case "watchEnding": {
      const stream = streamOfWatch(turn, fact.watch);
      if (stream !== undefined) scheduleWrite(turn, stream);
      return;
    }
    case "dispatchBlocked":
      return setTimer(turn, {
        actor: cacheActor(server, kind),
        name: "blocked",
        after: micros(fact.until - turn.world.now),
        message: { type: "cache.resume", kind },
      });
    case "ringResized":
      record(turn, cacheActor(server, kind), { type: "cache.resize", kind, from: fact.from, to: fact.to });
      return;
    default:
      return;
  }
}

/** Puts a writing step of a stream on the agenda, unless there is one. */
export function scheduleWrite(turn: ClusterTurn, stream: Stream): void {
  if (stream.writing || stream.state === "held" || stream.state === "closed") return;
  putStream(turn, { ...stream, writing: true });
  post(turn, {
    to: streamActor(stream.server, stream.client, stream.kind),
    message: { type: "stream.write", stream: stream.id },
  });
}

/** A stream by its number. */
export function streamOf(turn: ClusterTurn, id: number): Stream | undefined {
  return valueAt(clusterOf(turn).streams, String(id));
}

/** Keeps a stream. */
export function putStream(turn: ClusterTurn, stream: Stream): void {
  change(turn, ({ streams }) => ({ streams: withEntry(streams, String(stream.id), stream) }));
}

/** All streams in the order in which they were opened. */
export function allStreams(turn: ClusterTurn): readonly Stream[] {
  return [...entriesOf(clusterOf(turn).streams)].map(([, stream]) => stream).sort((a, b) => a.id - b.id);
}

function streamOfWatch(turn: ClusterTurn, watch: WatchId): Stream | undefined {
  const id = valueAt(clusterOf(turn).streamsByWatch, watch);
  return id === undefined ? undefined : streamOf(turn, id);
}

/**
 * Sets the bookmark timer to when the next bookmark of any watcher is due. Upstream looks each 1 to 1.25 s
 * (`as:storage/cacher/cacher.go:startDispatchingBookmarkEventsLocked @v0.36.3`); looking only when something is due shows the same.
 */
export function followBookmarks(turn: ClusterTurn, server: string, cache: WatchCache): void {
  const due = cache.watchers.map((watcher) => watcher.bookmarkDue).filter((second) => second !== undefined);
  if (due.length === 0) return;
  const at = cache.madeAt + (Math.min(...due) + 1) * 1_000_000;
  setTimer(turn, {
    actor: cacheActor(server, cache.info.id),
    name: "bookmarks",
    after: micros(Math.max(0, at - turn.world.now)),
    message: { type: "cache.bookmarks", kind: cache.info.id },
  });
}
