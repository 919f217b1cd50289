import { ownValue } from "../../../base/own-value.ts";
import { withEntry } from "../../../base/persistent-map.ts";
import { type Micros, micros } from "../../../base/time.ts";
import { cancelTimer, chartOf, dispatch, launch, post, record, setTimer, withCause } from "../../kernel/turn.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import type { Status } from "../../kubernetes/status.ts";
import { isInitialEventsEnd, type WatchEvent } from "../../kubernetes/watch-event.ts";
import type { WatchConnectionEvent } from "../../machines/watch-connection.ts";
import { type Call, type ClusterTurn, change, clusterOf, type Stream } from "../cluster.ts";
import { endWatch, takeFromWatch } from "../server/dispatch.ts";
import type { WatchEndReason, WatchId } from "../server/server-fact.ts";
import { watcherOf } from "../server/watch-cache.ts";
import { auditStarted, auditWatchEnd } from "./audit-log.ts";
import { cacheOf, putCache, putStream, scheduleWrite, streamOf } from "./cache-access.ts";
import { findCall } from "./call-store.ts";
import { breakCall } from "./calls.ts";
import { isCutSince, linkOf, oneWay, recordLost } from "./links.ts";
import { decoderActor, receiverOf, streamActor, watchTarget } from "./names.ts";

/** Opens the stream that answers a WATCH; the cache already has its watcher. Returns its number. */
export function openStream(turn: ClusterTurn, call: Call, watch: WatchId): number {
  const cache = cacheOf(turn, call.server, call.request.kind);
  const watcher = watcherOf(cache, watch);
  const initial =
    watcher?.replay.type === "state" ? watcher.replay.events.filter((event) => event.type === "ADDED").length : 0;
  const stream = createStream(turn, call, {
    watch,
    deadline: watcher?.deadline ?? turn.world.now,
    state: watcher?.replay.type === "done" ? "open" : "initial",
  });
  startChart(turn, stream, initial);
  setTimer(turn, {
    actor: actorOf(stream),
    name: `deadline ${stream.id}`,
    after: micros(stream.deadline - turn.world.now),
    message: { type: "stream.deadline", stream: stream.id },
  });
  const hold = clusterOf(turn).faults.find(
    ({ fault, target }) => fault === "holdEvents" && target === watchTarget(stream.client, stream.kind),
  );
  if (hold !== undefined) disturbStream(turn, stream, "held", hold.until);
  else scheduleWrite(turn, stream);
  return stream.id;
}

/** Opens a stream that says nothing but an error: HTTP 200, one ERROR event, and the end (fidelity B.5). The error is still to be sent. */
export function openFailedStream(turn: ClusterTurn, call: Call): Stream {
  const watch = `failed-${call.id}` as WatchId; // no cache knows it
  const stream = createStream(turn, call, { watch, deadline: turn.world.now, state: "open" });
  startChart(turn, stream, 0);
  return stream;
}

/**
 * The connection writes one event, and comes again when there is more. What it writes is due to the change that it tells of or, when the
 * connection could not write then, to what let it write again; not to the event before it.
 */
export function writeStream(turn: ClusterTurn, id: number): void {
  const stream = streamOf(turn, id);
  if (stream === undefined) return;
  putStream(turn, { ...stream, writing: false });
  if (stream.state === "closed" || stream.state === "held") return;
  const taken = takeFromWatch(cacheOf(turn, stream.server, stream.kind), stream.watch, 1, turn.world.now);
  putCache(turn, stream.server, taken);
  const { cause } = turn;
  for (const event of taken.events) withCause(turn, causeOf(turn, id, event), () => sendEvent(turn, id, event));
  const after = streamOf(turn, id);
  if (after === undefined || after.state === "closed") return;
  if (taken.ended !== undefined) closeStream(turn, after, taken.ended);
  else if (taken.events.length > 0 && hasMore(turn, after)) withCause(turn, cause, () => scheduleWrite(turn, after));
}

/** The later of the change that an event tells of and what made the connection write; forgets what was queued up to it. */
function causeOf(turn: ClusterTurn, id: number, event: WatchEvent): number | undefined {
  const stream = streamOf(turn, id);
  if (stream === undefined || event.type === "ERROR") return turn.cause;
  const at = stream.queued.findIndex(({ revision }) => revision === event.object.metadata.resourceVersion);
  const change = stream.queued[at]?.cause;
  if (change === undefined) return turn.cause;
  putStream(turn, { ...stream, queued: stream.queued.slice(at + 1) });
  return Math.max(change, turn.cause ?? 0);
}

/** The server ends a response at its deadline, busy or idle: no event, just the end (`as:endpoints/handlers/watch.go:HandleHTTP @v0.36.3`). */
export function reachDeadline(turn: ClusterTurn, id: number): void {
  const stream = streamOf(turn, id);
  if (stream === undefined || stream.state === "closed") return;
  endAtServer(turn, stream, "timeout");
  closeStream(turn, stream, "deadline");
}

/** The client has stopped reading: the server notices and forgets the watch. */
export function forgetStream(turn: ClusterTurn, id: number): void {
  const stream = streamOf(turn, id);
  if (stream === undefined || stream.state === "closed") return;
  endAtServer(turn, stream, "clientGone");
  recordClose(turn, stream, "client");
}

/**
 * The connection breaks: the client sees a reset at once. What was on its way never arrives; if that was the answer itself, there is no
 * stream to the client, but a request that failed before any header, which it sends again (`cg:rest/request.go:Watch @v0.36.3`).
 */
export function breakStream(turn: ClusterTurn, stream: Stream, reason: string): void {
  endAtServer(turn, stream, "reset");
  putStream(turn, { ...(streamOf(turn, stream.id) ?? stream), broken: true });
  recordClose(turn, stream, reason);
  const call = findCall(turn, stream.call);
  if (call?.state === "returning") breakCall(turn, call, "ECONNRESET");
  else tellEnd(turn, stream, 0);
}

/** A fault keeps the events of a stream in the server, or drops them there. */
export function disturbStream(turn: ClusterTurn, stream: Stream, by: "held" | "silent", until?: Micros): void {
  putStream(turn, { ...stream, state: by, heldUntil: until });
  const event: WatchConnectionEvent = { type: by === "held" ? "held" : "silenced" };
  withCause(turn, turn.cause, () => dispatch(turn, actorOf(stream), event));
}

/** A held stream flows again. */
export function releaseStream(turn: ClusterTurn, stream: Stream): void {
  const watcher = watcherOf(cacheOf(turn, stream.server, stream.kind), stream.watch);
  const isInitial = watcher !== undefined && watcher.replay.type !== "done";
  const released: Stream = { ...stream, state: isInitial ? "initial" : "open", heldUntil: undefined };
  putStream(turn, released);
  withCause(turn, turn.cause, () =>
    dispatch(turn, actorOf(stream), { type: "released" } satisfies WatchConnectionEvent),
  );
  scheduleWrite(turn, released);
}

/** A fault ends a stream cleanly, as a proxy that closes the connection would. */
export function endStream(turn: ClusterTurn, stream: Stream): void {
  endAtServer(turn, stream, "clientGone");
  closeStream(turn, stream, "fault");
}

/** A stream ends with an ERROR event. */
export function failStream(turn: ClusterTurn, stream: Stream, status: Status, reason: "error" | "fault"): void {
  endAtServer(turn, stream, "clientGone");
  recordError(turn, stream, status);
  sendFrame(turn, stream, { type: "ERROR", object: status });
  dispatch(turn, actorOf(stream), { type: "streamFailed", code: status.code } satisfies WatchConnectionEvent);
  closeStream(turn, streamOf(turn, stream.id) ?? stream, reason);
}

/** A frame reaches the client. Returns the stream, unless the link broke meanwhile. */
export function arriveFrame(turn: ClusterTurn, id: number, event: WatchEvent): Stream | undefined {
  const stream = streamOf(turn, id);
  if (stream === undefined) return undefined;
  if (stream.broken || isCutSince(turn, stream)) {
    recordLost(turn, stream.client, stream.server, event.type);
    return undefined;
  }
  putStream(turn, { ...stream, taken: event });
  return stream;
}

/** An event is off the wire. A reflector that has left the stream takes nothing more from it, and then nobody decodes. */
export function recordDecoded(turn: ClusterTurn, informer: string, watch: number, event: WatchEvent): void {
  if (ownValue(clusterOf(turn).informers, informer)?.reflector.watch !== watch) return;
  const isObject = event.type !== "ERROR" && event.type !== "BOOKMARK";
  const key = isObject ? keyOf(event.object) : "";
  const rv = event.type === "ERROR" ? "" : event.object.metadata.resourceVersion;
  record(turn, decoderActor(informer), { type: "watch.decoded", watch, event: event.type, key, rv });
}

/** The lane and chart of a stream. */
function actorOf(stream: Stream): string {
  return streamActor(stream.server, stream.client, stream.kind);
}

function createStream(turn: ClusterTurn, call: Call, state: Pick<Stream, "watch" | "deadline" | "state">): Stream {
  const id = clusterOf(turn).nextStream;
  const { kind } = call.request;
  const { server, client, request, replyTo } = call;
  const from = request.verb === "watch" ? (request.options.resourceVersion ?? "") : "";
  const stream: Stream = {
    id,
    call: call.id,
    server,
    client,
    kind,
    from,
    replyTo,
    epoch: linkOf(turn, client, server).epoch,
    closedBy: "",
    broken: false,
    revision: Number(from) || 0,
    sent: undefined,
    taken: undefined,
    arrivesAt: micros(turn.world.now + oneWay(turn, client, server)),
    heldUntil: undefined,
    losing: 0,
    writing: false,
    queued: [],
    ...state,
  };
  change(turn, ({ nextStream, streamsByWatch }) => ({
    nextStream: nextStream + 1,
    streamsByWatch: withEntry(streamsByWatch, state.watch, id),
  }));
  putStream(turn, stream);
  auditStarted(turn, call);
  return stream;
}

function startChart(turn: ClusterTurn, stream: Stream, initial: number): void {
  const { id, client, kind, from, deadline } = stream;
  record(turn, actorOf(stream), { type: "stream.open", stream: id, client, kind, from, initial, deadline });
  launch(turn, actorOf(stream), "watch-connection", { allowBookmarks: true });
  // A watch that replays from the ring has initial events too, only their number is not known beforehand.
  const replayed = stream.state === "initial" ? Math.max(1, initial) : 0;
  dispatch(turn, actorOf(stream), { type: "accepted", initial: replayed } satisfies WatchConnectionEvent);
}

function hasMore(turn: ClusterTurn, stream: Stream): boolean {
  const watcher = watcherOf(cacheOf(turn, stream.server, stream.kind), stream.watch);
  return (
    watcher !== undefined &&
    (watcher.buffer.length > 0 || watcher.replay.type !== "done" || watcher.ending !== undefined)
  );
}

function sendEvent(turn: ClusterTurn, id: number, event: WatchEvent): void {
  const stream = streamOf(turn, id);
  if (stream === undefined) return;
  if (event.type === "ERROR") {
    recordError(turn, stream, event.object);
    sendFrame(turn, stream, event);
    return;
  }
  const rv = Number(event.object.metadata.resourceVersion);
  const place = { stream: id, client: stream.client, kind: stream.kind };
  const isBookmark = event.type === "BOOKMARK";
  if (stream.state === "silent" || (!isBookmark && stream.losing > 0)) {
    const key = isBookmark ? "" : keyOf(event.object);
    record(turn, actorOf(stream), { type: "stream.lost", ...place, key, rv });
    change(turn, () => ({ isLossy: true }));
    putStream(turn, { ...stream, losing: stream.state === "silent" ? stream.losing : stream.losing - 1 });
    return leaveInitial(turn, id);
  }
  if (event.type === "BOOKMARK") {
    record(turn, actorOf(stream), {
      type: "stream.bookmark",
      ...place,
      rv,
      initialEventsEnd: isInitialEventsEnd(event),
    });
  } else
    record(turn, actorOf(stream), { type: "stream.send", ...place, event: event.type, key: keyOf(event.object), rv });
  putStream(turn, { ...stream, revision: Math.max(stream.revision, rv) });
  leaveInitial(turn, id);
  sendFrame(turn, streamOf(turn, id) ?? stream, event);
}

/** The initial part is over once nothing of it is left to write. */
function leaveInitial(turn: ClusterTurn, id: number): void {
  const stream = streamOf(turn, id);
  if (stream?.state !== "initial") return;
  const watcher = watcherOf(cacheOf(turn, stream.server, stream.kind), stream.watch);
  if (watcher !== undefined && watcher.replay.type !== "done") return;
  putStream(turn, { ...stream, state: "open" });
  dispatch(turn, actorOf(stream), { type: "initialEventsSent" } satisfies WatchConnectionEvent);
}

/** Puts a frame on its way. Frames of one stream never overtake each other. */
function sendFrame(turn: ClusterTurn, stream: Stream, event: WatchEvent): void {
  const { watchDelivery } = clusterOf(turn).plan.timing;
  const link = linkOf(turn, stream.client, stream.server);
  const delay = (ownValue(watchDelivery.kinds, stream.kind) ?? watchDelivery.default) + link.delay;
  const arrivesAt = micros(Math.max(stream.arrivesAt, turn.world.now + delay));
  putStream(turn, { ...stream, arrivesAt, sent: event });
  post(turn, {
    to: receiverOf(stream.replyTo),
    message: { type: "stream.arrive", stream: stream.id, event },
    after: micros(arrivesAt - turn.world.now),
    rank: "work",
  });
}

function closeStream(turn: ClusterTurn, stream: Stream, reason: string): void {
  recordClose(turn, stream, reason);
  const { arrivesAt } = streamOf(turn, stream.id) ?? stream;
  tellEnd(turn, stream, Math.max(arrivesAt - turn.world.now, oneWay(turn, stream.client, stream.server)));
}

function tellEnd(turn: ClusterTurn, stream: Stream, after: number): void {
  const message = { type: "stream.ended", stream: stream.id } as const;
  post(turn, { to: receiverOf(stream.replyTo), message, after: micros(after), rank: "work" });
}

function recordError(turn: ClusterTurn, stream: Stream, status: Status): void {
  const { id, client, kind } = stream;
  const { code, reason = "", message = "" } = status;
  record(turn, actorOf(stream), { type: "stream.error", stream: id, client, kind, code, reason, message });
}

function recordClose(turn: ClusterTurn, stream: Stream, reason: string): void {
  const { id, client, kind } = stream;
  const now = streamOf(turn, id) ?? stream;
  putStream(turn, { ...now, state: "closed", closedBy: reason });
  cancelTimer(turn, actorOf(stream), `deadline ${id}`);
  auditWatchEnd(turn, stream.call);
  record(turn, actorOf(stream), { type: "stream.close", stream: id, client, kind, reason, rv: now.revision });
  // An ERROR event has told the chart already.
  if (chartOf(turn, actorOf(stream))?.snapshot.status !== "done") dispatch(turn, actorOf(stream), closingEvent(reason));
}

function closingEvent(reason: string): WatchConnectionEvent {
  switch (reason) {
    case "deadline":
      return { type: "deadlineReached", unsent: 0 };
    case "client":
      return { type: "clientLeft" };
    case "slow":
      return { type: "fellBehind", unsent: 0 };
    case "cacheTerminated":
      return { type: "cacheReset", unsent: 0 };
    case "replayOverwritten":
      return { type: "replayOverwritten", unsent: 0 };
    case "restart":
      return { type: "serverStopped", polite: false, unsent: 0 };
    default:
      return { type: "linkCut" };
  }
}

function endAtServer(turn: ClusterTurn, stream: Stream, reason: WatchEndReason): void {
  putCache(
    turn,
    stream.server,
    endWatch(cacheOf(turn, stream.server, stream.kind), stream.watch, reason, turn.world.now),
  );
}
