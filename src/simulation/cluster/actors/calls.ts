import { ownValue } from "../../../base/own-value.ts";
import { type Micros, micros, seconds } from "../../../base/time.ts";
import { cancelTimer, post, record, setTimer, withCause } from "../../kernel/turn.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { requestTimeout, unauthorized } from "../../kubernetes/status-error.ts";
import {
  type ActiveFault,
  type Call,
  type CallResult,
  type ClusterTurn,
  change,
  clusterOf,
  type ReplyTo,
} from "../cluster.ts";
import { etcdGet } from "../etcd.ts";
import type { NetworkReason } from "../network-reason.ts";
import { handleRequest, type Outcome } from "../server/api-server.ts";
import type { ApiRequest } from "../server/request.ts";
import type { ServerFact } from "../server/server-fact.ts";
import { answersFor, faultOutcome, spendFault } from "./answer-faults.ts";
import { auditReceived, observeEtcd } from "./audit-log.ts";
import { askProgress, cacheOf, changeServer, followBookmarks, putFacts, serverOf } from "./cache-access.ts";
import { addCall, callOf, callText, findCall, keyText, openCalls, putCall } from "./call-store.ts";
import { recordAdmission, recordCommits, recordWrite } from "./commits.ts";
import { drawsFor } from "./draws.ts";
import { isCutSince, linkOf, oneWay, recordLost, recordRefused } from "./links.ts";
import { clientActor, receiverOf, serverActor } from "./names.ts";
import { recordResponse } from "./record-response.ts";
import { seamsOf } from "./seams.ts";
import { tellSigners } from "./signing.ts";
import { failStream, openFailedStream, openStream } from "./streams.ts";
import { takeToken, tokensAt } from "./throttle.ts";
import { takesTime, timeOf } from "./webhooks.ts";

/** How long a connect waits for an answer (`cg:transport/cache.go`: net.Dialer with a timeout of 30 s @v0.36.3). */
const DIAL_TIMEOUT = seconds(30);

/** How long a server waits for its own write (`as:endpoints/handlers/rest.go:requestTimeoutUpperBound @v0.36.3`). */
const WRITE_LIMIT = seconds(34);

/** What a client sends. `after`, `attempt` and `sentAt` are for requests that are tried again. */
export type Sending = {
  readonly client: string;
  readonly request: ApiRequest;
  readonly replyTo: ReplyTo;
  readonly after?: Micros;
  readonly attempt?: number;
  readonly sentAt?: Micros;
};

/** Sends a request to an API server, at once or when its client lets it go. Returns the number of the call. */
export function sendCall(turn: ClusterTurn, sending: Sending): number {
  const { client, request, replyTo, after = micros(0), attempt = 1, sentAt = turn.world.now } = sending;
  const id = clusterOf(turn).nextCall;
  const server = homeOf(turn);
  const { epoch } = linkOf(turn, client, server);
  const fresh = {
    state: "delayed",
    arrivedAt: undefined,
    broken: false,
    waiting: undefined,
    admitted: undefined,
    isLate: false,
    result: undefined,
    fault: false,
  } as const;
  addCall(turn, { id, client, server, request, replyTo, sentAt, attempt, epoch, ...fresh });
  if (after > 0) postSend(turn, callOf(turn, id), after);
  else departCall(turn, id);
  return id;
}

/** A request is due in its client: it leaves when the limiter has a token for it, or has had one (`paid`). */
export function departCall(turn: ClusterTurn, id: number, paid = false): void {
  const call = findCall(turn, id);
  if (call?.state !== "delayed") return;
  const delay = paid ? 0 : takeToken(turn, call.replyTo, call.request, call.attempt);
  if (delay > 0) return throttle(turn, call, micros(delay));
  const { client, server } = call;
  const link = linkOf(turn, client, server);
  putCall(turn, { ...call, state: "travelling", epoch: link.epoch });
  if (link.state === "cut") {
    recordRefused(turn, client, server, callText(call));
    return returnResult(turn, id, { type: "network", reason: "ECONNREFUSED" });
  }
  post(turn, {
    to: serverActor(server),
    message: { type: "call.arrive", call: id },
    after: oneWay(turn, client, server),
    rank: "work",
  });
}

/** A request reaches its server: writes go on when etcd is through with them, everything else at once. */
export function arriveCall(turn: ClusterTurn, id: number): void {
  const call = findCall(turn, id);
  if (call?.state !== "travelling") return;
  if (isCutSince(turn, call)) {
    putCall(turn, { ...call, state: "done" });
    return recordLost(turn, call.client, call.server, callText(call));
  }
  const { request, server } = call;
  const fault = answersFor(clusterOf(turn).faults, request);
  const mode = fault?.answer?.mode;
  if (fault !== undefined && (mode === "refused" || mode === "timeout")) return missServer(turn, call, fault, mode);
  if (serverOf(turn, server).api.state === "stopped") {
    recordRefused(turn, call.client, server, callText(call));
    return returnResult(turn, id, { type: "network", reason: "ECONNREFUSED" });
  }
  const rv = "resourceVersion" in request.options ? (request.options.resourceVersion ?? "") : "";
  const { verb, kind } = request;
  const { client } = call;
  record(turn, serverActor(server), {
    type: "api.request",
    request: id,
    client,
    verb,
    kind,
    key: keyText(request),
    rv,
  });
  putCall(turn, { ...call, state: "served", arrivedAt: turn.world.now });
  if (fault === undefined && isUnknown(turn, call)) return refuseUnknown(turn, call);
  auditReceived(turn, call);
  if (fault !== undefined) return answerByFault(turn, id, fault);
  // Webhooks come first; etcd's time is counted when they are through.
  if (isRead(request) || hasSlowWebhooks(turn, request)) return serveCall(turn, id);
  serveAfter(turn, callOf(turn, id), micros(0), etcdTime(turn));
}

/** Whether the token that a request carries is not valid: then nobody knows who asks. */
function isUnknown(turn: ClusterTurn, { client }: Call): boolean {
  return clusterOf(turn).revokedTokens.includes(client);
}

/** Authentication looks at a request once, when it arrives: streams that are open stay open (`as:endpoints/filters/authentication.go:WithAuthentication @v0.36.3`). */
function refuseUnknown(turn: ClusterTurn, { id }: Call): void {
  conclude(turn, callOf(turn, id), { type: "response", response: { type: "status", status: unauthorized() } }, false);
}

/** A write goes on when its webhooks and etcd are through. Past its deadline it is answered 504; what etcd has by then is stored all the same. */
function serveAfter(turn: ClusterTurn, call: Call, hooks: Micros, etcd: Micros): void {
  const { id, server, arrivedAt = turn.world.now } = call;
  const left = micros(Math.max(0, arrivedAt + WRITE_LIMIT - turn.world.now));
  const send = (type: "call.serve" | "call.expire", after: Micros) =>
    post(turn, { to: serverActor(server), message: { type, call: id }, after, rank: "work" });
  const isLate = hooks + etcd > left;
  if (isLate) send("call.expire", left);
  putCall(turn, { ...call, isLate: isLate && hooks <= left });
  if (!isLate || hooks <= left) send("call.serve", micros(hooks + etcd));
}

/** The server has waited too long for its own write (`as:endpoints/handlers/finisher/finisher.go:FinishRequest @v0.36.3`). */
export function expireCall(turn: ClusterTurn, id: number): void {
  const call = findCall(turn, id);
  if (call?.state === "served")
    conclude(turn, call, { type: "response", response: { type: "status", status: requestTimeout() } }, false);
}

/** The server works on a request; one that waits for the cache comes here again. */
export function serveCall(turn: ClusterTurn, id: number): void {
  const call = findCall(turn, id);
  if (call === undefined) return;
  const isOver = call.state !== "served" && call.state !== "waiting";
  if (isOver && !call.isLate) return;
  const { request, server } = call;
  const { random } = turn.world;
  const handled = handleRequest(serverOf(turn, server).api, clusterOf(turn).etcd, {
    request,
    now: turn.world.now,
    draws: drawsFor(turn, request),
    seams: seamsOf(turn),
    waiting: call.waiting,
  });
  if (!isOver && waitsForWebhooks(turn, call, handled.facts)) {
    turn.world = { ...turn.world, random };
    return;
  }
  changeServer(turn, server, { api: handled.server });
  change(turn, () => ({ etcd: handled.etcd }));
  recordCommits(turn, handled.events);
  observeEtcd(turn, call, handled.facts);
  recordWrite(turn, server, id, handled.facts);
  if (isOver) return putCall(turn, { ...call, isLate: false });
  const { outcome } = handled;
  if (outcome.type === "stream") followBookmarks(turn, server, cacheOf(turn, server, request.kind));
  putFacts(turn, server, request.kind, handled.facts);
  if (call.state === "waiting" && outcome.type !== "wait") cancelTimer(turn, serverActor(server), `wait ${id}`);
  conclude(turn, callOf(turn, id), outcome, false);
}

/**
 * Webhooks take time. What they judge is planned now and committed when they are through; if somebody wrote the object meanwhile, the
 * whole of it is done again with what is there then, webhooks included (`as:storage/etcd3/store.go:GuaranteedUpdate @v0.36.3`).
 * Returns whether the request waits.
 */
function waitsForWebhooks(turn: ClusterTurn, call: Call, facts: readonly ServerFact[]): boolean {
  const { request } = call;
  const version = versionOf(turn, request);
  if (call.admitted?.version === version) return false;
  recordAdmission(turn, call, keyText(request), facts);
  tellSigners(turn, call, facts);
  const { webhooks } = clusterOf(turn).plan.cluster;
  const hooks = facts.flatMap((fact) => (fact.type === "admissionCalled" ? [fact.hook] : []));
  const span = timeOf(webhooks, hooks);
  if (span === 0 && !hasSlowWebhooks(turn, request)) return false;
  const commits = facts.some((fact) => fact.type === "committed");
  serveAfter(turn, { ...call, admitted: { version } }, span, commits ? etcdTime(turn) : micros(0));
  return true;
}

function hasSlowWebhooks(turn: ClusterTurn, request: ApiRequest): boolean {
  const { webhooks } = clusterOf(turn).plan.cluster;
  return webhooks.length > 0 && !isRead(request) && takesTime(webhooks, request.kind);
}

/** The version of the object that a write is about; 0 when there is none, as for a creation. */
function versionOf(turn: ClusterTurn, request: ApiRequest): number {
  if (!("name" in request)) return 0;
  return etcdGet(clusterOf(turn).etcd, request.kind, objectKey(request.namespace, request.name))?.modRevision ?? 0;
}

/** An answer is delivered. Returns the call with its result, unless nobody hears it any more. */
export function takeAnswer(turn: ClusterTurn, id: number): Call | undefined {
  const call = findCall(turn, id);
  if (call === undefined || call.state === "done") return undefined;
  const done: Call = { ...call, state: "done" };
  putCall(turn, done);
  if (!call.broken) return done;
  if (call.result?.type !== "network") recordLost(turn, call.client, call.server, `answer to ${callText(call)}`);
  return undefined;
}

/** A client sees the connection of a request break. Returns the call as the client has it. */
export function takeBreak(turn: ClusterTurn, id: number, reason: NetworkReason): Call | undefined {
  const call = findCall(turn, id);
  return call === undefined ? undefined : { ...call, state: "done", result: { type: "network", reason } };
}

/** The client's side of a call breaks: it learns so now, whatever becomes of the request at the server. */
export function breakCall(turn: ClusterTurn, call: Call, reason: NetworkReason): void {
  if (call.broken || call.state === "delayed" || call.result?.type === "network") return;
  leaveCall(turn, call);
  post(turn, { to: receiverOf(call.replyTo), message: { type: "call.broken", call: call.id, reason }, rank: "work" });
}

/** The context of whoever sent a call has ended: the client gives up at once, also while it still waits to send (`cg:rest/request.go:request @v0.36.3`). */
export function cancelCall(turn: ClusterTurn, call: Call): void {
  if (call.broken) return;
  leaveCall(turn, call);
  const message = { type: "call.broken", call: call.id, reason: "context canceled" } as const;
  post(turn, { to: receiverOf(call.replyTo), message, rank: "work" });
}

/** Nobody waits for a call any more. What the server does with it, it does. */
export function leaveCall(turn: ClusterTurn, call: Call): void {
  putCall(turn, { ...call, broken: true, state: call.state === "delayed" ? "done" : call.state });
}

/** The server of some calls is gone: what it had begun is not finished, and its connections break. */
export function dropCalls(turn: ClusterTurn, server: string): void {
  const { cause } = turn;
  for (const { id } of openCalls(turn, (call) => call.server === server && isAtServer(call)))
    withCause(turn, cause, () => returnResult(turn, id, { type: "network", reason: "ECONNRESET" }));
}

/** The server that clients talk to: the first one that runs. */
function homeOf(turn: ClusterTurn): string {
  const { servers } = clusterOf(turn);
  const ids = Object.keys(servers);
  return ids.find((id) => servers[id]?.api.state !== "stopped") ?? ids[0] ?? "";
}

function throttle(turn: ClusterTurn, call: Call, delay: Micros): void {
  const { id, client, request } = call;
  const { verb, kind } = request;
  const tokens = tokensAt(ownValue(clusterOf(turn).processes, client)?.throttle, turn.world.now);
  const fact = { type: "client.throttled", request: id, verb, kind, key: keyText(request), delay, tokens } as const;
  record(turn, clientActor(client), fact);
  postSend(turn, call, delay, true);
}

function postSend(turn: ClusterTurn, call: Call, after: Micros, paid = false): void {
  const message = { type: "call.send", call: call.id, paid } as const;
  post(turn, { to: clientOf(call), message, after, rank: "work" });
}

/** Who holds a request back: a process's client, or whoever sends. */
function clientOf({ replyTo }: Call): string {
  return replyTo.type === "list" || replyTo.type === "watch" || replyTo.type === "worker"
    ? clientActor(replyTo.type === "worker" ? replyTo.process : (replyTo.informer.split("/", 1)[0] ?? ""))
    : receiverOf(replyTo);
}

/** The request does not get through to any server: refused at once, or given up when the connect has timed out. */
function missServer(turn: ClusterTurn, call: Call, fault: ActiveFault, mode: "refused" | "timeout"): void {
  spendFault(turn, fault);
  const actor = serverActor(call.server);
  record(turn, actor, { type: "fault.hit", fault: fault.fault, target: fault.target, detail: callText(call) });
  if (mode === "refused") {
    recordRefused(turn, call.client, call.server, callText(call));
    return returnResult(turn, call.id, { type: "network", reason: "ECONNREFUSED" }, true);
  }
  const rest = micros(Math.max(0, DIAL_TIMEOUT - oneWay(turn, call.client, call.server)));
  putCall(turn, { ...call, state: "returning", result: { type: "network", reason: "timeout" }, fault: true });
  post(turn, {
    to: receiverOf(call.replyTo),
    message: { type: "call.answer", call: call.id },
    after: rest,
    rank: "work",
  });
}

function answerByFault(turn: ClusterTurn, id: number, fault: ActiveFault): void {
  const call = callOf(turn, id);
  spendFault(turn, fault);
  const { target } = fault;
  record(turn, serverActor(call.server), { type: "fault.hit", fault: fault.fault, target, detail: callText(call) });
  const mode = fault.answer?.mode;
  if (mode === "eof") return returnResult(turn, id, { type: "network", reason: "EOF" }, true);
  if (mode === "reset") return returnResult(turn, id, { type: "network", reason: "ECONNRESET" }, true);
  if (typeof mode !== "number") return;
  conclude(turn, call, faultOutcome(fault, mode, call.request, serverOf(turn, call.server).api), true);
}

function conclude(turn: ClusterTurn, call: Call, outcome: Outcome, fault: boolean): void {
  switch (outcome.type) {
    case "response":
      recordResponse(turn, call, outcome.response, fault);
      return returnResult(turn, call.id, { type: "response", response: outcome.response }, fault);
    case "stream":
      return returnResult(turn, call.id, { type: "stream", stream: openStream(turn, call, outcome.watch) }, fault);
    case "errorStream": {
      if (outcome.event.type !== "ERROR") return;
      const stream = openFailedStream(turn, call);
      // The headers go first, so that the event cannot overtake them.
      returnResult(turn, call.id, { type: "stream", stream: stream.id }, fault);
      return failStream(turn, stream, outcome.event.object, "error");
    }
    case "wait":
      return waitForCache(turn, call, outcome.waiting);
    case "noAnswer":
      // The server says so by itself only while it is down.
      return returnResult(turn, call.id, { type: "network", reason: "ECONNREFUSED" }, fault);
  }
}

/** The read is looked at again when the cache moves, and at the latest when its time is up; meanwhile etcd is asked for its progress (fidelity A.4). */
function waitForCache(turn: ClusterTurn, call: Call, waiting: NonNullable<Call["waiting"]>): void {
  const { kind } = call.request;
  const wasWaiting = call.waiting !== undefined;
  putCall(turn, { ...call, state: "waiting", waiting });
  if (wasWaiting) return;
  const { id, server } = call;
  const actor = serverActor(server);
  const { required, until } = waiting;
  record(turn, actor, { type: "api.waiting", request: id, kind, revision: required, until });
  const message = { type: "call.serve", call: id } as const;
  setTimer(turn, { actor, name: `wait ${id}`, after: micros(until - turn.world.now), message });
  askProgress(turn, server, kind);
}

function isAtServer({ state }: Call): boolean {
  return state === "served" || state === "waiting";
}

function returnResult(turn: ClusterTurn, id: number, result: CallResult, fault = false): void {
  const call = callOf(turn, id);
  if (call.state === "done") return;
  putCall(turn, { ...call, state: "returning", result, fault });
  post(turn, {
    to: receiverOf(call.replyTo),
    message: { type: "call.answer", call: id },
    after: oneWay(turn, call.client, call.server),
    rank: "work",
  });
}

function etcdTime(turn: ClusterTurn): Micros {
  const { plan, faults } = clusterOf(turn);
  const slow = faults.filter((fault) => fault.fault === "slowEtcd").reduce((sum, fault) => sum + fault.delay, 0);
  return micros(plan.timing.etcdCommit + slow);
}

function isRead(request: ApiRequest): boolean {
  return request.verb === "get" || request.verb === "list" || request.verb === "watch";
}
