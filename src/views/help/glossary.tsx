import { useMemo } from "react";
import { useApp } from "../app-context.tsx";
import styles from "./glossary.module.css";
import { useHelpTexts } from "./use-help-texts.ts";

/** The families of events, and which types of each this run has had. */
export function Glossary() {
  const text = useHelpTexts();
  const columns = useApp((state) => state.trace.columns);
  const types = useMemo(() => {
    const used = new Set(columns.type.subarray(0, columns.length));
    return [...used].flatMap((index) => columns.strings[index] ?? []).sort();
  }, [columns]);
  return (
    <dl className={styles.list}>
      {Object.entries(text.families).map(([family, meaning]) => (
        <div key={family} className={styles.family}>
          <dt>{family}</dt>
          <dd>
            {meaning}
            <span className={styles.types}>{types.filter((type) => type.startsWith(`${family}.`)).join("  ")}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
