import type { ReplyTo } from "../cluster.ts";

/** Ids of actors. They are also names of lanes, and the first part tells the process. */
export const ETCD = "etcd";
/** The person at the screen, or the script in their place. */
export const USER = "user";

/** An API server. */
export function serverActor(server: string): string {
  return `server/${server}`;
}

/** A stream from the server's side; it is named by who watches what, so that its lane outlives one connection. */
export function streamActor(server: string, client: string, kind: string): string {
  return `server/${server}/watch/${client}/${kind}`;
}

/** The goroutine of an informer that reads its stream and hands each event to the reflector. */
export function decoderActor(informer: string): string {
  return `${informer}/decoder`;
}

/** The watch cache of a kind. */
export function cacheActor(server: string, kind: string): string {
  return `server/${server}/cache/${kind}`;
}

/** A process's client of the API. */
export function clientActor(process: string): string {
  return `${process}/client`;
}

/** A process's work queue. */
export function queueActor(process: string): string {
  return `${process}/queue`;
}

/** A worker, numbered from 1. */
export function workerActor(process: string, worker: number): string {
  return `${process}/worker/${worker}`;
}

/** The chart of one key in a process's queue. */
export function keyActor(process: string, key: string): string {
  return `${process}/key/${key}`;
}

/** A chart of a reconciler's own, for one key. */
export function ownChartActor(process: string, chart: string, key: string): string {
  return `${process}/chart/${chart}/${key}`;
}

/** A pod's life. */
export function podActor(key: string): string {
  return `pod/${key}`;
}

/** An informer; its parts have ids that begin with it. */
export function informerId(process: string, kind: string): string {
  return `${process}/${kind}`;
}

/** The process of an informer. */
export function processOf(actor: string): string {
  const end = actor.indexOf("/");
  return end < 0 ? actor : actor.slice(0, end);
}

/** The kind of an informer. */
export function kindOf(informer: string): string {
  return informer.slice(informer.indexOf("/") + 1);
}

/** The lane of a link. */
export function linkActor(process: string, server: string): string {
  return `link/${server}/${process}`;
}

/** What a fault of a link is about, as the trace and the page name it. */
export function linkTarget(process: string, server: string): string {
  return `${process} ↔ ${server}`;
}

/** What a fault of a watch is about. */
export function watchTarget(client: string, kind: string): string {
  return `${client} · ${kind}`;
}

/** The actor that an answer is delivered to. */
export function receiverOf(replyTo: ReplyTo): string {
  switch (replyTo.type) {
    case "list":
    case "watch":
      return `${replyTo.informer}/reflector`;
    case "worker":
    case "elector":
      return clientActor(replyTo.process);
    case "agentWatch":
    case "agentWrite":
      return replyTo.agent;
    case "system":
      return replyTo.actor;
    case "nobody":
      return USER;
  }
}

/** The scheduler, as a client. */
export const SCHEDULER = "scheduler";

/** The kubelet of a node, as a client. */
export function kubeletOf(node: string): string {
  return `kubelet/${node}`;
}

/** The client that writes the noise: somebody else's work. */
export const NOISE = "batch";

/** Who made the objects that exist from the beginning. */
export const GIVEN = "given";

/** First parts of ids that no process has: a process of such a name would be taken for what is called so. */
export const TAKEN_NAMES: readonly string[] = [ETCD, USER, SCHEDULER, "kubelet", "server", "pod", "link", NOISE, GIVEN];
