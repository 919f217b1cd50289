import { useApp, useAppStore } from "../app-context.tsx";
import { Pane } from "../app-pane.tsx";
import { EmptyCard } from "../notices/empty-card.tsx";
import { PipelinePane } from "../pipeline/pipeline-pane.tsx";
import styles from "./flow-view.module.css";
import { componentOfView, offeredViews, shownView, titleOfView } from "./flow-views.ts";
import { ViewTabs } from "./view-tabs.tsx";

/** The run above the timeline, through one of its views; with a row of tabs as soon as there is a choice. */
export function FlowView() {
  const store = useAppStore();
  // A text, so that it stays the same as long as the tabs do.
  const offered = useApp((state) => offeredViews(state).join(" "));
  const shown = useApp(shownView);
  const language = useApp((state) => state.view.language);
  const View = componentOfView(shown) ?? PipelinePane;
  const hasTabs = offered !== shown;
  return (
    <div className={styles.flow}>
      {hasTabs && <ViewTabs offered={offeredViews(store.getState())} shown={shown} />}
      <div id="view" {...(hasTabs && { role: "tabpanel", "aria-labelledby": `view-${shown}` })} className={styles.view}>
        <Pane key={shown} name={titleOfView(shown)[language]}>
          <View />
        </Pane>
        <EmptyCard />
      </div>
    </div>
  );
}
