import { Fragment } from "react";
import { foldedChain, notInPast } from "../../projections/why.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Icon } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import styles from "./now-band.module.css";
import { useClause } from "./use-clause.ts";
import { useTold } from "./use-told.ts";

/** Clauses of the sentence; the inspector has them all. */
const MOST = 5;

/** The causal past as one sentence with numbers, and what is not in it. */
export function NowWhy() {
  const texts = useMessages().pipeline;
  const { row, chain } = useTold();
  const clause = useClause();
  const rows = useApp((state) => state.trace.rows);
  const cursor = useApp((state) => state.run.cursor);
  const { setView } = useActions();
  const links = foldedChain(chain ?? [], MOST);
  const aside = notInPast(rows, chain ?? [], cursor, 2);
  return (
    <div className={styles.band} data-why>
      <div className={styles.context}>
        <Icon name="cause" />
        <span>{texts.whyTitle}</span>
        {row !== undefined && <span className={styles.place}>{`e${row.seq} · ${momentText(row.at)}`}</span>}
        {row !== undefined && <span className={styles.actor}>{row.actor}</span>}
        <button type="button" className={styles.back} aria-keyshortcuts="Y" onClick={() => setView({ why: false })}>
          <KeyHint keys="y" />
          {texts.back}
        </button>
      </div>
      <h2 className={styles.past} aria-live="polite">
        {links.map((link, index) => (
          <Fragment key={link.type === "event" ? link.event.seq : "more"}>
            {link.type === "event" ? (
              <>
                <span className={styles.number}>{link.number}</span>{" "}
                <span className={index === links.length - 1 ? styles.last : undefined}>
                  <RichText text={clause(link.event)} />
                </span>
              </>
            ) : (
              <span className={styles.folded}>{texts.moreCauses(link.count)}</span>
            )}
            {index < links.length - 1 ? texts.between : texts.fullStop}
          </Fragment>
        ))}
        {aside.length > 0 && (
          <span className={styles.last}>
            <RichText text={texts.notInPast(aside.map(clause))} />
          </span>
        )}
      </h2>
    </div>
  );
}
