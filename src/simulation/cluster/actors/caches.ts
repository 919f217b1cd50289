import { ownValue } from "../../../base/own-value.ts";
import { type Micros, micros } from "../../../base/time.ts";
import { post, record, setTimer, withCause } from "../../kernel/turn.ts";
import { CRD } from "../../kubernetes/custom-resource-definition.ts";
import { revision } from "../../kubernetes/resource-version.ts";
import { type Call, type ClusterTurn, clusterOf } from "../cluster.ts";
import type { EtcdEvent } from "../etcd.ts";
import { bookmarkTick } from "../server/bookmarks.ts";
import { advanceCache, progressCache, resumeDispatch } from "../server/dispatch.ts";
import { oldestStart } from "../server/ring.ts";
import { listServerCache } from "../server/server-caches.ts";
import { pendingChanges, terminateCache, type WatchCache } from "../server/watch-cache.ts";
import { askProgress, cacheOf, changeServer, putCache, serverOf } from "./cache-access.ts";
import { openCalls } from "./call-store.ts";
import { definitionChanged } from "./definition-news.ts";
import { cacheActor, serverActor } from "./names.ts";

/** After a commit: every server's cache of the kind will apply it, each after its lag. */
export function followCommit(turn: ClusterTurn, kind: string, at: number): void {
  const { servers, plan } = clusterOf(turn);
  for (const [id, server] of Object.entries(servers)) {
    if (server.api.state === "stopped") continue;
    post(turn, {
      to: cacheActor(id, kind),
      message: { type: "cache.follow", kind, revision: at },
      after: plan.timing.cacheLag,
      rank: "work",
    });
  }
}

/** A cache applies what etcd's watch delivered up to a revision, and hands it to its watchers. */
export function followCache(turn: ClusterTurn, server: string, kind: string, at: number): void {
  const { api } = serverOf(turn, server);
  const cache = cacheOf(turn, server, kind);
  if (
    api.state === "stopped" ||
    cache.state.type === "notReady" ||
    cache.revision >= at ||
    isFrozen(turn, server, kind)
  )
    return;
  const { etcd } = clusterOf(turn);
  const changes = pendingChanges(cache, etcd, revision(at));
  const { cause } = turn;
  if (changes === "compacted") putCache(turn, server, advanceCache(cache, etcd, revision(at), turn.world.now));
  else for (const each of changes) withCause(turn, cause, () => applyOne(turn, server, kind, each));
  serveWaiting(turn, server, kind);
}

function applyOne(turn: ClusterTurn, server: string, kind: string, event: EtcdEvent): void {
  const { key, value, previous, revision: at } = event;
  const step = advanceCache(cacheOf(turn, server, kind), clusterOf(turn).etcd, at, turn.world.now);
  const verb = value === undefined ? "delete" : previous === undefined ? "create" : "update";
  const watchers = step.facts.filter((fact) => fact.type === "watchQueued").length;
  const oldest = oldestOf(step.cache);
  record(turn, cacheActor(server, kind), { type: "cache.apply", kind, revision: at, verb, key, watchers, oldest });
  putCache(turn, server, step);
  if (kind === CRD) definitionChanged(turn, server, event);
}

/** The oldest version from which a watch can resume (fidelity B.5). */
function oldestOf(cache: WatchCache): number {
  return oldestStart(cache.ring, cache.listRevision);
}

/** A cache stands still until then. */
export function freezeCache(turn: ClusterTurn, server: string, kind: string, duration: Micros): void {
  const until = micros(turn.world.now + duration);
  changeServer(turn, server, { frozen: { ...serverOf(turn, server).frozen, [kind]: until } });
  setTimer(turn, {
    actor: cacheActor(server, kind),
    name: "thaw",
    after: duration,
    message: { type: "cache.thaw", kind },
  });
}

/** A frozen cache moves again and catches up with etcd. */
export function thawCache(turn: ClusterTurn, server: string, kind: string): void {
  followCache(turn, server, kind, clusterOf(turn).etcd.revision);
}

/**
 * Bookmarks that are due are offered to their watchers. etcd's progress notifications (every 5 s as kubeadm sets it) keep
 * the cache of a quiet kind at about etcd's revision; bringing it there when a bookmark is due shows the same to clients.
 */
export function sendBookmarks(turn: ClusterTurn, server: string, kind: string): void {
  progress(turn, server, kind);
  putCache(turn, server, bookmarkTick(cacheOf(turn, server, kind), turn.world.now));
}

/** etcd says that nothing else happened to the kind up to its revision of now; readers that waited for that go on. */
function progress(turn: ClusterTurn, server: string, kind: string): void {
  const cache = cacheOf(turn, server, kind);
  const { etcd } = clusterOf(turn);
  if (
    cache.state.type === "notReady" ||
    isFrozen(turn, server, kind) ||
    pendingChanges(cache, etcd, etcd.revision).length > 0
  )
    return;
  putCache(turn, server, progressCache(cache, etcd, etcd.revision, turn.world.now));
  serveWaiting(turn, server, kind);
}

/** etcd was asked for its progress, and will be again as long as somebody waits. */
export function pollProgress(turn: ClusterTurn, server: string, kind: string): void {
  progress(turn, server, kind);
  const waits = openCalls(turn, (call) => isWaitingFor(call, server, kind));
  if (waits.length > 0) askProgress(turn, server, kind);
}

/** Before history is compacted: what is on its way to a cache is not lost by that; only one that stands still misses it. */
export function catchUpCaches(turn: ClusterTurn): void {
  const { servers, etcd } = clusterOf(turn);
  for (const server of Object.keys(servers)) for (const kind of Object.keys(etcd.kinds)) thawCache(turn, server, kind);
}

/** The storage of a kind goes, and with it the watches; they end like those of a cache that lost its place, but no list follows. */
export function dissolveCache(turn: ClusterTurn, server: string, kind: string): void {
  const { cache, facts } = terminateCache(cacheOf(turn, server, kind), turn.world.now);
  putCache(turn, server, { cache, facts: facts.filter(({ type }) => type !== "cacheTerminated") });
  serveWaiting(turn, server, kind);
}

/** A cache whose watch on etcd broke lists etcd anew: its ring is empty (fidelity B.2). */
export function listCache(turn: ClusterTurn, server: string, kind: string): void {
  const { api } = serverOf(turn, server);
  if (api.state === "stopped" || api.unserved.includes(kind) || cacheOf(turn, server, kind).state.type === "ready")
    return;
  const listed = listServerCache(api, kind, clusterOf(turn).etcd);
  changeServer(turn, server, { api: listed.server });
  const { revision: at, store } = cacheOf(turn, server, kind);
  record(turn, cacheActor(server, kind), { type: "cache.list", kind, revision: at, objects: store.size });
}

/** The time that slow watchers had is up. */
export function resumeCache(turn: ClusterTurn, server: string, kind: string): void {
  putCache(turn, server, resumeDispatch(cacheOf(turn, server, kind), turn.world.now));
}

function isFrozen(turn: ClusterTurn, server: string, kind: string): boolean {
  return (ownValue(serverOf(turn, server).frozen, kind) ?? 0) > turn.world.now;
}

/** Reads that waited for this cache are looked at again. */
function serveWaiting(turn: ClusterTurn, server: string, kind: string): void {
  for (const { id } of openCalls(turn, (call) => isWaitingFor(call, server, kind)))
    post(turn, { to: serverActor(server), message: { type: "call.serve", call: id }, rank: "work" });
}

function isWaitingFor(call: Call, server: string, kind: string): boolean {
  return call.state === "waiting" && call.server === server && call.request.kind === kind;
}
