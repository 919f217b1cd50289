import { memo } from "react";
import { type ContextField, contextFields } from "../../projections/inspect.ts";
import type { ChartFrame } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import styles from "./inspector-pane.module.css";
import { useInspectorTexts } from "./use-inspector-texts.ts";

/** Shown at once, besides what changed; the rest is one click away. */
const MOST = 3;

/** What the chart keeps in mind, with the old value of what this step changed. */
export const ContextSection = memo(function ContextSection({ chart }: { readonly chart: ChartFrame }) {
  const texts = useInspectorTexts();
  const before = useApp((state) =>
    state.frame.moved === "jump" ? undefined : state.frame.previous?.charts.find((each) => each.actor === chart.actor),
  );
  const fields = contextFields(chart, before);
  const changed = fields.filter((field) => field.before !== "").length;
  const first = fields.length - Math.max(MOST, changed) === 1 ? fields.length : Math.max(MOST, changed);
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{texts.context}</h3>
      {fields.length === 0 ? (
        <p className={styles.quiet}>{texts.noContext}</p>
      ) : (
        <Fields fields={fields.slice(0, first)} />
      )}
      {fields.length > first && (
        // Another chart starts with its rest folded again.
        <details key={chart.actor} className={styles.further}>
          <summary>{texts.more(fields.length - first)}</summary>
          <Fields fields={fields.slice(first)} />
        </details>
      )}
    </section>
  );
});

function Fields({ fields }: { readonly fields: readonly ContextField[] }) {
  return (
    <dl className={styles.pairs}>
      {fields.map(({ name, value, before }) => (
        <Field key={name} name={name} value={value} old={before} />
      ))}
    </dl>
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
