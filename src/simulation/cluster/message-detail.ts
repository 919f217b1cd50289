import { valueAt } from "../../base/persistent-map.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import type { Cluster } from "./cluster.ts";
import { deltaText } from "./informer/delta.ts";
import { waitingDeltas } from "./informer/fifo.ts";
import type { ClusterMessage } from "./messages.ts";

/** What a message on the agenda is about, in names from the code: `LIST Pod`, `MODIFIED demo/web-1`. Empty when its type says it all. */
export function detailOf(cluster: Cluster, to: string, message: ClusterMessage): string {
  switch (message.type) {
    case "call.arrive":
    case "call.serve":
    case "call.expire":
    case "call.judged":
    case "call.answer":
    case "call.send":
    case "call.broken":
      return callText(cluster, message.call);
    case "stream.arrive":
      return message.event.type === "ERROR" || message.event.type === "BOOKMARK"
        ? message.event.type
        : `${message.event.type} ${keyOf(message.event.object)}`;
    case "stream.write":
    case "stream.ended":
    case "stream.deadline":
    case "stream.gone": {
      const stream = valueAt(cluster.streams, String(message.stream));
      return stream === undefined ? "" : `${stream.client} · ${stream.kind}`;
    }
    case "cache.follow":
      return `${message.kind} ${message.revision}`;
    case "cache.thaw":
    case "cache.progress":
    case "cache.bookmarks":
    case "cache.resume":
    case "cache.list":
      return message.kind;
    case "process.wake": {
      const informer = cluster.informers[to.split("/").slice(0, 2).join("/")];
      const [first] = informer === undefined ? [] : waitingDeltas(informer.fifo);
      return first === undefined ? "" : deltaText(first);
    }
    case "agent.bind":
      return message.pod;
    case "agent.send":
    case "agent.retry":
      return `${message.request.verb.toUpperCase()} ${message.request.kind}`;
    case "script.do":
      return cluster.plan.script[message.index]?.action.type ?? "";
    case "system.note":
      return message.name;
    case "machine.timer":
      return message.event.type;
    default:
      return "";
  }
}

function callText(cluster: Cluster, id: number): string {
  const call = valueAt(cluster.calls, String(id));
  if (call === undefined) return "";
  const { verb, kind } = call.request;
  const rv = "resourceVersion" in call.request.options ? ` ${call.request.options.resourceVersion ?? ""}` : "";
  return `${verb.toUpperCase()} ${kind}${rv}`;
}
