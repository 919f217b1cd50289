import type { Scope } from "./node-lines.ts";
import type { RevisionScale } from "./revision-scale.ts";
import { type TimelineColumns, textOf } from "./timeline/timeline-columns.ts";

/** What an event left of history: the newest revision, what is gone, what a server's window holds, where the client stands. */
export type TrailPoint = {
  readonly seq: number;
  readonly at: number;
  /** etcd's newest revision. */
  readonly head: number;
  /** etcd's history below this is gone; 0 when nothing was compacted. */
  readonly compacted: number;
  /** The oldest version from which the server's watch cache can resume a watch: an older one is answered by 410. */
  readonly oldest: number;
  /** The version that the reflector would resume from; 0 before its first list. */
  readonly resume: number;
  /** A bookmark moved nothing but this. */
  readonly bookmark: boolean;
};

/** The whole known run on one axis of revisions. */
export type Trail = { readonly scale: RevisionScale; readonly points: readonly TrailPoint[] };

const WANTED = ["etcd.commit", "etcd.compact", "cache.apply", "cache.list", "reflector.rv", "stream.bookmark"] as const;
type Wanted = (typeof WANTED)[number];

/** How the informer's resume point, a server's window and etcd's history moved against each other, one point an event that moved one. */
export function historyTrail(columns: TimelineColumns, scope: Scope, server: string): Trail {
  const wanted = new Map<number, Wanted>(WANTED.map((type) => [columns.strings.indexOf(type), type]));
  const actors = actorsOf(columns, scope, server);
  const points: TrailPoint[] = [];
  let now = { head: 0, compacted: 0, oldest: 0, resume: 0 };
  for (let seq = 0; seq < columns.length; seq++) {
    const type = wanted.get(columns.type[seq] ?? -1);
    if (type === undefined || !actors[type].has(columns.actor[seq] ?? -1)) continue;
    const value = Number(/\d+$/.exec(textOf(columns, columns.label[seq]))?.[0] ?? Number.NaN);
    const next = Number.isNaN(value) ? now : moved(now, type, value);
    const bookmark = type === "stream.bookmark";
    const isNews = bookmark || Object.values(next).join() !== Object.values(now).join();
    now = next;
    if (isNews) points.push({ seq, at: columns.at[seq] ?? 0, ...now, bookmark });
  }
  return { scale: scaleOf(points), points };
}

type State = Pick<TrailPoint, "head" | "compacted" | "oldest" | "resume">;

function moved(now: State, type: Wanted, value: number): State {
  switch (type) {
    case "etcd.commit":
      return { ...now, head: Math.max(now.head, value) };
    case "etcd.compact":
      return { ...now, compacted: value };
    case "cache.apply":
    case "cache.list":
      return { ...now, oldest: value };
    case "reflector.rv":
      return { ...now, resume: value };
    case "stream.bookmark":
      return now;
  }
}

/** Which actors' events count, as indices of their names. */
function actorsOf(
  columns: TimelineColumns,
  scope: Scope,
  server: string,
): Readonly<Record<Wanted, ReadonlySet<number>>> {
  const named = (fits: (name: string) => boolean) =>
    new Set(columns.strings.flatMap((name, index) => (fits(name) ? [index] : [])));
  const cache = named((name) => name === `server/${server}/cache/${scope.kind}`);
  const stream = named((name) => name === `server/${server}/watch/${scope.process}/${scope.kind}`);
  const reflector = named((name) => name === `${scope.process}/${scope.kind}/reflector`);
  const storage = named((name) => name === "etcd" || name.startsWith("server/"));
  return {
    "etcd.commit": storage,
    "etcd.compact": storage,
    "cache.apply": cache,
    "cache.list": cache,
    "reflector.rv": reflector,
    "stream.bookmark": stream,
  };
}

function scaleOf(points: readonly TrailPoint[]): RevisionScale {
  const known = points.flatMap(({ head, resume }) => [head, resume]).filter((revision) => revision > 0);
  const [from, to] = [Math.min(...known), Math.max(...known)];
  return known.length === 0 ? { from: 0, to: 0 } : { from: Math.max(0, from - 1), to };
}

/** Index of the newest point that is not after the event; −1 before the first. */
export function pointAt({ points }: Trail, seq: number): number {
  return points.findLastIndex((point) => point.seq <= seq);
}

/** Whether the client's version has fallen out of what the server can resume from. */
export function isLost({ resume, oldest }: Pick<TrailPoint, "resume" | "oldest">): boolean {
  return resume > 0 && resume < oldest;
}
