import { alongScale, type RevisionScale } from "../../projections/revision-scale.ts";
import { niceTicks } from "../../projections/timeline/nice-ticks.ts";
import styles from "./history-view.module.css";
import { percent } from "./percent.ts";

const WANTED = 8;
/** Nearer to an end than this share, a label would touch the end's own. */
const APART = 0.06;

/** The axis: round revisions between the first and the last of the run. */
export function RevisionTicks({ scale }: { readonly scale: RevisionScale }) {
  const between = niceTicks(scale.from, scale.to, WANTED).filter((revision) => {
    const along = alongScale(scale, revision);
    return Number.isInteger(revision) && along > APART && along < 1 - APART;
  });
  return (
    <div className={styles.ticks} aria-hidden="true">
      {[scale.from, ...between, scale.to].map((revision) => (
        <span key={revision} style={{ left: percent(alongScale(scale, revision)) }}>
          {revision}
        </span>
      ))}
    </div>
  );
}
