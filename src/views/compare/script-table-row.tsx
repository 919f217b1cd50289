import { useEffect, useRef } from "react";
import { type ScriptLine, takenName } from "../../projections/script-lines.ts";
import type { ScriptPart, ScriptRow } from "../../store/run-types.ts";
import { useMessages } from "../messages-context.tsx";
import { useClause } from "../pipeline/use-clause.ts";
import { secondsText } from "../widgets/format-time.ts";
import { Icon } from "../widgets/icon.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import { ScriptCells } from "./script-cells.tsx";
import styles from "./script-table.module.css";
import { useCompareTexts } from "./use-compare-texts.ts";

type Props = {
  readonly row: ScriptRow;
  readonly line: ScriptLine;
  readonly part: ScriptPart;
  /** The cursor has come to it. */
  readonly isLit: boolean;
  /** The cursor has not come to it; `keptBack`: it would answer what is asked. */
  readonly ahead: "known" | "keptBack" | undefined;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onGo: () => void;
};

/** One step of the script, or what came of it: in all runs alike, or in each of them. */
export function ScriptTableRow(props: Props) {
  const { row, line, part, isLit, ahead, isTabStop, onFocus, onBlur, onGo } = props;
  const text = useCompareTexts();
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isLit) element.current?.scrollIntoView({ block: "nearest" });
  }, [isLit]);
  // What came from outside and left nothing anywhere needs no cells: its sentence has the whole row.
  const isHeading = row.cause === "outside" && line.isNothing;
  return (
    <tr ref={element} className={styles.row} data-cause={row.cause} data-lit={isLit || undefined} data-ahead={ahead}>
      <th scope="row" colSpan={isHeading ? line.cells.length + 1 : 1}>
        <button
          type="button"
          className={styles.go}
          aria-current={isLit ? "step" : undefined}
          tabIndex={isTabStop ? 0 : -1}
          onFocus={onFocus}
          onBlur={onBlur}
          onClick={onGo}
        >
          <span className={styles.time}>{secondsText(row.event.at)}</span>
          <CauseMark row={row} />
          <span className={styles.what}>
            <What row={row} part={part} />
          </span>
          {isHeading && ahead !== "keptBack" && <span className={styles.nothing}>{text.holdsNothing}</span>}
          {!line.isSame && ahead !== "keptBack" && (
            <span role="img" aria-label={text.differs} className={styles.unlike}>
              ≠
            </span>
          )}
        </button>
      </th>
      {!isHeading && <ScriptCells line={line} part={part} isKeptBack={ahead === "keptBack"} />}
    </tr>
  );
}

function CauseMark({ row: { cause, event } }: { readonly row: ScriptRow }) {
  if (cause !== "outside") return <span className={styles.inner} />;
  return event.fact.type.startsWith("fault.") ? <Icon name="fault" tone="fault" /> : <Icon name="edit" />;
}

/** What happened: a sentence for what came from outside, the name of the call for what came of it. */
function What({ row: { cause, event }, part }: { readonly row: ScriptRow; readonly part: ScriptPart }) {
  const text = useCompareTexts();
  const { clauses } = useMessages();
  const clause = useClause();
  if (cause === "given") return text.gives[part];
  const name = cause === "taken" ? takenName(event.fact) : undefined;
  return name === undefined ? <RichText text={clauses.sentence(clause(event))} /> : <code>{name}</code>;
}
