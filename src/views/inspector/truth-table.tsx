import { useMemo } from "react";
import { readTruth, type Subject, type TruthLine } from "../../projections/truth.ts";
import { useApp } from "../app-context.tsx";
import { useHistory } from "../pipeline/use-truth.ts";
import { spanText } from "../widgets/format-time.ts";
import styles from "./object-section.module.css";
import { useInspectorTexts } from "./use-inspector-texts.ts";

/** Where the object's newest version has arrived: etcd, watch cache, store, and what the newest reconcile read. */
export function TruthTable({ object }: { readonly object: Subject }) {
  const texts = useInspectorTexts();
  const frame = useApp((state) => state.frame.current);
  const rows = useHistory();
  const truth = useMemo(() => {
    if (frame === undefined) return undefined;
    const process =
      frame.processes.find(({ informers }) => informers.some(({ kind }) => kind === object.kind))?.name ?? "";
    return readTruth(frame, { process, kind: object.kind }, object, rows);
  }, [frame, object, rows]);
  if (truth === undefined) return null;
  const { read, lines } = truth;
  const newest = lines[0]?.rv ?? 0;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{texts.holder}</th>
          <th scope="col">{texts.revision}</th>
          <th scope="col">{texts.lag}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Holder key={line.holder} line={line} newest={newest} late={truth.late} />
        ))}
        {read !== undefined && (
          <tr>
            <td>{texts.reconcile(read.reconcile)}</td>
            <td>@{read.rv}</td>
            <td data-tone={read.stale ? "stale" : "ok"}>{read.stale ? texts.readBehind : texts.inStep}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Holder({ line, newest, late }: { readonly line: TruthLine; readonly newest: number; readonly late: number }) {
  const texts = useInspectorTexts();
  const { holder, rv, lag } = line;
  const right = rv === newest;
  const since = lag === undefined ? (right ? texts.inStep : spanText(late)) : holder === "etcd" ? "" : spanText(lag);
  return (
    <tr>
      <td>{texts.places[holder]}</td>
      <td>{rv === 0 ? texts.absent : rv < 0 ? "" : `@${rv}`}</td>
      <td data-tone={right ? "ok" : "stale"}>{since}</td>
    </tr>
  );
}
