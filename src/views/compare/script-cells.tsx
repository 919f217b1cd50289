import type { MarkedEntry, ScriptCell, ScriptLine } from "../../projections/script-lines.ts";
import type { ScriptPart } from "../../store/run-types.ts";
import { ScriptEntries } from "./script-entries.tsx";
import styles from "./script-table.module.css";
import { useCompareTexts } from "./use-compare-texts.ts";
import { letterOf } from "./wanted-sides.ts";

type Props = { readonly line: ScriptLine; readonly part: ScriptPart; readonly isKeptBack: boolean };

/** The runs at a row: one cell for all where they are alike, else each its own. */
export function ScriptCells({ line: { cells, isSame }, part, isKeptBack }: Props) {
  const text = useCompareTexts();
  const [first] = cells;
  if (isKeptBack) {
    return (
      <td colSpan={cells.length} className={styles.quiet} title={text.keepsBack}>
        …
      </td>
    );
  }
  if (isSame && first !== undefined) {
    return (
      <td colSpan={cells.length}>
        <span className={styles.letter}>{text.inAll}</span>
        <Cell cell={first} part={part} />
      </td>
    );
  }
  return cells.map((cell, index) => (
    <td key={letterOf(index)}>
      <span className={styles.letter} aria-hidden="true">
        {letterOf(index)}
      </span>
      <Cell cell={cell} part={part} />
    </td>
  ));
}

function Cell({ cell, part }: { readonly cell: ScriptCell; readonly part: ScriptPart }) {
  const text = useCompareTexts();
  const { isHere, holds, more, gave, ignored } = cell;
  return (
    <div className={styles.cell}>
      {!isHere && <span className={styles.quiet}>{text.notHere}</span>}
      <Group label={text.gave[part]} entries={gave} look="gave" />
      <Group label={text.ignored} entries={ignored} look="ignored" />
      {holds.length > 0 ? (
        <Group label={gave.length + ignored.length > 0 ? text.rest : undefined} entries={holds} look="holds" />
      ) : (
        isHere && <span className={styles.quiet}>{text.holdsNothing}</span>
      )}
      {more > 0 && <span className={styles.quiet}>{text.more(more)}</span>}
    </div>
  );
}

type GroupProps = {
  readonly label: string | undefined;
  readonly entries: readonly MarkedEntry[];
  readonly look: "gave" | "ignored" | "holds";
};

function Group({ label, entries, look }: GroupProps) {
  if (entries.length === 0) return null;
  return (
    <div className={styles.group} data-look={look}>
      {label !== undefined && <span className={styles.label}>{label}</span>}
      <ScriptEntries entries={entries} />
    </div>
  );
}
