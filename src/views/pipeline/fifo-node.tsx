import { memo } from "react";
import { nameOf } from "../../projections/node-lines.ts";
import { isLive } from "../../projections/pipeline-reading.ts";
import type { FifoLine } from "../../projections/read-informer.ts";
import type { DeltaFrame } from "../../store/run-types.ts";
import { useMessages } from "../messages-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { Label } from "./row.tsx";
import styles from "./rows.module.css";
import { useReading } from "./use-reading.ts";

/** The informer's queue of deltas, head on top. */
export const FifoNode = memo(function FifoNode({ height }: NodeProps) {
  const texts = useMessages().pipeline;
  const reading = useReading("fifo", "", height);
  const live = reading !== undefined && isLive(reading);
  return (
    <NodeCard
      id="fifo"
      part="fifo"
      name=""
      fact={texts.deltas(reading?.count ?? 0)}
      tone={reading?.tone ?? "idle"}
      live={live}
      height={height}
    >
      {reading?.lines.map(({ id, content, changed }) => (
        <FifoRow key={id} content={content} changed={changed && content.type === "delta"} />
      ))}
    </NodeCard>
  );
});

function FifoRow({ content, changed }: { readonly content: FifoLine; readonly changed: boolean }) {
  const texts = useMessages().pipeline;
  switch (content.type) {
    case "delta":
      return <DeltaRow delta={content.delta} next={content.next} changed={changed} />;
    case "batch":
      return <Label right={texts.againstStore}>{texts.objects(content.count)}</Label>;
    case "member": {
      const same = content.sign === "=";
      return (
        <div className={styles.row} title={texts.signs[content.sign]}>
          <span className={`${styles.sign} ${same ? styles.quiet : ""}`}>{content.sign}</span>
          <span className={`${styles.key} ${styles.mono} ${same ? styles.second : ""}`}>{nameOf(content.key)}</span>
          <span className={`${styles.value} ${same ? styles.quiet : styles.inkValue}`}>@{content.rv}</span>
        </div>
      );
    }
    case "more":
      return <Label>{texts.more(content.count)}</Label>;
    case "empty":
      return <Label>{texts.nothingQueued}</Label>;
  }
}

function DeltaRow({
  delta,
  next,
  changed,
}: {
  readonly delta: DeltaFrame;
  readonly next: boolean;
  readonly changed: boolean;
}) {
  const name = delta.key === "" ? "" : ` ${nameOf(delta.key)}`;
  return (
    <div className={styles.row} data-tone={changed ? "active" : undefined} data-changed={changed || undefined}>
      {next ? <Icon name="right" tone={changed ? "active" : "idle"} /> : <span className={styles.blank} />}
      <span className={`${styles.key} ${styles.mono} ${changed ? styles.strong : ""}`}>{`${delta.type}${name}`}</span>
      <span className={`${styles.value} ${styles.mono} ${changed ? styles.inkValue : ""}`}>
        {delta.key === "" ? delta.rv : `@${delta.rv}`}
      </span>
    </div>
  );
}
