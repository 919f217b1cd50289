import { useEffect, useState } from "react";
import type { Scenario } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { Icon } from "../widgets/icon.tsx";
import { plainText } from "../widgets/rich-text.tsx";
import { CatalogAside } from "./catalog-aside.tsx";
import styles from "./catalog-dialog.module.css";
import { CatalogRow } from "./catalog-row.tsx";
import { matchesSearch } from "./catalog-search.ts";
import { CatalogTopics } from "./catalog-topics.tsx";
import { useCatalogTexts } from "./use-catalog-texts.ts";

/** What people paste from their logs; each is looked for in everything that the scenarios say. */
const errorMessages = ["too old resource version", "the object has been modified", "already exists"];

/** Every scenario, its question first; beside it what the chosen one is about and where one stopped. */
export function CatalogDialog() {
  const text = useCatalogTexts();
  const language = useApp((state) => state.view.language);
  const all = useApp((state) => state.library.all);
  const currentId = useApp((state) => state.library.current?.id);
  const { needLibrary } = useActions();
  const [search, setSearch] = useState("");
  const [topic, setTopic] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  useEffect(() => needLibrary(), [needLibrary]);
  const scenarios = all ?? [];
  const shown = scenarios.filter(
    (one) => (topic === undefined || one.tags.includes(topic)) && matchesSearch(one, search),
  );
  const picked = shown.find((one) => one.id === (chosen ?? currentId)) ?? shown[0];
  return (
    <DialogFrame title={text.title} size="page">
      <div className={styles.catalog}>
        <CatalogTopics scenarios={scenarios} topic={topic} onTopic={setTopic} />
        <div className={styles.main}>
          <SearchField search={search} onSearch={setSearch} />
          <Seen onSearch={setSearch} />
          <div className={styles.head}>
            <h2>{topic === undefined ? text.all : (text.tags[topic] ?? topic)}</h2>
            <span>{text.allNote(shown.length)}</span>
          </div>
          <ul>
            {shown.map((scenario) => (
              <CatalogRow
                key={scenario.id}
                scenario={scenario}
                picked={scenario.id === picked?.id}
                onPick={() => setChosen(scenario.id)}
              />
            ))}
          </ul>
          {all !== undefined && shown.length === 0 && <p className={styles.nothing}>{text.nothing}</p>}
        </div>
        {picked !== undefined && (
          <CatalogAside
            key={picked.id}
            scenario={picked}
            place={text.position(scenarios.indexOf(picked) + 1, scenarios.length)}
            label={plainText(titleOf(picked)[language])}
          />
        )}
      </div>
    </DialogFrame>
  );
}

function titleOf(scenario: Scenario) {
  return scenario.question;
}

type SearchProps = { readonly search: string; readonly onSearch: (text: string) => void };

function SearchField({ search, onSearch }: SearchProps) {
  const text = useCatalogTexts();
  return (
    <label className={styles.search}>
      <Icon name="search" />
      <input
        type="search"
        className={styles.input}
        aria-label={text.search}
        placeholder={text.search}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
    </label>
  );
}

function Seen({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const text = useCatalogTexts();
  return (
    <div className={styles.seen}>
      <span>{text.seen}</span>
      {errorMessages.map((message) => (
        <button key={message} type="button" className={styles.message} onClick={() => onSearch(message)}>
          {message}
        </button>
      ))}
    </div>
  );
}
