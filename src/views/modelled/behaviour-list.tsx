import { AREAS } from "../../projections/modelled/areas.ts";
import type { Entry } from "../../projections/modelled/entry.ts";
import { useApp } from "../app-context.tsx";
import { BehaviourItem } from "./behaviour-item.tsx";
import styles from "./behaviour-list.module.css";

type Props = {
  readonly entries: readonly Entry[];
  readonly wanted: string | undefined;
};

/** Behaviours under the names of their parts. */
export function BehaviourList({ entries, wanted }: Props) {
  const language = useApp((state) => state.view.language);
  const shown = AREAS.filter(({ id }) => entries.some(({ area }) => area === id));
  return shown.map(({ id, title }) => (
    <section key={id} className={styles.part}>
      <h3>{title[language]}</h3>
      {entries
        .filter(({ area }) => area === id)
        .map((entry) => (
          <BehaviourItem key={entry.id} entry={entry} wanted={entry.id === wanted} />
        ))}
    </section>
  ));
}
