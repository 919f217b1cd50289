import { type BesideRow, sameUpTo } from "../../projections/recording/beside.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./recording-view.module.css";
import { useRecordingTexts } from "./use-recording-texts.ts";

/** How much is as recorded up to the cursor, and where the first difference is, if there is one. */
export function RecordingVerdict({ rows }: { readonly rows: readonly BesideRow[] }) {
  const text = useRecordingTexts();
  const seq = useApp((state) => state.run.cursor.seq);
  const difference = useApp((state) => state.run.recording?.difference);
  const { seek } = useActions();
  const { here, all } = sameUpTo(rows, seq);
  if (difference !== undefined) {
    return (
      <div className={styles.verdict} data-differs>
        <Glyph tone="failed" />
        <span>{text.differs(difference.seq)}</span>
        <Button onClick={() => seek({ type: "event", seq: difference.seq })}>{text.goThere}</Button>
        <pre className={styles.difference}>{difference.text}</pre>
      </div>
    );
  }
  return (
    <div className={styles.verdict}>
      <Glyph tone="ok" />
      <span>{here === all ? text.allSame(all) : text.someSame(here, all)}</span>
      <progress className={styles.progress} max={all} value={here} aria-label={text.someSame(here, all)} />
    </div>
  );
}
