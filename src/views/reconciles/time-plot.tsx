import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import { useActions, useApp } from "../app-context.tsx";
import { momentText, spanText } from "../widgets/format-time.ts";
import styles from "./metrics-view.module.css";
import { useReconcileTexts } from "./use-reconcile-texts.ts";

/** One line of a plot. `at` in µs, ascending. */
export type PlotLine = {
  readonly label: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
};

type Props = {
  readonly name: string;
  readonly lines: readonly PlotLine[];
  /** `step`: a value holds until the next; `saw`: straight lines between points; `dots`: single readings joined by steps. */
  readonly shape: "step" | "saw" | "dots";
  /** A logarithmic scale, for what doubles. */
  readonly doubles?: boolean;
  /** The values are seconds. */
  readonly seconds?: boolean;
};

const HEIGHT = 128;
/** A plot of nothing but zeros still has a scale. */
const LEAST_HEIGHT = 1e-3;
/** Lines differ by dash as well as by hue, which means nothing here. */
const DASHES = [[], [6, 4], [2, 3], [8, 3, 2, 3]];

/** Values over virtual time, with the run's own playhead; a click goes to that time. */
export function TimePlot({ name, lines, shape, doubles = false, seconds = false }: Props) {
  const texts = useReconcileTexts();
  const holder = useRef<HTMLDivElement>(null);
  const { seek } = useActions();
  const at = useApp((state) => state.run.cursor.at);
  const end = useApp((state) => state.run.info?.headAt ?? 0);
  const theme = useApp((state) => state.view.theme);
  const playhead = useRef(at);
  const plot = useRef<UPlot>(undefined);
  playhead.current = at;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const drawn = new UPlot(
      optionsOf(element, { lines, shape, doubles, seconds, end, playhead }),
      dataOf(lines, end),
      element,
    );
    plot.current = drawn;
    const goTo = () => {
      const seconds = drawn.posToVal(drawn.cursor.left ?? 0, "x");
      seek({ type: "time", at: Math.max(0, Math.round(seconds * MICROS)) });
    };
    drawn.over.addEventListener("click", goTo);
    const resize = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      drawn.destroy();
      plot.current = undefined;
    };
  }, [lines, shape, doubles, seconds, end, seek, theme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the playhead moves, the data stay
  useEffect(() => plot.current?.redraw(false), [at]);

  return (
    <figure className={styles.plot}>
      <figcaption className={styles.plotName}>
        <code>{name}</code>
        {lines.length > 1 && lines.map(({ label }, index) => <Key key={label} label={label} index={index} />)}
      </figcaption>
      {lines.every(({ points }) => points.length === 0) ? (
        <p className={styles.quiet}>{texts.nothing}</p>
      ) : (
        <div
          ref={holder}
          role="img"
          aria-label={texts.plot(name, momentText(0), momentText(end), momentText(at))}
          className={styles.canvas}
        />
      )}
    </figure>
  );
}

function Key({ label, index }: { readonly label: string; readonly index: number }) {
  return (
    <span className={styles.plotKey}>
      <svg width="18" height="4" aria-hidden="true">
        <line
          x1="0"
          y1="2"
          x2="18"
          y2="2"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray={dashOf(index).join(" ")}
        />
      </svg>
      <code>{label}</code>
    </span>
  );
}

const MICROS = 1_000_000;

type Look = Pick<Required<Props>, "lines" | "shape" | "doubles" | "seconds"> & {
  readonly end: number;
  readonly playhead: { readonly current: number };
};

function optionsOf(element: HTMLElement, look: Look): UPlot.Options {
  const { lines, doubles, seconds, end, playhead } = look;
  const style = getComputedStyle(element);
  const colour = (token: string) => style.getPropertyValue(token);
  const rule = { stroke: colour("--line"), width: 1 };
  const axis = { stroke: colour("--ink-2"), grid: rule, ticks: rule, font: "11px system-ui" };
  const text = seconds ? (value: number) => spanText(Math.round(value * MICROS)) : String;
  const onlyDecades = (_: UPlot, splits: number[]) => splits.map((split) => (isDecade(split) ? split : null));
  const rules = doubles ? { ...rule, filter: onlyDecades } : rule;
  const values = (_: UPlot, splits: (number | null)[]) => splits.map((split) => (split === null ? "" : text(split)));
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [0, Math.max(end / MICROS, 0.001)] },
      y: doubles ? { distr: 3, log: 10 } : { range: (_, __, most) => [0, Math.max(LEAST_HEIGHT, most * 1.1)] },
    },
    axes: [
      { ...axis, size: 26, values: (_, ticks) => ticks.map(timeText) },
      { ...axis, size: 58, grid: rules, ticks: rules, values, ...(doubles ? { filter: onlyDecades } : {}) },
    ],
    series: [{}, ...lines.map((line, index) => seriesOf(line, index, look, colour("--active")))],
    hooks: { draw: [(drawn) => drawPlayhead(drawn, playhead.current / MICROS, colour("--ink"))] },
  };
}

function seriesOf({ label }: PlotLine, index: number, { lines, shape, end }: Look, stroke: string): UPlot.Series {
  const stepped = UPlot.paths.stepped?.({ align: 1 });
  return {
    label,
    stroke,
    width: 1.5,
    dash: [...dashOf(index)],
    spanGaps: true,
    // The end of the run is no reading.
    points: {
      show: true,
      size: 5,
      stroke,
      fill: stroke,
      filter: () => (shape === "dots" ? readingsOf(lines, index, end) : []),
    },
    ...(shape !== "saw" && stepped !== undefined ? { paths: stepped } : {}),
  };
}

function isDecade(value: number): boolean {
  const exponent = Math.log10(value);
  return Math.abs(exponent - Math.round(exponent)) < 1e-6;
}

function timeText(seconds: number): string {
  return seconds >= 120 ? `${Number((seconds / 60).toFixed(1))} min` : `${Number(seconds.toFixed(3))} s`;
}

function dashOf(index: number): readonly number[] {
  return DASHES[index % DASHES.length] ?? [];
}

/** The times of a plot, ascending. One line keeps its own, with two values where it jumps; several share theirs. The last is the run's end. */
function timesOf(lines: readonly PlotLine[], end: number): readonly number[] {
  const all = lines.flatMap(({ points }) => points.map(({ at }) => at));
  if (lines.length === 1) return [...all, end];
  return [...new Set([...all, end])].sort((a, b) => a - b);
}

/** The places of a line's own points among the times: the end of the run is no reading. */
function readingsOf(lines: readonly PlotLine[], index: number, end: number): number[] {
  const points = lines[index]?.points ?? [];
  if (lines.length === 1) return points.map((_, place) => place);
  const times = timesOf(lines, end);
  return points.map(({ at }) => times.indexOf(at));
}

/** Each line's value at the times of its own points, and held until the end. */
function dataOf(lines: readonly PlotLine[], end: number): UPlot.AlignedData {
  const times = timesOf(lines, end);
  const values = lines.map(({ points }, index) => {
    const column: (number | null)[] = times.map(() => null);
    for (const [each, place] of readingsOf(lines, index, end).entries()) column[place] = points[each]?.value ?? null;
    column[times.length - 1] ??= points.at(-1)?.value ?? null;
    return column;
  });
  return [times.map((at) => at / MICROS), ...values];
}

function drawPlayhead({ ctx, bbox, valToPos }: UPlot, seconds: number, ink: string): void {
  const x = Math.round(valToPos(seconds, "x", true));
  ctx.save();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(x + 0.5, bbox.top);
  ctx.lineTo(x + 0.5, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}
