import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { lineAt, scriptLines } from "../../projections/script-lines.ts";
import type { AppState } from "../../store/app-state.ts";
import type { ScriptRow, Side, Target } from "../../store/run-types.ts";
import { isQuestionOpen } from "../../store/story-position.ts";
import { useActions, useApp } from "../app-context.tsx";
import { momentText } from "../widgets/format-time.ts";
import styles from "./script-table.module.css";
import { ScriptTableRow } from "./script-table-row.tsx";
import { ShowSide } from "./show-side.tsx";
import { useCompareTexts } from "./use-compare-texts.ts";
import { useSideName } from "./use-side-name.ts";

type Props = { readonly script: NonNullable<AppState["run"]["script"]>; readonly sides: readonly Side[] };

/** Runs along their script: a row for what happened to them, and in each what the part holds then and has given out since. */
export function ScriptTable({ script: { rows, left, focus }, sides }: Props) {
  const text = useCompareTexts();
  const { seek } = useActions();
  const seq = useApp((state) => state.run.cursor.seq);
  const keepsBack = useApp(isQuestionOpen);
  const body = useRef<HTMLTableSectionElement>(null);
  const lines = useMemo(() => scriptLines(rows), [rows]);
  const lit = lineAt(rows, seq);
  const [focused, setFocused] = useState<number>();
  const tabStop = focused ?? Math.max(0, lit);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextLine(event.key, tabStop, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    body.current?.querySelectorAll<HTMLButtonElement>("th button")[next]?.focus();
  };
  if (rows.length === 0) return <p className={styles.note}>{text.noRows}</p>;
  return (
    <>
      {keepsBack && lit < rows.length - 1 && <p className={styles.note}>{text.keepsBack}</p>}
      {left !== "nothing" && <p className={styles.note}>{text.left[left]}</p>}
      <table className={styles.table} aria-label={text.alongScript(text.parts[focus.part])}>
        <ScriptHead row={rows[lit]} sides={sides} />
        <tbody ref={body} onKeyDown={onKeyDown}>
          {lines.map((line, index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <ScriptTableRow
                key={`${row.cause} ${row.event.seq} ${row.own}`}
                row={row}
                line={line}
                part={focus.part}
                isLit={index === lit}
                ahead={index <= lit ? undefined : keepsBack ? "keptBack" : "known"}
                isTabStop={index === tabStop}
                onFocus={() => setFocused(index)}
                onBlur={() => setFocused(undefined)}
                onGo={() => seek(targetOf(rows, index))}
              />
            );
          })}
        </tbody>
      </table>
    </>
  );
}

type HeadProps = { readonly row: ScriptRow | undefined; readonly sides: readonly Side[] };

/** The runs, and where each of them stands at the row of the cursor. */
function ScriptHead({ row, sides }: HeadProps) {
  const text = useCompareTexts();
  const nameOf = useSideName();
  return (
    <thead>
      <tr>
        <th scope="col">{text.script}</th>
        {sides.map((side, index) => {
          const { called, title } = nameOf(side, index);
          const { seq = -1, at = 0 } = row?.places[index] ?? {};
          const target: Target = seq < 0 ? { type: "start" } : { type: "event", seq };
          return (
            <th key={title} scope="col">
              <h3 className={styles.name}>{title}</h3>
              <div className={styles.where}>
                <span>{seq < 0 ? text.notBegun : `e${seq} · ${momentText(at)}`}</span>
                <ShowSide side={side} index={index} called={called} at={target} isShort />
              </div>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function nextLine(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return Math.min(from + 1, count - 1);
    case "ArrowUp":
      return Math.max(from - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/** Where the run on the screen goes for a row. One that it does not have leaves it at the row before, which it has. */
function targetOf(rows: readonly ScriptRow[], index: number): Target {
  const own = rows.slice(0, index + 1).findLast((row) => row.own !== undefined)?.own;
  return own === undefined ? { type: "start" } : { type: "event", seq: own };
}
