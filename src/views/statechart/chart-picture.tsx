import { useId } from "react";
import type { ChartDrawing, ChartLine, ChartPlan } from "../../projections/statechart/chart-drawing.ts";
import type { ChartReading } from "../../projections/statechart/chart-reading.ts";
import { ChartArrow } from "./chart-arrow.tsx";
import styles from "./chart-picture.module.css";
import { ChartState } from "./chart-state.tsx";
import { useChartSummary } from "./chart-summary.ts";
import { useStatechartTexts } from "./use-statechart-texts.ts";

type Props = {
  readonly drawing: ChartDrawing;
  readonly plan: ChartPlan;
  readonly reading: ChartReading;
  /** Virtual time, µs: countdowns are drawn from it. */
  readonly now: number;
  readonly scale?: number;
};

/** A chart as one picture. What it shows is said in words as well, so it is one image to a screen reader. */
export function ChartPicture({ drawing, plan, reading, now, scale = 1 }: Props) {
  const text = useStatechartTexts();
  const { structure } = drawing;
  const summary = useChartSummary(structure, reading);
  const arrowhead = useId();
  const { width, height } = plan;
  const lines = [...plan.lines].sort((a, b) => rankOf(a, reading) - rankOf(b, reading));
  const parents = new Set(structure.nodes.map(({ parent }) => parent));
  return (
    <svg
      className={styles.picture}
      role="img"
      aria-label={`${text.label(structure.machine)}. ${summary}`}
      width={(width + 2) * scale}
      height={(height + 2) * scale}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
    >
      <defs>
        <marker
          id={arrowhead}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0.5 0.8 7.5 4 0.5 7.2Z" fill="context-stroke" />
        </marker>
      </defs>
      {structure.nodes.map((node) => {
        const box = plan.boxes.find(({ id }) => id === node.id);
        const isWhole = node.parent === "" && plan === drawing.compact && node.type !== "parallel";
        if (box === undefined || isWhole) return null;
        const isRegion = structure.nodes.find(({ id }) => id === node.parent)?.type === "parallel";
        return (
          <ChartState
            key={node.id}
            node={node}
            box={box}
            holdsOthers={parents.has(node.id)}
            isRegion={isRegion}
            reading={reading}
            now={now}
          />
        );
      })}
      {lines.map((line) => (
        <ChartArrow
          key={`${line.source} ${line.target}`}
          line={line}
          plan={plan}
          structure={structure}
          reading={reading}
          arrowhead={arrowhead}
        />
      ))}
    </svg>
  );
}

/** What was taken last lies on top, then what may follow. */
function rankOf({ edges }: ChartLine, { taken, possible }: ChartReading): number {
  if (taken.some(({ edge }) => edges.includes(edge))) return 2;
  return edges.some((edge) => possible.has(edge)) ? 1 : 0;
}
