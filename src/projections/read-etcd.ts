import type { EtcdFrame, Frame } from "../simulation/cluster/frame.ts";
import { type Line, type LineMetrics, line, processOf, RULE_HEIGHT, type Scope } from "./node-lines.ts";
import { alongScale, type RevisionScale, resumePoint, revisionScale } from "./revision-scale.ts";

/** etcd's history as a ruler. Marks are commits of the kind that is shown. */
export type Ruler = {
  readonly scale: RevisionScale;
  /** History below this is gone; undefined when nothing was compacted. */
  readonly compacted: number | undefined;
  readonly marks: readonly { readonly revision: number; readonly deleted: boolean; readonly labelled: boolean }[];
  /** The point from which the client would resume, when the servers no longer have it. */
  readonly lost: number | undefined;
};

export type EtcdLine =
  | { readonly type: "ruler"; readonly ruler: Ruler }
  | { readonly type: "rule" }
  | {
      readonly type: "commit";
      readonly commit: EtcdFrame["commits"][number];
      /** Whether an informer of the process that is shown asks for such objects. */
      readonly concerned: boolean;
      readonly change: ShortChange;
    };

/** The change that says most of a commit, with its path and with the path's last part only; both "" when there is none. */
export type ShortChange = { readonly long: string; readonly short: string };

export type EtcdReading = { readonly revision: number; readonly lines: readonly Line<EtcdLine>[] };

/** Height of the ruler with its labels. */
const RULER_HEIGHT = 44;

/** What etcd's node shows: the ruler and the last commits. */
export function readEtcd(frame: Frame, scope: Scope, room: number, metrics: LineMetrics): EtcdReading {
  const { commits, revision } = frame.etcd;
  const left = room - RULER_HEIGHT - RULE_HEIGHT;
  const shown = commits.slice(0, Math.max(0, Math.floor(left / metrics.row)));
  const lines: Line<EtcdLine>[] = [line("ruler", { type: "ruler", ruler: readRuler(frame, scope) }, RULER_HEIGHT)];
  if (shown.length > 0) lines.push(line("rule", { type: "rule" }, RULE_HEIGHT));
  const informers = processOf(frame, scope)?.informers ?? [];
  for (const commit of shown) {
    const concerned = informers.some(
      ({ kind, namespace }) => kind === commit.kind && (namespace === "" || commit.key.startsWith(`${namespace}/`)),
    );
    const content = { type: "commit", commit, concerned, change: shortChange(commit.change) } as const;
    lines.push(line(`commit/${commit.revision}`, content, metrics.row));
  }
  return { revision, lines };
}

/** The end of a change whose values are too long to be told. */
export const UNTOLD = "… → …";

/** Of several changes the one with the fewest letters; those whose values are too long to be told count least. */
export function shortChange(change: string): ShortChange {
  const parts = change.split(", ").filter((part) => !/^\+\d+$/.test(part));
  const told = parts.filter((part) => !part.endsWith(UNTOLD));
  const [best = ""] = (told.length > 0 ? told : parts).toSorted((a, b) => a.length - b.length);
  return { long: best, short: best.replace(/^[^ ]*\./, "") };
}

const LABEL_SHARE = 0.2;

function readRuler(frame: Frame, scope: Scope): Ruler {
  const scale = revisionScale(frame, scope);
  const { commits, compacted } = frame.etcd;
  const lost = frame.servers.map(({ id }) => resumePoint(frame, id, scope)).find((point) => (point?.tooOld ?? 0) > 0);
  // The head's own label stands at the right end.
  let free = 1 - LABEL_SHARE;
  const marks = commits
    .filter((commit) => commit.kind === scope.kind && commit.revision > scale.from && commit.revision < scale.to)
    .map(({ revision, verb }) => {
      const labelled = alongScale(scale, revision) <= free && alongScale(scale, revision) > LABEL_SHARE / 2;
      if (labelled) free = alongScale(scale, revision) - LABEL_SHARE;
      return { revision, deleted: verb === "delete", labelled };
    });
  return { scale, compacted: compacted > 0 ? compacted : undefined, marks, lost: lost?.revision };
}
