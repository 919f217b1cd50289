import { useMemo, useState } from "react";
import {
  type Bucket,
  controllersOf,
  durationsAt,
  METRIC_TYPES,
  metricsOverTime,
  type Sample,
  samplesAt,
} from "../../projections/controller-metrics.ts";
import { useApp } from "../app-context.tsx";
import { spanText } from "../widgets/format-time.ts";
import { Segmented } from "../widgets/segmented.tsx";
import styles from "./metrics-view.module.css";
import { type PlotLine, TimePlot } from "./time-plot.tsx";
import { useFactRows } from "./use-fact-rows.ts";
import { useReconcileTexts } from "./use-reconcile-texts.ts";

/** Keys whose delays one plot can tell apart. */
const MOST_KEYS = 4;

/** One controller's metrics: over the run as plots, at the cursor as a histogram and as a scrape. */
export function MetricsView() {
  const texts = useReconcileTexts();
  const rows = useFactRows(METRIC_TYPES);
  const controllers = useMemo(() => controllersOf(rows), [rows]);
  const [wanted, setWanted] = useState("");
  const process = controllers.includes(wanted) ? wanted : controllers[0];
  if (process === undefined) return <p className={styles.empty}>{texts.noMetrics}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.view} aria-label={texts.metrics} tabIndex={0}>
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
    const { depth, retries, unfinished, lag } = over;
    return { depth: one(depth), retries: one(retries), unfinished: one(unfinished), lag: one(lag) };
  }, [over, process]);
  const delays = useMemo(() => delayLines(rows, controllers), [rows, controllers]);
  return (
    <div className={styles.plots}>
      <TimePlot name={plots.delays} lines={delays} shape="dots" doubles seconds />
      <TimePlot name={plots.depth} lines={lines.depth} shape="step" />
      <TimePlot name={plots.retries} lines={lines.retries} shape="step" />
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
  return lines.sort((a, b) => b.points.length - a.points.length).slice(0, MOST_KEYS);
}

function AtCursor({ rows, process }: Props) {
  const cursor = useApp((state) => state.run.cursor);
  const samples = useMemo(() => samplesAt(rows, process, cursor), [rows, process, cursor]);
  const buckets = useMemo(() => durationsAt(rows, process, cursor.seq), [rows, process, cursor.seq]);
  return (
    <div className={styles.tables}>
      <Durations buckets={buckets} />
      <Scrape samples={samples} />
    </div>
  );
}

function Durations({ buckets }: { readonly buckets: readonly Bucket[] }) {
  const texts = useReconcileTexts();
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  return (
    <table className={styles.histogram}>
      <caption>
        <code>{texts.histogram}</code> {texts.histogramNote}
      </caption>
      <tbody>
        {buckets.map(({ le, count }) => (
          <tr key={le}>
            <th scope="row">{Number.isFinite(le) ? texts.upTo(spanText(le * 1_000_000)) : texts.beyond}</th>
            <td className={styles.barCell}>
              <span className={styles.bar} style={{ width: `${(count / most) * 100}%` }} />
            </td>
            <td className={styles.number}>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Scrape({ samples }: { readonly samples: readonly Sample[] }) {
  const texts = useReconcileTexts();
  return (
    <table className={styles.scrape}>
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
