import styles from "./app-flow-pane.module.css";
import { Pane } from "./app-pane.tsx";
import { useMessages } from "./messages-context.tsx";
import { EmptyCard } from "./notices/empty-card.tsx";
import { NowBand } from "./pipeline/now-band.tsx";
import { PipelinePane } from "./pipeline/pipeline-pane.tsx";

/** What happened just now, over the pipeline that it happened in. */
export function FlowPane() {
  const { shell: text } = useMessages();
  return (
    <main className={styles.flow} aria-label={text.panes.pipeline}>
      <Pane name={text.panes.now}>
        <NowBand />
      </Pane>
      <div id="pipeline" tabIndex={-1} className={styles.pipeline}>
        <Pane name={text.panes.pipeline}>
          <PipelinePane />
        </Pane>
        <EmptyCard />
      </div>
    </main>
  );
}
