import { AssertionError, unreachable } from "../../base/assert.ts";
import { ownValue } from "../../base/own-value.ts";
import { errorOfClient } from "../kubernetes/generic-response.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import {
  agentAnswered,
  agentSaw,
  agentStreamEnded,
  agentWrites,
  bindPod,
  retryWrite,
  watchPods,
} from "./actors/agents.ts";
import { streamOf } from "./actors/cache-access.ts";
import {
  dissolveCache,
  followCache,
  listCache,
  pollProgress,
  resumeCache,
  sendBookmarks,
  thawCache,
} from "./actors/caches.ts";
import { findCall } from "./actors/call-store.ts";
import { departCall, leaveCall, takeAnswer, takeBreak } from "./actors/calls.ts";
import { isAwaited, judgeAttempt } from "./actors/client-retry.ts";
import { driveLoop } from "./actors/controller.ts";
import { cleanUpDefinition, look, stopServing } from "./actors/definitions.ts";
import { answerElector, wakeElector } from "./actors/election.ts";
import { endFault } from "./actors/fault-life.ts";
import { answerInformer, openEmptyWatch, tellInformer } from "./actors/informer-host.ts";
import { podActor, processOf } from "./actors/names.ts";
import { writeNoise } from "./actors/noise.ts";
import { tellPod } from "./actors/pods.ts";
import {
  electionHooks,
  endGrace,
  endUnsynced,
  pollProcess,
  settleProcess,
  startProcess,
} from "./actors/process-life.ts";
import { changeProcess } from "./actors/processes.ts";
import { beginRun, takeReply, wakeRun } from "./actors/run-reconcile.ts";
import { doScriptStep, followScript } from "./actors/script.ts";
import { compactRound, startServer, trimServer } from "./actors/server-life.ts";
import { arriveCall, beginCall, endWaiting, expireCall, serveCall } from "./actors/serving.ts";
import { arriveFrame, forgetStream, reachDeadline, recordDecoded, writeStream } from "./actors/streams.ts";
import { answerSystem, isSystem, noteSystem, startSystem, tellSystem } from "./actors/systems.ts";
import { judgeCall } from "./actors/webhook-calls.ts";
import { type Call, type CallResult, type ClusterTurn, clusterOf } from "./cluster.ts";
import type { ClusterMessage } from "./messages.ts";
import type { ApiRequest } from "./server/request.ts";

/** The body of a step: delivers one message, then looks what follows from it for the script and for stopping processes. */
export function deliver(turn: ClusterTurn, to: string, message: ClusterMessage): void {
  const name = processOf(to);
  const held = ownValue(clusterOf(turn).processes, name)?.held;
  if (held !== undefined) return changeProcess(turn, name, { held: [...held, { to, message, cause: turn.cause }] });
  route(turn, to, message);
  const process = ownValue(clusterOf(turn).processes, name);
  if (process?.state === "stopping") settleProcess(turn, process.name);
  followScript(turn, 0);
}

function route(turn: ClusterTurn, to: string, message: ClusterMessage): void {
  const family = message.type.slice(0, message.type.indexOf("."));
  switch (family) {
    case "call":
    case "stream":
      return routeNetwork(turn, message);
    case "cache":
    case "definition":
    case "etcd":
    case "server":
    case "noise":
      return routeCluster(turn, serverIn(to), message);
    case "process":
    case "queue":
    case "worker":
      return routeProcess(turn, to, message);
    case "agent":
    case "script":
    case "fault":
    case "system":
      return routeOutside(turn, to, message);
    default:
      return routeCharts(turn, to, message);
  }
}

function routeNetwork(turn: ClusterTurn, message: ClusterMessage): void {
  switch (message.type) {
    case "call.arrive":
      return arriveCall(turn, message.call);
    case "call.begin":
      return beginCall(turn, message.call);
    case "call.endWaiting":
      return endWaiting(turn, message.call);
    case "call.serve":
      return serveCall(turn, message.call);
    case "call.expire":
      return expireCall(turn, message.call);
    case "call.judged":
      return judgeCall(turn, message.call, message.judged);
    case "call.send":
      return sendDelayed(turn, message.call, message.paid);
    case "call.answer":
      return deliverAnswer(turn, takeAnswer(turn, message.call));
    case "call.broken":
      return deliverAnswer(turn, takeBreak(turn, message.call, message.reason));
    case "stream.write":
      return writeStream(turn, message.stream);
    case "stream.arrive":
    case "stream.ended":
      return deliverFrame(turn, message);
    case "stream.deadline":
      return reachDeadline(turn, message.stream);
    case "stream.gone":
      return forgetStream(turn, message.stream);
    default:
      return misrouted(message);
  }
}

function routeCluster(turn: ClusterTurn, server: string, message: ClusterMessage): void {
  switch (message.type) {
    case "cache.follow":
      return followCache(turn, server, message.kind, message.revision);
    case "cache.thaw":
      return thawCache(turn, server, message.kind);
    case "cache.progress":
      return pollProgress(turn, server, message.kind);
    case "cache.list":
      return listCache(turn, server, message.kind);
    case "cache.bookmarks":
      return sendBookmarks(turn, server, message.kind);
    case "cache.resume":
      return resumeCache(turn, server, message.kind);
    case "cache.dissolve":
      return dissolveCache(turn, server, message.kind);
    case "definition.gone":
      return stopServing(turn, server, message.name);
    case "definition.cleanUp":
      return cleanUpDefinition(turn, server, message.name, message.failures);
    case "definition.look":
      return look(turn, server, message);
    case "etcd.compact":
      return compactRound(turn, server);
    case "server.start":
      return startServer(turn, server);
    case "server.trim":
      return trimServer(turn, server);
    case "noise.write":
      return writeNoise(turn, message.count);
    default:
      return misrouted(message);
  }
}

function routeProcess(turn: ClusterTurn, to: string, message: ClusterMessage): void {
  const process = processOf(to);
  switch (message.type) {
    case "process.start":
      return startProcess(turn, process);
    case "process.poll":
      return pollProcess(turn, process);
    case "process.syncTimeout":
      return endUnsynced(turn, process);
    case "process.stopTimeout":
      return endGrace(turn, process);
    case "process.elect":
      return wakeElector(turn, process, electionHooks);
    case "process.wake":
    case "process.write":
      return tellInformer(turn, to, message);
    case "queue.wake":
      return driveLoop(turn, process, { type: "wake" });
    case "worker.begin":
      return beginRun(turn, process, workerIn(to));
    case "worker.resume":
      return wakeRun(turn, process, workerIn(to));
    default:
      return misrouted(message);
  }
}

function routeOutside(turn: ClusterTurn, to: string, message: ClusterMessage): void {
  switch (message.type) {
    case "agent.watch":
      return watchPods(turn, to);
    case "agent.bind":
      return bindPod(turn, message.pod);
    case "agent.send":
      return agentWrites(turn, to, message.request);
    case "agent.retry":
      return retryWrite(turn, to, message.request, message.call);
    case "system.start":
      return startSystem(turn, to);
    case "system.note":
      return noteSystem(turn, to, message.name, message.data);
    case "script.do":
      return doScriptStep(turn, message.index);
    case "fault.end":
      return endFault(turn, message.fault);
    default:
      return misrouted(message);
  }
}

function routeCharts(turn: ClusterTurn, to: string, message: ClusterMessage): void {
  switch (message.type) {
    case "machine.timer":
      if (to.startsWith(PODS)) return tellPod(turn, to.slice(PODS.length) as ObjectKey, message.event); // the rest is the pod's key
      if (isSystem(turn, processOf(to))) return tellSystem(turn, to, message.event);
      return tellInformer(turn, to, message);
    case "list.answer":
    case "watch.opened":
    case "watch.refused":
    case "watch.frame":
    case "watch.ended":
    case "reflector.resume":
    case "informer.cacheSynced":
    case "informer.controllerEnded":
    case "handler.next":
    case "handler.return":
    case "resync.tick":
    case "resync.resume":
      return tellInformer(turn, to, message);
    default:
      return misrouted(message);
  }
}

/** Every family of messages has its router; one that is missing there is a mistake of ours. */
function misrouted(message: ClusterMessage): never {
  throw new AssertionError(`no router for ${message.type}`);
}

/** A request that was kept back in its client leaves, if its answer is still wanted. */
function sendDelayed(turn: ClusterTurn, id: number, paid: boolean): void {
  const call = findCall(turn, id);
  if (call === undefined) return;
  if (isAwaited(turn, call)) departCall(turn, id, paid);
  else leaveCall(turn, call);
}

function deliverAnswer(turn: ClusterTurn, sent: Call | undefined): void {
  if (sent?.result === undefined) return;
  const { replyTo } = sent;
  const verdict = judgeAttempt(turn, sent);
  if (verdict === "retried") return;
  const call = { ...sent, result: readByClient(turn, sent.request, sent.result) };
  switch (replyTo.type) {
    case "list":
    case "watch":
      return verdict === "emptyWatch" ? openEmptyWatch(turn, replyTo) : answerInformer(turn, call);
    case "worker":
      return takeReply(turn, replyTo, call);
    case "elector":
      return answerElector(turn, replyTo, call, electionHooks);
    case "agentWatch":
    case "agentWrite":
      return agentAnswered(turn, replyTo.agent, call);
    case "system":
      return answerSystem(turn, replyTo, call);
    case "nobody":
      return;
    default:
      return unreachable(replyTo);
  }
}

/** The answer as the client's code sees it: an error that came in plain text is one of the client's own. */
function readByClient(turn: ClusterTurn, request: ApiRequest, result: CallResult): CallResult {
  const info = ownValue(clusterOf(turn).kinds, request.kind);
  if (result.type !== "response" || result.response.type !== "status" || info === undefined) return result;
  const asked = { verb: request.verb, name: "name" in request ? request.name : "" };
  const status = errorOfClient(result.response.status, info, asked);
  return { type: "response", response: { type: "status", status } };
}

function deliverFrame(
  turn: ClusterTurn,
  message: Extract<ClusterMessage, { type: "stream.arrive" | "stream.ended" }>,
): void {
  // The end of a broken connection is no frame: the client sees it by itself.
  const stream =
    message.type === "stream.ended" ? streamOf(turn, message.stream) : arriveFrame(turn, message.stream, message.event);
  if (stream === undefined) return;
  const { replyTo } = stream;
  if (replyTo.type === "agentWatch") {
    return message.type === "stream.ended"
      ? agentStreamEnded(turn, replyTo.agent)
      : agentSaw(turn, replyTo.agent, message.event);
  }
  if (replyTo.type !== "watch" || clusterOf(turn).processes[processOf(replyTo.informer)]?.runs !== replyTo.run) return;
  const { informer, n } = replyTo;
  if (message.type === "stream.ended") return tellInformer(turn, `${informer}/reflector`, { type: "watch.ended", n });
  recordDecoded(turn, informer, n, message.event);
  tellInformer(turn, `${informer}/reflector`, { type: "watch.frame", n, event: message.event });
}

const PODS = podActor("");

/** `server/a/…` is about server a. */
function serverIn(actor: string): string {
  return actor.split("/")[1] ?? "";
}

/** `web/worker/2` is worker 2. */
function workerIn(actor: string): number {
  return Number(actor.split("/")[2] ?? 0);
}
