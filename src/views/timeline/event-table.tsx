// biome-ignore-all lint/a11y/useSemanticElements: a windowed list of a million rows can't be a <table>; the roles say what it is
// biome-ignore-all lint/a11y/useFocusableInteractive: cells are read with their row, which has the focus
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type RowWindowInput, rowWindow, scrollTopFor } from "../../projections/timeline/row-window.ts";
import { upperBound } from "../../projections/timeline/timeline-columns.ts";
import { useActions, useApp } from "../app-context.tsx";
import styles from "./event-table.module.css";
import { EventTableRow } from "./event-table-row.tsx";
import { useChainNumbers } from "./use-chain-numbers.ts";
import { useFilteredEvents } from "./use-filtered-events.ts";
import { useStandings } from "./use-standings.ts";
import { useTimelineTexts } from "./use-timeline-texts.ts";

const ROW_HEIGHT = { desk: 24, phone: 46 } as const;

/** Every event of the run, one a row: what the timeline shows, for keyboards and screen readers. */
export function EventTable({ compact }: { readonly compact: boolean }) {
  const text = useTimelineTexts();
  const { seek } = useActions();
  const events = useFilteredEvents();
  const cursor = useApp((state) => state.run.cursor.seq);
  const numbers = useChainNumbers();
  const standings = useStandings();
  const box = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, viewport: 0 });
  const [focused, setFocused] = useState<number | undefined>(undefined);
  const rowHeight = compact ? ROW_HEIGHT.phone : ROW_HEIGHT.desk;
  const input: RowWindowInput = { count: events.length, rowHeight, viewport: scroll.viewport, scrollTop: scroll.top };
  const shown = rowWindow(input);
  const atCursor = Math.max(0, upperBound(events, events.length, cursor) - 1);
  const current = Math.min(focused ?? atCursor, Math.max(0, events.length - 1));
  // One row can always be reached by Tab, also when the current one is scrolled away.
  const tabStop = current >= shown.first && current < shown.last ? current : shown.first;

  useViewport(box, setScroll);
  useNeededRows(events, shown.first, shown.last);
  useScrollToCursor(box, atCursor, input);

  const goTo = (row: number) => {
    const next = Math.max(0, Math.min(events.length - 1, row));
    setFocused(next);
    if (box.current !== null) box.current.scrollTop = scrollTopFor(next, input);
  };
  const onKeyDown = (press: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(scroll.viewport / rowHeight) - 1);
    const target = rowAfterKey(press.key, current, page, events.length - 1);
    if (press.key === "Enter") seek({ type: "event", seq: events[current] ?? 0 });
    else if (target === undefined) return;
    else goTo(target);
    press.preventDefault();
  };

  if (events.length === 0) return <p className={styles.empty}>{text.table.empty}</p>;
  return (
    <div
      role="grid"
      aria-label={text.table.label}
      aria-rowcount={events.length + 1}
      data-compact={compact || undefined}
      className={styles.table}
      onKeyDown={onKeyDown}
    >
      <TableHead compact={compact} />
      <div ref={box} role="rowgroup" className={styles.rows}>
        <div className={styles.height} style={{ height: shown.height }}>
          <div style={{ transform: `translateY(${shown.top}px)` }}>
            {Array.from(events.subarray(shown.first, shown.last), (event, index) => (
              <EventTableRow
                key={event}
                event={event}
                row={shown.first + index}
                isCurrent={shown.first + index === atCursor}
                isFuture={event > cursor}
                number={numbers.get(event)}
                standing={standings.get(event)}
                hasFocus={focused !== undefined && shown.first + index === current}
                isTabStop={shown.first + index === tabStop}
                height={rowHeight}
                onPick={() => {
                  setFocused(shown.first + index);
                  seek({ type: "event", seq: event });
                }}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function TableHead({ compact }: { readonly compact: boolean }) {
  const { table: text } = useTimelineTexts();
  return (
    <div role="rowgroup" className={compact ? styles.hidden : undefined}>
      <div role="row" aria-rowindex={1} className={styles.head}>
        {[text.time, text.lane, text.type, text.sentence].map((name) => (
          <div key={name} role="columnheader">
            {name}
          </div>
        ))}
      </div>
    </div>
  );
}

function rowAfterKey(key: string, row: number, page: number, last: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return row + 1;
    case "ArrowUp":
      return row - 1;
    case "PageDown":
      return row + page;
    case "PageUp":
      return row - page;
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

type Scroll = { readonly top: number; readonly viewport: number };

/** Follows the scroll position and the height of the box. */
function useViewport(box: { readonly current: HTMLDivElement | null }, set: (scroll: Scroll) => void): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const read = () => set({ top: element.scrollTop, viewport: element.clientHeight });
    const sizes = new ResizeObserver(read);
    sizes.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    read();
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, [box, set]);
}

/** Asks the worker for the fields of the rows in sight. */
function useNeededRows(events: Uint32Array, first: number, last: number): void {
  const { needRows } = useActions();
  useEffect(() => {
    const from = events[first];
    const to = events[last - 1];
    if (from === undefined || to === undefined) return;
    if (to - from <= 2 * (last - first)) return needRows(from, to);
    for (const event of events.subarray(first, last)) needRows(event, event);
  }, [events, first, last, needRows]);
}

/** Keeps the moment in sight while the run moves. */
function useScrollToCursor(box: { readonly current: HTMLDivElement | null }, row: number, input: RowWindowInput): void {
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const hasHeight = input.viewport > 0;
  useEffect(() => {
    const element = box.current;
    if (element !== null && hasHeight)
      element.scrollTop = scrollTopFor(row, { ...latest.current, scrollTop: element.scrollTop });
  }, [box, row, hasHeight]);
}
