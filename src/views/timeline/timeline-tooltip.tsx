import { toneAt } from "../../projections/timeline/lane-vocabulary.ts";
import { useApp } from "../app-context.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import { useSentence } from "./event-sentence.ts";
import { useLaneTitle } from "./lane-title.ts";
import type { Hovered } from "./timeline-gestures.ts";
import styles from "./timeline-tooltip.module.css";
import { useTimelineTexts } from "./use-timeline-texts.ts";

const WIDTH = 320;
const ROOM_ABOVE = 140;

/** What happened under the pointer, as a sentence. The page explains the same event elsewhere, so this is not read aloud. */
export function TimelineTooltip({ hovered: { event, lane, x, y } }: { readonly hovered: Hovered }) {
  const columns = useApp((state) => state.trace.columns);
  const sentence = useSentence(event);
  const title = useLaneTitle()(lane);
  const text = useTimelineTexts();
  const left = Math.max(4, Math.min(x + 12, window.innerWidth - WIDTH - 8));
  const isHigh = y < ROOM_ABOVE;
  return (
    <div
      className={styles.tooltip}
      role="presentation"
      style={{ left, maxWidth: WIDTH, ...(isHigh ? { top: y + 16 } : { bottom: window.innerHeight - y + 12 }) }}
    >
      <div className={styles.head}>
        <Glyph tone={toneAt(columns.tone[event] ?? 0)} />
        <span className={styles.time}>{momentText(columns.at[event] ?? 0)}</span>
        <span>{title}</span>
        <span className={styles.number}>e{event}</span>
      </div>
      <p className={styles.sentence}>{sentence === "" ? text.table.waiting : <RichText text={sentence} />}</p>
    </div>
  );
}
