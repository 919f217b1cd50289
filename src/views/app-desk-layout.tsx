import { useState } from "react";
import { useApp } from "./app-context.tsx";
import styles from "./app-desk-layout.module.css";
import { Drawers } from "./app-drawers.tsx";
import { FlowPane } from "./app-flow-pane.tsx";
import { InspectorPane, TimelinePane } from "./app-lazy-panes.tsx";
import { Pane } from "./app-pane.tsx";
import { useMessages } from "./messages-context.tsx";
import { BoundCard } from "./notices/bound-card.tsx";
import { StoryPane } from "./story/story-pane.tsx";
import { Transport } from "./transport/transport.tsx";
import { SplitHandle } from "./widgets/split-handle.tsx";
import type { ScreenSize } from "./widgets/use-screen-size.ts";

type DeskSize = Exclude<ScreenSize, "phone">;
type Sizes = { readonly story: number; readonly inspector: number; readonly timeline: number };

/** Sizes in CSS pixels that a layout begins with. */
const standardSizes: Readonly<Record<DeskSize, Sizes>> = {
  large: { story: 272, inspector: 316, timeline: 266 },
  middle: { story: 240, inspector: 284, timeline: 210 },
  small: { story: 0, inspector: 0, timeline: 158 },
};

/** How far each may be dragged. */
const limits = { story: [180, 480], inspector: [220, 640], timeline: [96, 640] } as const;

/** Panes side by side over transport and timeline. Every line between two of them can be dragged. */
export function DeskLayout({ size }: { readonly size: DeskSize }) {
  const [changed, setChanged] = useState<Partial<Record<DeskSize, Sizes>>>({});
  const sizes = changed[size] ?? standardSizes[size];
  const handleOf = (name: keyof Sizes) => ({
    size: sizes[name],
    least: limits[name][0],
    most: limits[name][1],
    onSize: (value: number) => setChanged({ ...changed, [size]: { ...sizes, [name]: value } }),
    onReset: () => setChanged({ ...changed, [size]: { ...sizes, [name]: standardSizes[size][name] } }),
  });
  return (
    <div
      className={styles.desk}
      style={{
        gridTemplateRows: `minmax(200px, 1fr) 36px minmax(0, ${sizes.timeline}px)`,
        gridTemplateColumns: `${sizes.story}px minmax(0, 1fr) ${sizes.inspector}px`,
      }}
    >
      {size === "small" ? <Drawers /> : <SidePanes handleOf={handleOf} />}
      <div className={styles.flow}>
        <FlowPane />
      </div>
      <BottomPanes handle={handleOf("timeline")} />
    </div>
  );
}

type Handle = Pick<React.ComponentProps<typeof SplitHandle>, "size" | "least" | "most" | "onSize" | "onReset">;

function SidePanes({ handleOf }: { readonly handleOf: (name: keyof Sizes) => Handle }) {
  const { shell: text } = useMessages();
  const why = useApp((state) => state.view.why);
  return (
    <>
      <aside className={styles.story} data-faded={why || undefined} aria-label={text.panes.story}>
        <Pane name={text.panes.story}>
          <StoryPane />
        </Pane>
        <div className={styles.storyEdge}>
          <SplitHandle label={text.resize(text.panes.story)} line="upright" pane="before" {...handleOf("story")} />
        </div>
      </aside>
      <aside className={styles.inspector} aria-label={text.panes.inspector}>
        <div className={styles.inspectorEdge}>
          <SplitHandle
            label={text.resize(text.panes.inspector)}
            line="upright"
            pane="after"
            {...handleOf("inspector")}
          />
        </div>
        <Pane name={text.panes.inspector}>
          <InspectorPane />
        </Pane>
      </aside>
    </>
  );
}

function BottomPanes({ handle }: { readonly handle: Handle }) {
  const { shell: text } = useMessages();
  return (
    <>
      <section className={styles.transport} aria-label={text.panes.transport}>
        <Pane name={text.panes.transport}>
          <Transport />
        </Pane>
        <div className={styles.timelineEdge}>
          <SplitHandle label={text.resize(text.panes.timeline)} line="lying" pane="after" {...handle} />
        </div>
      </section>
      <section className={styles.timeline} aria-label={text.panes.timeline}>
        <BoundCard />
        <Pane name={text.panes.timeline}>
          <TimelinePane />
        </Pane>
      </section>
    </>
  );
}
