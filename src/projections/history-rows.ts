import type { DeltaFrame, Frame } from "../simulation/cluster/frame.ts";
import { informerOf, type Scope } from "./node-lines.ts";
import { cacheOf, type ResumePoint, resumePoint, streamOf } from "./revision-scale.ts";

/** A stretch of revisions: still there, no longer there, or missed by the client. */
export type HistorySpan = { readonly from: number; readonly to: number; readonly look: "kept" | "gone" | "missed" };

/** A revision that matters: a commit, an event kept, an object, a version somebody stands at. */
export type HistoryMark = {
  readonly revision: number;
  readonly look: "tick" | "dot" | "stale" | "edge" | "stand" | "lost";
  /** The key of the object; empty for what is no object. */
  readonly key: string;
};

/** What one component says about revisions. `fact` holds what its words are made of. */
export type HistoryRow = {
  readonly id: string;
  readonly spans: readonly HistorySpan[];
  readonly marks: readonly HistoryMark[];
  readonly fact:
    | { readonly type: "etcd"; readonly revision: number; readonly compacted: number }
    | { readonly type: "objects"; readonly count: number }
    | { readonly type: "cache"; readonly server: string; readonly kept: number; readonly capacity: number }
    | { readonly type: "stream"; readonly state: string; readonly from: string; readonly rv: number }
    | { readonly type: "resume"; readonly rv: string; readonly tooOld: number }
    | { readonly type: "fifo"; readonly deltas: number }
    | { readonly type: "store"; readonly rv: string; readonly behind: number };
};

/** Every component that holds a version of the scope's kind, in the order in which news travels, on one axis of revisions. */
export function historyRows(frame: Frame, scope: Scope, start: number): readonly HistoryRow[] {
  const informer = informerOf(frame, scope);
  const { revision, compacted, commits } = frame.etcd;
  const truth = frame.truth.find(({ kind }) => kind === scope.kind)?.objects ?? [];
  const current = new Map(truth.map(({ key, rv }) => [key, rv]));
  const ofKind = commits.filter(({ kind }) => kind === scope.kind);
  const deltas = informer?.fifo.deltas ?? [];
  const stored = informer?.store.objects ?? [];
  const behind = stored.filter(({ key, rv }) => current.get(key) !== rv).length;
  return [
    {
      id: "etcd",
      spans: [
        ...(compacted > start ? [{ from: start, to: compacted, look: "gone" } as const] : []),
        { from: Math.max(start, compacted), to: revision, look: "kept" },
      ],
      marks: [
        ...ofKind.map(({ revision: at, key }) => ({ revision: at, look: "tick", key }) as const),
        ...(compacted > start ? [{ revision: compacted, look: "edge", key: "" } as const] : []),
        { revision, look: "stand", key: "" },
      ],
      fact: { type: "etcd", revision, compacted },
    },
    {
      id: "objects",
      spans: [],
      marks: truth.map(({ key, rv }) => ({ revision: rv, look: "dot", key })),
      fact: { type: "objects", count: truth.length },
    },
    ...frame.servers.flatMap(({ id }) => serverRows(frame, id, scope)),
    ...(informer === undefined
      ? []
      : [
          {
            id: "fifo",
            spans: [],
            marks: deltaMarks(deltas),
            fact: { type: "fifo", deltas: deltas.length + informer.fifo.more },
          } as const,
          {
            id: "store",
            spans: [],
            marks: [
              ...stored.map(({ key, rv }) => {
                const look = current.get(key) === rv ? "dot" : "stale";
                return { revision: rv, look, key } as const;
              }),
              ...(informer.store.rv === ""
                ? []
                : [{ revision: Number(informer.store.rv), look: "stand", key: "" } as const]),
            ],
            fact: { type: "store", rv: informer.store.rv, behind },
          } as const,
        ]),
  ];
}

/** A server's window, the stream that it serves, and where the client would take it up again. */
function serverRows(frame: Frame, server: string, scope: Scope): readonly HistoryRow[] {
  const cache = cacheOf(frame.servers.find(({ id }) => id === server)?.caches ?? [], scope);
  if (cache === undefined) return [];
  const stream = streamOf(frame, server, scope);
  const resume = resumePoint(frame, server, scope);
  const { ring, oldest, rv, capacity } = cache;
  return [
    {
      id: `cache/${server}`,
      spans: [{ from: oldest, to: Math.max(oldest, rv), look: "kept" }],
      marks: [
        ...ring.map((revision) => ({ revision, look: "tick", key: "" }) as const),
        { revision: oldest, look: "edge", key: "" },
      ],
      fact: { type: "cache", server, kept: ring.length, capacity },
    },
    ...(stream === undefined ? [] : [streamRow(server, stream)]),
    ...(resume === undefined ? [] : [resumeRow(server, resume, oldest)]),
  ];
}

function streamRow(server: string, { state, from, rv }: NonNullable<ReturnType<typeof streamOf>>): HistoryRow {
  const start = Number(from);
  const marks = [{ revision: rv, look: state === "closed" ? "lost" : "stand", key: "" } as const];
  return {
    id: `stream/${server}`,
    spans: start > 0 ? [{ from: start, to: Math.max(start, rv), look: "kept" }] : [],
    marks: rv > 0 ? marks : [],
    fact: { type: "stream", state, from, rv },
  };
}

function resumeRow(server: string, { revision, tooOld }: ResumePoint, oldest: number): HistoryRow {
  return {
    id: `resume/${server}`,
    spans: tooOld > 0 ? [{ from: revision, to: oldest, look: "missed" }] : [],
    marks: [{ revision, look: tooOld > 0 ? "lost" : "stand", key: "" }],
    fact: { type: "resume", rv: String(revision), tooOld },
  };
}

/** The versions that deltas carry, each object's version once. */
function deltaMarks(deltas: readonly DeltaFrame[]): readonly HistoryMark[] {
  const carried = deltas.flatMap(({ rv, key, objects }) => [
    ...(rv === "" || key === "" ? [] : [{ rv, key }]),
    ...objects,
  ]);
  const once = new Map(
    carried.map(({ rv, key }) => [`${key}@${rv}`, { revision: Number(rv), look: "dot", key } as const]),
  );
  return [...once.values()];
}
