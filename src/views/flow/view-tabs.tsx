import { useEffect, useRef } from "react";
import type { ViewId } from "../../store/run-types.ts";
import { currentChapter } from "../../store/story-position.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { titleOfView } from "./flow-views.ts";
import styles from "./view-tabs.module.css";

type Props = { readonly offered: readonly ViewId[]; readonly shown: ViewId };

/** The views of the run, one in sight. A dot marks the one that the chapter speaks of while another is shown. */
export function ViewTabs({ offered, shown }: Props) {
  const { shell: text } = useMessages();
  const language = useApp((state) => state.view.language);
  const told = useApp(({ run }) => run.scenario?.chapters[currentChapter(run)]?.view);
  const { showView } = useActions();
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view, or others to choose from, may lie out of sight
  useEffect(() => {
    const tabs = row.current;
    const tab = document.getElementById(`view-${shown}`);
    if (tabs === null || tab === null) return;
    // Not scrollIntoView: that would also move the page, in which nothing scrolls sideways.
    tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
  }, [shown, offered]);
  const move = (from: number, by: number) => {
    const id = offered.at((from + by) % offered.length);
    if (id === undefined) return;
    showView(id);
    document.getElementById(`view-${id}`)?.focus();
  };
  return (
    <div ref={row} role="tablist" aria-label={text.views} className={styles.tabs}>
      {offered.map((id, index) => (
        <button
          key={id}
          id={`view-${id}`}
          type="button"
          role="tab"
          aria-selected={id === shown}
          aria-controls="view"
          tabIndex={id === shown ? 0 : -1}
          className={styles.tab}
          title={id === told ? text.viewOfChapter : undefined}
          onClick={() => showView(id)}
          onKeyDown={(event) => {
            if (event.key === "ArrowRight") move(index, 1);
            if (event.key === "ArrowLeft") move(index, -1);
          }}
        >
          {titleOfView(id)[language]}
          {id === told && id !== shown && <span className={styles.told} />}
        </button>
      ))}
    </div>
  );
}
