import { ENTRIES } from "../../projections/modelled/entries.ts";
import type { Status } from "../../projections/modelled/entry.ts";
import { RECORDED_RUNS } from "../../projections/modelled/recorded-runs.ts";
import { Icon } from "../widgets/icon.tsx";
import styles from "./match-number.module.css";
import { StatusMark } from "./status-mark.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";

const statuses: readonly Status[] = ["recorded", "derived", "simplified"];
const matching = RECORDED_RUNS.filter(({ matches }) => matches).length;

/** The promise “it is true” as a number, and what the marks mean. */
export function MatchNumber() {
  const text = useModelledTexts();
  const tone = matching === RECORDED_RUNS.length ? "ok" : "failed";
  return (
    <div className={styles.number}>
      <p className={styles.runs}>
        <Icon name={tone} tone={tone} size={16} />
        <strong>{text.number(matching, RECORDED_RUNS.length)}</strong>
        {text.numberText}
      </p>
      <ul className={styles.legend} aria-label={text.legend}>
        {statuses.map((status) => (
          <li key={status} title={text.statusTitle[status]}>
            <StatusMark status={status} />
            {text.status[status]}
            <span className={styles.count}>{ENTRIES.filter((entry) => entry.status === status).length}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
