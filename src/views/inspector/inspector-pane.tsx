import { useMemo } from "react";
import { chartFor, mailboxOf, subjectOf } from "../../projections/inspect.ts";
import { placeOf } from "../../projections/sentences.ts";
import { useApp } from "../app-context.tsx";
import { standingRow, toldActor, useTold } from "../pipeline/use-told.ts";
import { Statechart } from "../statechart/statechart.tsx";
import { ContextSection } from "./context-section.tsx";
import { IndicesSection, InformerSection } from "./informer-section.tsx";
import { InspectorHeader } from "./inspector-header.tsx";
import styles from "./inspector-pane.module.css";
import { MailboxSection } from "./mailbox-section.tsx";
import { ObjectSection } from "./object-section.tsx";
import { TimersSection } from "./timers-section.tsx";
import { useInspectorTexts } from "./use-inspector-texts.ts";
import { WhySection } from "./why-section.tsx";
import { WireSection } from "./wire-section.tsx";

const WRITES_A_LINE: ReadonlySet<string> = new Set(["stream.send", "stream.bookmark", "stream.error"]);

/** What the selected thing is now, what it did, and why. */
export function InspectorPane() {
  const texts = useInspectorTexts();
  const frame = useApp((state) => state.frame.current);
  const selected = useApp((state) => state.view.selected);
  const why = useApp((state) => state.view.why);
  const actor = useApp(toldActor);
  const { row } = useTold();
  const standing = useApp(standingRow);
  const chart = actor === undefined ? undefined : chartFor(actor, frame?.charts ?? []);
  const object = useMemo(() => {
    if (selected.key !== undefined && selected.kind !== undefined) return { kind: selected.kind, key: selected.key };
    return row === undefined ? undefined : subjectOf(row.fact, placeOf(row.actor).kind);
  }, [selected, row]);
  if (frame === undefined || (actor === undefined && object === undefined))
    return <p className={styles.nothing}>{texts.nothing}</p>;
  const mailbox = actor === undefined ? [] : mailboxOf(frame, actor);
  const showsActor = !why && selected.key === undefined;
  // At the moment at which the server writes a line, the line comes first; else the chart does.
  const wroteLine = standing !== undefined && standing.actor === actor && WRITES_A_LINE.has(standing.fact.type);
  const wire = showsActor && actor !== undefined && <WireSection frame={frame} actor={actor} />;
  return (
    <div className={styles.inspector}>
      <InspectorHeader actor={actor} object={object} chart={chart} />
      {showsActor && actor !== undefined && <IndicesSection frame={frame} actor={actor} />}
      {wroteLine && wire}
      {showsActor && chart !== undefined && (
        <section className={styles.section} aria-label={texts.state}>
          <Statechart actor={chart.actor} />
        </section>
      )}
      {showsActor && actor !== undefined && <InformerSection frame={frame} actor={actor} />}
      {!wroteLine && wire}
      {showsActor && chart !== undefined && <ContextSection chart={chart} />}
      {showsActor && <TimersSection chart={chart} />}
      {!why && mailbox.length > 0 && <MailboxSection mailbox={mailbox} />}
      {!why && selected.key !== undefined && object !== undefined && <ObjectSection object={object} />}
      <WhySection full={why} />
      {!why && selected.key === undefined && object !== undefined && <ObjectSection object={object} />}
    </div>
  );
}
