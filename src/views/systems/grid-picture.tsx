import { memo, type PointerEvent } from "react";
import { CELL, type ClassPath, hasCell, rowHeight, rowsOf } from "../../projections/heat-grid.ts";
import type { SystemFrame } from "../../store/run-types.ts";
import styles from "./systems-view.module.css";

type Grid = SystemFrame["grids"][number];
type Props = {
  readonly grid: Grid;
  readonly paths: readonly ClassPath[];
  readonly place: number;
  readonly onPoint: (place: number | undefined) => void;
  readonly onPick: (place: number) => void;
};
/** Room for names of rows and columns, in units of the drawing; without names, for the ring. */
const NAMES = { left: 46, top: 34 };
const RING = 2;
/** CSS px for a unit of the drawing at most: a grid of few cells stays small. */
const LARGEST = 2.2;

/** The drawing of a grid: names, one path a class, and a ring around the cell that is chosen. */
export const GridPicture = memo(function GridPicture({ grid, paths, place, onPoint, onPick }: Props) {
  const { columns, rowNames, columnNames, labels, classes } = grid;
  const height = rowHeight(grid);
  const box = boxOf(grid);
  const lettered = [...labels.entries()].flatMap(([cell, label]) => (label === "" ? [] : [{ cell, label }]));
  return (
    <svg
      viewBox={`${-box.left} ${-box.top} ${box.width} ${box.height}`}
      aria-hidden="true"
      style={{
        minWidth: grid.columnNames.length > 0 ? Math.min(300, box.width * LARGEST) : 0,
        maxWidth: box.width * LARGEST,
      }}
      onPointerMove={(event) => onPoint(cellAt(grid, event))}
      onPointerLeave={() => onPoint(undefined)}
      onPointerDown={(event) => {
        const found = cellAt(grid, event);
        if (found !== undefined) onPick(found);
      }}
    >
      {rowNames.map((name, row) => (
        <text key={name} x={-4} y={row * height + 7.5} textAnchor="end" className={styles.label}>
          {name}
        </text>
      ))}
      {columnNames.map((name, column) => (
        <text key={name} transform={`translate(${column * CELL + 7.5} -4) rotate(-90)`} className={styles.label}>
          {name}
        </text>
      ))}
      {paths.map(({ index, path }) => (
        <path key={index} d={path} data-tone={classes[index]?.tone} fillRule="evenodd" />
      ))}
      {lettered.map(({ label, cell }) => (
        <text
          key={cell}
          x={(cell % columns) * CELL + CELL / 2}
          y={Math.floor(cell / columns) * height + 14.5}
          className={styles.cellLabel}
        >
          {label}
        </text>
      ))}
      <rect
        x={(place % columns) * CELL - 1}
        y={Math.floor(place / columns) * height - 1}
        width={CELL + 2}
        height={height + (labels.length > 0 ? 1 : 2)}
        className={styles.ring}
      />
    </svg>
  );
});

function boxOf(grid: Grid) {
  const left = grid.rowNames.length > 0 ? NAMES.left : RING;
  const top = grid.columnNames.length > 0 ? NAMES.top : RING;
  return { left, top, width: grid.columns * CELL + left + RING, height: rowsOf(grid) * rowHeight(grid) + top + RING };
}

function cellAt(grid: Grid, { currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): number | undefined {
  const { left, top, width, height } = boxOf(grid);
  const screen = currentTarget.getBoundingClientRect();
  const x = ((clientX - screen.left) / screen.width) * width - left;
  const y = ((clientY - screen.top) / screen.height) * height - top;
  const found = Math.floor(y / rowHeight(grid)) * grid.columns + Math.floor(x / CELL);
  return x >= 0 && y >= 0 && x < grid.columns * CELL && hasCell(grid, found) ? found : undefined;
}
