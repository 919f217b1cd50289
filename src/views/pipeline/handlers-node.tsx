import { memo } from "react";
import { isLive } from "../../projections/pipeline-reading.ts";
import type { HandlerLine } from "../../projections/read-informer.ts";
import type { HandlerFrame } from "../../store/run-types.ts";
import { useMessages } from "../messages-context.tsx";
import { spanText } from "../widgets/format-time.ts";
import figures from "./figures.module.css";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { usePipelineSetting } from "./pipeline-context.tsx";
import { Label, Row } from "./row.tsx";
import styles from "./rows.module.css";
import { passedShare, useNow } from "./use-now.ts";
import { useReading } from "./use-reading.ts";

/** The informer's handlers: who runs, who waits, who is not synced. */
export const HandlersNode = memo(function HandlersNode({ height }: NodeProps) {
  const texts = useMessages().pipeline;
  const { size } = usePipelineSetting();
  const reading = useReading("handlers", "", height);
  const live = reading !== undefined && isLive(reading);
  const busy = reading?.busy ?? 0;
  const fact =
    reading?.tone === "stale"
      ? texts.fallingBehind
      : busy === 0
        ? texts.idle
        : size === "S"
          ? `${busy} / ${reading?.total ?? 0}`
          : texts.busy(busy, reading?.total ?? 0);
  return (
    <NodeCard
      id="handlers"
      part="handlers"
      name=""
      fact={fact}
      tone={reading?.tone ?? "idle"}
      live={live}
      height={height}
    >
      {reading?.lines.map(({ id, content, changed }) => (
        <HandlerRow key={id} content={content} changed={changed} />
      ))}
    </NodeCard>
  );
});

function HandlerRow({ content, changed }: { readonly content: HandlerLine; readonly changed: boolean }) {
  const texts = useMessages().pipeline;
  switch (content.type) {
    case "handler":
      return (
        <Row
          tone={content.tone}
          changed={changed}
          value={<CallState handler={content.handler} />}
          title={callTitle(content.handler)}
        >
          <span className={styles.whole}>{content.handler.id}</span>
        </Row>
      );
    case "call":
      return <CallBar since={content.since} until={content.until} tone={content.tone} />;
    case "pending":
      return (
        <div className={`${styles.row} ${styles.indented}`}>
          {content.pending > 0 && <span className={styles.sub}>{texts.pending(content.pending)}</span>}
          {!content.synced && <span className={`${styles.value} ${styles.stale}`}>{texts.notSynced}</span>}
        </div>
      );
    case "more":
      return <Label>{texts.more(content.count)}</Label>;
    case "empty":
      return <Label>{texts.noHandlers}</Label>;
  }
}

function CallState({ handler }: { readonly handler: HandlerFrame }) {
  const texts = useMessages().pipeline;
  const { size } = usePipelineSetting();
  const now = useNow();
  if (handler.call === undefined) return texts.idle;
  const { since, until } = handler.call;
  // Beside the name there is room for one of both; the bar below shows the share.
  if (size === "M" || size === "S") return spanText(Math.min(now, until) - since);
  return texts.spanOf(...spentOf(Math.min(now, until) - since, until - since));
}

/** Both in the unit of the whole: `0.84` of `4 s`. */
function spentOf(spent: number, all: number): [spent: string, all: string] {
  const whole = spanText(all);
  return [whole.endsWith(" s") ? (spent / 1_000_000).toFixed(2) : spanText(spent), whole];
}

function callTitle({ call, id }: HandlerFrame): string {
  return call === undefined ? id : `${id}: ${call.fn} ${call.key}`;
}

function CallBar({ since, until, tone }: { readonly since: number; readonly until: number; readonly tone: string }) {
  const now = useNow();
  return (
    <div className={figures.bar} data-tone={tone}>
      <i style={{ width: `${(passedShare(now, since, until) * 100).toFixed(1)}%` }} />
    </div>
  );
}
