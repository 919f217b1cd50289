import type { KeyboardEvent, PointerEvent } from "react";
import { isLost, pointAt, type Trail, type TrailPoint } from "../../projections/history-trail.ts";
import { alongScale } from "../../projections/revision-scale.ts";
import { useActions, useApp } from "../app-context.tsx";
import { momentText, secondsText } from "../widgets/format-time.ts";
import styles from "./history-view.module.css";
import { percent } from "./percent.ts";
import { trailShapes, WIDTH } from "./trail-shapes.ts";
import { useHistoryTexts } from "./use-history-texts.ts";

const TIMES = 5;

/** The run on the same axis, downwards in the order of events: the client's point against the window that moves on. A click goes there. */
export function HistoryTrailPicture({ trail }: { readonly trail: Trail }) {
  const text = useHistoryTexts();
  const cursor = useApp((state) => state.run.cursor.seq);
  const { seek } = useActions();
  const { points } = trail;
  const now = pointAt(trail, cursor);
  const go = (index: number) => {
    const point = points[Math.max(0, Math.min(index, points.length - 1))];
    if (point !== undefined) seek({ type: "event", seq: point.seq });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(now + by);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    go(Math.floor(((event.clientY - top) / height) * points.length));
  };
  const point = points[now];
  return (
    <div className={styles.trail}>
      <div className={styles.times} title={text.runNote}>
        {timesOf(points).map(({ at, share }) => (
          <span key={share} style={{ top: percent(share) }}>
            {secondsText(at)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={text.slider}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={Math.max(0, now)}
        aria-valuetext={point && text.moment(momentText(point.at), point.head, point.resume, isLost(point))}
        className={styles.picture}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        <TrailSvg trail={trail} />
        <i className={styles.now} style={{ top: percent((now + 1) / points.length) }} />
      </div>
      <Legend />
    </div>
  );
}

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function TrailSvg({ trail }: { readonly trail: Trail }) {
  const { gone, window, head, held, lost, bookmarks } = trailShapes(trail, alongScale);
  return (
    <svg
      className={styles.svg}
      viewBox={`0 0 ${WIDTH} ${trail.points.length}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.goneArea} d={gone} />
      <path className={styles.windowArea} d={window} />
      <path className={styles.headLine} d={head} />
      <path className={styles.heldLine} d={held} />
      <path className={styles.lostLine} d={lost} />
      <path className={styles.bookmarks} d={bookmarks} />
    </svg>
  );
}

function Legend() {
  const { legend } = useHistoryTexts();
  const names = ["head", "window", "gone", "resume", "lost", "bookmark"] as const;
  return (
    <p className={styles.legend}>
      {names.map((name) => (
        <span key={name}>
          <i data-name={name} />
          {legend[name]}
        </span>
      ))}
    </p>
  );
}

/** Times at a few heights: the order of events is no scale of time. */
function timesOf(points: readonly TrailPoint[]) {
  const count = Math.min(TIMES, points.length);
  return Array.from({ length: count }, (_, index) => {
    const place = Math.round((index * (points.length - 1)) / Math.max(1, count - 1));
    return { at: points[place]?.at ?? 0, share: place / points.length };
  });
}
