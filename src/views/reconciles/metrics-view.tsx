import { useMemo, useState } from "react";
import { controllersOf, metricsOverTime, type Sample, samplesAt } from "../../projections/controller-metrics.ts";
import { METRIC_TYPES } from "../../projections/metric-counts.ts";
import { histogramsAt } from "../../projections/metric-histograms.ts";
import type { PlotLine } from "../../projections/plot-columns.ts";
import { useApp } from "../app-context.tsx";
import shared from "../flow/view.module.css";
import { Segmented } from "../widgets/segmented.tsx";
import { HistogramTable } from "./histogram-table.tsx";
import styles from "./metrics-view.module.css";
import { MOST_LINES } from "./plot-lines.ts";
import { TimePlot } from "./time-plot.tsx";
import { useFactRows } from "./use-fact-rows.ts";
import { useReconcileTexts } from "./use-reconcile-texts.ts";

/** One controller's metrics: over the run as plots, at the cursor as a histogram and as a scrape. */
export function MetricsView() {
  const texts = useReconcileTexts();
  const rows = useFactRows(METRIC_TYPES);
  const controllers = useMemo(() => controllersOf(rows), [rows]);
  const [wanted, setWanted] = useState("");
  const process = controllers.includes(wanted) ? wanted : controllers[0];
  if (process === undefined) return <p className={shared.empty}>{texts.noMetrics}</p>;
  return (
    <section className={shared.view} aria-label={texts.metrics}>
      {controllers.length > 1 && (
        <div className={styles.choice}>
          <Segmented
            label={texts.controller}
            options={controllers.map((id) => ({ value: id, text: id }))}
            value={process}
            onChange={setWanted}
          />
        </div>
      )}
      <Plots rows={rows} controllers={controllers} process={process} />
      <AtCursor rows={rows} process={process} />
    </section>
  );
}

type Props = { readonly rows: ReturnType<typeof useFactRows>; readonly process: string };

function Plots({ rows, controllers, process }: Props & { readonly controllers: readonly string[] }) {
  const { plots } = useReconcileTexts();
  const over = useMemo(() => metricsOverTime(rows, process), [rows, process]);
  const lines = useMemo(() => {
    const one = (points: PlotLine["points"]): readonly PlotLine[] => [{ label: process, points }];
    const { depth, adds, retries, unfinished, longest, waits, works, lag } = over;
    return {
      depth: one(depth),
      totals: [
        { label: "adds_total", points: adds },
        { label: "retries_total", points: retries },
      ],
      unfinished: [
        { label: "unfinished_work_seconds", points: unfinished },
        { label: "longest_running_processor_seconds", points: longest },
      ],
      durations: [
        { label: "queue_duration_seconds", points: waits },
        { label: "work_duration_seconds", points: works },
      ],
      lag: one(lag),
    };
  }, [over, process]);
  const delays = useMemo(() => delayLines(rows, controllers), [rows, controllers]);
  return (
    <div className={styles.plots}>
      <TimePlot name={plots.delays} lines={delays} shape="dots" doubles seconds />
      <TimePlot name={plots.depth} lines={lines.depth} shape="step" />
      <TimePlot name={plots.totals} lines={lines.totals} shape="step" />
      <TimePlot name={plots.durations} lines={lines.durations} shape="marks" seconds />
      <TimePlot name={plots.unfinished} lines={lines.unfinished} shape="saw" seconds />
      <TimePlot name={plots.lag} lines={lines.lag} shape="dots" />
    </div>
  );
}

/** The waits of all controllers side by side: two ways to retry are told apart in one plot. */
function delayLines(rows: Props["rows"], controllers: readonly string[]): readonly PlotLine[] {
  const lines = controllers.flatMap((process) =>
    [...metricsOverTime(rows, process).delays].map(([key, points]) => ({
      label: controllers.length > 1 ? `${process} ${key}` : key,
      points,
    })),
  );
  return lines.sort((a, b) => b.points.length - a.points.length).slice(0, MOST_LINES);
}

function AtCursor({ rows, process }: Props) {
  const texts = useReconcileTexts();
  const { seq, at } = useApp((state) => state.run.cursor);
  const queue = useApp((state) => state.frame.current?.processes.find(({ name }) => name === process)?.queue.kind);
  const samples = useMemo(
    () => samplesAt(rows, { process, queue: queue ?? "priority", seq, at }),
    [rows, process, queue, seq, at],
  );
  const histograms = useMemo(() => histogramsAt(rows, process, seq), [rows, process, seq]);
  return (
    <>
      <section className={styles.histograms} aria-label={texts.histograms}>
        {histograms.map((histogram) => (
          <HistogramTable key={histogram.name} histogram={histogram} />
        ))}
      </section>
      <Scrape samples={samples} />
    </>
  );
}

function Scrape({ samples }: { readonly samples: readonly Sample[] }) {
  const texts = useReconcileTexts();
  return (
    <table className={styles.table}>
      <caption>{texts.scrape}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.labels}</th>
          <th scope="col" className={styles.number}>
            {texts.value}
          </th>
        </tr>
      </thead>
      <tbody>
        {samples.map(({ name, labels, value }) => (
          <tr key={`${name} ${labels}`}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              <code>{`{${labels}}`}</code>
            </td>
            <td className={styles.number}>{Number(value.toFixed(6))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
