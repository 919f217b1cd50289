import { memo } from "react";
import { isLive } from "../../projections/pipeline-reading.ts";
import { PHASES, type WorkerLine } from "../../projections/read-controller.ts";
import { useMessages } from "../messages-context.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import figures from "./figures.module.css";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { usePipelineSetting } from "./pipeline-context.tsx";
import { Label } from "./row.tsx";
import styles from "./rows.module.css";
import { useReading } from "./use-reading.ts";

/** The controller's workers: key, what it read, five phases. */
export const WorkersNode = memo(function WorkersNode({ height }: NodeProps) {
  const texts = useMessages().pipeline;
  const reading = useReading("workers", "", height);
  const live = reading !== undefined && isLive(reading);
  const fact = texts.busy(reading?.busy ?? 0, reading?.total ?? 0);
  const lines = reading?.lines ?? [];
  return (
    <NodeCard
      id="workers"
      part="workers"
      name=""
      fact={fact}
      tone={reading?.tone ?? "idle"}
      live={live}
      height={height}
    >
      {reading?.columns === 2 ? (
        <div className={styles.columns}>
          {pairs(lines).map((pair) => (
            <div key={pair[0]?.id}>
              {pair.map(({ id, content, changed }) => (
                <WorkerRow key={id} content={content} changed={changed} />
              ))}
            </div>
          ))}
        </div>
      ) : (
        lines.map(({ id, content, changed }) => <WorkerRow key={id} content={content} changed={changed} />)
      )}
    </NodeCard>
  );
});

/** A worker's row and its phases belong together. */
function pairs<T>(lines: readonly T[]): readonly (readonly T[])[] {
  return lines.flatMap((_, index) => (index % 2 === 0 ? [lines.slice(index, index + 2)] : []));
}

type RowProps = { readonly content: WorkerLine; readonly changed: boolean };

const WorkerRow = memo(function WorkerRow({ content, changed }: RowProps) {
  const texts = useMessages().pipeline;
  switch (content.type) {
    case "worker":
      return <KeyLine content={content} changed={changed} />;
    case "phases":
      return <PhaseCells current={content.current} tone={content.tone} />;
    case "rule":
      return <hr className={styles.rule} />;
    case "more":
      return <Label>{texts.more(content.count)}</Label>;
  }
});

function KeyLine({
  content,
  changed,
}: {
  readonly content: Extract<WorkerLine, { type: "worker" }>;
  readonly changed: boolean;
}) {
  const texts = useMessages().pipeline;
  const { size } = usePipelineSetting();
  const { worker, stale, tone } = content;
  const roomy = size === "L" || size === "XS";
  if (worker.key === "") {
    return (
      <div className={styles.row}>
        <span className={styles.quiet}>{worker.index}</span>
        <span className={`${styles.whole} ${styles.quiet}`}>
          {worker.state === "exited" ? texts.exited : texts.waitsInGet}
        </span>
        {worker.outcome !== "" && (
          <span className={`${styles.value} ${styles.short} ${styles.quiet}`} title={worker.outcome}>
            {worker.outcome}
          </span>
        )}
      </div>
    );
  }
  return (
    <div className={styles.row} data-tone={changed ? "active" : undefined} data-changed={changed || undefined}>
      <span className={styles.quiet}>{worker.index}</span>
      <span className={`${styles.whole} ${styles.mono}`}>{worker.key}</span>
      {roomy && <span className={styles.sub}>#{worker.reconcile}</span>}
      {worker.phase === "end" ? (
        <span className={`${styles.value} ${styles.short}`} data-tone={tone} title={worker.outcome}>
          {roomy ? worker.outcome : firstWord(worker.outcome)}
        </span>
      ) : (
        stale !== undefined && (
          <span className={`${styles.value} ${styles.flag}`} data-tone="stale">
            {!roomy && <Glyph tone="stale" />}
            {roomy ? texts.readAt(stale.rv) : `@${stale.rv}`}
          </span>
        )
      )}
    </div>
  );
}

/** `409 · 20 ms` → `409`. */
function firstWord(outcome: string): string {
  return outcome.split(" · ", 1)[0] ?? outcome;
}

function PhaseCells({ current, tone }: { readonly current: number; readonly tone: string }) {
  const texts = useMessages().pipeline;
  const now = PHASES[current];
  const place = (index: number) => (index < current ? "done" : index === current ? "now" : undefined);
  return (
    <div
      className={figures.phases}
      data-tone={tone}
      role="img"
      aria-label={texts.phaseLabel(now === undefined ? "" : texts.phases[now])}
    >
      {PHASES.map((phase, index) => (
        <i key={phase} data-phase={place(index)} data-broken={tone === "failed" || undefined} />
      ))}
      {PHASES.map((phase, index) => (
        <span key={phase} data-phase={place(index)}>
          {texts.phases[phase]}
        </span>
      ))}
    </div>
  );
}
