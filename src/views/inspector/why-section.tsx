import { notInPast, tellingChain } from "../../projections/why.ts";
import type { EventRow } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { SourceLink } from "../modelled/source-link.tsx";
import { useClause } from "../pipeline/use-clause.ts";
import { useTold } from "../pipeline/use-told.ts";
import { secondsText } from "../widgets/format-time.ts";
import { Icon } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import panes from "./inspector-pane.module.css";
import { useInspectorTexts } from "./use-inspector-texts.ts";
import styles from "./why-section.module.css";

/** Causes that fit beside the chart; in Why there are all of them. */
const NEWEST = 8;

/** The causal past as a numbered list; in Why with the types, and with what is not part of it. */
export function WhySection({ full }: { readonly full: boolean }) {
  const texts = useInspectorTexts();
  const { row, chain } = useTold();
  const all = useApp((state) => state.frame.current?.events ?? 0);
  const events = tellingChain(chain ?? []);
  const first = full ? 0 : Math.max(0, events.length - NEWEST);
  return (
    <section className={panes.section}>
      <h3 className={panes.heading}>
        {!full && <Icon name="cause" />}
        <span>{full ? texts.causalPast : texts.why}</span>
        {row !== undefined && <SourceLink target={{ type: "fact", fact: row.fact }} />}
        <span>{full ? texts.pastOf(chain?.length ?? 0, all) : <KeyHint keys="y" />}</span>
      </h3>
      {events.length <= 1 && <p className={panes.quiet}>{texts.noWhy}</p>}
      <ol className={styles.list} data-full={full || undefined}>
        {events.slice(first).map((event, index) => (
          <Cause key={event.seq} event={event} number={first + index + 1} last={event === events.at(-1)} full={full} />
        ))}
      </ol>
      {full && <NotInPast chain={chain ?? []} />}
    </section>
  );
}

type CauseProps = { readonly event: EventRow; readonly number: number; readonly last: boolean; readonly full: boolean };

function Cause({ event, number, last, full }: CauseProps) {
  const clause = useClause();
  const texts = useInspectorTexts();
  const { seek } = useActions();
  const flag = flagOf(event.fact.type);
  return (
    <li className={full ? styles.entry : undefined}>
      <button
        type="button"
        className={styles.row}
        title={texts.seek}
        onClick={() => seek({ type: "event", seq: event.seq })}
      >
        <span className={styles.number} data-last={last || undefined}>
          {number}
        </span>
        <span className={styles.time}>{secondsText(event.at)}</span>
        <span className={styles.sentence}>
          <RichText text={clause(event)} />
          {full && <span className={styles.type}>{event.fact.type}</span>}
        </span>
        {flag !== undefined && <Icon name={flag} tone={flag} />}
      </button>
      {full && <SourceLink target={{ type: "fact", fact: event.fact }} />}
    </li>
  );
}

function flagOf(type: string): "fault" | "failed" | "waiting" | "edit" | undefined {
  if (type.startsWith("fault.")) return "fault";
  if (type === "user.edit") return "edit";
  if (/failed|refused|error|closed$/.test(type)) return "failed";
  return type === "backoff" || type === "queue.limited" ? "waiting" : undefined;
}

function NotInPast({ chain }: { readonly chain: readonly EventRow[] }) {
  const texts = useInspectorTexts();
  const clause = useClause();
  const rows = useApp((state) => state.trace.rows);
  const cursor = useApp((state) => state.run.cursor);
  const aside = notInPast(rows, chain, cursor, 4);
  if (aside.length === 0) return null;
  return (
    <>
      <h3 className={`${panes.heading} ${styles.aside}`}>{texts.notInPast}</h3>
      <ul>
        {aside.map((event) => (
          <li key={event.seq} className={styles.row}>
            <span className={styles.number} data-none />
            <span className={styles.time}>{secondsText(event.at)}</span>
            <span className={`${styles.sentence} ${panes.quiet}`}>
              <RichText text={clause(event)} />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.reason}>{texts.notInPastWhy}</p>
    </>
  );
}
