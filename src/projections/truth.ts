import type { Frame } from "../simulation/cluster/frame.ts";
import { informerOf, type Scope } from "./node-lines.ts";
import { readStore } from "./read-informer.ts";
import type { CausedEvent } from "./why.ts";

/** The object whose copies are compared. */
export type Subject = { readonly kind: string; readonly key: string };

/** Where a copy of an object is held. */
export type Holder = "etcd" | "cache" | "store";

/** What a holder knew of the object from a moment on; `rv` 0: not there. */
export type Belief = { readonly at: number; readonly rv: number };

/** A stretch of time in which a holder believed one thing; times as shares of the window, 0 to 1. */
export type Stretch = { readonly from: number; readonly to: number; readonly rv: number; readonly right: boolean };

/** One holder's line: its stretches, and how long after etcd it learnt of the newest change; undefined while it has not. */
export type TruthLine = {
  readonly holder: Holder;
  readonly rv: number;
  readonly stretches: readonly Stretch[];
  readonly lag: number | undefined;
};

/** A reconcile that read the object's kind, and where in the window. */
export type TruthRead = {
  readonly reconcile: number;
  readonly at: number;
  readonly share: number;
  readonly count: number;
  readonly rv: string;
  readonly stale: boolean;
};

/** Who knew what of one object, and until when. */
export type Truth = {
  readonly subject: Subject;
  readonly from: number;
  readonly to: number;
  /** When etcd last changed the object; undefined when that lies before what is known. */
  readonly changedAt: number | undefined;
  readonly deleted: boolean;
  readonly lines: readonly TruthLine[];
  readonly read: TruthRead | undefined;
  /** Whether the store holds something else than etcd, and for how long by now. */
  readonly behind: boolean;
  readonly late: number;
};

/** The object to compare: the selected one, else the first of the store that is not as in etcd, else its first. */
export function truthSubject(
  frame: Frame,
  scope: Scope,
  selected: { readonly kind?: string; readonly key?: string },
): Subject | undefined {
  if (selected.key !== undefined && selected.kind !== undefined) return { kind: selected.kind, key: selected.key };
  const informer = informerOf(frame, scope);
  if (informer === undefined) return undefined;
  const metrics = { row: 1, header: 0, dense: true };
  const lines = readStore(frame, informer, Number.POSITIVE_INFINITY, metrics).lines.map(({ content }) => content);
  const objects = lines.filter((content) => content.type === "object" || content.type === "ghost");
  const wrong = (content: (typeof objects)[number]) => content.type === "ghost" || content.rv !== content.truth;
  const gone = objects.find((content) => content.type === "object" && content.truth === undefined);
  const found = gone ?? objects.find(wrong) ?? objects[0];
  return found === undefined ? undefined : { kind: scope.kind, key: found.key };
}

/** Reads from the events what etcd, the watch cache and the store knew of the object, seeded with what they hold now. */
export function readTruth(frame: Frame, scope: Scope, subject: Subject, rows: readonly CausedEvent[]): Truth {
  const about = rows.filter((row) => row.at <= frame.at && concerns(row, subject));
  const beliefs: Readonly<Record<Holder, readonly Belief[]>> = {
    etcd: seeded(about.filter(({ fact }) => fact.type === "etcd.commit").map(beliefOf), heldInEtcd(frame, subject)),
    cache: seeded(about.filter(({ fact }) => fact.type === "cache.apply").map(beliefOf), heldInCache(frame, subject)),
    store: seeded(
      about.filter((row) => isDistribution(row, scope, subject)).map(beliefOf),
      heldInStore(frame, scope, subject),
    ),
  };
  const changedAt = newestChange(beliefs.etcd);
  const truth = beliefs.etcd.at(-1)?.rv ?? 0;
  const learnt = (beliefs.store.at(-1)?.rv ?? 0) === truth;
  const settled = learnt ? (newestChange(beliefs.store) ?? changedAt) : undefined;
  const window = windowOf(changedAt, settled, frame.at);
  const lines = (["etcd", "cache", "store"] as const).map((holder) => lineOf(holder, beliefs, window, changedAt));
  const late = learnt || changedAt === undefined ? 0 : frame.at - changedAt;
  return {
    subject,
    ...window,
    changedAt,
    deleted: truth === 0,
    lines,
    read: newestRead(rows, scope, subject, window),
    behind: !learnt,
    late,
  };
}

/** A window shows at least so much time, so that what happened just now has a past. */
const SHORTEST = 5_000;

type Window = { readonly from: number; readonly to: number };

/** The newest change in the middle: as much before it as passed until the store learnt of it, or until now. */
function windowOf(changedAt: number | undefined, settled: number | undefined, now: number): Window {
  if (changedAt === undefined) return { from: 0, to: Math.max(1, now) };
  const span = Math.max(SHORTEST, (settled ?? now) - changedAt);
  return {
    from: Math.max(0, Math.round(changedAt - 1.2 * span)),
    to: settled === undefined ? now : Math.min(now, settled + span),
  };
}

function concerns({ fact }: CausedEvent, { kind, key }: Subject): boolean {
  return fact["key"] === key && (fact["kind"] === kind || fact.type === "distribute");
}

function isDistribution({ actor, fact }: CausedEvent, { process }: Scope, { kind }: Subject): boolean {
  return fact.type === "distribute" && actor.startsWith(`${process}/${kind}/`);
}

function beliefOf({ at, fact }: CausedEvent): Belief {
  const removed = fact["verb"] === "delete" || (fact.type === "distribute" && fact["kind"] === "delete");
  return { at, rv: removed ? 0 : Number(fact["revision"] ?? fact["rv"] ?? 0) };
}

/** The known changes; when they do not end with what is held now, what was held at first is not known either. */
function seeded(known: readonly Belief[], held: number): readonly Belief[] {
  if (known.length === 0) return [{ at: 0, rv: held }];
  const first = known[0]?.at ?? 0;
  // Something was there before the first change that is known, but not which version: it counts as one of its own.
  return [{ at: Math.min(0, first), rv: UNKNOWN }, ...known];
}

const UNKNOWN = -1;

function newestChange(beliefs: readonly Belief[]): number | undefined {
  return beliefs.length > 1 ? beliefs.at(-1)?.at : undefined;
}

function lineOf(
  holder: Holder,
  beliefs: Readonly<Record<Holder, readonly Belief[]>>,
  window: Window,
  changedAt: number | undefined,
): TruthLine {
  const own = beliefs[holder];
  const newest = own.at(-1);
  const truth = beliefs.etcd.at(-1);
  const knows = newest?.rv === truth?.rv;
  const learntAt = newestChange(own) ?? changedAt;
  const lag =
    knows && changedAt !== undefined && learntAt !== undefined ? Math.max(0, learntAt - changedAt) : undefined;
  return { holder, rv: newest?.rv ?? 0, stretches: stretchesOf(own, beliefs.etcd, window), lag };
}

/** Cuts a holder's time at its own and at etcd's changes, so that each stretch is right or wrong as a whole. */
function stretchesOf(own: readonly Belief[], truth: readonly Belief[], window: Window): readonly Stretch[] {
  const cuts = [...own, ...truth].map(({ at }) => at).filter((at) => at > window.from && at < window.to);
  const edges = [...new Set([window.from, ...cuts, window.to])].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  edges.slice(0, -1).forEach((start, index) => {
    const end = edges[index + 1] ?? window.to;
    const rv = atTime(own, start);
    const right = rv === atTime(truth, start) || rv === UNKNOWN || atTime(truth, start) === UNKNOWN;
    const before = stretches.at(-1);
    const share = (at: number) => (at - window.from) / Math.max(1, window.to - window.from);
    if (before !== undefined && before.rv === rv && before.right === right)
      stretches.splice(-1, 1, { ...before, to: share(end) });
    else stretches.push({ from: share(start), to: share(end), rv, right });
  });
  return stretches;
}

function atTime(beliefs: readonly Belief[], at: number): number {
  return beliefs.findLast((belief) => belief.at <= at)?.rv ?? UNKNOWN;
}

function newestRead(
  rows: readonly CausedEvent[],
  { process }: Scope,
  { kind }: Subject,
  window: Window,
): TruthRead | undefined {
  const row = rows.findLast(
    ({ at, actor, fact }) =>
      fact.type === "reconcile.read" &&
      fact["kind"] === kind &&
      actor.startsWith(`${process}/`) &&
      at >= window.from &&
      at <= window.to,
  );
  if (row === undefined) return undefined;
  const { fact, at } = row;
  const share = (at - window.from) / Math.max(1, window.to - window.from);
  return {
    reconcile: Number(fact["reconcile"]),
    at,
    share,
    count: Number(fact["count"]),
    rv: String(fact["rv"]),
    stale: Number(fact["behind"]) > 0,
  };
}

function heldInEtcd({ truth }: Frame, { kind, key }: Subject): number {
  return truth.find((each) => each.kind === kind)?.objects.find((object) => object.key === key)?.rv ?? 0;
}

function heldInCache({ servers }: Frame, { kind, key }: Subject): number {
  for (const { caches } of servers) {
    const object = caches.find((cache) => cache.kind === kind)?.objects.find((each) => each.key === key);
    if (object !== undefined) return object.rv;
  }
  return 0;
}

function heldInStore(frame: Frame, { process }: Scope, { kind, key }: Subject): number {
  return informerOf(frame, { process, kind })?.store.objects.find((object) => object.key === key)?.rv ?? 0;
}
