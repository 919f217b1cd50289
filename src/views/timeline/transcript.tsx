import { useApp } from "../app-context.tsx";
import { useScreenSize } from "../widgets/use-screen-size.ts";
import { EventTable } from "./event-table.tsx";
import styles from "./transcript.module.css";
import { useFilteredEvents } from "./use-filtered-events.ts";
import { useTimelineTexts } from "./use-timeline-texts.ts";

/** The whole run as sentences: a complete way to follow it without the canvas. */
export function Transcript() {
  const { table: text } = useTimelineTexts();
  const isPhone = useScreenSize() === "phone";
  const shown = useFilteredEvents().length;
  const all = useApp((state) => state.trace.columns.length);
  return (
    <section className={styles.transcript} aria-label={text.label}>
      {!isPhone && (
        <p className={styles.about}>
          <span>{text.count(shown, all)}</span>
          <span>{text.keys}</span>
        </p>
      )}
      <div className={styles.table}>
        <EventTable compact={isPhone} />
      </div>
    </section>
  );
}
