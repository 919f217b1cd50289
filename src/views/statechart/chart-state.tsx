import type { ChartBox } from "../../projections/statechart/chart-drawing.ts";
import { type ChartReading, toneOfState } from "../../projections/statechart/chart-reading.ts";
import type { ChartNode } from "../../projections/statechart/chart-structure.ts";
import { spanText } from "../widgets/format-time.ts";
import styles from "./chart-picture.module.css";
import { useStatechartTexts } from "./use-statechart-texts.ts";

type Props = {
  readonly node: ChartNode;
  readonly box: ChartBox;
  readonly holdsOthers: boolean;
  /** A region of a parallel state: its border is dashed. */
  readonly isRegion: boolean;
  readonly reading: ChartReading;
  readonly now: number;
};

/** Half of a line, so that a border of one px is sharp. */
const HALF = 0.5;

/** One state: a box with its name, a frame around others, a pill at the end of the road. */
export function ChartState({ node, box, holdsOthers, isRegion, reading, now }: Props) {
  const text = useStatechartTexts();
  const { x, y, width, height } = box;
  const isActive = reading.active.has(node.id);
  const isLeaf = isActive && !holdsOthers;
  const visits = reading.visits[node.id] ?? 0;
  const due = reading.timers.get(node.id);
  const radius = node.type === "final" ? 11 : holdsOthers ? 6 : 4;
  return (
    <g
      data-tone={isLeaf ? toneOfState(node.id) : undefined}
      data-active={isLeaf || undefined}
      data-inside={isActive && holdsOthers ? true : undefined}
    >
      <rect
        className={styles.box}
        data-region={isRegion || undefined}
        x={Math.round(x) + HALF}
        y={Math.round(y) + HALF}
        width={Math.round(width) - 1}
        height={Math.round(height) - 1}
        rx={Math.min(radius, height / 2)}
      />
      {node.isInitial && <path className={styles.initial} d={`M${x - 8} ${y + 7.5}h7.5`} />}
      {node.isInitial && <circle className={styles.dot} cx={x - 8} cy={y + 7.5} r="2.5" />}
      {isLeaf && <circle className={styles.now} cx={x + 11} cy={y + 11} r="4" />}
      <text
        className={styles.name}
        data-final={node.type === "final" || undefined}
        x={x + (isLeaf ? 20 : 8)}
        y={y + 15}
      >
        {node.name}
      </text>
      {due !== undefined && isLeaf ? (
        <text className={styles.timer} x={x + width - 7} y={y + 15}>
          {spanText(Math.max(0, due - now))}
        </text>
      ) : (
        visits > 0 && (
          <text className={styles.visits} x={x + width - 7} y={y + 15}>
            {text.visits(visits)}
          </text>
        )
      )}
    </g>
  );
}
