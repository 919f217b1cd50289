// biome-ignore-all lint/a11y/useSemanticElements: a windowed list of a million rows can't be a <table>; the roles say what it is
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are read with their row, which has the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the table has the keys
import { memo, useEffect, useRef } from "react";
import type { Standing } from "../../projections/recording/beside.ts";
import { toneAt } from "../../projections/timeline/lane-vocabulary.ts";
import { textOf } from "../../projections/timeline/timeline-columns.ts";
import { useApp } from "../app-context.tsx";
import { secondsText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { plainText, RichText } from "../widgets/rich-text.tsx";
import { useSentence } from "./event-sentence.ts";
import styles from "./event-table.module.css";
import { useLaneTitle } from "./lane-title.ts";
import { useTimelineTexts } from "./use-timeline-texts.ts";

type Props = {
  readonly event: number;
  readonly row: number;
  /** The newest event at the cursor. */
  readonly isCurrent: boolean;
  readonly isFuture: boolean;
  /** Its number in the causal past of the active event. */
  readonly number: number | undefined;
  /** How it stands to what is beside the run. */
  readonly standing: Standing | undefined;
  readonly hasFocus: boolean;
  readonly isTabStop: boolean;
  readonly height: number;
  readonly onPick: () => void;
};

/** One event: when, where, what kind, and as a sentence. */
export const EventTableRow = memo(function EventTableRow(props: Props) {
  const { event, row, isCurrent, isFuture, number, standing, hasFocus, isTabStop, height, onPick } = props;
  const columns = useApp((state) => state.trace.columns);
  const sentence = useSentence(event);
  const { table: text } = useTimelineTexts();
  const title = useLaneTitle()(textOf(columns, columns.lane[event]));
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hasFocus) element.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  return (
    <div
      ref={element}
      role="row"
      aria-rowindex={row + 2}
      aria-current={isCurrent ? "step" : undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-future={isFuture || undefined}
      className={styles.row}
      style={{ height }}
      onClick={onPick}
    >
      <div role="gridcell" className={styles.time}>
        {secondsText(columns.at[event] ?? 0)}
      </div>
      <div role="gridcell" className={styles.lane}>
        <Glyph tone={toneAt(columns.tone[event] ?? 0)} />
        <span className={styles.laneName}>{title}</span>
      </div>
      <div role="gridcell" className={styles.type}>
        {textOf(columns, columns.type[event])}
      </div>
      <div role="gridcell" className={styles.sentence} title={plainText(sentence)}>
        {standing === "same" && (
          <span className={styles.standing}>
            <Glyph tone="ok" label={text.standing.same} />
          </span>
        )}
        {standing === "differs" && (
          <span role="img" aria-label={text.standing.differs} className={`${styles.standing} ${styles.unlike}`}>
            ≠
          </span>
        )}
        {sentence === "" ? text.waiting : <RichText text={sentence} />}
        <span className={styles.where}> {title}</span>
      </div>
      {number !== undefined && <span className={styles.number}>{number}</span>}
    </div>
  );
});
