import type { ConditionReading } from "../../projections/condition-sets.ts";
import { useActions, useApp } from "../app-context.tsx";
import { momentText, secondsText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./conditions-view.module.css";
import { useObjectTexts } from "./use-object-texts.ts";

const STATES = [
  { status: "Unknown", tone: "waiting" },
  { status: "False", tone: "failed" },
  { status: "True", tone: "ok" },
] as const;

/** One condition: the state that it is in among the three there are, the one before, since when, and why. */
export function ConditionRow({ condition, note }: { readonly condition: ConditionReading; readonly note?: string }) {
  const texts = useObjectTexts();
  const { type, status, before, reason, message, since } = condition;
  const seq = useApp((state) => state.run.cursor.seq);
  return (
    <div className={styles.row} data-live={since === seq || undefined}>
      <span className={styles.type}>
        <code>{type}</code>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      <span className={styles.states}>
        {STATES.map((state) => (
          <State key={state.status} {...state} isNow={state.status === status} wasBefore={state.status === before} />
        ))}
      </span>
      <Since seq={since} />
      {(reason !== "" || message !== "") && (
        <p className={styles.reason}>
          {reason !== "" && <code>{reason}</code>} {message}
        </p>
      )}
      <span className={styles.unseen}>{before === undefined ? "" : texts.was(before)}</span>
    </div>
  );
}

type StateProps = (typeof STATES)[number] & { readonly isNow: boolean; readonly wasBefore: boolean };

function State({ status, tone, isNow, wasBefore }: StateProps) {
  return (
    <span
      className={styles.state}
      data-tone={isNow ? tone : undefined}
      data-was={wasBefore || undefined}
      aria-current={isNow || undefined}
      aria-hidden={isNow ? undefined : true}
    >
      {isNow && <Glyph tone={tone} />}
      {status}
    </span>
  );
}

function Since({ seq }: { readonly seq: number }) {
  const texts = useObjectTexts();
  const { seek } = useActions();
  const at = useApp((state) => (seq < 0 ? 0 : (state.trace.columns.at[seq] ?? 0)));
  const text = momentText(at);
  return (
    <button
      type="button"
      className={styles.since}
      title={texts.goTo(text)}
      aria-label={texts.since(text)}
      disabled={seq < 0}
      onClick={() => seek({ type: "event", seq })}
    >
      {secondsText(at)}
    </button>
  );
}
