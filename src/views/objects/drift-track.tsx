import type { MouseEvent } from "react";
import { type DriftReading, type DriftRow, LAMPS, type LampSpan } from "../../projections/drift-lamps.ts";
import { useActions } from "../app-context.tsx";
import styles from "./drift-view.module.css";
import { toneOf } from "./lamp-tones.ts";

/** When each lamp of an object burned: one line a lamp, one place a write. A press goes to the write under the pointer; by keyboard the timeline does. */
export function DriftTrack({ row, reading }: { readonly row: DriftRow; readonly reading: DriftReading }) {
  const { seek } = useActions();
  const { writes, past } = reading;
  const go = ({ currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const seq = writes[Math.floor(((clientX - box.left) / box.width) * writes.length)];
    if (seq !== undefined && seq >= 0) seek({ type: "event", seq });
  };
  return (
    <div className={styles.track} aria-hidden="true" onClick={go}>
      {row.spans.map((span) => (
        <span
          key={`${span.lamp} ${span.from}`}
          data-tone={toneOf[span.lamp]}
          data-lamp={span.lamp}
          data-ahead={span.from >= past || undefined}
          className={styles.span}
          style={placeOf(span, writes.length)}
        />
      ))}
      <span className={styles.cursor} style={{ left: share(past, writes.length) }} />
    </div>
  );
}

function placeOf({ lamp, from, to }: LampSpan, writes: number) {
  const line = LAMPS.indexOf(lamp);
  return { left: share(from, writes), width: share(to - from, writes), top: 3 + line * 7 };
}

function share(part: number, whole: number): string {
  return `${(100 * part) / Math.max(1, whole)}%`;
}
