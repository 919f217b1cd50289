import { useMemo } from "react";
import { DECISION_TYPES, type DecisionCount, readDecisions } from "../../projections/decision-rows.ts";
import { useActions, useApp } from "../app-context.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./results-view.module.css";
import { useFactRows } from "./use-fact-rows.ts";
import { useReconcileTexts } from "./use-reconcile-texts.ts";

/** Label of `controller_runtime_reconcile_total` by row. */
const LABELS = { "1a": "error", "1b": "error", "2": "requeue_after", "3": "requeue", "4": "success" } as const;

/** controller-runtime's decision table: what follows from a result, how often each row fired, and which one fired last. */
export function ResultsView() {
  const texts = useReconcileTexts();
  const ends = useFactRows(DECISION_TYPES);
  const seq = useApp((state) => state.run.cursor.seq);
  const { processes, rows, lit } = useMemo(() => readDecisions(ends, seq), [ends, seq]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.view} aria-label={texts.table} tabIndex={0}>
      <p className={styles.caption}>{texts.table}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.row}</th>
            {processes.map((process) => (
              <th key={process} scope="col" className={styles.number}>
                {processes.length > 1 ? texts.firedIn(process) : texts.fired}
              </th>
            ))}
            <th scope="col">{texts.returned}</th>
            <th scope="col">{texts.follows}</th>
            <th scope="col">{texts.failures}</th>
            <th scope="col">{texts.metric}</th>
            <th scope="col">{texts.last}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.row} row={row} lit={row.row === lit} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row: { row, counts, last }, lit }: { readonly row: DecisionCount; readonly lit: boolean }) {
  const texts = useReconcileTexts();
  const { seek } = useActions();
  const tone = row === "1a" ? "failed" : row === "1b" || row === "3" ? "waiting" : row === "2" ? "active" : "ok";
  return (
    <tr data-lit={lit || undefined} data-tone={tone} aria-current={lit || undefined}>
      <th scope="row">
        <span className={styles.state}>
          <Glyph tone={tone} /> {row}
        </span>
      </th>
      {counts.map((count, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the processes, always in one order
        <td key={index} className={styles.number}>
          {count}
        </td>
      ))}
      <td>{texts.returns[row]}</td>
      <td>
        <code>{texts.operations[row]}</code>
      </td>
      <td className={styles.number}>{texts.counts[row]}</td>
      <td>
        <code>{LABELS[row]}</code>
      </td>
      <td className={styles.last}>
        {last === undefined ? (
          <span className={styles.quiet}>{texts.notYet}</span>
        ) : (
          <button
            type="button"
            title={texts.goTo(momentText(last.at))}
            onClick={() => seek({ type: "event", seq: last.seq })}
          >
            {momentText(last.at)} <code>{last.key}</code>
            {lit && <span className={styles.badge}>{texts.lit}</span>}
          </button>
        )}
      </td>
    </tr>
  );
}
