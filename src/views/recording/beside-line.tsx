// biome-ignore-all lint/a11y/useFocusableInteractive: the list has the focus and names its active line
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the list has the keys
import { type BesideRow, fieldPairs } from "../../projections/recording/beside.ts";
import { momentText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./recording-view.module.css";
import { useRecordingTexts } from "./use-recording-texts.ts";

const TONES = { same: "ok", differs: "failed", open: "idle" } as const;

type Props = {
  readonly id: string;
  readonly index: number;
  readonly row: BesideRow;
  readonly isCurrent: boolean;
  readonly isFuture: boolean;
  readonly onPick: () => void;
};

/** One observation, said once where both sides are the same, and by each side where they are not. */
export function BesideLine({ id, index, row, isCurrent, isFuture, onPick }: Props) {
  const text = useRecordingTexts();
  const { engine, library, standing } = row;
  const entry = library ?? engine;
  if (entry === undefined) return null;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      data-line={index}
      data-future={isFuture || undefined}
      data-standing={standing}
      className={styles.line}
      onClick={onPick}
    >
      <Glyph tone={TONES[standing]} label={text.standing[standing]} /> {/* the spaces are for those who hear it */}
      <span className={styles.when}>{momentText(entry.at)}</span> <span className={styles.who}>{entry.lane}</span>{" "}
      <span className={styles.what}>
        {standing === "differs" ? (
          <>
            <Side name={text.library} row={row} side="library" />
            <Side name={text.engine} row={row} side="engine" />
          </>
        ) : (
          <Said row={row} />
        )}
      </span>
    </div>
  );
}

/** Type and fields; a value that the recording allows to be another one shows both. */
function Said({ row }: { readonly row: BesideRow }) {
  const { engine, library } = row;
  return (
    <>
      <strong>{(library ?? engine)?.type}</strong>
      {fieldPairs(row).map(({ name, engine: mine, library: theirs }) => (
        <span key={name} className={styles.field}>
          {" "}
          <span className={styles.fieldName}>{name}</span> {theirs ?? mine}
          {engine !== undefined && library !== undefined && mine !== theirs && ` | ${mine ?? "–"}`}
        </span>
      ))}
    </>
  );
}

type SideProps = { readonly name: string; readonly row: BesideRow; readonly side: "engine" | "library" };

/** What one side has; values that the other side does not have stand out. */
function Side({ name, row, side }: SideProps) {
  const text = useRecordingTexts();
  const entry = row[side];
  const other = row[side === "engine" ? "library" : "engine"];
  return (
    <span className={styles.side}>
      <span className={styles.sideName}>{name}</span>{" "}
      {entry === undefined ? (
        <em>{text.nothing}</em>
      ) : (
        <>
          <Stressed isOther={entry.type !== other?.type}>{entry.type}</Stressed>
          {fieldPairs(row).map((pair) =>
            pair[side] === undefined ? null : (
              <span key={pair.name} className={styles.field}>
                {" "}
                <span className={styles.fieldName}>{pair.name}</span>{" "}
                <Stressed isOther={pair.engine !== pair.library}>{pair[side]}</Stressed>
              </span>
            ),
          )}
        </>
      )}
    </span>
  );
}

function Stressed({ isOther, children }: { readonly isOther: boolean; readonly children: string | undefined }) {
  return isOther ? <mark className={styles.other}>{children}</mark> : children;
}
