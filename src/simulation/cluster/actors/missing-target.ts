import { ownValue } from "../../../base/own-value.ts";
import type { Action, ObjectReference } from "../actions.ts";
import { type Cluster, type ClusterTurn, clusterOf } from "../cluster.ts";
import { etcdRange } from "../etcd.ts";
import { redefinesKind } from "../redefinition.ts";
import { openStreamOf } from "./cache-access.ts";
import { linkOf } from "./links.ts";
import { NOISE, USER } from "./names.ts";
import { handlersOf } from "./processes.ts";

/** Why an action can do nothing, or undefined. Edits always become requests: the server answers them. */
export function missingTarget(turn: ClusterTurn, action: Action): string | undefined {
  const cluster = clusterOf(turn);
  if (redefinesKind(action)) return "which kinds there are is part of the scenario";
  if ("server" in action && ownValue(cluster.servers, action.server) === undefined) return "no such server";
  switch (action.type) {
    case "create":
    case "apply":
    case "raw":
      return undefined;
    case "patch":
    case "delete":
      return namedTarget(cluster, action.target) === undefined ? "no object has a name that begins so" : undefined;
    case "deliver":
      return "nothing to deliver at this position";
    case "endWatch":
    case "silenceWatch":
    case "holdEvents":
    case "loseEvent":
      return missingStream(turn, action);
    case "answer":
      return undefined;
    case "stopAnswering":
      return cluster.faults.some(({ fault }) => fault === "answer") ? undefined : "no fault answers requests";
    case "cutLink":
    case "mendLink":
    case "slowLink":
      return missingLink(turn, action);
    case "compact":
      return cluster.etcd.compactRevision === cluster.etcd.revision ? "everything is compacted" : undefined;
    case "slowEtcd":
      return undefined;
    case "restartServer":
    case "freezeCache":
      return missingServer(cluster, action);
    case "tell":
      return missingSystem(cluster, action.system);
    case "crash":
      return ownValue(cluster.systems, action.process) === undefined
        ? missingProcess(cluster, action)
        : missingSystem(cluster, action.process);
    default:
      return missingProcess(cluster, action);
  }
}

/**
 * The object that an edit means. A name that ends in `*` is the first one, in the order of names, that begins so: for objects whose names
 * the server makes. Undefined where none does; a name in full may be missing, the server says so.
 */
export function namedTarget(cluster: Cluster, target: ObjectReference): ObjectReference | undefined {
  if (!target.name.endsWith("*")) return target;
  const range = etcdRange(cluster.etcd, target.kind);
  const start = target.name.slice(0, -1);
  const names = (range.type === "values" ? range.values : [])
    .map(({ object }) => object.metadata)
    .filter(({ name, namespace }) => namespace === target.namespace && name.startsWith(start))
    .map(({ name }) => name);
  const [name] = names.sort();
  return name === undefined ? undefined : { ...target, name };
}

function missingStream(
  turn: ClusterTurn,
  action: Extract<Action, { type: "endWatch" | "silenceWatch" | "holdEvents" | "loseEvent" }>,
): string | undefined {
  const stream = openStreamOf(turn, action.client, action.kind);
  if (stream === undefined) return "no stream is open";
  return stream.state === "silent" && action.type !== "endWatch" ? "the stream is silent" : undefined;
}

function missingLink(
  turn: ClusterTurn,
  { type, process, server }: Extract<Action, { type: "cutLink" | "mendLink" | "slowLink" }>,
): string | undefined {
  const { processes, agents } = clusterOf(turn);
  const isKnown = ownValue(processes, process) !== undefined || ownValue(agents, process) !== undefined;
  if (!isKnown && process !== USER && process !== NOISE) return "no such process";
  const { state } = linkOf(turn, process, server);
  if (type === "mendLink") return state === "up" ? "the link is up" : undefined;
  return state === "cut" ? "the link is cut" : undefined;
}

function missingServer(
  { servers }: Cluster,
  action: Extract<Action, { type: "restartServer" | "freezeCache" }>,
): string | undefined {
  const api = ownValue(servers, action.server)?.api;
  if (api?.state === "stopped") return "the server is down";
  return action.type === "freezeCache" && ownValue(api?.caches ?? {}, action.kind) === undefined
    ? "no such kind"
    : undefined;
}

function missingSystem({ systems }: Cluster, name: string): string | undefined {
  const system = ownValue(systems, name);
  if (system === undefined) return "no such system";
  return system.state === "running" ? undefined : "the system does not run";
}

function missingProcess(
  { processes, denied, revokedTokens }: Cluster,
  action: Extract<
    Action,
    { type: "crash" | "pause" | "stop" | "slowHandler" | "revoke" | "grant" | "revokeToken" | "renewToken" }
  >,
): string | undefined {
  const process = ownValue(processes, action.process);
  if (process === undefined) return "no such process";
  switch (action.type) {
    case "crash":
    case "pause":
      return process.state === "crashed" || process.state === "stopped" ? "the process does not run" : undefined;
    case "stop":
      if (process.runs === 0) return "the process has not started";
      return process.state === "running" || process.state === "starting" ? undefined : "the process does not run";
    case "slowHandler":
      return handlersOf(process, action.kind).includes(action.handler) ? undefined : "no such handler";
    case "revoke":
    case "grant": {
      const isDenied = denied.some(
        (each) => each.process === action.process && each.verb === action.verb && each.kind === action.kind,
      );
      if (action.type === "grant") return isDenied ? undefined : "nothing was refused";
      return isDenied ? "it is refused already" : undefined;
    }
    case "revokeToken":
      return revokedTokens.includes(action.process) ? "its token is revoked already" : undefined;
    case "renewToken":
      return revokedTokens.includes(action.process) ? undefined : "its token is valid";
  }
}
