import { useMemo } from "react";
import { rowsBeside } from "../../projections/recording/beside.ts";
import { useApp } from "../app-context.tsx";
import { BesideList } from "./beside-list.tsx";
import { RecordingVerdict } from "./recording-verdict.tsx";
import styles from "./recording-view.module.css";
import { useRecordingTexts } from "./use-recording-texts.ts";

/** A recorded run: what the engine does, held against what the real library was seen to do. */
export function RecordingView() {
  const text = useRecordingTexts();
  const recording = useApp((state) => state.run.recording);
  const rows = useMemo(() => (recording === undefined ? [] : rowsBeside(recording)), [recording]);
  return (
    <section className={styles.view} aria-label={text.label}>
      <RecordingVerdict rows={rows} />
      <BesideList rows={rows} />
    </section>
  );
}
