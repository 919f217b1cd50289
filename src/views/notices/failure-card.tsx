import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import { ReproduceLink } from "../widgets/reproduce-link.tsx";
import styles from "./notice.module.css";

/** Our own fault in the worker: what it said, and a link that brings everybody to it. */
export function FailureCard() {
  const { shell: text } = useMessages();
  const failure = useApp((state) => state.run.failure);
  const { open } = useActions();
  if (failure === undefined) return null;
  return (
    <div role="alert" className={`${styles.card} ${styles.floating}`}>
      <div className={styles.head}>
        <Glyph tone="failed" />
        <div>
          <h2 className={styles.title}>{text.runFailed}</h2>
          <p className={styles.text}>{text.runFailedText}</p>
        </div>
      </div>
      <p className={styles.path}>{failure.message}</p>
      <div className={styles.row}>
        <Button
          look="primary"
          onClick={() => open(failure.spec, { at: { type: "step", step: Math.max(failure.step - 1, 0) } })}
        >
          {text.openBefore}
        </Button>
        <ReproduceLink />
      </div>
    </div>
  );
}
