import { pipsOf } from "../../store/progress.ts";
import type { Scenario } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import styles from "./catalog-dialog.module.css";
import { grouped } from "./catalog-groups.ts";
import { CatalogRow } from "./catalog-row.tsx";
import { useCatalogTexts } from "./use-catalog-texts.ts";

type Props = {
  readonly scenarios: readonly Scenario[];
  /** The best answer first; else they stand by what puzzles people. */
  readonly isSearch: boolean;
  readonly picked: string | undefined;
  readonly onPick: (id: string) => void;
};

/** The scenarios under their puzzles, or the answers to a question. */
export function CatalogList({ scenarios, isSearch, picked, onPick }: Props) {
  const text = useCatalogTexts();
  const progress = useApp((state) => state.view.progress);
  const predictions = useApp((state) => state.view.predictions);
  const solvedOf = (some: readonly Scenario[]) =>
    some.filter(({ id }) => pipsOf({ progress, predictions }, id).solved).length;
  const sections = isSearch
    ? [{ id: "found", title: text.found(scenarios.length), note: "", scenarios }]
    : grouped(scenarios).map(({ id, scenarios: some }) => ({
        id,
        title: text.groups[id],
        note: text.groupNote(some.length, solvedOf(some)),
        scenarios: some,
      }));
  return sections
    .filter((section) => section.scenarios.length > 0)
    .map(({ id, title, note, scenarios: some }) => (
      <section key={id} aria-label={title}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <span>{note}</span>
        </div>
        <ul>
          {some.map((scenario) => (
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
