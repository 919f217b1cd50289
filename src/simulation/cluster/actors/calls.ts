import { defined } from "../../../base/assert.ts";
import { valueAt, withEntry, withoutKey } from "../../../base/persistent-map.ts";
import { micros } from "../../../base/time.ts";
import { chance, jitter, post, record, setTimer, withCause } from "../../kernel/turn.ts";
import type { DraftMeta } from "../../kubernetes/object.ts";
import type { Status } from "../../kubernetes/status.ts";
import {
  type ActiveFault,
  type Call,
  type CallResult,
  type ClusterTurn,
  change,
  clusterOf,
  type ReplyTo,
} from "../cluster.ts";
import { handleRequest, type Outcome } from "../server/api-server.ts";
import type { ApiRequest, ApiResponse } from "../server/request.ts";
import { answersFor, faultOutcome, spendFault } from "./answer-faults.ts";
import { cacheOf, changeServer, followBookmarks, putFacts, serverOf } from "./cache-access.ts";
import { recordCommits } from "./commits.ts";
import { linkOf, oneWay, recordLost } from "./links.ts";
import { receiverOf, serverActor } from "./names.ts";
import { seamsOf } from "./seams.ts";
import { openFailedStream, openStream } from "./streams.ts";

/** Answered calls that are still shown. */
const SHOWN = 24;

/** What a client sends. */
export type Sending = {
  readonly client: string;
  readonly request: ApiRequest;
  readonly replyTo: ReplyTo;
  readonly server?: string;
};

/** Sends a request to an API server. A cut link refuses it at once. Returns the number of the call. */
export function sendCall(turn: ClusterTurn, { client, request, replyTo, server = homeOf(turn) }: Sending): number {
  const id = clusterOf(turn).nextCall;
  const link = linkOf(turn, client, server);
  const call: Call = {
    id,
    client,
    server,
    request,
    replyTo,
    sentAt: turn.world.now,
    epoch: link.epoch,
    state: "travelling",
    waiting: undefined,
    result: undefined,
    fault: false,
  };
  change(turn, ({ nextCall, calls, callOrder }) => ({
    nextCall: nextCall + 1,
    ...keepBounded(withEntry(calls, String(id), call), [...callOrder, id]),
  }));
  if (link.state === "cut") {
    const what = `${request.verb.toUpperCase()} ${request.kind}`;
    record(turn, `link/${server}/${client}`, { type: "link.refused", process: client, server, what });
    returnResult(turn, id, { type: "network", reason: "ECONNREFUSED" });
  } else
    post(turn, {
      to: serverActor(server),
      message: { type: "call.arrive", call: id },
      after: oneWay(turn, client, server),
      rank: "work",
    });
  return id;
}

/** A request reaches its server: writes go on when etcd is through with them, everything else at once. */
export function arriveCall(turn: ClusterTurn, id: number): void {
  const call = callOf(turn, id);
  if (call.epoch !== linkOf(turn, call.client, call.server).epoch) {
    return recordLost(turn, call.client, call.server, `${call.request.verb.toUpperCase()} ${call.request.kind}`);
  }
  if (serverOf(turn, call.server).api.state === "stopped")
    return returnResult(turn, id, { type: "network", reason: "ECONNREFUSED" });
  const { request, server } = call;
  const rv = "resourceVersion" in request.options ? (request.options.resourceVersion ?? "") : "";
  record(turn, serverActor(server), {
    type: "api.request",
    request: id,
    client: call.client,
    verb: request.verb,
    kind: request.kind,
    key: keyText(request),
    rv,
  });
  putCall(turn, { ...call, state: "served" });
  const fault = answersFor(clusterOf(turn).faults, request);
  if (fault !== undefined) return answerByFault(turn, id, fault);
  if (isRead(request)) return serveCall(turn, id);
  post(turn, {
    to: serverActor(server),
    message: { type: "call.serve", call: id },
    after: etcdTime(turn),
    rank: "work",
  });
}

/** The server works on a request; one that waits for the cache comes here again. */
export function serveCall(turn: ClusterTurn, id: number): void {
  const call = callOf(turn, id);
  if (call.state !== "served" && call.state !== "waiting") return;
  const { api } = serverOf(turn, call.server);
  const handled = handleRequest(api, clusterOf(turn).etcd, {
    request: call.request,
    now: turn.world.now,
    draws: drawsFor(turn, call.request),
    seams: seamsOf(turn),
    waiting: call.waiting,
  });
  changeServer(turn, call.server, { api: handled.server });
  change(turn, () => ({ etcd: handled.etcd }));
  recordCommits(turn, handled.events);
  for (const fact of handled.facts) {
    if (fact.type !== "unchangedWrite") continue;
    const { kind, key, revision } = fact;
    record(turn, serverActor(call.server), { type: "api.unchanged", request: id, kind, key, rv: String(revision) });
  }
  if (call.request.verb === "watch") followBookmarks(turn, call.server, cacheOf(turn, call.server, call.request.kind));
  putFacts(turn, call.server, call.request.kind, handled.facts);
  conclude(turn, callOf(turn, id), handled.outcome, false);
}

/** An answer is delivered. Returns the call with its result, unless the answer was lost on its way. */
export function takeAnswer(turn: ClusterTurn, id: number): Call | undefined {
  const call = callOf(turn, id);
  if (call.state === "done") return undefined;
  if (call.result?.type !== "network" && call.epoch !== linkOf(turn, call.client, call.server).epoch) {
    recordLost(turn, call.client, call.server, `answer to ${call.request.verb.toUpperCase()} ${call.request.kind}`);
    return undefined;
  }
  const done: Call = { ...call, state: "done" };
  putCall(turn, done);
  return done;
}

/** The client's side of a call breaks: it learns so now, whatever becomes of the request at the server. */
export function breakCall(turn: ClusterTurn, call: Call): void {
  putCall(turn, { ...call, result: { type: "network", reason: "ECONNRESET" } });
  post(turn, { to: receiverOf(call.replyTo), message: { type: "call.answer", call: call.id }, rank: "work" });
}

/** The server that clients talk to: the first one that runs. */
export function homeOf(turn: ClusterTurn): string {
  const { servers } = clusterOf(turn);
  const ids = Object.keys(servers);
  return defined(ids.find((id) => servers[id]?.api.state !== "stopped") ?? ids[0], "API server");
}

/** `namespace/name` of what a request is about; `name*` where the server makes the name up; empty for a collection. */
export function keyText(request: ApiRequest): string {
  const metadata: DraftMeta = request.verb === "create" ? request.body.metadata : {};
  const name =
    "name" in request
      ? request.name
      : (metadata.name ?? (metadata.generateName === undefined ? "" : `${metadata.generateName}*`));
  return request.namespace === undefined || name === "" ? name : `${request.namespace}/${name}`;
}

function answerByFault(turn: ClusterTurn, id: number, fault: ActiveFault): void {
  const call = callOf(turn, id);
  spendFault(turn, fault);
  const outcome = faultOutcome(fault, call.request, serverOf(turn, call.server).api);
  const detail = `${call.request.verb.toUpperCase()} ${call.request.kind}`;
  record(turn, serverActor(call.server), { type: "fault.hit", fault: fault.fault, target: fault.target, detail });
  conclude(turn, call, outcome, true);
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
      return returnResult(
        turn,
        call.id,
        { type: "stream", stream: openFailedStream(turn, call, outcome.event.object) },
        fault,
      );
    }
    case "wait":
      return waitForCache(turn, call, outcome.waiting);
    case "noAnswer":
      if (outcome.how === "hang") return putCall(turn, { ...call, state: "served", fault });
      return returnResult(
        turn,
        call.id,
        { type: "network", reason: outcome.how === "connectionRefused" ? "ECONNREFUSED" : "ECONNRESET" },
        fault,
      );
  }
}

/** The read is looked at again when the cache moves, and at the latest when its time is up; meanwhile etcd is asked for its progress (fidelity A.4). */
function waitForCache(turn: ClusterTurn, call: Call, waiting: NonNullable<Call["waiting"]>): void {
  const { kind } = call.request;
  const wasWaiting = call.waiting !== undefined;
  putCall(turn, { ...call, state: "waiting", waiting });
  if (wasWaiting) return;
  const actor = serverActor(call.server);
  record(turn, actor, {
    type: "api.waiting",
    request: call.id,
    kind,
    revision: waiting.required,
    until: waiting.until,
  });
  const message = { type: "call.serve", call: call.id } as const;
  setTimer(turn, { actor, name: `wait ${call.id}`, after: micros(waiting.until - turn.world.now), message });
  post(turn, {
    to: `${actor}/cache/${kind}`,
    message: { type: "cache.progress", kind },
    after: micros(100_000),
    rank: "work",
  });
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

function recordResponse(turn: ClusterTurn, call: Call, response: ApiResponse, fault: boolean): void {
  const { request, client, id } = call;
  const place = { request: id, client, verb: request.verb, kind: request.kind, key: answeredKey(request, response) };
  const told = answerFields(response);
  withCause(turn, turn.cause, () =>
    record(turn, serverActor(call.server), { type: "api.response", ...place, ...told, fault }),
  );
}

function answerFields(response: ApiResponse) {
  switch (response.type) {
    case "object":
      return { code: response.code, reason: "", message: "", rv: response.object.metadata.resourceVersion, items: -1 };
    case "list":
      return { code: 200, reason: "", message: "", rv: response.resourceVersion, items: response.items.length };
    case "status": {
      const { reason = "", message = "" }: Status = response.status;
      return { code: response.status.code ?? 200, reason, message, rv: "", items: -1 };
    }
  }
}

function answeredKey(request: ApiRequest, response: ApiResponse): string {
  if (response.type !== "object") return keyText(request);
  const { namespace, name } = response.object.metadata;
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The random values that a request may use at the server: uids, suffixes of generated names, the spread of deadlines. */
export function drawsFor(turn: ClusterTurn, request: ApiRequest) {
  if (request.verb === "watch")
    return { uid: "", nameSuffixes: [], jitter: jitter(turn, "watchDeadline", request.client) };
  if (request.verb !== "create") return { uid: "", nameSuffixes: [], jitter: 0 };
  const uid = uidFrom(chance(turn, "uid", request.kind), chance(turn, "uid", request.kind));
  const isGenerated = request.body.metadata.name === undefined;
  const nameSuffixes = isGenerated
    ? Array.from({ length: 8 }, () => suffixFrom(chance(turn, "name", request.kind)))
    : [];
  return { uid, nameSuffixes, jitter: 0 };
}

/** The letters of generated names: no vowels and nothing that looks alike (`am:util/rand/rand.go @v0.36.3`). */
const LETTERS = "bcdfghjklmnpqrstvwxz2456789";

function suffixFrom(value: number): string {
  let rest = Math.floor(value * LETTERS.length ** 5);
  let suffix = "";
  for (let place = 0; place < 5; place++) {
    suffix += LETTERS[rest % LETTERS.length] ?? "";
    rest = Math.floor(rest / LETTERS.length);
  }
  return suffix;
}

function uidFrom(high: number, low: number): string {
  const hex = [high, low]
    .map((value) =>
      Math.floor(value * 2 ** 48)
        .toString(16)
        .padStart(12, "0"),
    )
    .join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(12, 24)}`;
}

function etcdTime(turn: ClusterTurn) {
  const { plan, faults } = clusterOf(turn);
  const slow = faults.filter((fault) => fault.fault === "slowEtcd").reduce((sum, fault) => sum + fault.delay, 0);
  return micros(plan.timing.etcdCommit + slow);
}

function isRead(request: ApiRequest): boolean {
  return request.verb === "get" || request.verb === "list" || request.verb === "watch";
}

function callOf(turn: ClusterTurn, id: number): Call {
  return defined(valueAt(clusterOf(turn).calls, String(id)), `call ${id}`);
}

function putCall(turn: ClusterTurn, call: Call): void {
  change(turn, ({ calls }) => ({ calls: withEntry(calls, String(call.id), call) }));
}

/** Forgets the oldest answered calls beyond those that are shown. */
function keepBounded(calls: ReturnType<typeof clusterOf>["calls"], callOrder: readonly number[]) {
  if (callOrder.length <= SHOWN) return { calls, callOrder };
  let kept = calls;
  const spare = callOrder.length - SHOWN;
  const old = callOrder.slice(0, spare).filter((id) => valueAt(calls, String(id))?.state === "done");
  for (const id of old) kept = withoutKey(kept, String(id));
  return { calls: kept, callOrder: callOrder.filter((id) => !old.includes(id)) };
}
