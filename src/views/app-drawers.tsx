import { useActions, useApp } from "./app-context.tsx";
import styles from "./app-drawers.module.css";
import { InspectorPane } from "./app-lazy-panes.tsx";
import { Pane } from "./app-pane.tsx";
import { useMessages } from "./messages-context.tsx";
import { StoryPane } from "./story/story-pane.tsx";
import { Icon } from "./widgets/icon.tsx";

/** Story and inspector where there is no room for them beside the pipeline: each opens over it, one at a time. */
export function Drawers() {
  const { shell: text } = useMessages();
  const open = useApp((state) => state.view.drawer);
  const { setView } = useActions();
  const toggle = (drawer: "story" | "inspector") => setView({ drawer: open === drawer ? undefined : drawer });
  return (
    <>
      <button
        type="button"
        className={styles.handle}
        data-side="start"
        aria-expanded={open === "story"}
        aria-label={text.openDrawer(text.panes.story)}
        title={text.panes.story}
        onClick={() => toggle("story")}
      >
        <Icon name="story" />
      </button>
      <button
        type="button"
        className={styles.handle}
        data-side="end"
        aria-expanded={open === "inspector"}
        aria-label={text.openDrawer(text.panes.inspector)}
        title={text.panes.inspector}
        onClick={() => toggle("inspector")}
      >
        <Icon name="state" />
      </button>
      {open !== undefined && (
        <aside className={styles.drawer} data-side={open === "story" ? "start" : "end"} aria-label={text.panes[open]}>
          <div className={styles.head}>
            <h2>{text.panes[open]}</h2>
            <button type="button" className={styles.close} aria-label={text.close} onClick={() => toggle(open)}>
              <Icon name="close" />
            </button>
          </div>
          <Pane name={text.panes[open]}>{open === "story" ? <StoryPane /> : <InspectorPane />}</Pane>
        </aside>
      )}
    </>
  );
}
