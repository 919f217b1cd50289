import { lazy, Suspense } from "react";
import { isRecorded, shownVariant } from "../../store/selectors.ts";
import { currentChapter, shownQuestion } from "../../store/story-position.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { useIsPictured } from "../use-is-pictured.ts";
import { Button } from "../widgets/button.tsx";
import { RichText } from "../widgets/rich-text.tsx";
import { ChapterList } from "./chapter-list.tsx";
import styles from "./story-pane.module.css";

// What one can do is fetched behind the first picture, which shows what there is to read.
const PredictionCard = lazy(async () => ({ default: (await import("./prediction-card.tsx")).PredictionCard }));
const Tries = lazy(async () => ({ default: (await import("./tries.tsx")).Tries }));
/** The claims of all scenarios come with the cards. */
const ClaimCards = lazy(async () => ({ default: (await import("./claim-cards.tsx")).ClaimCards }));

/** What a recorded run is comes with the first one. */
const RecordedStory = lazy(async () => ({ default: (await import("../recording/recorded-story.tsx")).RecordedStory }));

/** The scenario as a story: its chapters, what this one says, a question, and what to break. */
export function StoryPane() {
  const language = useApp((state) => state.view.language);
  const scenario = useApp((state) => state.run.scenario);
  const current = useApp(({ run }) => currentChapter(run));
  const asked = useApp(shownQuestion);
  const isPictured = useIsPictured();
  const recorded = useApp(isRecorded);
  if (recorded) {
    return (
      <div className={styles.pane}>
        <Suspense fallback={null}>
          <RecordedStory />
        </Suspense>
      </div>
    );
  }
  if (scenario === undefined) return <div className={styles.pane} />;
  if (scenario.chapters.length === 0) {
    return (
      <div className={styles.pane}>
        <section className={styles.say}>
          <p>
            <RichText text={scenario.summary[language]} />
          </p>
          <NoStory />
        </section>
      </div>
    );
  }
  const chapter = scenario.chapters[current];
  const question = asked === undefined ? undefined : scenario.chapters[asked]?.ask;
  return (
    <div className={styles.pane}>
      <ChapterList chapters={scenario.chapters} current={current} />
      <section className={styles.say} aria-live="polite">
        <p>
          <RichText text={(chapter?.say ?? scenario.summary)[language]} />
        </p>
      </section>
      {isPictured && (
        <Suspense fallback={null}>
          {asked !== undefined && question !== undefined && (
            <PredictionCard key={asked} index={asked} question={question} chapters={scenario.chapters} />
          )}
          {chapter !== undefined && chapter.tries.length > 0 && <Tries tries={chapter.tries} />}
          {scenario.claims.length > 0 && <ClaimCards ids={scenario.claims} />}
        </Suspense>
      )}
    </div>
  );
}

/** Why there are no chapters; from a variant, the way to the scenario that has them. */
function NoStory() {
  const { story: text } = useMessages();
  const language = useApp((state) => state.view.language);
  const variant = useApp(shownVariant);
  const scenario = useApp((state) => state.run.info?.spec.scenario);
  const at = useApp((state) => state.run.cursor.at);
  const { open } = useActions();
  if (variant === undefined || scenario === undefined) return <p className={styles.note}>{text.noStory}</p>;
  return (
    <>
      <p className={styles.note}>{text.ofVariant(variant[language])}</p>
      <p className={styles.note}>
        <Button onClick={() => open({ scenario, inputs: [] }, { at: { type: "time", at } })}>{text.toScenario}</Button>
      </p>
    </>
  );
}
