import type { EtcdFrame, Frame } from "../simulation/cluster/frame.ts";
import { type Line, type LineMetrics, line, RULE_HEIGHT, type Scope } from "./node-lines.ts";
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
  | { readonly type: "commit"; readonly commit: EtcdFrame["commits"][number] };

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
  for (const commit of shown) lines.push(line(`commit/${commit.revision}`, { type: "commit", commit }, metrics.row));
  return { revision, lines };
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
