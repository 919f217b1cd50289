import { useMemo } from "react";
import { ATTEMPT_TYPES, type Attempt, readAttempts } from "../../projections/reconcile-attempts.ts";
import { useActions, useApp } from "../app-context.tsx";
import shared from "../flow/view.module.css";
import { momentText, spanText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { AttemptTrack } from "./attempt-track.tsx";
import styles from "./attempts-view.module.css";
import { useFactRows } from "./use-fact-rows.ts";
import { useReconcileTexts } from "./use-reconcile-texts.ts";

/** Attempts round the cursor: more of them are of no use at once. */
const MOST = 60;

/** Every attempt as a trace of its own: id, uid, the five phases, the API calls under them, and how it ended. */
export function AttemptsView() {
  const texts = useReconcileTexts();
  const rows = useFactRows(ATTEMPT_TYPES);
  const seq = useApp((state) => state.run.cursor.seq);
  const all = useMemo(() => readAttempts(rows), [rows]);
  const begun = all.filter((attempt) => attempt.seq <= seq);
  const shown = begun.slice(-MOST).reverse();
  if (shown.length === 0) return <p className={shared.empty}>{texts.noAttempts}</p>;
  const several = new Set(all.map(({ process }) => process)).size > 1;
  const longest = Math.max(...shown.map(({ from, to }) => (to ?? from) - from), 1);
  return (
    <section className={shared.view} aria-label={texts.attempts}>
      <p className={shared.caption}>{texts.attemptsShown(shown.length, all.length)}</p>
      <table className={`${shared.stacked} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{texts.attempt}</th>
            <th scope="col">{texts.began}</th>
            <th scope="col" className={styles.spans}>
              {texts.spans}
            </th>
            <th scope="col" className={styles.number}>
              {texts.took}
            </th>
            <th scope="col">{texts.outcome}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((attempt) => (
            <AttemptRow key={attempt.seq} attempt={attempt} several={several} longest={longest} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { readonly attempt: Attempt; readonly several: boolean; readonly longest: number };

function AttemptRow({ attempt, several, longest }: RowProps) {
  const texts = useReconcileTexts();
  const { seek, select } = useActions();
  const now = useApp((state) => state.run.cursor);
  const { process, worker, reconcile, id, uid, key, from, to, outcome, row, message, seq } = attempt;
  const isOver = to !== undefined && to <= now.at;
  const isCurrent = !isOver;
  const tone = isOver ? (outcome === "ok" ? "ok" : "failed") : "active";
  const go = () => {
    seek({ type: "event", seq });
    select({ actor: `${process}/worker/${worker}`, key });
  };
  return (
    <tr data-current={isCurrent || undefined}>
      <th scope="row">
        <button type="button" className={styles.name} title={texts.goTo(momentText(from))} onClick={go}>
          #{reconcile} <code>{key}</code>
          {several && <span className={styles.quiet}> {process}</span>}
        </button>
        <span className={styles.ids} title={`${texts.id} ${id}${uid === "" ? "" : `, ${texts.uid} ${uid}`}`}>
          {texts.id} <code>{id.slice(0, 8)}</code>
          {uid !== "" && (
            <>
              {" · "}
              {texts.uid} <code>{uid.slice(0, 8)}</code>
            </>
          )}
        </span>
      </th>
      <td className={styles.time}>{momentText(from)}</td>
      <td className={styles.track}>
        <AttemptTrack attempt={attempt} longest={longest} now={now.at} />
      </td>
      <td className={styles.number}>{isOver ? spanText(to - from) : texts.running}</td>
      <td data-tone={tone} className={styles.outcome}>
        <span className={styles.state} title={isOver ? message : undefined}>
          <Glyph tone={tone} />
          {isOver ? `${texts.outcomes[outcome] ?? outcome} · ${texts.inRow(row)}` : texts.running}
        </span>
      </td>
    </tr>
  );
}
