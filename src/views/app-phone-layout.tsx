import type { Tab } from "../store/app-state.ts";
import { useActions, useApp } from "./app-context.tsx";
import { InspectorPane, TimelinePane, Transcript } from "./app-lazy-panes.tsx";
import { Pane } from "./app-pane.tsx";
import styles from "./app-phone-layout.module.css";
import { FlowView } from "./flow/flow-view.tsx";
import { useMessages } from "./messages-context.tsx";
import { BoundCard } from "./notices/bound-card.tsx";
import { NowBand } from "./pipeline/now-band.tsx";
import { StoryPane } from "./story/story-pane.tsx";
import { PhoneTransport } from "./transport/transport.tsx";
import { Icon, type IconName } from "./widgets/icon.tsx";

const tabs: readonly { readonly tab: Tab; readonly icon: IconName }[] = [
  { tab: "story", icon: "story" },
  { tab: "flow", icon: "flow" },
  { tab: "time", icon: "lanes" },
  { tab: "state", icon: "state" },
];

/** One pane at a time under the sentence, and the transport where a thumb is. */
export function PhoneLayout() {
  const { shell: text } = useMessages();
  const tab = useApp((state) => state.view.tab);
  return (
    <main className={styles.phone}>
      <Pane name={text.panes.now}>
        <NowBand />
      </Pane>
      <div id="pipeline" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1} className={styles.pane}>
        <BoundCard />
        <Pane key={tab} name={text.tabs[tab]}>
          <TabContent tab={tab} />
        </Pane>
      </div>
      <PhoneTransport />
      <TabBar />
    </main>
  );
}

function TabContent({ tab }: { readonly tab: Tab }) {
  switch (tab) {
    case "story":
      return <StoryPane />;
    case "flow":
      return <FlowView />;
    case "time":
      return (
        <div className={styles.time}>
          <div className={styles.lanes}>
            <TimelinePane />
          </div>
          <Transcript />
        </div>
      );
    case "state":
      return <InspectorPane />;
  }
}

function TabBar() {
  const { shell: text } = useMessages();
  const current = useApp((state) => state.view.tab);
  const { setView } = useActions();
  const move = (from: number, by: number) => {
    const next = tabs[(from + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    setView({ tab: next.tab });
    document.getElementById(`tab-${next.tab}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={text.product} className={styles.tabs}>
      {tabs.map(({ tab, icon }, index) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          type="button"
          role="tab"
          aria-selected={tab === current}
          aria-controls="pipeline"
          tabIndex={tab === current ? 0 : -1}
          className={styles.tab}
          onClick={() => setView({ tab })}
          onKeyDown={(event) => {
            if (event.key === "ArrowRight") move(index, 1);
            if (event.key === "ArrowLeft") move(index, -1);
          }}
        >
          <Icon name={icon} />
          {text.tabs[tab]}
        </button>
      ))}
    </div>
  );
}
