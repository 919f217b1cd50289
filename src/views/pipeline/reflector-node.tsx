import { memo } from "react";
import { isLive } from "../../projections/pipeline-reading.ts";
import { BACKOFF_BASES, type ReflectorLine } from "../../projections/read-informer.ts";
import { useMessages } from "../messages-context.tsx";
import { secondsText, spanText } from "../widgets/format-time.ts";
import figures from "./figures.module.css";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { Pie } from "./pie.tsx";
import { usePipelineSetting } from "./pipeline-context.tsx";
import { Label, Row } from "./row.tsx";
import styles from "./rows.module.css";
import { passedShare, useNow } from "./use-now.ts";
import { useReading } from "./use-reading.ts";

/** The reflector: its version, whether that is still to be had, and the staircase of its waits. */
export const ReflectorNode = memo(function ReflectorNode({ height }: NodeProps) {
  const reading = useReading("reflector", "", height);
  const live = reading !== undefined && isLive(reading);
  return (
    <NodeCard
      id="reflector"
      part="reflector"
      name=""
      fact={reading?.state ?? ""}
      tone={reading?.tone ?? "idle"}
      live={live}
      height={height}
    >
      {reading?.lines.map(({ id, content, changed }) => (
        <ReflectorRow key={id} content={content} changed={changed} />
      ))}
    </NodeCard>
  );
});

function ReflectorRow({ content, changed }: { readonly content: ReflectorLine; readonly changed: boolean }) {
  const texts = useMessages().pipeline;
  const { size } = usePipelineSetting();
  const roomy = size === "L" || size === "XS";
  switch (content.type) {
    case "field":
      return (
        <Row
          tone="none"
          changed={changed}
          value={
            <FieldValue before={content.name === "lastSyncRV" || roomy ? content.before : ""} value={content.value} />
          }
        >
          <span className={styles.key}>{content.name}</span>
        </Row>
      );
    case "rule":
      return <hr className={styles.rule} />;
    case "calm":
      return <Label right={size === "S" ? texts.waitsTaken(content.steps) : texts.noTimer}>{texts.backoff}</Label>;
    case "wait":
      return <Countdown since={content.since} until={content.until} />;
    case "stairs":
      return <Stairs used={content.used} running={content.running} height={content.height} />;
    case "waited":
      return content.running ? (
        <Label right={texts.thenRequest(content.after)}>{texts.nthWait(content.steps)}</Label>
      ) : (
        <Label right={texts.nextAtLeast(spanText(content.nextBase))}>{texts.waitsTaken(content.steps)}</Label>
      );
  }
}

function FieldValue({ before, value }: { readonly before: string; readonly value: string }) {
  return (
    <span className={styles.mono}>
      {before !== "" && <span className={styles.quiet}>{before}→</span>}
      <b className={styles.inkValue}>{value === "" ? '""' : value}</b>
    </span>
  );
}

function Countdown({ since, until }: { readonly since: number; readonly until: number }) {
  const texts = useMessages().pipeline;
  const now = useNow();
  return (
    <div className={styles.row} data-tone="waiting">
      <Pie share={passedShare(now, since, until)} size={16} />
      <span className={`${styles.mono} ${styles.big}`}>{secondsText(Math.max(0, until - now))} s</span>
      <span className={`${styles.value} ${styles.quiet}`}>{texts.waitOf(secondsText(until - since))}</span>
    </div>
  );
}

function Stairs({
  used,
  running,
  height,
}: {
  readonly used: number;
  readonly running: number | undefined;
  readonly height: number;
}) {
  const texts = useMessages().pipeline;
  const base = spanText(BACKOFF_BASES[Math.min(used, BACKOFF_BASES.length - 1)] ?? 0);
  const top = Math.log2(30 / 0.4);
  return (
    <div
      className={figures.stairs}
      style={{ height: height + 4 }}
      role="img"
      aria-label={texts.stairsLabel(used, base)}
    >
      {BACKOFF_BASES.map((step, index) => (
        <i
          key={step}
          data-step={index === running ? "running" : index < used ? "used" : undefined}
          style={{ height: Math.round((Math.log2(step / 400_000) / top) * height) }}
        />
      ))}
    </div>
  );
}
