import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./notice.module.css";

/** Further events after a bound was reached, on request. */
const another = 100_000;

/** The cursor is at the last event of a run that was stopped by a bound. */
export function BoundCard() {
  const { shell: text } = useMessages();
  const isThere = useApp(
    ({ run }) => run.info?.end === "bound" && run.cursor.seq >= run.info.headEvents - 1 && run.failure === undefined,
  );
  const events = useApp((state) => state.run.info?.headEvents ?? 0);
  const language = useApp((state) => state.view.language);
  const { extend } = useActions();
  if (!isThere) return null;
  return (
    <div role="status" className={`${styles.card} ${styles.within}`}>
      <div className={styles.head}>
        <Glyph tone="waiting" />
        <div>
          <h2 className={styles.title}>{text.boundReached(events.toLocaleString(language))}</h2>
          <p className={styles.text}>{text.boundText}</p>
        </div>
      </div>
      <div className={styles.row}>
        <Button look="primary" onClick={() => extend(another)}>
          {text.goOn}
        </Button>
      </div>
    </div>
  );
}
