import { pipsOf } from "../../store/progress.ts";
import type { Scenario } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import { rowsOf } from "./catalog-groups.ts";
import styles from "./catalog-row.module.css";
import { ScenarioStrip } from "./scenario-strip.tsx";
import { useCatalogTexts } from "./use-catalog-texts.ts";

type Props = { readonly scenario: Scenario; readonly picked: boolean; readonly onPick: () => void };

/** A scenario by its question; a second click opens it. */
export function CatalogRow({ scenario, picked, onPick }: Props) {
  const text = useCatalogTexts();
  const language = useApp((state) => state.view.language);
  const progress = useApp((state) => state.view.progress);
  const predictions = useApp((state) => state.view.predictions);
  const { open, setView } = useActions();
  const pips = pipsOf({ progress, predictions }, scenario.id);
  const state = pips.solved ? "ok" : pips.read ? "active" : "idle";
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        aria-pressed={picked}
        onClick={onPick}
        onDoubleClick={() => {
          open({ scenario: { type: "stock", id: scenario.id }, inputs: [] });
          setView({ dialog: undefined });
        }}
      >
        <Icon name={state} tone={state} />
        <span className={styles.texts}>
          <span className={styles.question}>
            <RichText text={scenario.question[language]} />
          </span>
          <span className={styles.title}>
            <RichText text={scenario.title[language]} />
            {rowsOf(scenario).map((row) => (
              <code key={row} className={styles.tag} title={text.rowHint}>
                {row}
              </code>
            ))}
          </span>
        </span>
        <span className={styles.strip}>
          <ScenarioStrip scenario={scenario.id} />
        </span>
        <PipRow pips={pips} />
      </button>
    </li>
  );
}

function PipRow({ pips }: { readonly pips: ReturnType<typeof pipsOf> }) {
  const text = useCatalogTexts();
  const kinds = ["read", "predicted", "broken", "solved"] as const;
  const done = kinds.filter((kind) => pips[kind]);
  return (
    <span role="img" className={styles.pips} aria-label={text.pips(done.map((kind) => text.pip[kind]).join(", "))}>
      {kinds.map((kind) => (
        <i key={kind} title={text.pip[kind]} data-done={pips[kind] || undefined} />
      ))}
    </span>
  );
}
