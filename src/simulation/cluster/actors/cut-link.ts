import { entriesOf } from "../../../base/persistent-map.ts";
import { withCause } from "../../kernel/turn.ts";
import { type ClusterTurn, clusterOf } from "../cluster.ts";
import { allStreams } from "./cache-access.ts";
import { breakCall } from "./calls.ts";
import { linkOf, setLink } from "./links.ts";
import { breakStream } from "./streams.ts";

/** Cuts a link: connects are refused from now on, and both ends see what is open break. What is on its way is lost. */
export function cutLink(turn: ClusterTurn, process: string, server: string): void {
  const before = linkOf(turn, process, server);
  setLink(turn, process, server, { ...before, state: "cut", epoch: before.epoch + 1 });
  const calls = [...entriesOf(clusterOf(turn).calls)]
    .map(([, call]) => call)
    .filter((call) => call.state !== "done" && call.client === process && call.server === server)
    .sort((a, b) => a.id - b.id);
  const streams = allStreams(turn).filter(
    (each) => each.state !== "closed" && each.client === process && each.server === server,
  );
  const { cause } = turn;
  for (const call of calls) withCause(turn, cause, () => breakCall(turn, call));
  for (const stream of streams) withCause(turn, cause, () => breakStream(turn, stream, "cut"));
}
