import type { Frame, StreamFrame } from "../simulation/cluster/frame.ts";
import type { WatchEvent } from "../simulation/kubernetes/watch-event.ts";

/** The newest line of a watch as one end of it knows it. */
export type WireLine = { readonly end: "written" | "read"; readonly event: WatchEvent };

/**
 * The newest line that a stream wrote (`server/a/watch/web/Pod`), or that a reflector read (`web/Pod/reflector`); undefined for other actors,
 * and while there is none.
 */
export function wireLineOf(frame: Frame, actor: string): WireLine | undefined {
  const [first = "", second = "", third = ""] = actor.split("/");
  if (first === "server" && third === "watch") {
    const about = actor.slice(`server/${second}/watch/`.length);
    const streams = frame.servers.filter(({ id }) => id === second).flatMap((server) => server.streams);
    const event = newest(streams.filter(({ client, kind }) => `${client}/${kind}` === about))?.sent;
    return event === undefined ? undefined : { end: "written", event };
  }
  if (third !== "reflector") return undefined;
  const streams = frame.servers.flatMap((server) => server.streams);
  const event = newest(
    streams.filter(({ client, kind, taken }) => client === first && kind === second && taken !== undefined),
  )?.taken;
  return event === undefined ? undefined : { end: "read", event };
}

function newest(streams: readonly StreamFrame[]): StreamFrame | undefined {
  return streams.reduce<StreamFrame | undefined>(
    (best, each) => (best === undefined || each.id > best.id ? each : best),
    undefined,
  );
}

/** A line as JSON, folded open for reading. The real line has the same members and no line breaks. */
export function wireText({ type, object }: WatchEvent): string {
  const { kind, apiVersion, ...rest } = object;
  return JSON.stringify({ type, object: { kind, apiVersion, ...rest } }, undefined, 2);
}
