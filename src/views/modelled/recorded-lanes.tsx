import { useEffect, useRef } from "react";
import type { RecordedPlay } from "../../projections/recorded/play-recorded.ts";
import { momentText } from "../widgets/format-time.ts";
import styles from "./recorded-run.module.css";
import { useModelledTexts } from "./use-modelled-texts.ts";

const STEP = 14;
const LANE = 22;
const AXIS = 20;
/** Room for a time above the events, in events. */
const LABEL_EVERY = 6;

type Props = { readonly play: RecordedPlay; readonly at: number; readonly onMove: (at: number) => void };

/** The events of a recorded run as dots: a row for each actor, a column for each event, times where they change. */
export function RecordedLanes({ play, at, onMove }: Props) {
  const text = useModelledTexts();
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const x = at * STEP;
    if (x < box.scrollLeft + STEP || x > box.scrollLeft + box.clientWidth - 4 * STEP)
      box.scrollLeft = x - box.clientWidth / 2;
  }, [at]);
  const { moments, lanes } = play;
  const width = moments.length * STEP;
  const height = AXIS + lanes.length * LANE;
  const moveTo = (clientX: number, left: number) =>
    onMove(Math.min(moments.length - 1, Math.max(0, Math.floor((clientX - left) / STEP))));
  return (
    <figure className={styles.lanes} aria-label={text.lanes}>
      <ul className={styles.names} style={{ paddingTop: AXIS }}>
        {lanes.map((lane) => (
          <li key={lane} className={styles.lane} data-current={lane === moments[at]?.lane || undefined}>
            {lane}
          </li>
        ))}
      </ul>
      <div ref={scroller} className={styles.scroller}>
        <svg
          className={styles.drawing}
          width={width}
          height={height}
          aria-hidden="true"
          onClick={(event) => moveTo(event.clientX, event.currentTarget.getBoundingClientRect().left)}
        >
          <rect className={styles.cursor} x={at * STEP} y={0} width={STEP} height={height} />
          {lanes.map((lane, row) => (
            <path key={lane} className={styles.line} d={`M0 ${rowY(row)}H${width}`} />
          ))}
          {timesOf(play).map(({ index, time }) => (
            <text key={index} className={styles.time} x={index * STEP + 2} y={12}>
              {time}
            </text>
          ))}
          {moments.map(({ n, lane }) => (
            <circle
              key={n}
              className={styles.dot}
              data-past={n < at || undefined}
              data-current={n === at || undefined}
              cx={n * STEP + STEP / 2}
              cy={rowY(lanes.indexOf(lane))}
              r={n === at ? 5 : 3.5}
            />
          ))}
        </svg>
      </div>
    </figure>
  );
}

function rowY(row: number): number {
  return AXIS + row * LANE + LANE / 2;
}

/** Where a new time begins, as far as there is room to write it. */
function timesOf({ moments }: RecordedPlay): readonly { readonly index: number; readonly time: string }[] {
  const times: { readonly index: number; readonly time: string }[] = [];
  for (const [index, { at }] of moments.entries()) {
    const last = times.at(-1);
    const isNew = index === 0 || moments[index - 1]?.at !== at;
    if (isNew && (last === undefined || index - last.index >= LABEL_EVERY)) times.push({ index, time: momentText(at) });
  }
  return times;
}
