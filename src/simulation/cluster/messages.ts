import type { Micros } from "../../base/time.ts";
import type { MachineTimer } from "../kernel/turn.ts";
import type { Json } from "../kubernetes/object.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import type { WatchEvent } from "../kubernetes/watch-event.ts";
import type { InformerMessage } from "./informer/messages.ts";
import type { NetworkReason } from "./network-reason.ts";
import type { ApiRequest } from "./server/request.ts";
import type { AdmissionFact } from "./server/server-fact.ts";

/** Everything that can stand on the agenda of the simulated world. Each is delivered in a step of its own. */
export type ClusterMessage =
  // Requests: out of the client, to the server, at the server, and back; or the client sees its connection break.
  | { readonly type: "call.send"; readonly call: number; readonly paid: boolean }
  | { readonly type: "call.arrive"; readonly call: number }
  | { readonly type: "call.begin"; readonly call: number }
  | { readonly type: "call.endWaiting"; readonly call: number }
  | { readonly type: "call.serve"; readonly call: number }
  /** A webhook has answered, or was waited for long enough. */
  | { readonly type: "call.judged"; readonly call: number; readonly judged: AdmissionFact }
  | { readonly type: "call.expire"; readonly call: number }
  | { readonly type: "call.answer"; readonly call: number }
  | { readonly type: "call.broken"; readonly call: number; readonly reason: NetworkReason }
  // Streams.
  | { readonly type: "stream.write"; readonly stream: number }
  | { readonly type: "stream.arrive"; readonly stream: number; readonly event: WatchEvent }
  | { readonly type: "stream.ended"; readonly stream: number }
  | { readonly type: "stream.deadline"; readonly stream: number }
  | { readonly type: "stream.gone"; readonly stream: number }
  // Storage and watch caches.
  | { readonly type: "cache.follow"; readonly kind: string; readonly revision: number }
  | { readonly type: "cache.thaw"; readonly kind: string }
  | { readonly type: "cache.progress"; readonly kind: string }
  | { readonly type: "cache.bookmarks"; readonly kind: string }
  | { readonly type: "cache.resume"; readonly kind: string }
  | { readonly type: "cache.list"; readonly kind: string }
  | { readonly type: "cache.dissolve"; readonly kind: string }
  // CustomResourceDefinitions, by name: an API server follows them.
  | { readonly type: "definition.gone"; readonly name: string }
  | { readonly type: "definition.cleanUp"; readonly name: string; readonly failures: number }
  | {
      readonly type: "definition.look";
      readonly name: string;
      /** What the definition has to stand at still. */
      readonly version: string;
      readonly since: Micros;
      readonly failures: number;
    }
  | { readonly type: "etcd.compact" }
  | { readonly type: "noise.write"; readonly count: number }
  | { readonly type: "server.start" }
  | { readonly type: "server.trim" }
  // Processes.
  | { readonly type: "process.start" }
  | { readonly type: "process.poll" }
  | { readonly type: "process.syncTimeout" }
  | { readonly type: "process.stopTimeout" }
  | { readonly type: "process.elect" }
  | { readonly type: "queue.wake" }
  | { readonly type: "worker.begin" }
  | { readonly type: "worker.resume" }
  // Scheduler and kubelets.
  | { readonly type: "agent.watch" }
  | { readonly type: "agent.bind"; readonly pod: ObjectKey }
  | { readonly type: "agent.send"; readonly request: ApiRequest }
  | { readonly type: "agent.retry"; readonly request: ApiRequest; readonly call: number }
  // Systems.
  | { readonly type: "system.start" }
  | { readonly type: "system.note"; readonly name: string; readonly data: Json }
  // People and script.
  | { readonly type: "script.do"; readonly index: number }
  | { readonly type: "fault.end"; readonly fault: number }
  | InformerMessage
  | MachineTimer;
