import type { ReactNode } from "react";
import type { Tone } from "../../store/run-types.ts";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./rows.module.css";

type Props = {
  /** The state's glyph stands first; without a tone the place stays empty, with "none" there is no place. */
  readonly tone?: Tone | "none" | undefined;
  readonly changed: boolean;
  readonly children: ReactNode;
  /** What stands at the right end, in the class hue. */
  readonly value?: ReactNode;
  readonly title?: string;
  /** A pointer selects what the row is about; the keyboard reaches the same through the lanes and the inspector. */
  readonly onSelect?: () => void;
};

/** One row of a node: glyph, words, a value at the right. */
export function Row({ tone, changed, children, value, title, onSelect }: Props) {
  const hue = tone === "none" || tone === undefined ? undefined : tone;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a short way for pointers only
    // biome-ignore lint/a11y/useKeyWithClickEvents: the node itself is what the keyboard selects
    <div
      className={styles.row}
      onClick={
        onSelect === undefined
          ? undefined
          : (event) => {
              event.stopPropagation();
              onSelect();
            }
      }
      data-tone={hue ?? (changed ? "active" : undefined)}
      data-changed={changed || undefined}
      title={title}
    >
      {hue !== undefined && <Glyph tone={hue} />}
      {tone === undefined && <span className={styles.blank} />}
      {children}
      {value !== undefined && <span className={styles.value}>{value}</span>}
    </div>
  );
}

/** A quiet line of words with a second word at its right end. */
export function Label({ children, right }: { readonly children: ReactNode; readonly right?: ReactNode }) {
  return (
    <div className={styles.label}>
      <span>{children}</span>
      {right !== undefined && <span>{right}</span>}
    </div>
  );
}
