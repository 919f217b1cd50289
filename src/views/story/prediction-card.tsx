import { useEffect } from "react";
import type { Chapter, Question } from "../../store/run-types.ts";
import { isAnswered, predictionId } from "../../store/story-position.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import { plainText, RichText } from "../widgets/rich-text.tsx";
import styles from "./prediction-card.module.css";

type Props = { readonly index: number; readonly question: Question; readonly chapters: readonly Chapter[] };

/** A question before it happens. The answer is what happens: the button steps to it, nothing else tells. */
export function PredictionCard({ index, question, chapters }: Props) {
  const { story: text } = useMessages();
  const language = useApp((state) => state.view.language);
  const id = useApp((state) => predictionId(state, index));
  const prediction = useApp((state) => state.view.predictions[id]);
  const answered = useApp((state) => isAnswered(state.run.info?.chapters[index], state.run.cursor.seq));
  const { predict, settlePrediction, seek } = useActions();
  const isRight = prediction?.option === question.right;
  // The run has reached the answer, on whatever way: now it is known whether the guess was right.
  useEffect(() => {
    if (answered && prediction !== undefined && !prediction.seen) settlePrediction(id, isRight);
  }, [answered, prediction, id, isRight, settlePrediction]);
  const settled = prediction?.seen === true;
  return (
    <section className={styles.card} aria-label={text.predict}>
      <div className={styles.head}>
        <h2>{text.predict}</h2>
        <Score chapters={chapters} />
      </div>
      <p className={styles.question}>
        <RichText text={question.question[language]} />
      </p>
      <div role="radiogroup" aria-label={plainText(question.question[language])}>
        {question.options.map((option, choice) => (
          <label
            key={option.en}
            className={styles.option}
            data-faded={(settled && choice !== question.right) || undefined}
          >
            <input
              type="radio"
              name={`prediction-${id}`}
              checked={prediction?.option === choice}
              disabled={settled}
              onChange={() => predict(id, choice)}
            />
            <span>
              <RichText text={option[language]} />
            </span>
          </label>
        ))}
      </div>
      {settled && answered ? (
        <Verdict isRight={isRight} answer={question.options[question.right]?.[language] ?? ""} />
      ) : (
        <div className={styles.foot}>
          <Button look="primary" disabled={prediction === undefined} onClick={() => seek({ type: "answer", index })}>
            {settled ? text.again : text.stepAndSee}
          </Button>
          <span className={styles.note}>{prediction === undefined ? text.chooseFirst : text.stepHint}</span>
        </div>
      )}
    </section>
  );
}

function Verdict({ isRight, answer }: { readonly isRight: boolean; readonly answer: string }) {
  const { story: text } = useMessages();
  return (
    <p role="status" className={styles.verdict}>
      <Icon name={isRight ? "ok" : "failed"} />
      <span>
        <RichText text={isRight ? text.wasRight : text.wasWrong(answer)} />
      </span>
    </p>
  );
}

function Score({ chapters }: { readonly chapters: readonly Chapter[] }) {
  const { story: text } = useMessages();
  const right = useApp((state) =>
    countOf(chapters, (chapter) => state.view.predictions[predictionId(state, chapter)]?.right),
  );
  const seen = useApp((state) =>
    countOf(chapters, (chapter) => state.view.predictions[predictionId(state, chapter)]?.seen),
  );
  return seen === 0 ? null : <span className={styles.score}>{text.score(right, seen)}</span>;
}

function countOf(chapters: readonly Chapter[], holds: (chapter: number) => boolean | undefined): number {
  return chapters.filter((_, index) => holds(index) === true).length;
}
