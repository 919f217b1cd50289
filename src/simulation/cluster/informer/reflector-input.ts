import { withEntry, withoutKey } from "../../../base/persistent-map.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import { isInitialEventsEnd, type WatchEvent } from "../../kubernetes/watch-event.ts";
import { goOnAbandoned } from "./abandoned-list.ts";
import { refOf } from "./delta.ts";
import { enqueueBookmark, enqueueEvent, takesBookmarks } from "./fifo.ts";
import type { InformerInput, ListResult, ReceivedEvent, StreamMessage } from "./messages.ts";
import { dequeued, enqueued, queuedAt, queueLength } from "./persistent-queue.ts";
import type { InformerPort } from "./port.ts";
import { commitWrite, isQueueLocked } from "./queue-writes.ts";
import { changeWork, driveReflector, replaceQueue, stopReflector, watchLasted } from "./reflector-work.ts";
import { errorFields, faultOf, isResourceExpired } from "./request-error.ts";
import { transformPasses } from "./transform.ts";

type ObjectEvent = Extract<WatchEvent, { readonly type: "ADDED" | "MODIFIED" | "DELETED" }>;

const DELTA_TYPES = { ADDED: "Added", MODIFIED: "Updated", DELETED: "Deleted" } as const;

/** Something from the server's side reaches the reflector. A stream waits while the reflector waits for the queue's lock. */
export function receive(port: InformerPort, message: InformerInput): void {
  if (message.type === "list.answer") {
    takeAnswer(port, message.n, message.result);
    return;
  }
  const { blocked, inbox } = port.state().reflector;
  if (blocked === undefined && queueLength(inbox) === 0) takeStreamMessage(port, message);
  else changeWork(port, { inbox: enqueued(inbox, message) });
}

/** The queue's lock is free, or the next message of the stream is to be taken. */
export function resumeReflector(port: InformerPort): void {
  const { blocked, inbox } = port.state().reflector;
  if (blocked?.type === "replace") replaceQueue(port, blocked);
  else if (blocked !== undefined) {
    changeWork(port, { blocked: undefined });
    storeEvent(port, blocked.event);
    if (port.state().reflector.stopAsked) stopReflector(port);
  } else {
    const message = queuedAt(inbox, 0);
    changeWork(port, { inbox: dequeued(inbox) });
    if (message !== undefined) takeStreamMessage(port, message);
  }
  const after = port.state().reflector;
  if (after.blocked === undefined && queueLength(after.inbox) > 0) port.post("reflector", { type: "reflector.resume" });
}

function takeAnswer(port: InformerPort, n: number, result: ListResult): void {
  if (result.type === "page") {
    const { resourceVersion: rv, objects } = result;
    port.record("reflector", { type: "list.response", n, rv, objects: objects.map(refOf), continue: result.continue });
  } else port.record("reflector", { type: "list.failed", n, ...errorFields(result.error) });
  const { lists, pages, pagesVersion, paged, asksInFull } = port.state().reflector;
  if (n !== lists || !port.reflectorState().startsWith("listing")) {
    port.record("reflector", { type: "informer.ignored", what: `answer to LIST ${n}`, reason: "answerAbandoned" });
    if (n === lists && port.listsOutliveStop) goOnAbandoned(port, result);
    return;
  }
  if (result.type === "failed") {
    changeWork(port, { pages: [], pagesVersion: "", asksInFull: false, error: result.error });
    if (pages.length > 0 && isResourceExpired(result.error)) {
      changeWork(port, { asksInFull: true });
      driveReflector(port, { type: "pageExpired" });
    } else {
      changeWork(port, { paged: false });
      driveReflector(port, { type: "listFailed", fault: faultOf(result.error) });
    }
    return;
  }
  const version = pages.length === 0 ? result.resourceVersion : pagesVersion;
  const gathered = { pages: [...pages, result.objects], pagesVersion: version };
  if (result.continue !== "" && !asksInFull) {
    changeWork(port, { ...gathered, paged: true });
    driveReflector(port, { type: "pageAnswered", continue: result.continue });
  } else {
    changeWork(port, { ...gathered, paged: false, asksInFull: false });
    driveReflector(port, { type: "listAnswered", resourceVersion: version, paged });
  }
}

function takeStreamMessage(port: InformerPort, message: StreamMessage): void {
  const { n } = message;
  if (n !== port.state().reflector.watch) {
    port.record("reflector", { type: "informer.ignored", what: `${message.type} ${n}`, reason: "streamAbandoned" });
    return;
  }
  switch (message.type) {
    case "watch.opened":
      port.record("reflector", { type: "watch.response", n });
      driveReflector(port, { type: "watchOpened" });
      break;
    case "watch.refused":
      port.record("reflector", { type: "watch.refused", n, ...errorFields(message.error) });
      changeWork(port, { error: message.error, watch: 0 });
      driveReflector(port, { type: "watchRefused", fault: faultOf(message.error) });
      break;
    case "watch.ended":
      port.record("reflector", { type: "watch.closed", watch: n });
      driveReflector(port, { type: "watchClosed", lasted: watchLasted(port) });
      break;
    case "watch.frame":
      takeEvent(port, n, message.event);
      break;
  }
}

/** One event off the stream (`reflector.go:handleAnyWatch @v0.36.3`). */
function takeEvent(port: InformerPort, watch: number, event: ReceivedEvent): void {
  port.record("reflector", { type: "watch.event", watch, ...eventFields(event) });
  const isCollecting = port.reflectorState() === "watchListing.collecting";
  switch (event.type) {
    case "ERROR":
      changeWork(port, { error: { type: "status", status: event.object } });
      driveReflector(port, { type: "watchErrored", fault: faultOf({ type: "status", status: event.object }) });
      break;
    case "wrongType":
      port.record("reflector", { type: "watch.eventDropped", watch, reason: "wrongType", rvAdvanced: false });
      return;
    case "unknownType":
      port.record("reflector", { type: "watch.eventDropped", watch, reason: "unknownType", rvAdvanced: true });
      adopt(port, event.object.metadata.resourceVersion, true);
      break;
    case "BOOKMARK":
      if (!isCollecting) {
        storeEvent(port, event);
        return;
      }
      if (!isInitialEventsEnd(event)) {
        adopt(port, event.object.metadata.resourceVersion, false);
        return;
      }
      driveReflector(port, {
        type: "initialEventsEnded",
        resourceVersion: event.object.metadata.resourceVersion,
      });
      break;
    default:
      if (isCollecting) collect(port, watch, event);
      else storeEvent(port, event);
  }
}

/** Puts an event into the queue, or waits for its lock. Whether that works or not, the version moves on. */
function storeEvent(port: InformerPort, event: ReceivedEvent): void {
  if (event.type === "ERROR" || event.type === "wrongType" || event.type === "unknownType") return;
  const { fifo, store, options, reflector } = port.state();
  const takesLock = event.type !== "BOOKMARK" || takesBookmarks(fifo);
  if (takesLock && isQueueLocked(port)) {
    changeWork(port, { blocked: { type: "event", event } });
    return;
  }
  const version = event.object.metadata.resourceVersion;
  if (event.type === "BOOKMARK") {
    commitWrite(port, "reflector", enqueueBookmark(fifo, version));
    adopt(port, version, false);
    return;
  }
  const delta = { type: DELTA_TYPES[event.type], object: event.object };
  const written = enqueueEvent(fifo, delta, { known: store, transform: options.transform });
  commitWrite(port, "reflector", written);
  if (written.failed) {
    port.record("reflector", {
      type: "watch.eventDropped",
      watch: reflector.watch,
      reason: "storeError",
      rvAdvanced: true,
    });
  }
  adopt(port, version, event.type === "ADDED");
}

/** A streaming list gathers its objects in a store of its own, whose transform runs in addition to the queue's. */
function collect(port: InformerPort, watch: number, event: ObjectEvent): void {
  const { object } = event;
  const { streamed } = port.state().reflector;
  const { transform } = port.state().options;
  const { resourceVersion } = object.metadata;
  if (event.type === "DELETED") changeWork(port, { streamed: withoutKey(streamed, keyOf(object)) });
  else {
    const passed = transformPasses(transform, object);
    if (transform.type !== "none") {
      port.record("reflector", { type: "transform.call", key: keyOf(object), rv: resourceVersion, ok: passed });
    }
    if (passed) changeWork(port, { streamed: withEntry(streamed, keyOf(object), object) });
    else port.record("reflector", { type: "watch.eventDropped", watch, reason: "storeError", rvAdvanced: true });
  }
  adopt(port, resourceVersion, event.type === "ADDED");
}

function adopt(port: InformerPort, resourceVersion: string, added: boolean): void {
  driveReflector(port, { type: "eventTaken", resourceVersion, added });
}

function eventFields(event: ReceivedEvent) {
  const none = { key: "", rv: "", initialEventsEnd: false, code: 0, reason: "" };
  switch (event.type) {
    case "ERROR":
      return { ...none, event: "ERROR", code: event.object.code, reason: event.object.reason ?? "" };
    case "wrongType":
      return { ...none, event: event.name, reason: event.goType };
    case "BOOKMARK":
      return {
        ...none,
        event: "BOOKMARK",
        rv: event.object.metadata.resourceVersion,
        initialEventsEnd: isInitialEventsEnd(event),
      };
    default: {
      const { object } = event;
      const name = event.type === "unknownType" ? event.name : event.type;
      return { ...none, event: name, key: keyOf(object), rv: object.metadata.resourceVersion };
    }
  }
}
