import type { Ruler } from "../../projections/read-etcd.ts";
import { alongScale } from "../../projections/revision-scale.ts";
import { useMessages } from "../messages-context.tsx";
import styles from "./figures.module.css";

const SIDE = 6;

/** etcd's history: hatched where it was compacted, ticks for commits of the kind shown, a dot at the head. */
export function RevisionRuler({ ruler, width }: { readonly ruler: Ruler; readonly width: number }) {
  const texts = useMessages().pipeline;
  const { scale, compacted, marks, lost } = ruler;
  const x = (revision: number) => SIDE + alongScale(scale, revision) * (width - 2 * SIDE);
  const inSight = compacted !== undefined && compacted > scale.from;
  const start = x(scale.from);
  const label = [
    texts.rulerLabel(scale.from, scale.to),
    ...(compacted === undefined ? [] : [texts.compactedTo(compacted)]),
    ...(lost === undefined ? [] : [texts.lostLabel(lost)]),
  ].join(", ");
  return (
    <svg className={styles.figure} width={width} height="44" viewBox={`0 0 ${width} 44`} role="img" aria-label={label}>
      {inSight && <rect className={styles.hatched} x={start} y="18" width={x(compacted) - start} height="10" />}
      <rect className={styles.outline} x={start + 0.5} y="18.5" width={x(scale.to) - start - 1} height="9" />
      {marks.map(({ revision, deleted, labelled }) => (
        <g key={revision}>
          <path className={styles.tick} d={`M${x(revision)} 18v10`} />
          {labelled && (
            <text className={styles.axis} x={x(revision)} y="12" textAnchor="middle">
              {deleted ? `${revision} ✕` : revision}
            </text>
          )}
        </g>
      ))}
      {compacted !== undefined && (
        <>
          {inSight && <path className={styles.cut} d={`M${x(compacted)} 12V34`} />}
          <CompactionLabel at={inSight ? x(compacted) : start} text={texts.compactedTo(compacted)} width={width} />
        </>
      )}
      {lost !== undefined && <path className={styles.lost} d={`M${x(lost)} 14V31`} />}
      <circle className={styles.head} cx={x(scale.to)} cy="23" r="3.5" />
      <text className={styles.strong} x={width - 2} y="12" textAnchor="end">
        {scale.to}
      </text>
    </svg>
  );
}

function CompactionLabel({ at, text, width }: { readonly at: number; readonly text: string; readonly width: number }) {
  const right = at > width / 2;
  return (
    <text className={styles.axis} x={right ? at - 4 : at + 4} y="42" textAnchor={right ? "end" : "start"}>
      {text}
    </text>
  );
}
