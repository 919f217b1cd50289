import { ownValue } from "../../../base/own-value.ts";
import { type Micros, micros } from "../../../base/time.ts";
import { post, record } from "../../kernel/turn.ts";
import { type Call, type ClusterTurn, clusterOf, type ReplyTo } from "../cluster.ts";
import type { NetworkReason } from "../network-reason.ts";
import type { ApiRequest } from "../server/request.ts";
import { addCall, callOf, callText, findCall, keyText, putCall } from "./call-store.ts";
import { linkOf, oneWay, recordLost, recordRefused } from "./links.ts";
import { clientActor, receiverOf, serverActor } from "./names.ts";
import { asClientReads } from "./read-answer.ts";
import { returnResult } from "./return-result.ts";
import { leaveLine } from "./seats.ts";
import { takeToken, tokensAt } from "./throttle.ts";

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
    begunAt: undefined,
    level: undefined,
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

/** An answer is delivered. Returns the call with its result, unless nobody hears it any more. */
export function takeAnswer(turn: ClusterTurn, id: number): Call | undefined {
  const call = findCall(turn, id);
  if (call === undefined || call.state === "done") return undefined;
  const result = asClientReads(call, clusterOf(turn).kinds);
  const done: Call = { ...call, state: "done", result };
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

/** Nobody waits for a call any more. What the server does with it, it does; if it has not begun, it never does. */
export function leaveCall(turn: ClusterTurn, call: Call): void {
  if (call.state === "queued") leaveLine(turn, call, "time-out");
  const isOver = call.state === "delayed" || call.state === "queued";
  putCall(turn, { ...call, broken: true, state: isOver ? "done" : call.state });
}

/** The server that clients talk to: the first one that runs. */
export function homeOf(turn: ClusterTurn): string {
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
