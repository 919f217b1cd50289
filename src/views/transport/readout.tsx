import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { momentText } from "../widgets/format-time.ts";
import styles from "./readout.module.css";

/** Virtual time, and which of the known events the cursor is at. */
export function Readout() {
  const { transport: text } = useMessages();
  const cursor = useApp((state) => state.run.cursor);
  const events = useApp((state) => state.run.info?.headEvents ?? 0);
  const isOpen = useApp((state) => state.run.info?.end === "open");
  const newest = Math.max(events - 1, 0);
  const here = Math.max(cursor.seq, 0);
  return (
    <span className={styles.readout}>
      <span role="timer" aria-label={text.time} className={styles.clock}>
        {momentText(cursor.at)}
      </span>
      <span className={styles.events} title={text.events(`${here}`, isOpen ? `${newest}+` : `${newest}`)}>
        e{here}
        <span className={styles.all}>
          {" / "}
          {newest}
          {isOpen ? "+" : ""}
        </span>
      </span>
    </span>
  );
}
