import { memo, Suspense, useMemo } from "react";
import { readChart } from "../../projections/statechart/chart-reading.ts";
import type { ChartFrame } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import { ChartCaption } from "./chart-caption.tsx";
import { ChartDialog } from "./chart-dialog.tsx";
import { ChartWindow } from "./chart-window.tsx";
import styles from "./statechart.module.css";
import { useDrawing } from "./use-drawing.ts";
import { useStatechartTexts } from "./use-statechart-texts.ts";

/** The chart of an actor as it stands now, drawn from its machine: where it is, how it came there, what may follow. */
export const Statechart = memo(function Statechart({ actor }: { readonly actor: string }) {
  const text = useStatechartTexts();
  const chart = useApp((state) => state.frame.current?.charts.find((one) => one.actor === actor));
  if (chart === undefined) return <p className={styles.quiet}>{text.notStarted}</p>;
  return (
    <Suspense fallback={<p className={styles.loading}>{text.loading}</p>}>
      <ChartOf chart={chart} />
    </Suspense>
  );
});

const ChartOf = memo(function ChartOf({ chart }: { readonly chart: ChartFrame }) {
  const text = useStatechartTexts();
  const drawing = useDrawing(chart.machine);
  // Only a countdown is drawn anew whenever time moves.
  const now = useApp((state) => (chart.timers.length === 0 ? 0 : (state.frame.current?.at ?? 0)));
  const reading = useMemo(
    () => (drawing === undefined ? undefined : readChart(drawing.structure, chart)),
    [drawing, chart],
  );
  if (drawing === undefined || reading === undefined) return <p className={styles.quiet}>{text.notStarted}</p>;
  return (
    <div className={styles.statechart}>
      <ChartWindow drawing={drawing} reading={reading} now={now} />
      <ChartCaption structure={drawing.structure} reading={reading}>
        <ChartDialog drawing={drawing} reading={reading} now={now} />
      </ChartCaption>
    </div>
  );
});
