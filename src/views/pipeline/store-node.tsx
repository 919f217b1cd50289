import { memo } from "react";
import { nameOf } from "../../projections/node-lines.ts";
import { isLive } from "../../projections/pipeline-reading.ts";
import type { StoreLine } from "../../projections/read-informer.ts";
import { useActions } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { usePipelineSetting } from "./pipeline-context.tsx";
import { Label, Row } from "./row.tsx";
import styles from "./rows.module.css";
import { useReading } from "./use-reading.ts";

/** The informer's store, every object held against etcd. */
export const StoreNode = memo(function StoreNode({ width, height }: NodeProps) {
  const texts = useMessages().pipeline;
  const { size } = usePipelineSetting();
  const reading = useReading("store", "", height);
  const live = reading !== undefined && isLive(reading);
  const fact = reading?.behind === undefined ? texts.inStep : texts.behind(reading.behind);
  // Beside the distance there is room for the version only in a wide node.
  const roomy = size === "XS" || (size === "L" && (width >= 200 || reading?.behind === undefined));
  const sub = roomy ? texts.storeVersion(reading?.rv ?? "") : "";
  return (
    <NodeCard
      id="store"
      part="store"
      name=""
      sub={sub}
      fact={fact}
      tone={reading?.tone ?? "idle"}
      live={live}
      height={height}
    >
      {reading?.lines.map(({ id, content, changed }) => (
        <StoreRow key={id} content={content} changed={changed} />
      ))}
    </NodeCard>
  );
});

function StoreRow({ content, changed }: { readonly content: StoreLine; readonly changed: boolean }) {
  const texts = useMessages().pipeline;
  switch (content.type) {
    case "object":
      return <ObjectRow content={content} changed={changed} />;
    case "leaving":
      return (
        <div className={`${styles.label} ${styles.indented}`}>
          <span className={styles.stale}>{texts.leaving[content.how]}</span>
        </div>
      );
    case "ghost":
      return (
        <div className={`${styles.row} ${styles.ghost}`}>
          <span className={styles.blank} />
          <span className={`${styles.key} ${styles.mono}`}>{nameOf(content.key)}</span>
          <span className={`${styles.value} ${styles.quiet}`}>{texts.notYet}</span>
        </div>
      );
    case "more":
      return <Label>{texts.more(content.count)}</Label>;
    case "empty":
      return <Label>{texts.storeEmpty}</Label>;
  }
}

function ObjectRow({
  content,
  changed,
}: {
  readonly content: Extract<StoreLine, { type: "object" }>;
  readonly changed: boolean;
}) {
  const texts = useMessages().pipeline;
  const { select } = useActions();
  const { kind } = usePipelineSetting().scope;
  const { key, rv, truth, leaving } = content;
  const title = truth === undefined ? texts.goneInEtcd : truth === rv ? texts.equalsTruth : texts.newerInEtcd(truth);
  return (
    <Row tone={truth === rv ? "ok" : "stale"} changed={changed} value={`@${rv}`} title={title}>
      {/* The keyboard reaches objects through the inspector; a pointer may take the short way. */}
      <button
        type="button"
        tabIndex={-1}
        className={`${styles.key} ${styles.mono} ${leaving !== undefined ? styles.gone : ""}`}
        onClick={(event) => {
          event.stopPropagation();
          select({ key, kind });
        }}
      >
        {nameOf(key)}
      </button>
    </Row>
  );
}
