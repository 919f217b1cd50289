import { compareFrames } from "../../projections/timeline/compare-frames.ts";
import type { Side } from "../../store/run-types.ts";
import styles from "./compare-view.module.css";
import { useCompareTexts } from "./use-compare-texts.ts";
import { letterOf } from "./wanted-sides.ts";

/** The numbers in which the worlds differ at this moment. */
export function CompareTable({ sides }: { readonly sides: readonly Side[] }) {
  const text = useCompareTexts();
  const differences = compareFrames(sides.map(({ frame }) => frame)).filter(({ type }) => type !== "time");
  if (differences.length === 0) return <p className={styles.note}>{text.noDifference}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text.what}</th>
          {sides.map((side, index) => (
            <th key={side.branch ?? side.name?.en} scope="col">
              {letterOf(index)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map(({ type, subject, values }) => (
          <tr key={`${type} ${subject}`}>
            <th scope="row">{text.facts[type](subject)}</th>
            {sides.map((side, index) => (
              <td key={side.branch ?? side.name?.en}>{values[index] || "–"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
