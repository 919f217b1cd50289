import type { ChartStructure } from "./chart-structure.ts";

/** A structure with places for its states and transitions, made at build time by `tools/layout-statecharts.mjs`. */
export type ChartDrawing = {
  readonly hash: string;
  readonly structure: ChartStructure;
  /** Fits the inspector: transitions between states of the same parent, without texts. */
  readonly compact: ChartPlan;
  /** Every transition with its text. */
  readonly full: ChartPlan;
};

/** Places, CSS px. */
export type ChartPlan = {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly ChartBox[];
  readonly lines: readonly ChartLine[];
};

/** Where a state stands. */
export type ChartBox = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A line from one state to another, for one or several transitions. */
export type ChartLine = {
  readonly source: string;
  readonly target: string;
  /** Positions in the structure's list of edges. */
  readonly edges: readonly number[];
  /** x and y of each bend in turn. */
  readonly points: readonly number[];
  /** Where its text begins; absent in the compact plan. */
  readonly label?: { readonly x: number; readonly y: number };
};
