import { memo } from "react";
import { nameOf } from "../../projections/node-lines.ts";
import { isLive } from "../../projections/pipeline-reading.ts";
import { type EtcdLine, UNTOLD } from "../../projections/read-etcd.ts";
import { useMessages } from "../messages-context.tsx";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { RevisionRuler } from "./revision-ruler.tsx";
import { Row } from "./row.tsx";
import styles from "./rows.module.css";
import { widthOfWords } from "./text-width.ts";
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
    case "commit":
      return <CommitRow content={content} changed={changed} width={width} />;
  }
}

/** The row's padding, its revision and its gaps, CSS px. */
const REST = 18 + 30;

type CommitProps = {
  readonly content: Extract<EtcdLine, { type: "commit" }>;
  readonly changed: boolean;
  readonly width: number;
};

/** The key is never cut: beside a long one the change loses its path, and beside that of an object that nobody here asks for it may be left out. */
function CommitRow({ content, changed, width }: CommitProps) {
  const texts = useMessages().pipeline;
  const { commit, concerned, change } = content;
  const { revision, key, kind, verb } = commit;
  const name = concerned ? nameOf(key) : key;
  const room = width - REST - widthOfWords(`${name} `);
  const told = widthOfWords(change.long) > room ? change.short : change.long;
  const words = verb === "update" ? told : texts.done[verb];
  const isTold = concerned || (!words.endsWith(UNTOLD) && widthOfWords(words) <= room);
  return (
    <Row tone="none" changed={changed} title={`${kind} ${key} ${commit.change}`}>
      <span className={`${styles.mono} ${changed ? styles.strong : ""} ${concerned ? "" : styles.quiet}`}>
        {revision}
      </span>
      <span className={`${styles.whole} ${styles.commit} ${concerned ? styles.second : ""}`}>{name}</span>
      {isTold && words !== "" && <span className={`${styles.key} ${styles.change}`}>{words}</span>}
    </Row>
  );
}
