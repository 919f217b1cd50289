import { type MouseEvent, useState } from "react";
import type { SystemFrame } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { HeatGrid } from "./heat-grid.tsx";
import { ReadingList } from "./reading-list.tsx";
import { SystemTable } from "./system-table.tsx";
import styles from "./systems-view.module.css";
import { useSystemsTexts } from "./use-systems-texts.ts";

/** One system. */
export function SystemCard({ system }: { readonly system: SystemFrame }) {
  const texts = useSystemsTexts();
  const { select, setView } = useActions();
  const isSelected = useApp((state) => state.view.selected.actor === system.name);
  const chosen = useApp(({ view }) => view.selected.actor);
  const { name, kind, state, readings, grids, tables } = system;
  /** What can go wrong with the system, or with that actor of it which was chosen. */
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    const actor = chosen?.startsWith(`${name}/`) === true ? chosen : name;
    setView({ menu: { target: { actor }, x: event.clientX, y: event.clientY } });
  };
  return (
    <section className={styles.card} aria-label={name} onContextMenu={onContextMenu}>
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
      <Grids system={name} grids={grids} />
      {tables.map((table) => (
        <SystemTable key={table.name} system={name} table={table} />
      ))}
    </section>
  );
}

/** One grid at a time: several of one system are readings of the same things. */
function Grids({ system, grids }: { readonly system: string; readonly grids: SystemFrame["grids"] }) {
  const texts = useSystemsTexts();
  const [wanted, setWanted] = useState("");
  const grid = grids.find(({ name }) => name === wanted) ?? grids[0];
  if (grid === undefined) return null;
  return (
    <>
      {grids.length > 1 && (
        <div className={styles.choice}>
          <Segmented
            label={texts.grid(system)}
            options={grids.map(({ name }) => ({ value: name, text: name }))}
            value={grid.name}
            onChange={setWanted}
          />
        </div>
      )}
      <HeatGrid system={system} grid={grid} />
    </>
  );
}
