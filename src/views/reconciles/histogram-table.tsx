import type { Histogram } from "../../projections/metric-histograms.ts";
import { boundText, spanText } from "../widgets/format-time.ts";
import styles from "./metrics-view.module.css";
import { useReconcileTexts } from "./use-reconcile-texts.ts";

const MICROS = 1_000_000;
/** Below this bound lies nothing but what took no time at all. */
const NOTHING = 1e-8;

/** How often a duration fell into each bucket of a histogram, and what a rate over its sum and count would be made of. */
export function HistogramTable({ histogram: { name, buckets, count, sum } }: { readonly histogram: Histogram }) {
  const texts = useReconcileTexts();
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
  return (
    <table className={`${styles.table} ${styles.histogram}`}>
      <caption>
        <code>{name}</code> {texts.histogramNote(count, spanText(Math.round(sum * MICROS)))}
      </caption>
      {buckets.some((bucket) => bucket.le === NOTHING && bucket.count > 0) && (
        <tfoot>
          <tr>
            <td colSpan={3} className={styles.atOnce}>
              {texts.atOnce}
            </td>
          </tr>
        </tfoot>
      )}
      <tbody>
        {buckets.map(({ le, count: inside }) => (
          <tr key={le}>
            <th scope="row">{Number.isFinite(le) ? texts.upTo(boundText(le)) : texts.beyond}</th>
            <td className={styles.barCell}>
              <span className={styles.bar} style={{ width: `${(inside / most) * 100}%` }} />
            </td>
            <td className={styles.number}>{inside}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
