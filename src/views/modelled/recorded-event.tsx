import type { RecordedMoment, RecordedPlay } from "../../projections/recorded/play-recorded.ts";
import { momentText } from "../widgets/format-time.ts";
import styles from "./recorded-run.module.css";
import { useModelledTexts } from "./use-modelled-texts.ts";

const BEFORE = 4;
const AFTER = 5;

type Props = { readonly play: RecordedPlay; readonly at: number; readonly onMove: (at: number) => void };

/** The event at the cursor with all that was observed of it, among those before and after. */
export function RecordedEvent({ play, at, onMove }: Props) {
  const text = useModelledTexts();
  const from = Math.max(0, at - BEFORE);
  return (
    <ol className={styles.events} aria-label={text.eventsAround} start={from + 1}>
      {play.moments.slice(from, at + AFTER + 1).map((moment) => (
        <li key={moment.n} className={styles.event} aria-current={moment.n === at || undefined}>
          <button type="button" className={styles.row} onClick={() => onMove(moment.n)}>
            <span className={styles.when}>{momentText(moment.at)}</span>
            <span className={styles.who}>{moment.lane}</span>
            <span className={styles.what}>
              <strong>{moment.type}</strong> <Fields moment={moment} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Fields({ moment }: { readonly moment: RecordedMoment }) {
  return moment.fields.map(([name, value]) => (
    <span key={name} className={styles.field}>
      <span className={styles.fieldName}>{name}</span> {value}
    </span>
  ));
}
