import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./notice.module.css";

/** The cursor is at the last event of a run that was stopped by a bound. */
export function BoundCard() {
  const { shell: text } = useMessages();
  const bound = useApp(({ run }) => {
    const { info, cursor, failure } = run;
    if (info === undefined || cursor.seq < info.headEvents - 1 || failure !== undefined) return undefined;
    const { end } = info;
    return end === "open" || end === "until" || end === "quiet" ? undefined : end;
  });
  const events = useApp((state) => state.run.info?.headEvents ?? 0);
  const language = useApp((state) => state.view.language);
  if (bound === undefined) return null;
  return (
    <div role="status" className={`${styles.card} ${styles.within}`}>
      <div className={styles.head}>
        <Glyph tone="waiting" />
        <div>
          <h2 className={styles.title}>{text.boundReached(events.toLocaleString(language))}</h2>
          <p className={styles.text}>{text.boundText[bound]}</p>
        </div>
      </div>
    </div>
  );
}
