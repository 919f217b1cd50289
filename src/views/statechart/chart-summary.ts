import { type ChartReading, shortName, type TakenEdge } from "../../projections/statechart/chart-reading.ts";
import type { ChartStructure } from "../../projections/statechart/chart-structure.ts";
import { useStatechartTexts } from "./use-statechart-texts.ts";

/** Where a chart is and how it came there, in one or two short sentences. */
export function useChartSummary(structure: ChartStructure, reading: ChartReading): string {
  const text = useStatechartTexts();
  const say = ({ source, targets, event }: TakenEdge) => {
    const from = shortName(structure, source);
    const [target] = targets;
    const name = event === "" ? text.always : event;
    return target === undefined ? text.stayed(from, name) : text.step(from, name, shortName(structure, target));
  };
  const active = reading.leaves.map((id) => shortName(structure, id)).join(", ");
  return text.summary(active, reading.taken.map(say).join("; "));
}
