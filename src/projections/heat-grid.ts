import { ABSENT, type GridFrame } from "../simulation/cluster/system-frame.ts";

/** Side of a cell and its distance to the next one, in units of the drawing. */
export const CELL = 10;
/** Room for the letters under a cell that has some. */
const LABEL = 6;

/** From one row of cells to the next. */
export function rowHeight({ labels }: GridFrame): number {
  return labels.length > 0 ? CELL + LABEL : CELL;
}

/** Whether there is a cell at a place. */
export function hasCell({ cells }: GridFrame, place: number): boolean {
  return place >= 0 && place < cells.length && cells[place] !== ABSENT;
}

/** Where a class's cells stand, as one path for all of them. */
export type ClassPath = { readonly index: number; readonly count: number; readonly path: string };

/** One path for each class, also for those without cells: thousands of cells are as many elements as there are classes. */
export function pathsOf(grid: GridFrame): readonly ClassPath[] {
  const { cells, classes, columns } = grid;
  const parts: string[][] = classes.map(() => []);
  for (const [place, index] of cells.entries()) {
    const x = (place % columns) * CELL;
    const y = Math.floor(place / columns) * rowHeight(grid);
    parts[index]?.push(shapeAt(index, x, y));
  }
  return parts.map((list, index) => ({ index, count: list.length, path: list.join("") }));
}

/** The shape of a class: what stands beside the colour. The first class is at rest and small. */
export function shapeAt(index: number, x: number, y: number): string {
  const shape = SHAPES[index % SHAPES.length] ?? "";
  return `M${x} ${y}${shape}`;
}

/** Within ten by ten, relative to the corner: dot, square, cross, diamond, disc, two bars, frame, triangle, ring. */
const SHAPES: readonly string[] = [
  "m3.5 3.5h3v3h-3z",
  "m1 1h8v8h-8z",
  "m1 2.5l1.5 -1.5l2.5 2.5l2.5 -2.5l1.5 1.5l-2.5 2.5l2.5 2.5l-1.5 1.5l-2.5 -2.5l-2.5 2.5l-1.5 -1.5l2.5 -2.5z",
  "m5 0.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z",
  "m1 5a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
  "m1 1h3v8h-3zm5 0h3v8h-3z",
  "m1 1h8v8h-8zm2 2v4h4v-4z",
  "m5 1l4 8h-8z",
  "m1 5a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zm2 0a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z",
];

/** Rows of the drawing. */
export function rowsOf({ cells, columns }: GridFrame): number {
  return Math.ceil(cells.length / columns);
}

/** What a cell is called: `node-31`, `cluster-3-1`, or `tenant-3 · shard-07`. */
export function cellName({ prefix, rowNames, columnNames, cellNames, columns }: GridFrame, place: number): string {
  if (cellNames.length > 0) return cellNames[place] ?? "";
  if (columnNames.length === 0) return `${prefix}${place + 1}`;
  return `${rowNames[Math.floor(place / columns)] ?? ""} · ${columnNames[place % columns] ?? ""}`;
}

/** The class of a cell, by name. */
export function className({ cells, classes }: GridFrame, place: number): string {
  return classes[cells[place] ?? 0]?.name ?? "";
}

/** Whose chart a cell stands for. */
export function actorOfCell(system: string, grid: GridFrame, place: number): string {
  const { chartOf, rowNames, columnNames, columns } = grid;
  if (chartOf === "cell") return `${system}/${cellName(grid, place)}`;
  const name = chartOf === "row" ? rowNames[Math.floor(place / columns)] : columnNames[place % columns];
  return `${system}/${name ?? ""}`;
}

/** The cell of an actor, if the grid has one; of several the first. */
export function cellOfActor(system: string, grid: GridFrame, actor: string): number | undefined {
  if (!actor.startsWith(`${system}/`)) return undefined;
  const place = placeOf(grid, actor.slice(system.length + 1));
  return Number.isInteger(place) && hasCell(grid, place) ? place : undefined;
}

function placeOf({ chartOf, prefix, rowNames, columnNames, cellNames, columns }: GridFrame, name: string): number {
  if (chartOf === "row") return rowNames.indexOf(name) * columns;
  if (chartOf === "column") return columnNames.indexOf(name);
  if (cellNames.length > 0) return cellNames.indexOf(name);
  return name.startsWith(prefix) ? Number(name.slice(prefix.length)) - 1 : -1;
}

/** How many cells there are. */
export function cellCount(grid: GridFrame): number {
  return grid.cells.reduce((count, index) => (index === ABSENT ? count : count + 1), 0);
}

/** The cell that a key leads to from another, over places without one; undefined for keys that do not move. */
export function cellAfterKey(grid: GridFrame, place: number, key: string): number | undefined {
  const { cells, columns } = grid;
  const by: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -5 * columns,
    PageDown: 5 * columns,
    Home: -cells.length,
    End: cells.length,
  };
  const step = by[key];
  if (step === undefined) return undefined;
  const next = Math.min(cells.length - 1, Math.max(0, place + step));
  // Up and down stay in their column; at an edge nothing moves.
  if (Math.abs(step) === columns && next !== place + step) return place;
  return nearestCell(grid, next, Math.abs(step) === columns ? step : Math.sign(step)) ?? place;
}

/** The first cell from a place on, in steps. At the end of the list the last one before it. */
function nearestCell(grid: GridFrame, from: number, step: number): number | undefined {
  for (let place = from; place >= 0 && place < grid.cells.length; place += step) if (hasCell(grid, place)) return place;
  for (let place = from; Math.abs(step) === 1 && place >= 0 && place < grid.cells.length; place -= step)
    if (hasCell(grid, place)) return place;
  return undefined;
}

/** Most ranges that are written out. */
const RANGES = 4;

/** Which cells a class has: `1–30, 91–120` of numbered ones, names of others; what is cut off is counted. */
export function membersOf(grid: GridFrame, index: number): string {
  const places = [...grid.cells.keys()].filter((place) => grid.cells[place] === index);
  const ranges: { readonly from: number; readonly to: number }[] = [];
  for (const place of places) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === place - 1 && isNumbered(grid))
      ranges[ranges.length - 1] = { ...last, to: place };
    else ranges.push({ from: place, to: place });
  }
  const nameOf = (place: number) => (isNumbered(grid) ? String(place + 1) : cellName(grid, place));
  const shown = ranges
    .slice(0, RANGES)
    .map(({ from, to }) => (from === to ? nameOf(from) : `${nameOf(from)}–${nameOf(to)}`));
  const more = ranges.length - shown.length;
  return more > 0 ? `${shown.join(", ")}, +${more}` : shown.join(", ");
}

/** Whether cells have nothing but a number. */
function isNumbered({ columnNames, cellNames }: GridFrame): boolean {
  return columnNames.length === 0 && cellNames.length === 0;
}

/** Whether two cells stand for the same actor. */
export function isSameActor({ chartOf, columns }: GridFrame, a: number, b: number): boolean {
  if (chartOf === "cell") return a === b;
  return chartOf === "column" ? a % columns === b % columns : Math.floor(a / columns) === Math.floor(b / columns);
}
