import type { Claim } from "../../projections/modelled/claim.ts";
import { currentChapter } from "../../store/story-position.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { MomentButton } from "../modelled/moment-button.tsx";
import { useGoToMoment } from "../modelled/use-go-to-moment.ts";
import { VerdictMark } from "../modelled/verdict-mark.tsx";
import { Button } from "../widgets/button.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Icon } from "../widgets/icon.tsx";
import styles from "./claim-cards.module.css";

/**
 * One sentence; opened, it says how much of it holds, what happens instead, and where to see it. It does not open by itself: it
 * would answer the chapter's question.
 */
export function ClaimCard({ claim }: { readonly claim: Claim }) {
  const { story: text } = useMessages();
  const language = useApp((state) => state.view.language);
  const { setView } = useActions();
  const { sentence, verdict, answer, moment, entries } = claim;
  const chapter = useChapterOf(moment);
  const isHere = useApp((state) => chapter >= 0 && currentChapter(state.run) === chapter);
  const [entry] = entries;
  return (
    <details className={styles.card} data-here={isHere || undefined}>
      <summary className={styles.sentence}>
        <Icon name="right" />
        <span>{text.quoted(sentence[language])}</span>
      </summary>
      <p className={styles.answer}>
        <VerdictMark verdict={verdict} />
        {answer[language]}
      </p>
      <div className={styles.foot}>
        {chapter < 0 ? <MomentButton link={moment} /> : <SeeIt link={moment} chapter={chapter} />}
        {entry !== undefined && (
          <button
            type="button"
            className={styles.source}
            onClick={() => setView({ dialog: "modelled", modelledAt: { type: "entry", id: entry } })}
          >
            {text.whyTrue}
          </button>
        )}
      </div>
    </details>
  );
}

/** Index of the chapter of the scenario on the screen that the link names; −1 when it leads elsewhere. */
function useChapterOf(link: string): number {
  const scenario = useApp((state) => state.run.scenario?.id);
  const [, id, number] = /^\/s\/([^?]*)\?at=c(\d+)/.exec(link) ?? [];
  return scenario !== undefined && id === scenario ? Number(number) - 1 : -1;
}

function SeeIt({ link, chapter }: { readonly link: string; readonly chapter: number }) {
  const { story: text } = useMessages();
  const go = useGoToMoment();
  const at = useApp((state) => state.run.info?.chapters[chapter]?.at);
  return (
    <Button title={`#${link}`} onClick={() => go(link)}>
      <Icon name="play" />
      {text.seeItAt(at === undefined ? text.chapterNumber(chapter + 1) : momentText(at))}
    </Button>
  );
}
