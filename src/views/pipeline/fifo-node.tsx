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
import { widthOfCode } from "./text-width.ts";
import { useReading } from "./use-reading.ts";

/** The informer's queue of deltas, head on top. */
export const FifoNode = memo(function FifoNode({ width, height }: NodeProps) {
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
        <FifoRow key={id} content={content} changed={changed && content.type === "delta"} width={width} />
      ))}
    </NodeCard>
  );
});

type RowProps = { readonly content: FifoLine; readonly changed: boolean; readonly width: number };

function FifoRow({ content, changed, width }: RowProps) {
  const texts = useMessages().pipeline;
  switch (content.type) {
    case "delta":
      return <DeltaRow delta={content.delta} next={content.next} changed={changed} width={width} />;
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

/** The row's padding and gap, and the arrow with its gap, CSS px. */
const REST = 18 + 6;
const ARROW = 18;

/** Delta types beside a key that leaves them little room. */
const SHORT: Readonly<Record<string, string>> = { Added: "Add", Updated: "Upd", Deleted: "Del", Replaced: "Repl" };

type DeltaProps = {
  readonly delta: DeltaFrame;
  readonly next: boolean;
  readonly changed: boolean;
  readonly width: number;
};

/** Key and version are never cut: beside a long key the type is shortened, then the arrow gives way. */
function DeltaRow({ delta, next, changed, width }: DeltaProps) {
  const name = delta.key === "" ? "" : ` ${nameOf(delta.key)}`;
  const fits = (word: string) => ARROW + widthOfCode(`${word}${name}@${delta.rv}`) <= width - REST;
  const type = fits(delta.type) ? delta.type : (SHORT[delta.type] ?? delta.type);
  const hasArrow = fits(type);
  return (
    <div
      className={styles.row}
      data-tone={changed ? "active" : undefined}
      data-changed={changed || undefined}
      title={`${delta.type} ${delta.key}`}
    >
      {hasArrow &&
        (next ? <Icon name="right" tone={changed ? "active" : "idle"} /> : <span className={styles.blank} />)}
      <span className={`${styles.key} ${styles.mono} ${changed ? styles.strong : ""}`}>{`${type}${name}`}</span>
      <span className={`${styles.value} ${styles.mono} ${changed ? styles.inkValue : ""}`}>
        {delta.key === "" ? delta.rv : `@${delta.rv}`}
      </span>
    </div>
  );
}
