import { useMemo } from "react";
import { typesByFamily } from "../../projections/event-families.ts";
import { useApp } from "../app-context.tsx";
import styles from "./glossary.module.css";
import { useHelpTexts } from "./use-help-texts.ts";

/** The families of events, and which types of each this run has had. */
export function Glossary() {
  const text = useHelpTexts();
  const columns = useApp((state) => state.trace.columns);
  const families = useMemo(() => {
    const used = new Set(columns.type.subarray(0, columns.length));
    return typesByFamily([...used].flatMap((index) => columns.strings[index] ?? []));
  }, [columns]);
  return (
    <dl className={styles.list}>
      {families.map(([family, types]) => (
        <div key={family} className={styles.family}>
          <dt>{family}</dt>
          <dd>
            {text.families[family]}
            <span className={styles.types}>{types.join("  ")}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
