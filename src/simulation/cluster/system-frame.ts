import type { Tone } from "./lanes.ts";

/** A system as plain data. Lists are short; what comes in thousands is one byte a cell. */
export type SystemFrame = {
  readonly name: string;
  readonly kind: string;
  readonly state: "running" | "crashed";
  readonly readings: readonly ReadingFrame[];
  readonly grids: readonly GridFrame[];
  readonly tables: readonly TableFrame[];
  readonly tells: readonly TellFrame[];
};

/** Something that the system can be told now, in the words of its kind. */
export type TellFrame = {
  readonly event: string;
  /** About whom or by how much, a few of those that make sense; one empty word where nothing is to be said. */
  readonly about: readonly string[];
  /** Whether it can be said of any actor that a cell of its grids stands for, too. */
  readonly ofCells: boolean;
};

/** A number that stands for the whole: one that the scenario gave, or one that the run has measured so far. */
export type ReadingFrame = {
  /** From the system's own vocabulary, the same in every language. */
  readonly name: string;
  /** Microseconds, things, things per second, or how many times as much, by `unit`; undefined before it was measured. */
  readonly value: number | undefined;
  readonly unit: "span" | "count" | "perSecond" | "times";
  readonly from: "input" | "measured";
};

/** Class of a place without a cell. */
export const ABSENT = 255;

/** Many like things, each in one of a few classes: nodes by their conditions, tenants by shards. */
export type GridFrame = {
  readonly name: string;
  /** Cells in a row. */
  readonly columns: number;
  readonly classes: readonly { readonly name: string; readonly tone: Tone }[];
  /** Index into `classes` of each cell, row by row. */
  readonly cells: Uint8Array;
  /** What a cell is called: by its own name, else by those of its row and column, else `prefix` and its number from 1. */
  readonly prefix: string;
  readonly rowNames: readonly string[];
  readonly columnNames: readonly string[];
  readonly cellNames: readonly string[];
  /** A few letters in each cell, beside its class; none for all of them if the list is empty. */
  readonly labels: readonly string[];
  /** Whose chart a cell stands for: an actor of its own (named by the cell), or the actor of its row or column. */
  readonly chartOf: "cell" | "row" | "column";
  /** The chart that each cell's actor runs. */
  readonly machine: string;
};

/** A short table of things with names: the first column has them. */
export type TableFrame = {
  readonly name: string;
  /** Whether the things are actors of the system. */
  readonly ofActors: boolean;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
};
