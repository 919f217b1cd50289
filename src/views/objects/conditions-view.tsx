import { useMemo } from "react";
import { type ConditionSetReading, conditionSets } from "../../projections/condition-sets.ts";
import { useActions, useApp } from "../app-context.tsx";
import shared from "../flow/view.module.css";
import { ConditionRow } from "./condition-row.tsx";
import styles from "./conditions-view.module.css";
import { useObjectTexts } from "./use-object-texts.ts";
import { useVersions } from "./use-versions.ts";

/** Every object's conditions at the cursor, each as the three states that it can be in, and what the one that sums up took over from whom. */
export function ConditionsView() {
  const texts = useObjectTexts();
  const versions = useVersions();
  const seq = useApp((state) => state.run.cursor.seq);
  const sets = useMemo(() => conditionSets(versions, seq), [versions, seq]);
  if (sets.length === 0) return <p className={shared.empty}>{texts.noConditions}</p>;
  return (
    <section aria-label={texts.conditions} className={styles.cards}>
      {sets.map((set) => (
        <ConditionCard key={`${set.kind} ${set.key}`} set={set} isNew={set.seq === seq} />
      ))}
    </section>
  );
}

function ConditionCard({ set, isNew }: { readonly set: ConditionSetReading; readonly isNew: boolean }) {
  const texts = useObjectTexts();
  const { select } = useActions();
  const { kind, key, happy, dependents, others, because } = set;
  const isSelected = useApp(({ view }) => view.selected.key === key && view.selected.kind === kind);
  return (
    <article
      className={styles.card}
      aria-label={`${kind} ${key}`}
      data-selected={isSelected || undefined}
      data-live={isNew || undefined}
    >
      <header className={styles.header}>
        <button type="button" className={styles.name} aria-pressed={isSelected} onClick={() => select({ kind, key })}>
          {kindName(kind)} <code>{key}</code>
        </button>
        <Observed set={set} />
      </header>
      {happy !== undefined && (
        <div className={styles.happy}>
          <ConditionRow
            condition={happy}
            note={because === undefined ? texts.sumOf(dependents.length) : texts.because(because)}
          />
        </div>
      )}
      {dependents.map((condition) => (
        <ConditionRow key={condition.type} condition={condition} />
      ))}
      {others.length > 0 && happy !== undefined && <p className={styles.note}>{texts.standing}</p>}
      {others.map((condition) => (
        <ConditionRow key={condition.type} condition={condition} />
      ))}
    </article>
  );
}

function Observed({ set: { generation, observed } }: { readonly set: ConditionSetReading }) {
  const texts = useObjectTexts();
  if (generation === 0) return null;
  const isBehind = observed !== generation;
  return (
    <span className={styles.fact} data-tone={isBehind ? "stale" : "ok"}>
      {texts.generation(generation)} · {observed === undefined ? texts.notObserved : texts.observed(observed)}
    </span>
  );
}

/** The kind without the group that tells it from a built-in one. */
function kindName(kind: string): string {
  return kind.split(".")[0] ?? kind;
}
