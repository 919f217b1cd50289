import { type Micros, micros } from "../../../base/time.ts";
import { record } from "../../kernel/turn.ts";
import { type ClusterTurn, change, clusterOf, type Link, linkKey } from "../cluster.ts";
import { linkActor, linkTarget } from "./names.ts";

const FREE: Link = { state: "up", until: undefined, delay: micros(0), epoch: 0 };

/** The way between a process and a server, as it is now. */
export function linkOf(turn: ClusterTurn, process: string, server: string): Link {
  return clusterOf(turn).links[linkKey(process, server)] ?? FREE;
}

/** How long a request or an answer takes: half of a call, and what a slow link adds. */
export function oneWay(turn: ClusterTurn, process: string, server: string): Micros {
  return micros(clusterOf(turn).plan.timing.apiCall / 2 + linkOf(turn, process, server).delay);
}

/** Whether the link was cut since something began its way. */
export function isCutSince(
  turn: ClusterTurn,
  { client, server, epoch }: { readonly client: string; readonly server: string; readonly epoch: number },
): boolean {
  return linkOf(turn, client, server).epoch !== epoch;
}

/** Brings a link to what the faults in force make of it. Nothing that was lost comes back. */
export function settleLink(turn: ClusterTurn, process: string, server: string): void {
  const { epoch } = linkOf(turn, process, server);
  const faults = clusterOf(turn).faults.filter((fault) => fault.target === linkTarget(process, server));
  const slow = faults.findLast((fault) => fault.fault === "slowLink");
  const cut = faults.findLast((fault) => fault.fault === "cutLink");
  const { until } = cut ?? slow ?? FREE;
  const state = cut !== undefined ? "cut" : slow !== undefined ? "slow" : "up";
  setLink(turn, process, server, { state, until, delay: slow?.delay ?? FREE.delay, epoch });
}

/** A new epoch begins on a link: whatever is on its way is lost. */
export function breakLink(turn: ClusterTurn, process: string, server: string): void {
  const link = linkOf(turn, process, server);
  setLink(turn, process, server, { ...link, epoch: link.epoch + 1 });
}

function setLink(turn: ClusterTurn, process: string, server: string, link: Link): void {
  change(turn, ({ links }) => ({ links: { ...links, [linkKey(process, server)]: link } }));
}

/** Records that something on its way was lost. */
export function recordLost(turn: ClusterTurn, process: string, server: string, what: string): void {
  record(turn, linkActor(process, server), { type: "link.lost", process, server, what });
}

/** Records that a connect was refused. */
export function recordRefused(turn: ClusterTurn, process: string, server: string, what: string): void {
  record(turn, linkActor(process, server), { type: "link.refused", process, server, what });
}
