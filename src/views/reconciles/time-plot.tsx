import "uplot/dist/uPlot.min.css";
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import { type PlotLine, plotColumns } from "../../projections/plot-columns.ts";
import { useActions, useApp } from "../app-context.tsx";
import { momentText, spanText } from "../widgets/format-time.ts";
import styles from "./metrics-view.module.css";
import { lookOf, markerPath } from "./plot-lines.ts";
import { useReconcileTexts } from "./use-reconcile-texts.ts";

type Props = {
  readonly name: string;
  readonly lines: readonly PlotLine[];
  /** `step`: a value holds until the next; `saw`: straight lines between points; `dots`: readings joined by steps; `marks`: each for itself. */
  readonly shape: "step" | "saw" | "dots" | "marks";
  /** A logarithmic scale, for what doubles. */
  readonly doubles?: boolean;
  /** The values are seconds. */
  readonly seconds?: boolean;
};

const HEIGHT = 128;
/** A plot of nothing but zeros still has a scale. */
const LEAST_HEIGHT = 1e-3;
/** Half the size of a marker, CSS px. */
const MARKER = 3;

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
    const columns = plotColumns(lines, end);
    const data: UPlot.AlignedData = [
      columns.times.map((time) => time / MICROS),
      ...columns.values.map((one) => [...one]),
    ];
    const look = { lines, own: columns.own, shape, doubles, seconds, end, playhead };
    const drawn = new UPlot(optionsOf(element, look), data, element);
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
        {lines.length > 1 &&
          lines.map(({ label }, index) => <Key key={label} label={label} index={index} shape={shape} />)}
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

/** Readings are marked; a value that holds is a line alone. */
function hasMarkers(shape: Props["shape"]): boolean {
  return shape === "dots" || shape === "marks";
}

type KeyProps = Pick<Props, "shape"> & { readonly label: string; readonly index: number };

/** What a line of the plot looks like: its stroke unless readings stand for themselves, its marker unless it has none. */
function Key({ label, index, shape }: KeyProps) {
  const { token, dash, marker, filled } = lookOf(index);
  return (
    <span className={styles.plotKey}>
      <svg width="26" height="10" aria-hidden="true" style={{ color: `var(${token})` }}>
        {shape !== "marks" && (
          <line x1="0" y1="5" x2="26" y2="5" stroke="currentColor" strokeWidth="1.5" strokeDasharray={dash.join(" ")} />
        )}
        {hasMarkers(shape) && (
          <path
            d={markerPath(marker, 13, 5, MARKER)}
            stroke="currentColor"
            fill={filled ? "currentColor" : "var(--pane)"}
          />
        )}
      </svg>
      <code>{label}</code>
    </span>
  );
}

const MICROS = 1_000_000;

type Look = Pick<Required<Props>, "lines" | "shape" | "doubles" | "seconds"> & {
  /** Of each line the places of its own points among the times. */
  readonly own: readonly (readonly number[])[];
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
    series: [{}, ...lines.map(({ label }, index) => ({ label, ...seriesOf(index, look, colour) }))],
    hooks: { draw: [(drawn) => drawPlayhead(drawn, playhead.current / MICROS, colour("--ink"))] },
  };
}

function seriesOf(index: number, { own, shape }: Look, colour: (token: string) => string): Omit<UPlot.Series, "label"> {
  const stepped = UPlot.paths.stepped?.({ align: 1 });
  const { token, dash, marker, filled } = lookOf(index);
  const stroke = colour(token);
  return {
    stroke,
    width: 1.5,
    dash: [...dash],
    spanGaps: true,
    points: {
      show: true,
      stroke,
      fill: filled ? stroke : colour("--pane"),
      // The end of the run is no reading.
      filter: () => (hasMarkers(shape) ? [...(own[index] ?? [])] : []),
      paths: (drawn, series, _first, _last, places) => markersOf(drawn, series, places ?? [], marker),
    },
    ...(shape === "marks" ? { paths: () => null } : {}),
    ...((shape === "step" || shape === "dots") && stepped !== undefined ? { paths: stepped } : {}),
  };
}

function markersOf(
  { data, scales, valToPos }: UPlot,
  series: number,
  places: readonly number[],
  marker: Parameters<typeof markerPath>[0],
): UPlot.Series.Points.Paths | null {
  const least = scales["y"]?.min ?? 0;
  const outlines = places.flatMap((place) => {
    const [seconds, value] = [data[0][place], data[series]?.[place]];
    if (seconds === undefined || value === undefined || value === null) return [];
    const [x, y] = [valToPos(seconds, "x", true), valToPos(Math.max(value, least), "y", true)];
    return [markerPath(marker, x, y, MARKER * UPlot.pxRatio)];
  });
  const path = new Path2D(outlines.join(""));
  return { stroke: path, fill: path };
}

function isDecade(value: number): boolean {
  const exponent = Math.log10(value);
  return Math.abs(exponent - Math.round(exponent)) < 1e-6;
}

function timeText(seconds: number): string {
  return seconds >= 120 ? `${Number((seconds / 60).toFixed(1))} min` : `${Number(seconds.toFixed(3))} s`;
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
