import { memo } from "react";
import { nameOf } from "../../projections/node-lines.ts";
import { isLive } from "../../projections/pipeline-reading.ts";
import type { ClientLine } from "../../projections/read-controller.ts";
import { useMessages } from "../messages-context.tsx";
import { spanText } from "../widgets/format-time.ts";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { Label, Row } from "./row.tsx";
import styles from "./rows.module.css";
import { useNow } from "./use-now.ts";
import { useReading } from "./use-reading.ts";

/** The process's API client: calls in flight and the limiter's tokens. */
export const ClientNode = memo(function ClientNode({ height }: NodeProps) {
  const reading = useReading("client", "", height);
  const live = reading !== undefined && isLive(reading);
  return (
    <NodeCard id="client" part="client" name="" fact="" tone={reading?.tone ?? "idle"} live={live} height={height}>
      {reading?.lines.map(({ id, content, changed }) => (
        <ClientRow key={id} content={content} changed={changed} />
      ))}
    </NodeCard>
  );
});

function ClientRow({ content, changed }: { readonly content: ClientLine; readonly changed: boolean }) {
  const texts = useMessages().pipeline;
  switch (content.type) {
    case "call":
      return (
        <Row tone="active" changed={changed} title={`${content.verb} ${content.kind} ${content.name}`}>
          <span className={`${styles.key} ${styles.mono}`}>{`${content.verb.toUpperCase()} ${content.kind}`}</span>
        </Row>
      );
    case "since":
      return <Since name={content.name} since={content.since} />;
    case "rule":
      return <hr className={styles.rule} />;
    case "tokens":
      return (
        <Label right={content.tokens < 0 ? texts.noLimiter : texts.tokensOf(Math.floor(content.tokens), content.burst)}>
          {texts.tokens}
        </Label>
      );
    case "reads":
      return <Label right={texts.fromStore}>{texts.reads}</Label>;
    case "more":
      return <Label>{texts.more(content.count)}</Label>;
    case "empty":
      return <Label>{texts.noCalls}</Label>;
  }
}

function Since({ name, since }: { readonly name: string; readonly since: number }) {
  const now = useNow();
  return <Label right={spanText(Math.max(0, now - since))}>{nameOf(name)}</Label>;
}
