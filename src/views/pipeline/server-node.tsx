import { memo, type ReactNode } from "react";
import { isLive } from "../../projections/pipeline-reading.ts";
import type { ServerLine } from "../../projections/read-server.ts";
import type { RequestFrame, StreamFrame } from "../../store/run-types.ts";
import { useActions } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { Icon } from "../widgets/icon.tsx";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { RingWindow } from "./ring-window.tsx";
import { Label, Row } from "./row.tsx";
import styles from "./rows.module.css";
import { widthOfWords } from "./text-width.ts";
import { useReading } from "./use-reading.ts";

/** One API server: its watch cache's window, its watchers, its newest requests. */
export const ServerNode = memo(function ServerNode({ name, width, height }: NodeProps) {
  const texts = useMessages().pipeline;
  const reading = useReading("server", name, height);
  const inFlight = reading?.inFlight ?? 0;
  const fact =
    reading?.state === "up" && inFlight > 0 ? texts.inFlight(inFlight) : texts.serverStates[reading?.state ?? "up"];
  const live = reading !== undefined && isLive(reading);
  return (
    <NodeCard
      id={`server/${name}`}
      part="server"
      name={name}
      sub={name}
      fact={fact}
      tone={reading?.tone ?? "idle"}
      live={live}
      height={height}
    >
      {reading?.lines.map(({ id, content, changed }) => (
        <ServerRow key={id} name={name} content={content} changed={changed} width={width} />
      ))}
    </NodeCard>
  );
});

type RowProps = {
  readonly name: string;
  readonly content: ServerLine;
  readonly changed: boolean;
  readonly width: number;
};

const ServerRow = memo(function ServerRow({ name, content, changed, width }: RowProps) {
  const texts = useMessages().pipeline;
  const { select } = useActions();
  switch (content.type) {
    case "cache":
      return <CacheLabel {...content} width={width} />;
    case "ring":
      return (
        <div className={styles.figure}>
          <RingWindow ring={content.ring} width={width - 18} />
        </div>
      );
    case "rule":
      return <hr className={styles.rule} />;
    case "title":
      return <Label>{content.of === "watchers" ? texts.watchers : texts.requests}</Label>;
    case "level": {
      const { name: level, inUse, seats, waiting } = content.level;
      return (
        <Row
          tone={content.tone}
          changed={changed}
          value={texts.seats(inUse, seats, waiting)}
          title={texts.seatsOf(level, inUse, seats, waiting)}
        >
          <span className={styles.key}>{level}</span>
        </Row>
      );
    }
    case "none":
      return <Label>{content.of === "watchers" ? texts.noWatchers : texts.noRequests}</Label>;
    case "watcher":
      return (
        <Row
          tone={content.tone}
          changed={changed}
          value={<StreamState stream={content.stream} />}
          onSelect={() => select(streamReference(name, content.stream))}
        >
          <span className={`${styles.key} ${styles.mono}`}>
            {content.stream.client} · {content.stream.kind}
          </span>
        </Row>
      );
    case "request":
      return (
        <Row tone={content.tone} changed={changed} value={<RequestState request={content.request} />}>
          <span className={`${styles.key} ${styles.mono}`}>{requestText(content.request, content.ofShownKind)}</span>
        </Row>
      );
  }
});

type CacheProps = Extract<ServerLine, { type: "cache" }> & { readonly width: number };

function CacheLabel({ kind, kept, capacity, width }: CacheProps) {
  const texts = useMessages().pipeline;
  const [name, whole] = [texts.watchCache(kind), texts.kept(kept, capacity)];
  const fits = widthOfWords(`${name} ${whole}`) <= width - 18;
  return <Label right={fits ? whole : `${kept} / ${capacity}`}>{name}</Label>;
}

/** A stream's own actor has the chart of the connection. */
function streamReference(server: string, { client, kind }: StreamFrame) {
  return { actor: `server/${server}/watch/${client}/${kind}`, kind };
}

function StreamState({ stream }: { readonly stream: StreamFrame }) {
  const texts = useMessages().pipeline.streamStates;
  if (stream.state === "open") return `@${stream.rv}`;
  if (stream.state !== "closed") return texts[stream.state];
  // Beside a long name the cross says that it is closed, and the reason has the room.
  const long = stream.client.length + stream.kind.length > 12 && stream.closedBy !== "";
  return long ? stream.closedBy : texts.closed(stream.closedBy);
}

function RequestState({ request }: { readonly request: RequestFrame }): ReactNode {
  const texts = useMessages().pipeline;
  if (request.state !== "done") return texts.requestStates[request.state];
  return (
    <span className={styles.flag}>
      {answerText(request)}
      {request.fault && <Icon name="fault" tone="fault" />}
    </span>
  );
}

/** The version in an answer in words (`4 objects at 900`), if there is one. */
function answerText({ code, answer, verb }: RequestFrame): string {
  // No server answered: `ECONNREFUSED` is the network's word.
  if (code === 0) return answer.replace(/^ECONN/, "").toLowerCase();
  const version = /(\d+)$/.exec(answer)?.[1];
  return code >= 200 && code < 300 && version !== undefined && verb === "list"
    ? `${code} · rv ${version}`
    : String(code);
}

/** `LIST 612` for the kind on the screen, `CREATE Pod` for a write. */
function requestText({ verb, kind, rv }: RequestFrame, ofShownKind: boolean): string {
  const asks = verb === "list" || verb === "watch";
  return `${verb.toUpperCase()} ${asks && ofShownKind ? rv || '""' : kind}`;
}
