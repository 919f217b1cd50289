import type { EdgeProps } from "@xyflow/react";
import { memo } from "react";
import { nodeOfEvent } from "../../projections/node-of-event.ts";
import type { Wire } from "../../projections/pipeline-wires.ts";
import { tellingChain } from "../../projections/why.ts";
import type { AppState } from "../../store/app-state.ts";
import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { useWire } from "./use-reading.ts";
import { toldChain } from "./use-told.ts";
import styles from "./wire-edge.module.css";

/** Above this many events in a second a packet could not be followed: only rows are tinted. */
const FASTEST_PACKETS = 8;

/** A way between two nodes. Its course comes from the rows it joins, not from the nodes' handles. */
export const WireEdge = memo(function WireEdge({ id }: EdgeProps) {
  const wire = useWire(id);
  const cause = useApp((state) => whyOf(state, wire));
  if (wire === undefined) return null;
  return (
    <g
      data-wire={id}
      data-tone={cause === "past" ? "cause" : wire.tone}
      data-faded={cause === "outside" || undefined}
      className={styles.wire}
    >
      <path
        d={wire.path}
        className={styles.line}
        data-line={cause === "past" ? "solid" : wire.line}
        data-strong={wire.tone !== "idle" || cause === "past" || undefined}
        markerEnd={wire.line === "broken" ? undefined : "url(#pipeline-arrow)"}
      />
      {wire.mark !== undefined && cause !== "past" && (
        <path
          className={styles.strokes}
          d={`M${wire.mark.x - 7} ${wire.mark.y}l14 -6M${wire.mark.x - 7} ${wire.mark.y - 9}l14 -6`}
        />
      )}
      <WireWord wire={wire} />
      {wire.travelled === "no" ? <StandingPacket wire={wire} /> : <Packet wire={wire} />}
    </g>
  );
});

function WireWord({ wire }: { readonly wire: Wire }) {
  const texts = useMessages().pipeline.wires;
  if (wire.label === undefined || wire.word === undefined) return null;
  return (
    <text className={styles.word} x={wire.label.x} y={wire.label.y} textAnchor="end">
      {texts[wire.word]}
    </text>
  );
}

/** A packet that goes along the wire in this step. */
function Packet({ wire }: { readonly wire: Wire }) {
  const moment = useApp(momentOf);
  const { packet, travelled } = wire;
  if (moment === "") return <StandingPacket wire={wire} />;
  // A new moment is a new packet: its journey starts over. One that is still on its way afterwards stays half-way.
  const course = packet === undefined ? "through" : "half";
  return (
    <rect
      key={moment}
      className={styles.packet}
      data-course={course}
      data-direction={travelled}
      style={{ offsetPath: `path("${wire.path}")` }}
      x="-4.5"
      y="-4.5"
      width="9"
      height="9"
    />
  );
}

function StandingPacket({ wire: { packet } }: { readonly wire: Wire }) {
  if (packet === undefined) return null;
  return <rect className={styles.packet} x={packet.x - 4.5} y={packet.y - 4.5} width="9" height="9" />;
}

/** Names the step that packets travel in; empty when nothing is animated. */
function momentOf({ frame, view }: AppState): string {
  const { current, previous, moved } = frame;
  if (current === undefined || moved === "jump") return "";
  if (moved !== "play") return `${moved}/${current.step}`;
  const events = current.events - (previous?.events ?? current.events);
  const span = Math.max(1, current.at - (previous?.at ?? current.at)) / 1_000_000 / view.speed;
  return events / span > FASTEST_PACKETS ? "" : `${moved}/${current.step}`;
}

/** In Why, a wire belongs to the past when both of its nodes do, one right after the other. */
function whyOf(state: AppState, wire: Wire | undefined): "no" | "past" | "outside" {
  const chain = toldChain(state);
  if (!state.view.why || chain === undefined || wire === undefined) return "no";
  const servers = (state.frame.current?.servers ?? []).map(({ id }) => id);
  const nodes = tellingChain(chain).map((row) => nodeOfEvent(row, servers));
  const joined = nodes.some(
    (node, index) => node === wire.to && index > 0 && nodes.slice(0, index).includes(wire.from),
  );
  return joined ? "past" : "outside";
}
