import { type Axis, type AxisPart, xOfValue } from "./axis.ts";
import { formatCoarse, formatMoment, formatSpan } from "./format-moment.ts";
import { niceTicks } from "./nice-ticks.ts";
import { lowerBound, type TimelineColumns, timeOf } from "./timeline-columns.ts";

/** A text or a tick on the axis. `x` is the tick's place, `left` where the text starts. */
export type AxisLabel = {
  readonly role: "moment" | "fraction" | "span";
  readonly text: string;
  readonly x: number;
  readonly left: number;
  readonly right: number;
};

/** Ticks and the texts that fit: no two touch, and none touches what is `taken`. */
export type AxisLabels = { readonly ticks: readonly number[]; readonly labels: readonly AxisLabel[] };

export type AxisLabelInput = {
  readonly columns: TimelineColumns;
  readonly widthOf: (text: string) => number;
  /** Stretches that are taken, such as the playhead's tag. */
  readonly taken: readonly { readonly left: number; readonly right: number }[];
};

/** A run narrower than this gets no text of its own. */
const NARROWEST = 30;
const BETWEEN_TICKS = 96;
const APART = 5;
const NEAR_EDGE = 24;

/** The labels of an axis: first where each run starts, then how long the folds are, then what lies within the runs. */
export function labelAxis(axis: Axis, input: AxisLabelInput): AxisLabels {
  if (input.columns.length === 0) return { ticks: [], labels: [] };
  if (axis.type === "order") return labelSlots(axis, input);
  if (axis.folds.length === 0) return labelPlain(axis, input);
  const starts = axis.runs.flatMap((run) => startLabel(run, axis, input));
  const spans = axis.folds.map((fold): AxisLabel => {
    const text = formatSpan(fold.to - fold.from);
    const half = input.widthOf(text) / 2;
    const x = (fold.x0 + fold.x1) / 2;
    return { role: "span", text, x, left: x - half, right: x + half };
  });
  const inner = axis.runs.flatMap((run) => innerLabels(run, axis, input));
  const labels = withoutOverlap([...starts, ...spans, ...inner], axis, input.taken);
  return { ticks: [...starts, ...inner].map(({ x }) => x), labels };
}

/** The time of the run's first event, 3 px right of the run's edge, or of its tick where that is far from the edge. */
function startLabel(run: AxisPart, axis: Axis, { columns, widthOf }: AxisLabelInput): readonly AxisLabel[] {
  const first = lowerBound(columns.at, columns.length, run.from);
  if (first >= columns.length || timeOf(columns, first) > run.to) return [];
  const at = timeOf(columns, first);
  const x = xOfValue(axis, at);
  if (run.x1 - run.x0 < NARROWEST && first !== 0) return [{ role: "moment", text: "", x, left: x, right: x }];
  const text = formatMoment(at, axis.scale);
  const left = x - run.x0 < NEAR_EDGE ? run.x0 + 3 : x + 3;
  return [{ role: "moment", text, x, left, right: left + widthOf(text) }];
}

/** Round times within a run, written without their seconds where the start label has them. */
function innerLabels(run: AxisPart, axis: Axis, { columns, widthOf }: AxisLabelInput): readonly AxisLabel[] {
  const count = Math.floor((run.x1 - run.x0) / BETWEEN_TICKS);
  if (count < 1) return [];
  const ticks = niceTicks(run.from, run.to, count);
  const step = Math.abs((ticks[1] ?? run.to) - (ticks[0] ?? run.from));
  const first = timeOf(columns, lowerBound(columns.at, columns.length, run.from));
  const whole = Math.floor(first / 1e6);
  return ticks.map((value): AxisLabel => {
    const full = formatCoarse(value, Math.min(step, 1_000));
    const text = Math.floor(value / 1e6) === whole && full.includes(".") ? full.slice(full.indexOf(".")) : full;
    const half = widthOf(text) / 2;
    const x = xOfValue(axis, value);
    return { role: "fraction", text, x, left: x - half, right: x + half };
  });
}

function labelPlain(axis: Axis, { widthOf, taken }: AxisLabelInput): AxisLabels {
  const [run] = axis.runs;
  if (run === undefined) return { ticks: [], labels: [] };
  const values = niceTicks(run.from, run.to, Math.max(2, Math.floor(axis.width / BETWEEN_TICKS))).filter(
    (value) => value >= 0,
  );
  const step = Math.abs((values[1] ?? run.to) - (values[0] ?? run.from));
  return placed(
    values.map((value) => ({ value, text: formatCoarse(value, step) })),
    axis,
    widthOf,
    taken,
  );
}

function labelSlots(axis: Axis, { columns, widthOf, taken }: AxisLabelInput): AxisLabels {
  const [run] = axis.runs;
  if (run === undefined) return { ticks: [], labels: [] };
  const values = niceTicks(run.from, run.to, Math.max(2, Math.floor(axis.width / BETWEEN_TICKS))).filter(
    (value) => Number.isInteger(value) && value >= 0 && value < columns.length,
  );
  return placed(
    values.map((value) => ({ value: value + 0.5, text: `e${value}` })),
    axis,
    widthOf,
    taken,
  );
}

function placed(
  values: readonly { readonly value: number; readonly text: string }[],
  axis: Axis,
  widthOf: (text: string) => number,
  taken: AxisLabelInput["taken"],
): AxisLabels {
  const all = values.map(({ value, text }): AxisLabel => {
    const x = xOfValue(axis, value);
    const half = widthOf(text) / 2;
    return { role: "moment", text, x, left: x - half, right: x + half };
  });
  return { ticks: all.map(({ x }) => x), labels: withoutOverlap(all, axis, taken) };
}

/** Drops texts that would touch one that comes before them in the list, or run over the edge. */
function withoutOverlap(
  labels: readonly AxisLabel[],
  axis: Axis,
  taken: AxisLabelInput["taken"],
): readonly AxisLabel[] {
  const kept: AxisLabel[] = [];
  for (const label of labels) {
    if (label.text === "" || label.left < -2 || label.right > axis.width) continue;
    const touches = (other: { readonly left: number; readonly right: number }) =>
      label.left < other.right + APART && other.left < label.right + APART;
    if (!taken.some(touches) && !kept.some(touches)) kept.push(label);
  }
  return kept;
}
