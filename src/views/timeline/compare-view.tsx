import type { EventRow } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { momentText } from "../widgets/format-time.ts";
import styles from "./compare-view.module.css";

/** Two branches of a run: where they part, and what each says there. */
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
    </section>
  );
}

function Side({ name, row }: { readonly name: string; readonly row: EventRow | undefined }) {
  const { compare: text } = useMessages().timeline;
  return (
    <div className={styles.side}>
      <h3 className={styles.name}>{name}</h3>
      {row === undefined ? (
        <p>{text.noEvent}</p>
      ) : (
        <p>
          e{row.seq} · {momentText(row.at)} · {row.actor} · {row.fact.type}
        </p>
      )}
    </div>
  );
}
