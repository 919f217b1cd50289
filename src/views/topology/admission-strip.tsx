import type { Admission, Hook } from "../../projections/topology.ts";
import styles from "./admission-strip.module.css";
import { useTopologyTexts } from "./use-topology-texts.ts";

/** The way of a write through admission: mutating webhooks one after the other, the schema, validating ones side by side. */
export function AdmissionStrip({ admission: { mutating, validating } }: { readonly admission: Admission }) {
  const text = useTopologyTexts();
  return (
    <section className={styles.strip} aria-label={text.admission}>
      <span className={styles.protocol}>{text.admissionBy}</span>
      <div className={styles.way}>
        {mutating.length > 0 && <Phase title={text.inTurn} hooks={mutating} look="turn" />}
        <span className={styles.schema}>{text.schema}</span>
        {validating.length > 0 && <Phase title={text.atOnce} hooks={validating} look="once" />}
      </div>
    </section>
  );
}

type PhaseProps = { readonly title: string; readonly hooks: readonly Hook[]; readonly look: "turn" | "once" };

function Phase({ title, hooks, look }: PhaseProps) {
  const text = useTopologyTexts();
  return (
    <div className={styles.phase} data-look={look}>
      <span className={styles.title}>{title}</span>
      <ol className={styles.hooks}>
        {hooks.map(({ name, kinds, calls, refused, isLive }) => (
          <li
            key={name}
            className={styles.hook}
            title={kinds.join(", ")}
            data-live={isLive || undefined}
            data-refused={refused > 0 || undefined}
          >
            <span className={styles.name}>{name}</span>
            <span className={styles.calls}>{text.hookCalls(calls, refused)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
