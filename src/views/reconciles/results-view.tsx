import { useMemo } from "react";
import { DECISION_TYPES, type DecisionCount, readDecisions } from "../../projections/decision-rows.ts";
import { useActions, useApp } from "../app-context.tsx";
import shared from "../flow/view.module.css";
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
    <section className={shared.view} aria-label={texts.table}>
      <p className={shared.caption}>{texts.table}</p>
      <table className={`${shared.stacked} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{texts.row}</th>
            {processes.map((process) => (
              <th key={process} scope="col" className={styles.number}>
                {firedText(texts, processes, process)}
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
            <Row key={row.row} row={row} processes={processes} lit={row.row === lit} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function firedText(
  texts: ReturnType<typeof useReconcileTexts>,
  processes: readonly string[],
  process: string | undefined,
): string {
  return processes.length > 1 && process !== undefined ? texts.firedIn(process) : texts.fired;
}

type RowProps = { readonly row: DecisionCount; readonly processes: readonly string[]; readonly lit: boolean };

/** One row of the table; where there is no room for columns each value stands under the next, with its name. */
function Row({ row: { row, counts, last }, processes, lit }: RowProps) {
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
        <td key={index} className={styles.number} data-label={firedText(texts, processes, processes[index])}>
          {count}
        </td>
      ))}
      <td className={styles.returned}>{texts.returns[row]}</td>
      <td data-label={texts.follows}>
        <code>{texts.operations[row]}</code>
      </td>
      <td className={styles.number} data-label={texts.failures}>
        {texts.counts[row]}
      </td>
      <td data-label={texts.metric}>
        <code>{LABELS[row]}</code>
      </td>
      <td className={styles.last} data-label={texts.last}>
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
