import styles from "./catalog-dialog.module.css";
import { CatalogRow } from "./catalog-row.tsx";
import type { TitledSection } from "./use-sections.ts";

type Props = {
  readonly sections: readonly TitledSection[];
  readonly picked: string | undefined;
  readonly onPick: (id: string) => void;
};

/** The scenarios under their headings. */
export function CatalogList({ sections, picked, onPick }: Props) {
  return sections.map(({ id, title, note, scenarios }) => (
    <section key={id} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <span>{note}</span>
      </div>
      <ul>
        {scenarios.map((scenario) => (
          <CatalogRow
            key={scenario.id}
            scenario={scenario}
            picked={scenario.id === picked}
            onPick={() => onPick(scenario.id)}
          />
        ))}
      </ul>
    </section>
  ));
}
