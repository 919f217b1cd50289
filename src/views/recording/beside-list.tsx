import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import type { BesideRow } from "../../projections/recording/beside.ts";
import { useActions, useApp } from "../app-context.tsx";
import { BesideLine } from "./beside-line.tsx";
import styles from "./recording-view.module.css";
import { useRecordingTexts } from "./use-recording-texts.ts";

/** Lines before and behind the one at the cursor that are drawn. */
const AROUND = 60;

/** The observations around the cursor; the one that it stands at is in sight. */
export function BesideList({ rows }: { readonly rows: readonly BesideRow[] }) {
  const text = useRecordingTexts();
  const seq = useApp((state) => state.run.cursor.seq);
  const { seek } = useActions();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = Math.max(
    0,
    rows.findLastIndex((row) => row.seq <= seq),
  );
  const from = Math.max(0, current - AROUND);
  useLayoutEffect(() => {
    const box = list.current;
    const line = box?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    if (!box || !line) return;
    const [top, bottom] = [line.offsetTop - box.offsetTop, line.offsetTop - box.offsetTop + line.offsetHeight];
    const margin = box.clientHeight / 4;
    if (top < box.scrollTop + margin || bottom > box.scrollTop + box.clientHeight - margin)
      box.scrollTop = top - box.clientHeight / 2;
  }, [current]);
  const goTo = (index: number) => {
    const row = rows[index];
    if (row !== undefined) seek({ type: "event", seq: row.seq });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    goTo(neighbour(rows, current, by));
  };
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={text.lines}
      aria-description={text.keys}
      aria-activedescendant={`${id}-${current}`}
      className={styles.lines}
      onKeyDown={onKeyDown}
    >
      {rows.slice(from, current + AROUND).map((row, index) => (
        <BesideLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a line's place in the recording is what it is
          key={from + index}
          id={`${id}-${from + index}`}
          index={from + index}
          row={row}
          isCurrent={from + index === current}
          isFuture={row.seq > seq}
          onPick={() => goTo(from + index)}
        />
      ))}
    </div>
  );
}

/** The next line that is another event: lines of one event have one place in the run. */
function neighbour(rows: readonly BesideRow[], current: number, by: 1 | -1): number {
  let index = current + by;
  while (rows[index]?.seq === rows[current]?.seq) index += by;
  return index;
}
