import { type Micros, micros, seconds } from "../../../base/time.ts";
import { cancelTimer, post, record, setTimer, withCause } from "../../kernel/turn.ts";
import { priorityAndFairnessRejected, requestTimeout, unauthorized } from "../../kubernetes/status-error.ts";
import { type ActiveFault, type Call, type ClusterTurn, change, clusterOf } from "../cluster.ts";
import { handleRequest, type Outcome } from "../server/api-server.ts";
import type { ApiRequest } from "../server/request.ts";
import type { ServerFact } from "../server/server-fact.ts";
import { answersFor, faultOutcome, spendFault } from "./answer-faults.ts";
import { auditReceived, observeEtcd } from "./audit-log.ts";
import { askProgress, cacheOf, changeServer, followBookmarks, putFacts, serverOf } from "./cache-access.ts";
import { callOf, callText, findCall, keyText, openCalls, putCall, subresourceFact } from "./call-store.ts";
import { recordCommits, recordWrite } from "./commits.ts";
import { drawsFor } from "./draws.ts";
import { isCutSince, oneWay, recordLost, recordRefused } from "./links.ts";
import { receiverOf, serverActor } from "./names.ts";
import { recordResponse } from "./record-response.ts";
import { returnResult } from "./return-result.ts";
import { seamsOf } from "./seams.ts";
import { askForSeat, giveUpSeat, leaveLine } from "./seats.ts";
import { askSignersOf } from "./signing.ts";
import { failStream, openFailedStream, openStream } from "./streams.ts";
import { answersSoFar, callWebhooks } from "./webhook-calls.ts";
import { takesTime } from "./webhooks.ts";

/** How long a connect waits for an answer (`cg:transport/cache.go`: net.Dialer with a timeout of 30 s @v0.36.3). */
const DIAL_TIMEOUT = seconds(30);

/** How long a server waits for its own write (`as:endpoints/handlers/rest.go:requestTimeoutUpperBound @v0.36.3`). */
const WRITE_LIMIT = seconds(34);

/** A request reaches its server: it is known or not, gets its seat or waits for one, and is worked on. */
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
    ...subresourceFact(request),
    rv,
  });
  putCall(turn, { ...call, state: "served", arrivedAt: turn.world.now });
  if (fault === undefined && isUnknown(turn, call)) return refuseUnknown(turn, call);
  auditReceived(turn, call);
  if (fault !== undefined) return answerByFault(turn, id, fault);
  const seat = askForSeat(turn, callOf(turn, id));
  if (seat.type === "seated") beginCall(turn, id);
  else if (seat.type === "refused") refuseSeat(turn, id, seat.retryAfter);
}

/** The server begins with a request that has its seat: writes go on when etcd is through with them, everything else at once. */
export function beginCall(turn: ClusterTurn, id: number): void {
  const call = findCall(turn, id);
  if (call?.state !== "served") return;
  putCall(turn, { ...call, begunAt: turn.world.now });
  const { request } = call;
  // Webhooks come first; etcd's time is counted when they are through.
  if (isRead(request) || hasSlowWebhooks(turn, request)) return serveCall(turn, id);
  serveAfter(turn, callOf(turn, id), micros(0), etcdTime(turn));
}

/** A request has waited for a seat as long as it may. */
export function endWaiting(turn: ClusterTurn, id: number): void {
  const call = findCall(turn, id);
  if (call?.state !== "queued") return;
  refuseSeat(turn, id, leaveLine(turn, call, "time-out"));
}

/** 429 in plain text, with the Retry-After of its level (`as:server/filters/priority-and-fairness.go:tooManyRequests @v0.36.3`). */
function refuseSeat(turn: ClusterTurn, id: number, retryAfter: number): void {
  const status = priorityAndFairnessRejected(retryAfter);
  conclude(turn, callOf(turn, id), { type: "response", response: { type: "status", status } }, false);
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
  const { id, server, begunAt = turn.world.now } = call;
  const left = micros(Math.max(0, begunAt + WRITE_LIMIT - turn.world.now));
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
  turn.cause = call.admitted?.judgedBy ?? turn.cause;
  const { random } = turn.world;
  const handled = handleRequest(serverOf(turn, server).api, clusterOf(turn).etcd, {
    request,
    now: turn.world.now,
    draws: drawsFor(turn, request),
    seams: seamsOf(turn, askSignersOf(turn, call, answersSoFar(turn, call))),
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

/** Whether a request waits for webhooks; if so it goes on when they and etcd are through. */
function waitsForWebhooks(turn: ClusterTurn, call: Call, facts: readonly ServerFact[]): boolean {
  const span = callWebhooks(turn, call, facts, hasSlowWebhooks(turn, call.request));
  if (span === undefined) return false;
  const commits = facts.some((fact) => fact.type === "committed");
  serveAfter(turn, callOf(turn, call.id), span, commits ? etcdTime(turn) : micros(0));
  return true;
}

function hasSlowWebhooks(turn: ClusterTurn, request: ApiRequest): boolean {
  const { webhooks } = clusterOf(turn).plan.cluster;
  return webhooks.length > 0 && !isRead(request) && takesTime(webhooks, request.kind);
}

/** The server of some calls is gone: what it had begun is not finished, and its connections break. */
export function dropCalls(turn: ClusterTurn, server: string): void {
  const { cause } = turn;
  for (const { id } of openCalls(turn, (call) => call.server === server && isAtServer(call)))
    withCause(turn, cause, () => returnResult(turn, id, { type: "network", reason: "ECONNRESET" }));
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
      giveUpSeat(turn, call);
      return returnResult(turn, call.id, { type: "response", response: outcome.response }, fault);
    case "stream": {
      // A watch has its seat only while it begins.
      const stream = openStream(turn, call, outcome.watch);
      giveUpSeat(turn, call);
      return returnResult(turn, call.id, { type: "stream", stream }, fault);
    }
    case "errorStream": {
      if (outcome.event.type !== "ERROR") return;
      const stream = openFailedStream(turn, call);
      giveUpSeat(turn, call);
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
  return state === "queued" || state === "served" || state === "waiting";
}

function etcdTime(turn: ClusterTurn): Micros {
  const { plan, faults } = clusterOf(turn);
  const slow = faults.filter((fault) => fault.fault === "slowEtcd").reduce((sum, fault) => sum + fault.delay, 0);
  return micros(plan.timing.etcdCommit + slow);
}

function isRead(request: ApiRequest): boolean {
  return request.verb === "get" || request.verb === "list" || request.verb === "watch";
}
