import { useMemo } from "react";
import { historyRows } from "../../projections/history-rows.ts";
import { historyTrail } from "../../projections/history-trail.ts";
import type { Scope } from "../../projections/node-lines.ts";
import { streamOf } from "../../projections/revision-scale.ts";
import type { Frame } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import { useScope } from "../pipeline/use-scope.ts";
import { Segmented } from "../widgets/segmented.tsx";
import { HistoryRowLine } from "./history-row-line.tsx";
import { HistoryTrailPicture } from "./history-trail-picture.tsx";
import styles from "./history-view.module.css";
import { RevisionTicks } from "./revision-ticks.tsx";
import { useHistoryTexts } from "./use-history-texts.ts";

/** Everybody who holds a version, on one axis of revisions: each component now, and below it the way there. */
export function HistoryView() {
  const text = useHistoryTexts();
  const { scope, pin } = useScope();
  const frame = useApp((state) => state.frame.current);
  const columns = useApp((state) => state.trace.columns);
  const server = frame === undefined ? "" : serverOf(frame, scope);
  const trail = useMemo(() => historyTrail(columns, scope, server), [columns, scope, server]);
  const { scale, points } = trail;
  if (frame === undefined || points.length === 0) return <p className={styles.nothing}>{text.nothing}</p>;
  return (
    <section className={styles.history} aria-label={text.informers}>
      <div className={styles.line}>
        <ScopeChoice frame={frame} scope={scope} onChoose={pin} />
        <RevisionTicks scale={scale} />
      </div>
      <ul>
        {historyRows(frame, scope, scale.from).map((row) => (
          <HistoryRowLine key={row.id} row={row} scale={scale} kind={scope.kind} />
        ))}
      </ul>
      <HistoryTrailPicture trail={trail} />
    </section>
  );
}

/** The server that serves the informer's watch, else the first. */
function serverOf(frame: Frame, scope: Scope): string {
  const serving = frame.servers.find(({ id }) => streamOf(frame, id, scope) !== undefined);
  return (serving ?? frame.servers[0])?.id ?? "";
}

type ChoiceProps = { readonly frame: Frame; readonly scope: Scope; readonly onChoose: (scope: Scope) => void };

function ScopeChoice({ frame, scope, onChoose }: ChoiceProps) {
  const text = useHistoryTexts();
  const all = frame.processes.flatMap(({ name, informers }) => informers.map(({ kind }) => ({ process: name, kind })));
  const named = frame.processes.length > 1;
  const options = all.map(({ process, kind }) => ({
    value: `${process} ${kind}`,
    text: named ? `${process} · ${kind}` : kind,
  }));
  const choose = (value: string) => {
    const [process = "", kind = ""] = value.split(" ");
    onChoose({ process, kind });
  };
  return (
    <Segmented label={text.informers} value={`${scope.process} ${scope.kind}`} options={options} onChange={choose} />
  );
}
