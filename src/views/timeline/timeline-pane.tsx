import { useCallback, useRef, useState } from "react";
import { firstDifference } from "../../store/selectors.ts";
import { useActions, useApp, useAppStore } from "../app-context.tsx";
import type { TimelineController, TimelineSummary } from "./timeline-controller.ts";
import type { Hovered } from "./timeline-gestures.ts";
import { pressTimelineKey } from "./timeline-keys.ts";
import styles from "./timeline-pane.module.css";
import { TimelineTooltip } from "./timeline-tooltip.tsx";
import { useTimeline } from "./use-timeline.ts";
import { useTimelineTexts } from "./use-timeline-texts.ts";

/** The whole run as lanes on a canvas, with the transcript as its equal for those who cannot use one. */
export function TimelinePane() {
  const text = useTimelineTexts();
  const store = useAppStore();
  const { setView } = useActions();
  const [hovered, setHovered] = useState<Hovered | undefined>(undefined);
  const [summary, setSummary] = useState(emptySummary);
  const onDrawn = useCallback((drawn: TimelineSummary) => {
    const next = summaryOf(drawn);
    // Drawn up to sixty times a second; React only hears of what it shows.
    setSummary((old) =>
      old.shown === next.shown && old.all === next.all && old.from === next.from && old.to === next.to ? old : next,
    );
  }, []);
  const canvas = useRef<HTMLCanvasElement>(null);
  const timeline = useTimeline(canvas, { onHover: setHovered, onDrawn });
  const now = useApp((state) => state.run.cursor.at);
  const difference = useApp(firstDifference);
  return (
    <div className={styles.pane}>
      {/* biome-ignore lint/a11y/useSemanticElements: a field set groups controls of a form, this is a picture with keys */}
      <div
        className={styles.stage}
        role="group"
        aria-label={text.label}
        aria-describedby="timeline-help"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is worked by keys
        tabIndex={0}
        onKeyDown={(event) => {
          if (timeline.current !== undefined && pressTimelineKey(timeline.current, store, event))
            event.preventDefault();
        }}
      >
        <canvas
          ref={canvas}
          className={styles.canvas}
          role="img"
          aria-label={text.picture(summary.shown, seconds(summary.from), seconds(summary.to), seconds(now), difference)}
        />
      </div>
      <p id="timeline-help" className={styles.hidden}>
        {text.help}
      </p>
      <button type="button" className={styles.tableButton} onClick={() => setView({ dialog: "transcript" })}>
        {text.asTable}
      </button>
      <LaneCount timeline={timeline} summary={summary} />
      {hovered !== undefined && <TimelineTooltip hovered={hovered} />}
    </div>
  );
}

type Summary = { readonly shown: number; readonly all: number; readonly from: number; readonly to: number };

const emptySummary: Summary = { shown: 0, all: 0, from: 0, to: 0 };

function summaryOf({ shown, all, scene }: TimelineSummary): Summary {
  const { axis, columns } = scene;
  const timeAt = (event: number) => columns.at[Math.max(0, Math.min(event, columns.length - 1))] ?? 0;
  const round = (at: number) => Math.round(at / 1e5) * 1e5;
  return { shown, all, from: round(timeAt(axis.first)), to: round(timeAt(axis.last - 1)) };
}

function seconds(at: number): string {
  return (at / 1e6).toFixed(3);
}

/** Says in the corner that there are more lanes, and shows them. */
function LaneCount({
  timeline,
  summary: { shown, all },
}: {
  readonly timeline: { readonly current: TimelineController | undefined };
  readonly summary: Summary;
}) {
  const text = useTimelineTexts();
  const [showsAll, setShowsAll] = useState(false);
  if (all <= shown && !showsAll) return null;
  return (
    <button
      type="button"
      className={styles.count}
      aria-pressed={showsAll}
      title={text.allLanesHint}
      onClick={() => {
        setShowsAll(timeline.current?.lanes.toggleAll() ?? false);
        timeline.current?.redraw();
      }}
    >
      {showsAll ? text.fewerLanes : text.allLanes(shown, all)}
    </button>
  );
}
