import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { useClause } from "../pipeline/use-clause.ts";
import { Button } from "../widgets/button.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./notice.module.css";

/** After another profile or seed was chosen: the first thing that goes another way. */
export function ChangeCard() {
  const { shell: text } = useMessages();
  const clause = useClause();
  const run = useApp((state) => state.run.id);
  const change = useApp((state) => state.run.change);
  const { seek, setView } = useActions();
  if (change === undefined) return null;
  const { was, is, seq } = change;
  const at = is?.at ?? was?.at ?? 0;
  const putAway = () => setView({ seenChange: run });
  const look = () => {
    putAway();
    seek({ type: "event", seq });
  };
  return (
    <div role="status" className={styles.card}>
      <div className={styles.head}>
        <Glyph tone="active" />
        <div>
          <h2 className={styles.title}>{text.changeTitle(momentText(at))}</h2>
          <p className={styles.text}>
            {text.changeText(is ? clause(is) : text.runEnded, was ? clause(was) : text.runEnded)}
          </p>
        </div>
      </div>
      <div className={styles.row}>
        <Button look="primary" onClick={look}>
          {text.changeLook}
        </Button>
        <Button onClick={putAway}>{text.close}</Button>
      </div>
    </div>
  );
}
