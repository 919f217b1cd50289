import { defined } from "../base/assert.ts";
import { type Micros, micros } from "../base/time.ts";
import type { ListResult } from "../simulation/cluster/informer/messages.ts";
import type { RequestError } from "../simulation/cluster/informer/request-error.ts";
import {
  type AttemptOutcome,
  decideAttempt,
  isResentAtOnce,
  messagesAtEnd,
  type StreamEnd,
} from "../simulation/cluster/informer/rest.ts";
import { post, record } from "../simulation/kernel/turn.ts";
import type { StringMap } from "../simulation/kubernetes/object.ts";
import { decodeEvent, decodeList, decodeStatus, splitDocuments } from "./informer-http-body.ts";
import type { HttpAction, InformerVector } from "./informer-vector.ts";
import { answer, hostBase, type ScriptHost, type ScriptTurn } from "./informer-world.ts";

/** A request of the reflector on its way through the REST client. */
type Call = {
  readonly verb: "list" | "watch";
  readonly n: number;
  readonly replies: readonly (readonly HttpAction[])[];
  /** How many requests of this call's own kind the server has seen. */
  readonly served: { count: number };
  readonly query: StringMap;
  attempt: number;
  isCancelled: boolean;
  isAnswered: boolean;
  /** Ends a handler that hangs until the client goes away. */
  hangUp: (turn: ScriptTurn) => void;
};

/** An HTTP request at the server. */
type Exchange = {
  readonly call: Call;
  readonly number: number;
  readonly reused: boolean;
  readonly actions: readonly HttpAction[];
  status: number | undefined;
  retryAfter: number | undefined;
  body: string;
};

type Server = {
  readonly replies: NonNullable<InformerVector["script"]["http"]>;
  readonly counts: {
    readonly list: { count: number };
    readonly watch: { count: number };
    readonly watchList: { count: number };
  };
  /** Observed requests per kind; streaming lists count as watches. */
  readonly numbers: { list: number; watch: number };
  /** WATCH requests by number, and all LIST requests. */
  readonly calls: Map<number, Call>;
  readonly lists: Call[];
  readonly empty: Set<number>;
  readonly waiting: ((turn: ScriptTurn) => void)[];
  /** Connections that the client keeps for the next request. */
  idle: number;
};

/** A host whose server answers HTTP requests as a script says, behind the product's own REST client rules. */
export function httpHost(vector: InformerVector): ScriptHost {
  const server: Server = {
    replies: defined(vector.script.http, "http script"),
    counts: { list: { count: 0 }, watch: { count: 0 }, watchList: { count: 0 } },
    numbers: { list: 0, watch: 0 },
    calls: new Map(),
    lists: [],
    empty: new Set(),
    waiting: [],
    idle: 0,
  };
  const { replies, counts } = server;
  return {
    ...hostBase(vector),
    listsOutliveStop: false,
    sendList(turn, _id, n, options) {
      const limit = options.limit === 0 ? "" : String(options.limit);
      const query = sent({ limit, continue: options.continue, resourceVersion: options.resourceVersion });
      const call = createCall({ verb: "list", n, replies: replies.list, served: counts.list, query });
      server.lists.push(call);
      attempt(server, turn, call);
    },
    openWatch(turn, _id, n, options) {
      const { resourceVersion, timeoutSeconds, sendInitialEvents } = options;
      const streaming = sendInitialEvents ? { resourceVersionMatch: "NotOlderThan", sendInitialEvents: "true" } : {};
      const timeout = `${Math.floor(timeoutSeconds / 60)}m${timeoutSeconds % 60}s`;
      const always = { allowWatchBookmarks: "true", timeout, timeoutSeconds: String(timeoutSeconds), watch: "true" };
      const query = sent({ ...always, ...streaming, resourceVersion });
      const own = sendInitialEvents
        ? { replies: replies.watchList, served: counts.watchList }
        : { replies: replies.watch, served: counts.watch };
      const call = createCall({ verb: "watch", n, ...own, query });
      server.calls.set(n, call);
      attempt(server, turn, call);
    },
    stopWatch(turn, _id, n) {
      const call = server.calls.get(n);
      if (call !== undefined) cancel(turn, call);
    },
    cancelRequests(turn) {
      for (const call of server.lists.splice(0)) {
        if (call.isAnswered) continue;
        cancel(turn, call);
        answerList(turn, call, { type: "failed", error: { type: "cancelled" } });
      }
    },
    goOn: (turn, id) => server.waiting[id]?.(turn),
    streamOf: (n) => (server.empty.has(n) ? "empty" : "stream"),
  };
}

function createCall(call: Pick<Call, "verb" | "n" | "replies" | "served" | "query">): Call {
  return { ...call, attempt: 0, isCancelled: false, isAnswered: false, hangUp: () => {} };
}

/** The client gives a request up: it takes no answer and sends nothing more. */
function cancel(turn: ScriptTurn, call: Call): void {
  call.isCancelled = true;
  call.hangUp(turn);
}

/** Parameters that are not empty, sorted. */
function sent(query: StringMap): StringMap {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** Posts the continuation of an exchange or of a call. */
function later(server: Server, turn: ScriptTurn, after: Micros, body: (turn: ScriptTurn) => void): void {
  const id = server.waiting.push(body) - 1;
  post(turn, { to: "server", message: { type: "http.continue", id }, after });
}

/** The REST client's next attempt of a call. */
function attempt(server: Server, turn: ScriptTurn, call: Call): void {
  if (call.isCancelled) return;
  call.attempt++;
  exchange(server, turn, call);
}

/** One HTTP request. The connection is one that was kept, if there is any. */
function exchange(server: Server, turn: ScriptTurn, call: Call): void {
  const reused = server.idle > 0;
  if (reused) server.idle--;
  const { verb, replies, served, query } = call;
  const actions = replies[served.count] ?? replies.at(-1);
  if (actions === undefined)
    throw new SyntaxError(`script.http: there is no reply to ${verb} request ${served.count + 1}`);
  served.count++;
  server.numbers[verb]++;
  const number = server.numbers[verb];
  record(turn, "server", {
    type: "http.request",
    kind: verb,
    n: number,
    method: "GET",
    path: "/api/v1/pods",
    query,
    proto: "HTTP/1.1",
    upgrade: "",
  });
  serve(server, turn, { call, number, reused, actions, status: undefined, retryAfter: undefined, body: "" }, 0);
}

/** The server's handler, from one of its actions on. */
function serve(server: Server, turn: ScriptTurn, at: Exchange, index: number): void {
  const action = at.actions[index] ?? { end: "return" };
  if ("end" in action) {
    if (action.end !== "hang") end(server, turn, at, action.end);
    else if (at.call.isCancelled) done(turn, at, "hang");
    else at.call.hangUp = (later) => done(later, at, "hang");
    return;
  }
  if ("sleep" in action) {
    later(server, turn, micros(action.sleep), (awake) => serve(server, awake, at, index + 1));
    return;
  }
  if ("status" in action) sendHeaders(server, turn, at, action);
  else {
    // A body that comes first implies the headers.
    if (at.status === undefined) sendHeaders(server, turn, at, { status: 200 });
    write(turn, at, action.write);
  }
  serve(server, turn, at, index + 1);
}

function sendHeaders(
  server: Server,
  turn: ScriptTurn,
  at: Exchange,
  headers: Extract<HttpAction, { readonly status: number }>,
): void {
  const retryAfter = headers.headers?.["Retry-After"];
  at.status = headers.status;
  // A date, which the header may also be, is not understood, and a negative number means at once (`with_retry.go:retryAfterSeconds`).
  at.retryAfter =
    retryAfter !== undefined && /^[+-]?\d+$/.test(retryAfter.trim()) ? Math.max(0, Number(retryAfter)) : undefined;
  if (at.call.verb === "watch" && headers.status === 200) conclude(server, turn, at, { type: "accepted" });
}

function write(turn: ScriptTurn, at: Exchange, bytes: string): void {
  at.body += bytes;
  const { call } = at;
  if (call.verb !== "watch" || at.status !== 200 || call.isCancelled) return;
  const { documents, rest, isBroken } = splitDocuments(at.body);
  at.body = rest;
  const events = documents.map(decodeEvent);
  const broken = events.indexOf(undefined);
  for (const event of broken < 0 ? events : events.slice(0, broken))
    if (event !== undefined) answer(turn, { type: "watch.frame", n: call.n, event });
  if (isBroken || broken >= 0) closeStream(turn, call, "undecodable");
}

function end(server: Server, turn: ScriptTurn, at: Exchange, how: "return" | "close" | "reset"): void {
  done(turn, at, how);
  if (how !== "return" && at.status === undefined) {
    conclude(server, turn, at, { type: "broken", failure: how === "reset" ? "ECONNRESET" : "EOF" });
    return;
  }
  if (how === "return" && !at.call.isCancelled) server.idle++;
  if (at.status === undefined) sendHeaders(server, turn, at, { status: 200 });
  if (at.call.verb === "watch" && at.status === 200) {
    if (!at.call.isCancelled)
      closeStream(turn, at.call, how === "return" ? "complete" : how === "reset" ? "reset" : "cut");
  } else if (how !== "return")
    fail(turn, at.call, { type: "network", failure: how === "reset" ? "ECONNRESET" : "unexpectedEOF" });
  else if (at.call.verb === "list" && isSuccess(at.status)) conclude(server, turn, at, { type: "accepted" });
  else if (isSuccess(at.status)) fail(turn, at.call, { type: "unreadable", message: `got status: ${at.status}` });
  else
    conclude(server, turn, at, {
      type: "answered",
      status: decodeStatus(at.status ?? 0, at.body),
      retryAfterSeconds: at.retryAfter,
    });
}

/** What the client takes for success (`rest/request.go:transformResponse`); a WATCH makes do with nothing but 200. */
function isSuccess(code: number | undefined): boolean {
  return code !== undefined && code >= 200 && code <= 206;
}

function answerList(turn: ScriptTurn, call: Call, result: ListResult): void {
  call.isAnswered = true;
  answer(turn, { type: "list.answer", n: call.n, result });
}

/** The request fails for good. */
function fail(turn: ScriptTurn, call: Call, error: RequestError): void {
  if (call.isCancelled) return;
  if (call.verb === "list") answerList(turn, call, { type: "failed", error });
  else answer(turn, { type: "watch.refused", n: call.n, error });
}

/** What the REST client makes of an attempt. */
function conclude(server: Server, turn: ScriptTurn, at: Exchange, outcome: AttemptOutcome): void {
  const { call } = at;
  if (call.isCancelled) return;
  if (isResentAtOnce(at.reused, outcome)) {
    exchange(server, turn, call);
    return;
  }
  const decision = decideAttempt(call.verb, call.attempt, outcome);
  switch (decision.type) {
    case "retry":
      later(server, turn, decision.after, (again) => attempt(server, again, call));
      break;
    case "emptyWatch":
      server.empty.add(call.n);
      answer(turn, { type: "watch.opened", n: call.n });
      closeStream(turn, call, "complete");
      break;
    case "accept":
      if (call.verb === "watch") answer(turn, { type: "watch.opened", n: call.n });
      else answerList(turn, call, decodeList(at.body));
      break;
    case "fail":
      fail(turn, call, decision.error);
      break;
  }
}

function closeStream(turn: ScriptTurn, call: Call, how: StreamEnd): void {
  for (const message of messagesAtEnd(call.n, how)) answer(turn, message);
}

function done(turn: ScriptTurn, at: Exchange, how: string): void {
  record(turn, "server", { type: "http.done", kind: at.call.verb, n: at.number, how });
}
