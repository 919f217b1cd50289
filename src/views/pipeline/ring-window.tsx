import type { Ring } from "../../projections/read-server.ts";
import { alongScale, type ResumePoint } from "../../projections/revision-scale.ts";
import { useMessages } from "../messages-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import styles from "./figures.module.css";

const SIDE = 6;
const CELL = 3;

/** A watch cache's window on the same scale as etcd's ruler, with the distance to the client's resume point. */
export function RingWindow({ ring, width }: { readonly ring: Ring; readonly width: number }) {
  const texts = useMessages().pipeline;
  const { scale, revisions, oldest, newest, resume } = ring;
  const x = (revision: number) => SIDE + alongScale(scale, revision) * (width - 2 * SIDE);
  const cells = new Set(revisions.map((revision) => Math.floor((x(revision) - SIDE) / CELL)));
  const lost = resume !== undefined && resume.tooOld > 0;
  const label = [
    revisions.length === 0 ? texts.ringEmpty : texts.ringLabel(oldest, newest),
    ...(lost ? [`${resume.revision}: ${texts.tooOld(resume.tooOld)}`] : []),
  ].join(", ");
  const end = x(newest);
  const apart = end - x(oldest) > 40;
  return (
    <svg className={styles.figure} width={width} height="38" viewBox={`0 0 ${width} 38`} role="img" aria-label={label}>
      <path className={styles.dots} d={`M${SIDE} 15H${width - SIDE}`} />
      {[...cells].map((cell) => (
        <rect
          key={cell}
          className={styles.cell}
          x={Math.min(SIDE + cell * CELL, width - SIDE - 2)}
          y="10"
          width="2"
          height="10"
        />
      ))}
      {revisions.length === 0 ? (
        <text className={styles.axis} x={SIDE} y="36">
          {texts.ringEmpty}
        </text>
      ) : (
        <>
          {apart && (
            <text className={styles.strong} x={Math.max(x(oldest) - 2, 12)} y="36" textAnchor="middle">
              {oldest}
            </text>
          )}
          <text className={styles.strong} x={Math.min(end + 4, width - 2)} y="36" textAnchor="end">
            {newest}
          </text>
        </>
      )}
      {resume !== undefined &&
        (lost ? (
          <TooOld resume={resume} at={x(resume.revision)} edge={x(oldest)} />
        ) : (
          <Resume at={x(resume.revision)} />
        ))}
    </svg>
  );
}

function Resume({ at }: { readonly at: number }) {
  return <path className={styles.resume} d={`M${at} 5v17`} />;
}

function TooOld({ resume, at, edge }: { readonly resume: ResumePoint; readonly at: number; readonly edge: number }) {
  const texts = useMessages().pipeline;
  const left = Math.max(at, 12);
  return (
    <g data-tone="failed">
      <path className={styles.lost} d={`M${at} 0V9`} />
      <g transform={`translate(${at - 6} 9)`}>
        <Icon name="failed" tone="failed" />
      </g>
      <text className={styles.hue} x={left} y="36" textAnchor="middle">
        {resume.revision}
      </text>
      {edge - at > 30 && (
        <path
          className={styles.distance}
          d={`M${at + 10} 15H${edge - 4}`}
          markerStart="url(#pipeline-open-arrow)"
          markerEnd="url(#pipeline-open-arrow)"
        />
      )}
      <text className={styles.hue} x={Math.max((at + edge) / 2 + 4, 44)} y="9" textAnchor="middle">
        {texts.tooOld(resume.tooOld)}
      </text>
    </g>
  );
}
