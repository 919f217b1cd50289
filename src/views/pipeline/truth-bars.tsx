import type { Truth, TruthLine, TruthRead } from "../../projections/truth.ts";
import { useMessages } from "../messages-context.tsx";
import { momentText, spanText } from "../widgets/format-time.ts";
import figures from "./figures.module.css";

type Props = { readonly truth: Truth; readonly width: number; readonly row: number };

const GUTTER = 98;

/** One bar for each holder: solid while it knew what etcd knew, hatched while it did not; and the newest read of a reconcile. */
export function TruthBars({ truth, width, row }: Props) {
  const { lines, read } = truth;
  const height = row * (lines.length + 1);
  const label = useTruthWords()(truth);
  return (
    <svg
      className={figures.figure}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {lines.map((line, index) => (
        <HolderBar key={line.holder} truth={truth} line={line} y={index * row} row={row} width={width} />
      ))}
      {read !== undefined && <ReadMark read={read} y={lines.length * row} row={row} width={width} />}
    </svg>
  );
}

type BarProps = {
  readonly truth: Truth;
  readonly line: TruthLine;
  readonly y: number;
  readonly row: number;
  readonly width: number;
};

function HolderBar({ truth, line, y, row, width }: BarProps) {
  const texts = useMessages().pipeline;
  const x = (share: number) => GUTTER + share * (width - GUTTER - 2);
  const top = y + Math.round(row / 2) - 3;
  const there = line.stretches.filter(({ rv }) => rv !== 0);
  const end = x(there.at(-1)?.to ?? 0);
  const gone = line.stretches.at(-1)?.rv === 0;
  const note = useNote(truth, line);
  const roomRight = width - end;
  return (
    <g>
      <text className={figures.holder} x="0" y={y + row - 5}>
        {HOLDER_NAMES[line.holder] ?? texts.inCache}
      </text>
      {there.map(({ from, to, right }) => (
        <rect
          key={from}
          className={right ? figures.known : figures.stale}
          x={x(from)}
          y={top}
          width={Math.max(2, x(to) - x(from))}
          height="6"
        />
      ))}
      {gone && <path className={figures.end} d={`M${end - 3} ${top}l6 6m0 -6l-6 6`} />}
      {note !== "" && roomRight > 90 && (
        <text className={figures.note} x={end + 10} y={y + row - 5}>
          {note}
        </text>
      )}
    </g>
  );
}

const HOLDER_NAMES: Readonly<Record<TruthLine["holder"], string | undefined>> = {
  etcd: "etcd",
  store: "store",
  cache: undefined,
};

function useNote(truth: Truth, line: TruthLine): string {
  const texts = useMessages().pipeline;
  if (truth.changedAt === undefined) return "";
  if (line.holder === "etcd") return truth.deleted ? texts.deleted : "";
  if (line.lag === undefined) return "";
  return truth.deleted ? texts.goneAfter(spanText(line.lag)) : texts.knewAfter(spanText(line.lag));
}

type ReadProps = { readonly read: TruthRead; readonly y: number; readonly row: number; readonly width: number };

function ReadMark({ read, y, row, width }: ReadProps) {
  const texts = useMessages().pipeline;
  const x = GUTTER + read.share * (width - GUTTER - 2);
  const left = read.share > 0.5;
  return (
    <g data-tone={read.stale ? "stale" : "ok"}>
      <text className={figures.holder} x="0" y={y + row - 5}>
        {texts.inReconcile(read.reconcile)}
      </text>
      <path className={figures.readTick} d={`M${x} ${y + 2}v${row - 5}`} />
      <text className={figures.hue} x={left ? x - 6 : x + 6} y={y + row - 5} textAnchor={left ? "end" : "start"}>
        {texts.readItAt(momentText(read.at), read.count, read.rv)}
      </text>
    </g>
  );
}

/** The same in words, for those who do not see the bars. */
function useTruthWords(): (truth: Truth) => string {
  const texts = useMessages().pipeline;
  return ({ lines, late }) =>
    [
      ...lines.map(
        ({ holder, rv }) =>
          `${HOLDER_NAMES[holder] ?? texts.inCache} ${rv === 0 ? texts.notThere : rv > 0 ? `@${rv}` : ""}`,
      ),
      late > 0 ? texts.lateBy(spanText(late)) : texts.inStep,
    ].join(", ");
}
