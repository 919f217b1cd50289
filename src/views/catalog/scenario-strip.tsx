import styles from "./scenario-strip.module.css";
import { stockStrips } from "./stock-strips.ts";

const LANE = 8.5;
const BAND = 5;
const TOP = 2;

type Props = { readonly scenario: string; readonly here?: number; readonly large?: boolean };

/** A scenario's fingerprint; `here`: the chapter at which somebody stopped. What it shows is said in words beside it. */
export function ScenarioStrip({ scenario, here, large = false }: Props) {
  const strip = stockStrips[scenario];
  if (strip === undefined) return null;
  const { bands, marks, chapters } = strip;
  const playhead = here === undefined ? undefined : chapters[here];
  return (
    <svg className={large ? styles.large : styles.strip} viewBox="0 0 168 26" aria-hidden="true">
      {bands.map(({ lane, x, w, tone }) => (
        <rect
          key={`${lane}/${x}/${tone}`}
          data-tone={tone}
          className={styles.band}
          x={x}
          y={TOP + lane * LANE}
          width={w}
          height={BAND}
        />
      ))}
      {marks.map(({ lane, x, mark, tone }) => (
        <path
          key={`${lane}/${x}/${mark}`}
          data-tone={tone}
          className={styles[mark]}
          transform={`translate(${x} ${TOP + lane * LANE + BAND / 2})`}
          d={shapes[mark] ?? ""}
        />
      ))}
      {playhead !== undefined && <path className={styles.here} d={`M${playhead} 0v26`} />}
    </svg>
  );
}

/** On the middle of a band. */
const shapes: Readonly<Record<string, string>> = {
  flag: "M0 4V-4.5L5.5-2.2 0 .2",
  cross: "M-2.5-2.5 2.5 2.5M2.5-2.5-2.5 2.5",
  pencil: "M0-3.5 3.5 0 0 3.5-3.5 0Z",
};
