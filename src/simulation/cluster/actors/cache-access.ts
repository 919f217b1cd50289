import { defined } from "../../../base/assert.ts";
import { ownValue } from "../../../base/own-value.ts";
import { entriesOf, hasKey, valueAt, withEntry } from "../../../base/persistent-map.ts";
import { micros, milliseconds, seconds } from "../../../base/time.ts";
import { assignTo, own, post, record, setTimer, timerKey, withCause } from "../../kernel/turn.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import type { WatchEvent } from "../../kubernetes/watch-event.ts";
import { type Cluster, type ClusterTurn, change, clusterOf, type Server, type Stream } from "../cluster.ts";
import type { ApiServer } from "../server/api-server.ts";
import type { ServerFact, WatchId } from "../server/server-fact.ts";
import type { CacheStep, WatchCache } from "../server/watch-cache.ts";
import { cacheActor, streamActor } from "./names.ts";

/** A cache whose watch on etcd broke lists anew after about a second (`as:storage/cacher/cacher.go:startCaching @v0.36.3`). */
const RELIST_AFTER = seconds(1);

/** While a read waits for a fresh cache, etcd is asked for its progress this often (`as:storage/cacher/progress/watch_progress.go @v0.36.3`). */
const PROGRESS_PERIOD = milliseconds(100);

/** An API server by its id. */
export function serverOf(turn: ClusterTurn, server: string): Server {
  return defined(ownValue(clusterOf(turn).servers, server), `server ${server}`);
}

/** Changes one API server. */
export function changeServer(turn: ClusterTurn, server: string, by: Partial<Server>): void {
  change(turn, ({ servers }) => {
    const drafts = own(turn, servers, copyServers);
    const draft = own(turn, defined(servers[server], server), copyServer);
    assignTo<Server>(draft, by);
    drafts[server] = draft;
    return { servers: drafts };
  });
}

const copyServers = (servers: Cluster["servers"]) => ({ ...servers });
const copyServer = (server: Server) => ({ ...server });
const copyApi = (api: ApiServer) => ({ ...api });
const copyCaches = (caches: ApiServer["caches"]) => ({ ...caches });

/** The watch cache of a kind on a server. */
export function cacheOf(turn: ClusterTurn, server: string, kind: string): WatchCache {
  return defined(serverOf(turn, server).api.caches[kind], `cache of ${kind} on ${server}`);
}

/** Puts a step of a watch cache into effect: the new cache, its events, and what its watchers have to write. */
export function putCache(turn: ClusterTurn, server: string, step: CacheStep): void {
  const { cache, facts } = step;
  const { id } = cache.info;
  const api = own(turn, serverOf(turn, server).api, copyApi);
  const caches = own(turn, api.caches, copyCaches);
  caches[id] = cache;
  api.caches = caches;
  changeServer(turn, server, { api });
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
      if (stream === undefined) return;
      const known = fact.type === "watchQueued" ? withQueued(turn, stream, fact.event) : stream;
      if (known !== stream) putStream(turn, known);
      if (stream.state !== "held") return scheduleWrite(turn, known);
      if (fact.type === "watchQueued") return recordHeld(turn, known, fact.event);
      // A client that does not read is dropped all the same; it gets what was written before.
      return scheduleWrite(turn, { ...stream, state: "open", heldUntil: undefined });
    }
    case "cacheTerminated":
      return post(turn, {
        to: cacheActor(server, kind),
        message: { type: "cache.list", kind },
        after: RELIST_AFTER,
        rank: "work",
      });
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

function recordHeld(turn: ClusterTurn, { id, server, client, kind }: Stream, event: WatchEvent): void {
  if (event.type === "ERROR") return;
  const key = event.type === "BOOKMARK" ? "" : keyOf(event.object);
  const rv = Number(event.object.metadata.resourceVersion);
  record(turn, streamActor(server, client, kind), { type: "stream.held", stream: id, client, kind, key, rv });
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

/** The stream, knowing why the cache has this event for it. */
function withQueued(turn: ClusterTurn, stream: Stream, event: WatchEvent): Stream {
  if (turn.cause === undefined || event.type === "ERROR") return stream;
  const queued = { revision: event.object.metadata.resourceVersion, cause: turn.cause };
  return { ...stream, queued: [...stream.queued, queued] };
}

/** A stream by its number. */
export function streamOf(turn: ClusterTurn, id: number): Stream | undefined {
  return valueAt(clusterOf(turn).streams, String(id));
}

/** The newest stream of a client that is open. */
export function openStreamOf(turn: ClusterTurn, client: string, kind: string): Stream | undefined {
  return allStreams(turn).findLast((each) => each.client === client && each.kind === kind && each.state !== "closed");
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
  const due = nextBookmark(cache);
  if (due === undefined) return;
  const at = cache.madeAt + (due + 1) * 1_000_000;
  setTimer(turn, {
    actor: cacheActor(server, cache.info.id),
    name: "bookmarks",
    after: micros(Math.max(0, at - turn.world.now)),
    message: { type: "cache.bookmarks", kind: cache.info.id },
  });
}

/** Asks etcd for its progress in a while, unless that was asked for already. */
export function askProgress(turn: ClusterTurn, server: string, kind: string): void {
  const actor = cacheActor(server, kind);
  if (hasKey(turn.world.timers, timerKey(actor, "progress"))) return;
  setTimer(turn, { actor, name: "progress", after: PROGRESS_PERIOD, message: { type: "cache.progress", kind } });
}

/** The second of the first bookmark that is due to any watcher. */
function nextBookmark({ watchers }: WatchCache): number | undefined {
  let first: number | undefined;
  for (const { bookmarkDue } of watchers)
    if (bookmarkDue !== undefined && (first === undefined || bookmarkDue < first)) first = bookmarkDue;
  return first;
}
