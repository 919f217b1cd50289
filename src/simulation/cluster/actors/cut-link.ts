import { withCause } from "../../kernel/turn.ts";
import type { ClusterTurn } from "../cluster.ts";
import { allStreams } from "./cache-access.ts";
import { openCalls } from "./call-store.ts";
import { breakCall } from "./calls.ts";
import { breakLink, settleLink } from "./links.ts";
import { breakStream } from "./streams.ts";

/** Cuts a link: connects are refused from now on, and both ends see what is open break. What is on its way is lost. */
export function cutLink(turn: ClusterTurn, process: string, server: string): void {
  breakLink(turn, process, server);
  settleLink(turn, process, server);
  const isOn = (each: { readonly client: string; readonly server: string }) =>
    each.client === process && each.server === server;
  const streams = allStreams(turn).filter((stream) => stream.state !== "closed" && isOn(stream));
  const { cause } = turn;
  for (const call of openCalls(turn, isOn)) withCause(turn, cause, () => breakCall(turn, call, "ECONNRESET"));
  for (const stream of streams) withCause(turn, cause, () => breakStream(turn, stream, "cut"));
}
