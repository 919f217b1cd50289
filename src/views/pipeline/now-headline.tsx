import { becauseOf } from "../../projections/why.ts";
import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Icon } from "../widgets/icon.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import styles from "./now-band.module.css";
import { NowNext } from "./now-next.tsx";
import { useClause } from "./use-clause.ts";
import { type Told, useTold } from "./use-told.ts";

/** What happened just now, why, and what can happen next. */
export function NowHeadline() {
  const { pipeline: texts, clauses } = useMessages();
  const told = useTold();
  const clause = useClause();
  const playing = useApp((state) => state.view.playing);
  const { row } = told;
  return (
    <div className={styles.band}>
      <div className={styles.context}>
        <span>{texts.justNow}</span>
        {row !== undefined && <span className={styles.place}>{`${momentText(row.at)} · e${row.seq}`}</span>}
        {row !== undefined && <span className={styles.actor}>{row.actor}</span>}
        <NowNext />
      </div>
      {/* While time runs the sentence changes too fast to be read aloud. */}
      <div aria-live={playing ? "off" : "polite"}>
        <h2 className={styles.what}>
          {row === undefined ? texts.nothingYet : <RichText text={clauses.sentence(clause(row))} />}
        </h2>
        <Because told={told} />
      </div>
    </div>
  );
}

function Because({ told }: { readonly told: Told }) {
  const { clauses } = useMessages();
  const clause = useClause();
  if (told.row === undefined || told.chain === undefined) return <p className={styles.why}>&nbsp;</p>;
  const { cause, root } = becauseOf(told.chain);
  if (cause === undefined) {
    return (
      <p className={styles.why}>
        <RichText text={clauses.full(clauses.sentence(clauses.first))} />
      </p>
    );
  }
  const deed = root ?? cause;
  const text = root === undefined ? clauses.because(clause(cause)) : clauses.becauseRoot(clause(cause), clause(root));
  return (
    <p className={styles.why}>
      <RichText text={clauses.full(text)} />
      {deed.fact.type.startsWith("fault.") && (
        <span className={styles.flag}>
          <Icon name="fault" tone="fault" />
        </span>
      )}
    </p>
  );
}
