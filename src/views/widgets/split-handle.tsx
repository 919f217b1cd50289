import { useRef } from "react";
import styles from "./split-handle.module.css";

type Props = {
  readonly label: string;
  /** The line between two panes stands upright, or lies. */
  readonly line: "upright" | "lying";
  /** Size in px of the pane that is set, and how far it may go. */
  readonly size: number;
  readonly least: number;
  readonly most: number;
  /** Where that pane is, seen from the line. */
  readonly pane: "before" | "after";
  readonly onSize: (size: number) => void;
  /** Back to the size that the layout gives. */
  readonly onReset: () => void;
};

/** One press of an arrow key. */
const stride = 16;

/** The line between two panes: dragged, moved with the arrow keys, reset by a double click or Home. */
export function SplitHandle({ label, line, size, least, most, pane, onSize, onReset }: Props) {
  const grip = useRef<{ readonly at: number; readonly size: number }>(undefined);
  const sign = pane === "before" ? 1 : -1;
  const set = (wanted: number) => onSize(Math.min(most, Math.max(least, Math.round(wanted))));
  const placeOf = (event: React.PointerEvent) => (line === "upright" ? event.clientX : event.clientY);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is a separator that can not be moved; this one can.
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={line === "upright" ? "vertical" : "horizontal"}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      className={styles.handle}
      data-line={line}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { at: placeOf(event), size };
      }}
      onPointerMove={(event) => {
        if (grip.current !== undefined) set(grip.current.size + sign * (placeOf(event) - grip.current.at));
      }}
      onPointerUp={() => {
        grip.current = undefined;
      }}
      onDoubleClick={onReset}
      onKeyDown={(event) => {
        const [less, more] = line === "upright" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
        if (event.key === less) set(size - sign * stride);
        else if (event.key === more) set(size + sign * stride);
        else if (event.key === "Home") onReset();
        else return;
        event.preventDefault();
      }}
    />
  );
}
