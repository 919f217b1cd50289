import { type ReactNode, useId, useRef, useState } from "react";
import styles from "./popover.module.css";

type Props = {
  /** What the button shows. */
  readonly button: ReactNode;
  readonly label: string;
  readonly buttonClass?: string;
  readonly align?: "start" | "end";
  readonly children: (close: () => void) => ReactNode;
};

/** A button that opens a panel below itself. The browser closes it on Escape and on a click elsewhere. */
export function Popover({ button, label, buttonClass = "", align = "start", children }: Props) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // The panel is made when it is opened first.
  const [wanted, setWanted] = useState(false);
  const place = () => {
    setWanted(true);
    const from = opener.current?.getBoundingClientRect();
    if (from === undefined || panel.current === null) return;
    const { style } = panel.current;
    style.top = `${from.bottom + 4}px`;
    style.left = align === "start" ? `${Math.max(8, from.left)}px` : "auto";
    style.right = align === "end" ? `${Math.max(8, innerWidth - from.right)}px` : "auto";
  };
  return (
    <>
      <button ref={opener} type="button" popoverTarget={id} title={label} className={`${styles.opener} ${buttonClass}`}>
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles.panel}
        onBeforeToggle={place}
      >
        {wanted && children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
}
