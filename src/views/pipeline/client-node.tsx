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
import { widthOfCode } from "./text-width.ts";
import { useNow } from "./use-now.ts";
import { useReading } from "./use-reading.ts";

/** The process's API client: calls in flight and the limiter's tokens. */
export const ClientNode = memo(function ClientNode({ width, height }: NodeProps) {
  const reading = useReading("client", "", height);
  const live = reading !== undefined && isLive(reading);
  return (
    <NodeCard id="client" part="client" name="" fact="" tone={reading?.tone ?? "idle"} live={live} height={height}>
      {reading?.lines.map(({ id, content, changed }) => (
        <ClientRow key={id} content={content} changed={changed} width={width} />
      ))}
    </NodeCard>
  );
});

type RowProps = { readonly content: ClientLine; readonly changed: boolean; readonly width: number };

function ClientRow({ content, changed, width }: RowProps) {
  const texts = useMessages().pipeline;
  switch (content.type) {
    case "call":
      return (
        <Row tone="active" changed={changed} title={`${content.verb} ${content.kind} ${content.name}`}>
          <span className={`${styles.whole} ${styles.mono}`}>
            {fitsInOne(content, width) ? `${content.verb.toUpperCase()} ${content.kind}` : content.verb.toUpperCase()}
          </span>
        </Row>
      );
    case "since":
      return <Since name={fitsInOne(content, width) ? nameOf(content.name) : content.kind} since={content.since} />;
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
  return <Label right={spanText(Math.max(0, now - since))}>{name}</Label>;
}

/** Whether verb and kind stand in one row; else the kind takes the place of the name below. */
function fitsInOne({ verb, kind }: { readonly verb: string; readonly kind: string }, width: number): boolean {
  return widthOfCode(`${verb} ${kind}`) <= width - 36;
}
