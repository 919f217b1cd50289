import type { SystemFrame } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import { HeatGrid } from "./heat-grid.tsx";
import { ReadingList } from "./reading-list.tsx";
import { SystemTable } from "./system-table.tsx";
import styles from "./systems-view.module.css";
import { useSystemsTexts } from "./use-systems-texts.ts";

/** One system. */
export function SystemCard({ system }: { readonly system: SystemFrame }) {
  const texts = useSystemsTexts();
  const { select } = useActions();
  const isSelected = useApp((state) => state.view.selected.actor === system.name);
  const { name, kind, state, readings, grids, tables } = system;
  return (
    <section className={styles.card} aria-label={name}>
      <header className={styles.head}>
        <button type="button" className={styles.name} aria-pressed={isSelected} onClick={() => select({ actor: name })}>
          {name}
        </button>
        <span className={styles.kind}>{kind}</span>
        {state === "crashed" && (
          <span className={styles.crashed}>
            <Glyph tone="failed" /> {texts.crashed}
          </span>
        )}
      </header>
      <ReadingList name={name} readings={readings} />
      {grids.map((grid) => (
        <HeatGrid key={grid.name} system={name} grid={grid} />
      ))}
      {tables.map((table) => (
        <SystemTable key={table.name} system={name} table={table} />
      ))}
    </section>
  );
}
