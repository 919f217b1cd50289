import type { Frame, InformerFrame } from "../../store/run-types.ts";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./inspector-pane.module.css";
import { useInspectorTexts } from "./use-inspector-texts.ts";

/** What client-go itself says of an informer: HasSynced, the HasSynced of each registration, IsStopped. */
export function InformerSection({ frame, actor }: { readonly frame: Frame; readonly actor: string }) {
  const texts = useInspectorTexts();
  const informer = informerOf(frame, actor);
  const election = frame.processes.find(({ name }) => name === actor)?.election;
  if (election !== undefined)
    return (
      <section className={styles.section}>
        <h3 className={styles.heading}>{texts.conditions}</h3>
        <ul className={styles.lamps}>
          <Lamp name="IsLeader" of={texts.ofLease(election.lease, election.holder)} on={election.isLeader} />
        </ul>
      </section>
    );
  if (informer === undefined) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{texts.conditions}</h3>
      <ul className={styles.lamps}>
        <Lamp name="HasSynced" of={texts.ofInformer} on={informer.hasSynced} />
        {informer.handlers.map(({ id, synced }) => (
          <Lamp key={id} name="HasSynced" of={texts.ofHandler(id)} on={synced} />
        ))}
        <Lamp name="IsStopped" of={texts.ofInformer} on={informer.isStopped} />
      </ul>
    </section>
  );
}

/** A condition that is true or not yet: filled or hollow, and said in a word. */
function Lamp({ name, of, on }: { readonly name: string; readonly of: string; readonly on: boolean }) {
  return (
    <li>
      <Glyph tone={on ? "ok" : "idle"} />
      <code>{name}</code>
      <span>{of}</span>
      <b>{String(on)}</b>
    </li>
  );
}

/** The indices of the store that a process loop writes. */
export function IndicesSection({ frame, actor }: { readonly frame: Frame; readonly actor: string }) {
  const texts = useInspectorTexts();
  const informer = actor.endsWith("/process") ? informerOf(frame, actor) : undefined;
  const filled = (informer?.store.indices ?? []).filter(({ values }) => values.length > 0);
  if (filled.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{texts.indices}</h3>
      {filled.map(({ name, values, more }) => (
        <dl key={name} className={styles.index}>
          <dt>{texts.indexBy[name]}</dt>
          {values.map(({ value, keys, more: further }) => (
            <dd key={value}>
              <code>{value}</code>
              <span>{[...keys, ...(further > 0 ? [texts.more(further)] : [])].join(", ")}</span>
            </dd>
          ))}
          {more > 0 && <dd>{texts.more(more)}</dd>}
        </dl>
      ))}
    </section>
  );
}

/** `web/Pod/process` and its like belong to the informer `web/Pod`. */
function informerOf(frame: Frame, actor: string): InformerFrame | undefined {
  const id = actor.split("/").slice(0, 2).join("/");
  return frame.processes.flatMap(({ informers }) => informers).find((informer) => informer.id === id);
}
