import { use } from "react";
import type { ChartDrawing } from "../../projections/statechart/chart-drawing.ts";

// Each drawing is a file of its own: a page loads those that somebody looks at.
const files = import.meta.glob<ChartDrawing>("../../projections/statechart/drawings/*.json", { import: "default" });
const loaded = new Map<string, Promise<ChartDrawing | undefined>>();

/** The drawing of a machine; suspends until it is here, undefined when there is none. */
export function useDrawing(machine: string): ChartDrawing | undefined {
  return use(drawingOf(machine));
}

function drawingOf(machine: string): Promise<ChartDrawing | undefined> {
  const known = loaded.get(machine);
  if (known !== undefined) return known;
  const load = files[`../../projections/statechart/drawings/${machine}.json`];
  const promise = load === undefined ? Promise.resolve(undefined) : load();
  loaded.set(machine, promise);
  return promise;
}
