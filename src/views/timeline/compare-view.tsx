import { compareFrames } from "../../projections/timeline/compare-frames.ts";
import type { EventRow } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { useClause } from "../pipeline/use-clause.ts";
import { momentText } from "../widgets/format-time.ts";
import { RichText } from "../widgets/rich-text.tsx";
import styles from "./compare-view.module.css";

/** Two branches of a run: where they part, what happened there in each, and what is different at that moment. */
export function CompareView() {
  const comparison = useApp((state) => state.run.comparison);
  const { compare: text } = useMessages().timeline;
  if (comparison === undefined) return <p className={styles.empty}>{text.nothing}</p>;
  const { a, b, firstDifference, rowA, rowB } = comparison;
  return (
    <section className={styles.compare} aria-label={text.label}>
      <p className={styles.difference}>
        {firstDifference === undefined ? text.same : text.firstDifference(firstDifference)}
      </p>
      <div className={styles.sides}>
        <Side name={text.branch("A", a)} row={rowA} />
        <Side name={text.branch("B", b)} row={rowB} />
      </div>
      <Differences />
    </section>
  );
}

function Side({ name, row }: { readonly name: string; readonly row: EventRow | undefined }) {
  const { timeline, clauses } = useMessages();
  const clause = useClause();
  return (
    <div className={styles.side}>
      <h3 className={styles.name}>{name}</h3>
      {row === undefined ? (
        <p>{timeline.compare.noEvent}</p>
      ) : (
        <>
          <p className={styles.sentence}>
            <RichText text={clauses.sentence(clause(row))} />
          </p>
          <p className={styles.where}>
            e{row.seq} · {momentText(row.at)} · {row.actor}
          </p>
        </>
      )}
    </div>
  );
}

/** The numbers in which the two worlds differ where they part. */
function Differences() {
  const comparison = useApp((state) => state.run.comparison);
  const { compare: text } = useMessages().timeline;
  if (comparison === undefined) return null;
  const differences = compareFrames(comparison.frameA, comparison.frameB);
  if (differences.length === 0) return <p className={styles.where}>{text.noDifference}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text.what}</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ type, subject, a, b }) => (
          <tr key={`${type} ${subject}`}>
            <th scope="row">{text.facts[type](subject)}</th>
            <td>{a === "" ? "–" : a}</td>
            <td>{b === "" ? "–" : b}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
