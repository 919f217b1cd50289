import type { CacheFrame, Frame, StreamFrame } from "../simulation/cluster/frame.ts";
import { informerOf, type Scope } from "./node-lines.ts";

/** The stretch of revisions that etcd's ruler and the watch caches' windows share. */
export type RevisionScale = { readonly from: number; readonly to: number };

/** Where the client would take its watch up again. */
export type ResumePoint = {
  readonly revision: number;
  /** How far it is behind the oldest version that can be resumed from; 0 when it can be resumed. */
  readonly tooOld: number;
};

const LEAST_SPAN = 12;

/** The scale for what the scope shows: from the oldest thing that matters to etcd's newest revision. */
export function revisionScale(frame: Frame, scope: Scope): RevisionScale {
  const to = frame.etcd.revision;
  const caches = frame.servers.map((server) => cacheOf(server.caches, scope)).filter((cache) => cache !== undefined);
  const points = frame.servers
    .map((server) => resumePoint(frame, server.id, scope))
    .filter((point) => point !== undefined);
  const needed = [...caches.map((cache) => cache.oldest), ...points.map((point) => point.revision)];
  const wished = [...caches.map((cache) => cache.listRv), frame.etcd.compacted].filter((revision) => revision > 0);
  const least = Math.min(to - LEAST_SPAN, ...needed.filter((revision) => revision > 0));
  // What is merely nice to see may stretch the scale to half as much again.
  const bound = to - (to - least) * 1.5;
  const from = Math.min(least, ...wished.filter((revision) => revision >= bound));
  return { from: Math.max(0, from), to };
}

/** The watch cache that serves the scope's kind. */
export function cacheOf(caches: readonly CacheFrame[], scope: Scope): CacheFrame | undefined {
  return caches.find(({ kind }) => kind === scope.kind);
}

/** The newest stream of the scope's informer on a server. */
export function streamOf(frame: Frame, server: string, scope: Scope): StreamFrame | undefined {
  const streams = frame.servers.find(({ id }) => id === server)?.streams ?? [];
  return newest(streams.filter(({ client, kind }) => client === scope.process && kind === scope.kind));
}

/** Where the scope's informer stands against a server's window. */
export function resumePoint(frame: Frame, server: string, scope: Scope): ResumePoint | undefined {
  const cache = cacheOf(frame.servers.find(({ id }) => id === server)?.caches ?? [], scope);
  if (cache === undefined) return undefined;
  const stream = streamOf(frame, server, scope);
  const expired = stream !== undefined && stream.state === "closed" && stream.closedBy.includes("410");
  const reflector = Number(informerOf(frame, scope)?.lastSyncRv ?? "");
  const revision = expired ? stream.rv : reflector;
  if (!Number.isFinite(revision) || revision <= 0) return undefined;
  return { revision, tooOld: Math.max(0, cache.oldest - revision) };
}

/** Position of a revision on the scale, 0 to 1. */
export function alongScale(scale: RevisionScale, revision: number): number {
  const span = scale.to - scale.from;
  return span <= 0 ? 1 : Math.min(1, Math.max(0, (revision - scale.from) / span));
}

function newest(streams: readonly StreamFrame[]): StreamFrame | undefined {
  return streams.reduce<StreamFrame | undefined>(
    (best, each) => (best === undefined || each.id > best.id ? each : best),
    undefined,
  );
}
