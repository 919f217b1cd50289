import { contextFields } from "../../projections/inspect.ts";
import type { ChartFrame } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import styles from "./inspector-pane.module.css";
import { useInspectorTexts } from "./use-inspector-texts.ts";

/** What the chart keeps in mind, with the old value of what this step changed. */
export function ContextSection({ chart }: { readonly chart: ChartFrame }) {
  const texts = useInspectorTexts();
  const before = useApp((state) =>
    state.frame.moved === "jump" ? undefined : state.frame.previous?.charts.find((each) => each.actor === chart.actor),
  );
  const fields = contextFields(chart, before);
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{texts.context}</h3>
      {fields.length === 0 ? (
        <p className={styles.quiet}>{texts.noContext}</p>
      ) : (
        <dl className={styles.pairs}>
          {fields.map(({ name, value, before: old }) => (
            <Field key={name} name={name} value={value} old={old} />
          ))}
        </dl>
      )}
    </section>
  );
}

function Field({ name, value, old }: { readonly name: string; readonly value: string; readonly old: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {old !== "" && <span className={styles.old}>{old} → </span>}
        <span className={old === "" ? undefined : styles.new}>{value}</span>
      </dd>
    </>
  );
}
