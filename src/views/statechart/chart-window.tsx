import { useEffect, useRef } from "react";
import type { ChartDrawing } from "../../projections/statechart/chart-drawing.ts";
import type { ChartReading } from "../../projections/statechart/chart-reading.ts";
import { ChartPicture } from "./chart-picture.tsx";
import styles from "./statechart.module.css";
import { useStatechartTexts } from "./use-statechart-texts.ts";

type Props = { readonly drawing: ChartDrawing; readonly reading: ChartReading; readonly now: number };

/** The compact chart in a window of bounded height. Where it does not fit, it stands so that the newest state is in sight. */
export function ChartWindow({ drawing, reading, now }: Props) {
  const text = useStatechartTexts();
  const window = useRef<HTMLElement>(null);
  const newest = reading.taken.at(-1)?.targets.find((id) => reading.active.has(id)) ?? reading.leaves[0] ?? "";
  const box = drawing.compact.boxes.find(({ id }) => id === newest);
  const middle = box === undefined ? 0 : box.y + Math.min(box.height, 120) / 2;
  useEffect(() => {
    // Measured with the frame that draws it: measuring here would lay out the page once more.
    const frame = requestAnimationFrame(() => {
      if (window.current !== null) window.current.scrollTop = middle - window.current.clientHeight / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [middle]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={window} className={styles.picture} aria-label={text.states} tabIndex={0}>
      <ChartPicture drawing={drawing} plan={drawing.compact} reading={reading} now={now} />
    </section>
  );
}
