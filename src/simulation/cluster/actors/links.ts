import { type Micros, micros } from "../../../base/time.ts";
import { record } from "../../kernel/turn.ts";
import { type ClusterTurn, change, clusterOf, type Link, linkKey } from "../cluster.ts";

const FREE: Link = { state: "up", until: undefined, delay: micros(0), epoch: 0 };

/** The way between a process and a server, as it is now. */
export function linkOf(turn: ClusterTurn, process: string, server: string): Link {
  return clusterOf(turn).links[linkKey(process, server)] ?? FREE;
}

/** How long a request or an answer takes: half of a call, and what a slow link adds. */
export function oneWay(turn: ClusterTurn, process: string, server: string): Micros {
  return micros(clusterOf(turn).plan.timing.apiCall / 2 + linkOf(turn, process, server).delay);
}

/** Makes a link work again. Nothing that was lost comes back. */
export function mendLink(turn: ClusterTurn, process: string, server: string): void {
  const { epoch } = linkOf(turn, process, server);
  setLink(turn, process, server, { ...FREE, epoch });
}

/** Adds a delay to each way of a link. */
export function slowLink(turn: ClusterTurn, process: string, server: string, delay: Micros): void {
  setLink(turn, process, server, { ...linkOf(turn, process, server), state: "slow", delay });
}

/** Replaces the state of a link. */
export function setLink(turn: ClusterTurn, process: string, server: string, link: Link): void {
  change(turn, ({ links }) => ({ links: { ...links, [linkKey(process, server)]: link } }));
}

/** Records that something on its way was lost. */
export function recordLost(turn: ClusterTurn, process: string, server: string, what: string): void {
  record(turn, linkActor(process, server), { type: "link.lost", process, server, what });
}

/** The lane of a link. */
export function linkActor(process: string, server: string): string {
  return `link/${server}/${process}`;
}
