import { changeSentence } from "../../projections/run-change.ts";
import type { RunChange } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { useClause } from "../pipeline/use-clause.ts";
import { Button } from "../widgets/button.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import styles from "./notice.module.css";

/** After another profile or seed was chosen: the first thing that goes another way, or that none does. */
export function ChangeCard() {
  const { shell: text } = useMessages();
  const run = useApp((state) => state.run.id);
  const change = useApp((state) => state.run.change);
  const { seek, setView } = useActions();
  if (change === undefined) return null;
  const putAway = () => setView({ seenChange: run });
  const look = (seq: number) => {
    putAway();
    seek({ type: "event", seq });
  };
  return (
    <div role="status" className={styles.card}>
      <div className={styles.head}>
        <Glyph tone="active" />
        <div>{change === "none" ? <NoChange /> : <Change change={change} />}</div>
      </div>
      <div className={styles.row}>
        {change !== "none" && (
          <Button look="primary" onClick={() => look(change.seq)}>
            {text.changeLook}
          </Button>
        )}
        <Button onClick={putAway}>{text.close}</Button>
      </div>
    </div>
  );
}

function Change({ change }: { readonly change: RunChange }) {
  const { shell: text } = useMessages();
  const clause = useClause();
  const at = Math.min(change.is?.at ?? Number.POSITIVE_INFINITY, change.was?.at ?? Number.POSITIVE_INFINITY);
  return (
    <>
      <h2 className={styles.title}>{text.changeTitle(momentText(at))}</h2>
      <p className={styles.text}>
        <RichText text={changeSentence(text, clause, change)} />
      </p>
    </>
  );
}

function NoChange() {
  const { shell: text } = useMessages();
  return (
    <>
      <h2 className={styles.title}>{text.changeNothing}</h2>
      <p className={styles.text}>{text.changeNothingText}</p>
    </>
  );
}
