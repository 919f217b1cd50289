import { useEffect, useMemo, useState } from "react";
import type { Scenario } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { DialogFrame } from "../widgets/dialog-frame.tsx";
import { plainText } from "../widgets/rich-text.tsx";
import { SearchField } from "../widgets/search-field.tsx";
import { CatalogAside } from "./catalog-aside.tsx";
import styles from "./catalog-dialog.module.css";
import { CatalogList } from "./catalog-list.tsx";
import { catalogIndex, searchCatalog } from "./catalog-search.ts";
import { isOfTopic, type Topic } from "./catalog-topic.ts";
import { CatalogTopics } from "./catalog-topics.tsx";
import { useCatalogTexts } from "./use-catalog-texts.ts";
import { type TitledSection, useSections } from "./use-sections.ts";

/** What people paste from their logs; each is looked for in everything that the scenarios say. */
const errorMessages = ["too old resource version", "the object has been modified", "already exists"];

/** Every scenario, its question first; beside it what the chosen one is about and where one stopped. */
export function CatalogDialog() {
  const text = useCatalogTexts();
  const language = useApp((state) => state.view.language);
  const all = useApp((state) => state.library);
  const currentId = useApp((state) => state.run.scenario?.id);
  const progress = useApp((state) => state.view.progress);
  const predictions = useApp((state) => state.view.predictions);
  const { needLibrary } = useActions();
  const [search, setSearch] = useState("");
  const [topic, setTopic] = useState<Topic>("all");
  const [chosen, setChosen] = useState<string>();
  useEffect(() => needLibrary(), [needLibrary]);
  const scenarios = useMemo(() => all ?? [], [all]);
  const index = useMemo(() => catalogIndex(scenarios), [scenarios]);
  const isSearch = search.trim() !== "";
  const answers = useMemo(() => searchCatalog(index, search), [index, search]);
  // A question may lead to the sandbox as well, which is in no list.
  const isAsked = isSearch && topic === "all";
  const shown = answers.filter((one) => isAsked || isOfTopic(one, topic, { progress, predictions }));
  const sections = useSections(shown, isSearch, topic);
  const fallback = isSearch ? undefined : currentId;
  const picked = shown.find((one) => one.id === (chosen ?? fallback)) ?? sections[0]?.scenarios[0];
  const find = (words: string) => {
    setSearch(words);
    setChosen(undefined);
  };
  return (
    <DialogFrame title={text.title} size="page">
      <div className={styles.catalog}>
        <CatalogTopics scenarios={scenarios} topic={topic} onTopic={setTopic} />
        <div className={styles.main}>
          <SearchField label={text.search} value={search} onChange={find} />
          <Seen onSearch={find} />
          <CatalogList sections={sections} picked={picked?.id} onPick={setChosen} />
          {all !== undefined && shown.length === 0 && <p className={styles.nothing}>{text.nothing}</p>}
        </div>
        {picked !== undefined && (
          <CatalogAside
            key={picked.id}
            scenario={picked}
            place={placeOf(picked, sections, text.position)}
            label={plainText(picked.question[language])}
          />
        )}
      </div>
    </DialogFrame>
  );
}

/** Under which heading it stands, and as which of how many. */
function placeOf(
  picked: Scenario,
  sections: readonly TitledSection[],
  position: (index: number, all: number) => string,
): string {
  const section = sections.find(({ scenarios }) => scenarios.includes(picked));
  if (section === undefined) return "";
  return `${section.title} · ${position(section.scenarios.indexOf(picked) + 1, section.scenarios.length)}`;
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
