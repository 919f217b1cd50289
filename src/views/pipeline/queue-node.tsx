import { memo, type ReactNode } from "react";
import { nameOf } from "../../projections/node-lines.ts";
import { isLive } from "../../projections/pipeline-reading.ts";
import type { QueueLine } from "../../projections/read-controller.ts";
import { useMessages } from "../messages-context.tsx";
import { spanText } from "../widgets/format-time.ts";
import { Glyph } from "../widgets/glyph.tsx";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { Pie } from "./pie.tsx";
import { usePipelineSetting } from "./pipeline-context.tsx";
import { Label } from "./row.tsx";
import styles from "./rows.module.css";
import { widthOfCode, widthOfWords } from "./text-width.ts";
import { passedShare, useNow } from "./use-now.ts";
import { useReading } from "./use-reading.ts";

/** The work queue: rows in the order in which they will be handed out, then those that wait for their time. */
export const QueueNode = memo(function QueueNode({ width, height }: NodeProps) {
  const texts = useMessages().pipeline;
  const { size } = usePipelineSetting();
  const reading = useReading("queue", "", height);
  const live = reading !== undefined && isLive(reading);
  const waiting = size === "M" && (reading?.ready ?? 0) > 0 ? 0 : (reading?.waiting ?? 0);
  const fact = reading?.shuttingDown === true ? texts.shuttingDown : texts.queueFact(reading?.ready ?? 0, waiting);
  const kind = reading === undefined ? "" : texts.queueKinds[reading.kind];
  const sub = widthOfWords(`${texts.nodes.queue} ${kind} ${fact}`) > width - HEADER ? "" : kind;
  const lines = reading?.lines ?? [];
  const nameKey = lines.some(({ content }) => "key" in content && widthOfCode(content.key) > width - REST)
    ? nameOf
    : whole;
  return (
    <NodeCard
      id="queue"
      part="queue"
      name=""
      sub={sub}
      fact={fact}
      tone={reading?.tone ?? "idle"}
      live={live}
      height={height}
    >
      {lines.map(({ id, content, changed }) => (
        <QueueRow
          key={id}
          content={"key" in content ? { ...content, key: nameKey(content.key) } : content}
          changed={changed}
        />
      ))}
    </NodeCard>
  );
});

/** What stands beside the words of the header, and beside a key in a row, CSS px. */
const HEADER = 18 + 18 + 12;
const REST = 18 + 18 + 42 + 46;

/** A key with its namespace. One that does not fit loses the namespace, and then all do. */
function whole(key: string): string {
  return key;
}

function QueueRow({ content, changed }: { readonly content: QueueLine; readonly changed: boolean }) {
  const texts = useMessages().pipeline;
  switch (content.type) {
    case "processing":
      return (
        <KeyRow tone="active" content={content} changed={changed} glyph={<Glyph tone="active" />}>
          {texts.inWorkBy(content.worker, content.dirty)}
        </KeyRow>
      );
    case "ready":
      return (
        <KeyRow tone="idle" content={content} changed={changed} glyph={<Glyph tone="idle" />}>
          {texts.ready}
        </KeyRow>
      );
    case "waiting":
      return <WaitingRow content={content} changed={changed} />;
    case "more":
      return <Label>{texts.more(content.count)}</Label>;
    case "empty":
      return <Label>{texts.queueEmpty}</Label>;
  }
}

type Waiting = Extract<QueueLine, { type: "waiting" }>;

function WaitingRow({ content, changed }: { readonly content: Waiting; readonly changed: boolean }) {
  const texts = useMessages().pipeline;
  const { size } = usePipelineSetting();
  const now = useNow();
  const { since, readyAt, failures } = content;
  const remaining = spanText(Math.max(0, readyAt - now));
  return (
    <KeyRow
      tone="waiting"
      content={content}
      changed={changed}
      glyph={<Pie share={passedShare(now, since, readyAt)} size={12} />}
    >
      {failures > 0 && size !== "M" ? `${remaining} ${texts.failures(failures)}` : remaining}
    </KeyRow>
  );
}

type KeyRowProps = {
  readonly tone: "active" | "idle" | "waiting";
  readonly content: { readonly key: string; readonly priority: number | undefined };
  readonly changed: boolean;
  readonly glyph: ReactNode;
  readonly children: ReactNode;
};

function KeyRow({ tone, content, changed, glyph, children }: KeyRowProps) {
  const { key, priority } = content;
  return (
    <div className={styles.row} data-tone={tone} data-changed={changed || undefined}>
      {glyph}
      <span className={`${styles.key} ${styles.mono}`}>{key}</span>
      {priority !== undefined && <span className={styles.priority}>{priority < 0 ? `−${-priority}` : priority}</span>}
      <span className={styles.value}>{children}</span>
    </div>
  );
}
