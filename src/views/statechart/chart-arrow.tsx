import type { ChartLine, ChartPlan } from "../../projections/statechart/chart-drawing.ts";
import type { ChartReading } from "../../projections/statechart/chart-reading.ts";
import type { ChartStructure } from "../../projections/statechart/chart-structure.ts";
import { edgeLines } from "../../projections/statechart/edge-lines.ts";
import { placeLabel } from "../../projections/statechart/label-place.ts";
import { roundedPath } from "../../projections/statechart/rounded-path.ts";
import styles from "./chart-picture.module.css";

type Props = {
  readonly line: ChartLine;
  readonly plan: ChartPlan;
  readonly structure: ChartStructure;
  readonly reading: ChartReading;
  readonly arrowhead: string;
};

const CHARACTER = 6.3;
const LINE_HEIGHT = 14;

/** One line between two states: solid ink when it was taken last, dashed when it may be taken next. */
export function ChartArrow({ line, plan, structure, reading, arrowhead }: Props) {
  const taken = reading.taken.find(({ edge }) => line.edges.includes(edge));
  const isPossible = line.edges.some((edge) => reading.possible.has(edge));
  const state = taken !== undefined ? "taken" : isPossible ? "possible" : undefined;
  return (
    <g data-state={state}>
      <path className={styles.line} d={roundedPath(line.points)} markerEnd={`url(#${arrowhead})`} />
      {line.label === undefined
        ? taken !== undefined && <TakenLabel line={line} plan={plan} event={taken.event} />
        : line.edges.map((edge, index) => (
            <EdgeText
              key={edge}
              edge={edge}
              line={line}
              structure={structure}
              before={line.edges.slice(0, index)}
              isTaken={taken?.edge === edge}
            />
          ))}
    </g>
  );
}

/** The compact picture has room for the last event only, and not always. */
function TakenLabel({
  line,
  plan,
  event,
}: {
  readonly line: ChartLine;
  readonly plan: ChartPlan;
  readonly event: string;
}) {
  const place = placeLabel(plan, line, event.length * CHARACTER);
  if (place === undefined) return null;
  return (
    <text className={styles.event} x={place.x} y={place.y + 4}>
      {event}
    </text>
  );
}

type EdgeTextProps = {
  readonly edge: number;
  readonly line: ChartLine;
  readonly structure: ChartStructure;
  /** Transitions of the same line whose texts stand above. */
  readonly before: readonly number[];
  readonly isTaken: boolean;
};

function EdgeText({ edge, line, structure, before, isTaken }: EdgeTextProps) {
  const linesOf = (index: number) => {
    const found = structure.edges[index];
    return found === undefined ? [] : edgeLines(found);
  };
  const above = before.reduce((sum, index) => sum + linesOf(index).length, 0);
  const { x = 0, y = 0 } = line.label ?? {};
  return (
    <text className={styles.text} data-taken={isTaken || undefined} x={x + 4} y={y + 12}>
      {linesOf(edge).map(({ role, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never move
        <tspan key={index} data-role={role} x={x + 4} y={y + 12 + (above + index) * LINE_HEIGHT}>
          {text}
        </tspan>
      ))}
    </text>
  );
}
