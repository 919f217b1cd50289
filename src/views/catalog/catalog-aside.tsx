import type { Scenario, Target } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import { plainText, RichText } from "../widgets/rich-text.tsx";
import styles from "./catalog-aside.module.css";
import { ScenarioStrip } from "./scenario-strip.tsx";
import { useCatalogTexts } from "./use-catalog-texts.ts";

type Props = { readonly scenario: Scenario; readonly place: string; readonly label: string };

/** What the chosen scenario is about, and the ways into it. */
export function CatalogAside({ scenario, place, label }: Props) {
  const text = useCatalogTexts();
  const language = useApp((state) => state.view.language);
  const reached = useApp((state) => state.view.progress[scenario.id]?.chapter ?? -1);
  const stop = scenario.chapters[reached];
  const { open, setView } = useActions();
  const start = (at?: Target) => {
    open({ scenario: { type: "stock", id: scenario.id }, inputs: [] }, at === undefined ? {} : { at });
    setView({ dialog: undefined, tab: "flow" });
  };
  return (
    <aside className={styles.aside} aria-label={label}>
      <p className={styles.place}>{place}</p>
      <h2 className={styles.question}>
        <RichText text={scenario.question[language]} />
      </h2>
      <figure>
        <ScenarioStrip scenario={scenario.id} large {...(reached > 0 && { here: reached })} />
        {reached > 0 && stop !== undefined && (
          <figcaption className={styles.stopped}>{text.stoppedAt(plainText(stop.title[language]))}</figcaption>
        )}
      </figure>
      <p className={styles.summary}>
        <RichText text={scenario.summary[language]} />
      </p>
      {scenario.chapters.length > 0 && (
        <section>
          <h3 className={styles.head}>{text.chapters}</h3>
          <ol>
            {scenario.chapters.map((chapter, index) => (
              <li key={chapter.title.en} className={styles.chapter}>
                {index <= reached ? <Icon name="ok" tone="ok" /> : <Icon name="idle" tone="idle" />}
                {plainText(chapter.title[language])}
              </li>
            ))}
          </ol>
        </section>
      )}
      <p className={styles.place}>
        {text.profile} <code>{scenario.profiles.join(" · ")}</code>
      </p>
      <div className={styles.foot}>
        {reached > 0 ? (
          <>
            <Button look="primary" large onClick={() => start({ type: "chapter", index: reached })}>
              {text.continueAt(reached + 1)}
            </Button>
            <Button large onClick={() => start({ type: "start" })}>
              {text.fromStart}
            </Button>
          </>
        ) : (
          <Button look="primary" large onClick={() => start()}>
            {text.start}
          </Button>
        )}
      </div>
    </aside>
  );
}
