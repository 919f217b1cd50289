import { useShallow } from "zustand/react/shallow";
import { useApp } from "../app-context.tsx";
import { Pane } from "../app-pane.tsx";
import { EmptyCard } from "../notices/empty-card.tsx";
import { PipelinePane } from "../pipeline/pipeline-pane.tsx";
import styles from "./flow-view.module.css";
import { componentOfView, offeredViews, shownView, titleOfView } from "./flow-views.ts";
import { ViewTabs } from "./view-tabs.tsx";

/** The run above the timeline, through one of its views; with a row of tabs, also when there is no choice: nothing moves when a fork gives one. */
export function FlowView() {
  const offered = useApp(useShallow(offeredViews));
  const shown = useApp(shownView);
  const language = useApp((state) => state.view.language);
  const View = componentOfView(shown) ?? PipelinePane;
  return (
    <div className={styles.flow}>
      <ViewTabs offered={offered} shown={shown} />
      <div
        id="view"
        role="tabpanel"
        aria-labelledby={`view-${shown}`}
        tabIndex={shown === "pipeline" ? undefined : 0}
        className={styles.view}
      >
        <Pane key={shown} name={titleOfView(shown)[language]}>
          <View />
        </Pane>
        <EmptyCard />
      </div>
    </div>
  );
}
