import { type KeyboardEvent, useCallback, useMemo, useState } from "react";
import {
  actorOfCell,
  cellAfterKey,
  cellCount,
  cellName,
  cellOfActor,
  className,
  isSameActor,
  pathsOf,
} from "../../projections/heat-grid.ts";
import type { SystemFrame } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { GridLegend } from "./grid-legend.tsx";
import { GridPicture } from "./grid-picture.tsx";
import styles from "./systems-view.module.css";
import { useSystemsTexts } from "./use-systems-texts.ts";

type Props = { readonly system: string; readonly grid: SystemFrame["grids"][number] };

/** Thousands of like things, each a cell by its class: a picture, a cell that keys and pointer choose, and the classes as a table. */
export function HeatGrid({ system, grid }: Props) {
  const texts = useSystemsTexts();
  const { select } = useActions();
  const selected = useApp((state) => cellOfActor(system, grid, state.view.selected.actor ?? ""));
  const [chosen, setChosen] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  const paths = useMemo(() => pathsOf(grid), [grid]);
  // A cell that was chosen stands until something else is selected.
  const stands = chosen !== undefined && (selected === undefined || isSameActor(grid, chosen, selected));
  const place = stands ? chosen : (selected ?? 0);
  const tell = (cell: number) => texts.cell(cellName(grid, cell), className(grid, cell));
  const pick = useCallback(
    (next: number) => {
      setChosen(next);
      select({ actor: actorOfCell(system, grid, next) });
    },
    [select, system, grid],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === "Enter" ? place : cellAfterKey(grid, place, event.key);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    pick(next);
  };
  return (
    <div className={styles.grid}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={texts.pick(grid.name, cellCount(grid))}
        aria-valuemin={1}
        aria-valuemax={grid.cells.length}
        aria-valuenow={place + 1}
        aria-valuetext={tell(place)}
        className={styles.field}
        data-named={grid.columnNames.length > 0}
        onKeyDown={onKeyDown}
      >
        <GridPicture grid={grid} paths={paths} place={place} onPoint={setPointed} onPick={pick} />
      </div>
      <p className={styles.told}>{tell(pointed ?? place)}</p>
      <GridLegend grid={grid} paths={paths} />
    </div>
  );
}
