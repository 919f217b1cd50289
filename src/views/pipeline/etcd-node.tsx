import { memo } from "react";
import { isLive } from "../../projections/pipeline-reading.ts";
import type { EtcdLine } from "../../projections/read-etcd.ts";
import { useMessages } from "../messages-context.tsx";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { RevisionRuler } from "./revision-ruler.tsx";
import { Row } from "./row.tsx";
import styles from "./rows.module.css";
import { useReading } from "./use-reading.ts";

/** etcd: the revision ruler and the last commits. */
export const EtcdNode = memo(function EtcdNode({ width, height }: NodeProps) {
  const texts = useMessages().pipeline;
  const reading = useReading("etcd", "", height);
  const fact = reading === undefined ? "" : texts.revision(reading.revision);
  const live = reading !== undefined && isLive(reading);
  return (
    <NodeCard id="etcd" part="etcd" name="" fact={fact} tone="ok" live={live} height={height}>
      {reading?.lines.map(({ id, content, changed }) => (
        <EtcdRow key={id} content={content} changed={changed} width={width} />
      ))}
    </NodeCard>
  );
});

function EtcdRow({
  content,
  changed,
  width,
}: {
  readonly content: EtcdLine;
  readonly changed: boolean;
  readonly width: number;
}) {
  switch (content.type) {
    case "ruler":
      return (
        <div className={styles.figure}>
          <RevisionRuler ruler={content.ruler} width={width - 18} />
        </div>
      );
    case "rule":
      return <hr className={styles.rule} />;
    case "commit": {
      const { revision, key, kind, change } = content.commit;
      return (
        <Row tone="none" changed={changed} title={`${kind} ${key} ${change}`}>
          <span className={`${styles.mono} ${changed ? styles.strong : ""}`}>{revision}</span>
          <span className={`${styles.key} ${styles.commit}`}>
            {key} {change}
          </span>
        </Row>
      );
    }
  }
}
