import styles from "./app-flow-pane.module.css";
import { Pane } from "./app-pane.tsx";
import { FlowView } from "./flow/flow-view.tsx";
import { useMessages } from "./messages-context.tsx";
import { NowBand } from "./pipeline/now-band.tsx";

/** What happened just now, over the pipeline that it happened in, or another view of the run. */
export function FlowPane() {
  const { shell: text } = useMessages();
  return (
    <main className={styles.flow} aria-label={text.panes.pipeline}>
      <Pane name={text.panes.now}>
        <NowBand />
      </Pane>
      <div id="pipeline" tabIndex={-1} className={styles.pipeline}>
        <FlowView />
      </div>
    </main>
  );
}
