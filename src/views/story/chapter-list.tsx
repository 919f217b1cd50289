import { useState } from "react";
import type { Chapter } from "../../store/run-types.ts";
import { useApp, useAppStore } from "../app-context.tsx";
import { enterChapter, goToChapter } from "../key-commands.ts";
import { useMessages } from "../messages-context.tsx";
import { secondsText } from "../widgets/format-time.ts";
import { Icon } from "../widgets/icon.tsx";
import { KeyHint } from "../widgets/key-hint.tsx";
import { plainText } from "../widgets/rich-text.tsx";
import { useMedia } from "../widgets/use-media.ts";
import styles from "./chapter-list.module.css";

type Props = { readonly chapters: readonly Chapter[]; readonly current: number };

/** The chapters with the moments at which they begin. On middle-sized screens, those that were read fold into one row. */
export function ChapterList({ chapters, current }: Props) {
  const { story: text } = useMessages();
  const store = useAppStore();
  const isMiddle = useMedia("(min-width: 1100px) and (max-width: 1399px)");
  const [unfolded, setUnfolded] = useState(false);
  const folded = isMiddle && !unfolded && current > 1 ? current : 0;
  const title = current < 0 ? text.beforeChapters(chapters.length) : text.chapterOf(current + 1, chapters.length);
  return (
    <section className={styles.section} aria-label={text.chapters}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <span className={styles.keys}>
          <button type="button" aria-label={text.previous} title={text.previous} onClick={() => goToChapter(store, -1)}>
            <KeyHint keys="," />
          </button>
          <button type="button" aria-label={text.next} title={text.next} onClick={() => goToChapter(store, 1)}>
            <KeyHint keys="." />
          </button>
        </span>
      </div>
      <ol className={styles.list}>
        {folded > 0 && (
          <li>
            <button type="button" className={styles.chapter} data-state="done" onClick={() => setUnfolded(true)}>
              <Icon name="ok" />
              <span>{text.readChapters(1, folded)}</span>
              <Icon name="down" />
            </button>
          </li>
        )}
        {chapters.map((chapter, index) =>
          index < folded ? null : (
            <ChapterRow key={chapter.title.en} chapter={chapter} index={index} current={current} />
          ),
        )}
      </ol>
    </section>
  );
}

type RowProps = { readonly chapter: Chapter; readonly index: number; readonly current: number };

function ChapterRow({ chapter, index, current }: RowProps) {
  const { story: text } = useMessages();
  const language = useApp((state) => state.view.language);
  const at = useApp((state) => state.run.info?.chapters[index]?.at);
  const store = useAppStore();
  const state = index < current ? "done" : index === current ? "here" : "coming";
  return (
    <li>
      <button
        type="button"
        className={styles.chapter}
        data-state={state}
        aria-current={state === "here" ? "step" : undefined}
        onClick={() => enterChapter(store, index)}
      >
        <span className={styles.number}>{state === "done" ? <Icon name="ok" /> : index + 1}</span>
        <span className={styles.title}>{plainText(chapter.title[language])}</span>
        <span className={styles.time}>{at === undefined ? "" : secondsText(at)}</span>
        <span className={styles.aloud}>{text[state]}</span>
      </button>
    </li>
  );
}
