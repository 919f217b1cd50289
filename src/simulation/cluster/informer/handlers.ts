import type { Micros } from "../../../base/time.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import { cachedObjects } from "./indexer.ts";
import type { JoinRequest } from "./informer-state.ts";
import { settleStop } from "./lifecycle.ts";
import {
  closedListener,
  createListener,
  decideResync,
  type HandlerCall,
  type HandlerOptions,
  initialReturned,
  isAddressed,
  type Listener,
  offered,
  type Pending,
  servedPeriod,
  takeNotification,
  upstreamHasSynced,
} from "./listeners.ts";
import { queuedAt, queueLength } from "./persistent-queue.ts";
import type { InformerActor, InformerPort } from "./port.ts";
import { isSyncUpdate, type Notification } from "./process.ts";

/**
 * AddEventHandler and RemoveEventHandler wait until no item is being processed (`blockDeltas`); a removal also while the processor ends, which
 * waits for the calls in progress (`sharedProcessor.run`, under `listenersLock`).
 */
export function requestJoin(port: InformerPort, request: JoinRequest): void {
  const { process, joining, stopped, returned } = port.state();
  const isEnding = request.type === "remove" && stopped && !returned;
  if (process.type === "busy" || isEnding) port.change({ joining: [...joining, request] });
  else performJoin(port, request);
}

/** Lets in those who waited for the item at hand. */
export function admitWaiting(port: InformerPort): void {
  const { joining } = port.state();
  port.change({ joining: [] });
  for (const request of joining) port.branch(() => performJoin(port, request));
}

/** Hands a notification to every listener it is for (`sharedProcessor.distribute`), in order of registration. */
export function distribute(port: InformerPort, notification: Notification): void {
  const { listeners } = port.state();
  const to = listeners.filter((listener) => isAddressed(listener, notification));
  const names = to.map((listener) => listener.id).sort();
  port.record("process", { type: "distribute", ...notificationFields(notification), to: names });
  for (const listener of to) port.branch(() => deliver(port, listener.id, notification));
  if (to.length === listeners.length) return;
  for (const { id, closed } of listeners) {
    if (!closed && !names.includes(id)) port.branch(() => recordMissed(port, id, notification, "notSyncing"));
  }
}

/** The runner takes the next notification and enters the handler; what the filter swallows costs no time. */
export function enterHandler(port: InformerPort, handler: string): void {
  let listener = listenerOf(port, handler);
  while (listener !== undefined && listener.activity === "waking") listener = takeNext(port, listener);
}

/** Takes one notification. The listener stays awake if the filter swallowed it, else it is busy, or idle when there was none. */
function takeNext(port: InformerPort, listener: Listener): Listener {
  const taken = listener.closed ? undefined : takeNotification(listener);
  if (taken === undefined) return replaceListener(port, { ...listener, activity: "idle" });
  const { notification, call } = taken;
  const handler = listener.id;
  const cause = listener.kept > 0 ? recordHandOver(port, taken) : taken.cause;
  const callIsInitial = notification.type === "add" && notification.initial;
  if (call === undefined) {
    port.dueTo(cause, () => recordMissed(port, handler, notification, "filtered"));
    const swallowed = replaceListener(port, taken.listener);
    return callIsInitial ? finishInitial(port, swallowed) : swallowed;
  }
  const { method, object } = call;
  const running = { method, key: keyOf(object), since: port.now() };
  const busy = replaceListener(port, { ...taken.listener, activity: "calling", running, callIsInitial });
  port.dueTo(cause, () => callHandler(port, busy, call));
  return busy;
}

function callHandler(port: InformerPort, { id: handler, taken: n }: Listener, call: HandlerCall): void {
  const { method, object, old, initial, tombstone } = call;
  const fields = {
    key: keyOf(object),
    rv: object.metadata.resourceVersion,
    oldRv: old?.metadata.resourceVersion ?? "",
  };
  port.record(actorOf(handler), { type: "handler.call", handler, n, method, ...fields, initial, tombstone });
  const takes = port.handle(handler, call);
  if (takes > 0) keepPending(port, handler);
  port.post(actorOf(handler), { type: "handler.return" }, takes);
}

/** The runner is busy from here on: what the pump has or gets it keeps (`processorListener.pop`). */
function keepPending(port: InformerPort, handler: string): void {
  const listener = listenerOf(port, handler);
  if (listener === undefined) return;
  for (let index = listener.kept; index < queueLength(listener.pending); index++) {
    const pending = queuedAt(listener.pending, index);
    if (pending !== undefined) port.branch(() => recordKept(port, handler, pending, index + 1));
  }
  replaceListener(port, { ...listener, kept: queueLength(listener.pending) });
}

function recordKept(port: InformerPort, handler: string, { notification, cause }: Pending, pending: number): void {
  const { key, rv } = notificationFields(notification);
  port.dueTo(cause, () => port.record(`pop/${handler}`, { type: "pop.kept", handler, key, rv, pending }));
}

/** The runner takes what the pump had to keep. Returns the event that says so. */
function recordHandOver(
  port: InformerPort,
  { notification, cause, listener }: Pending & { readonly listener: Listener },
) {
  const { key, rv } = notificationFields(notification);
  const pending = queueLength(listener.pending);
  let seq: number | undefined;
  port.dueTo(cause, () => {
    seq = port.record(`pop/${listener.id}`, { type: "pop.handedOver", handler: listener.id, key, rv, pending });
  });
  return seq;
}

/** The handler function returned: the runner goes on to the next notification. */
export function leaveHandler(port: InformerPort, handler: string): void {
  const listener = listenerOf(port, handler);
  if (listener === undefined) return;
  port.record(actorOf(handler), { type: "handler.return", handler, n: listener.taken });
  const idle: Listener = { ...listener, activity: "idle" };
  replaceListener(port, idle);
  const next = listener.callIsInitial ? finishInitial(port, idle) : idle;
  if (next.shutdownAwaited) port.branch(() => port.record("informer", { type: "handler.shutdown", handler, ok: true }));
  if (!next.closed) {
    wakeListener(port, next);
    return;
  }
  settleStop(port);
  if (port.state().returned) admitWaiting(port);
}

/** The informer has synced: every registration waits only for its own initial adds from here on. */
export function syncListeners(port: InformerPort): void {
  for (const { id } of port.state().listeners) {
    const listener = listenerOf(port, id);
    if (listener !== undefined && !listener.closed)
      port.branch(() => takeSync(port, upstreamHasSynced(listener), listener));
  }
  reportHandlersSynced(port);
}

/** The processor ends: what is pending is dropped, calls in progress go on. */
export function closeListeners(port: InformerPort): void {
  for (const listener of port.state().listeners)
    if (!listener.closed) port.branch(() => closeOne(port, listener, "stopped"));
}

function performJoin(port: InformerPort, request: JoinRequest): void {
  if (request.type === "add") addListener(port, request.handler, request.asked);
  else removeListener(port, request.handler, request.awaitCall);
}

function addListener(port: InformerPort, options: HandlerOptions, asked: Micros): void {
  const state = port.state();
  if (state.stopped) {
    port.record("informer", { type: "handler.added", handler: options.id, ok: false });
    return;
  }
  const started = state.runs > 0;
  const resync = decideResync(options.resyncPeriod ?? state.options.resyncPeriod, state.checkPeriod, started);
  const others = state.listeners.map((listener) => ({
    ...listener,
    resyncPeriod:
      resync.checkPeriod === state.checkPeriod
        ? listener.resyncPeriod
        : servedPeriod(listener.requestedResyncPeriod, resync.checkPeriod),
  }));
  const listener = createListener(options, resync, asked);
  port.change({ listeners: [...others, listener], checkPeriod: resync.checkPeriod });
  for (const object of started ? cachedObjects(state.store) : []) {
    replay(port, options.id, { type: "add", object, initial: true });
  }
  port.record("informer", { type: "handler.added", handler: options.id, ok: true });
  if (state.handlersSynced) {
    port.change({ handlersSynced: false });
    port.branch(() => port.dispatchInformer({ type: "handlerJoined" }));
  }
  const joined = listenerOf(port, options.id);
  if (state.synced && joined !== undefined) takeSync(port, upstreamHasSynced(joined), joined);
  reportHandlersSynced(port);
}

function replay(
  port: InformerPort,
  handler: string,
  notification: Extract<Notification, { readonly type: "add" }>,
): void {
  port.branch(() => {
    const { object } = notification;
    port.record("informer", { type: "replay", handler, key: keyOf(object), rv: object.metadata.resourceVersion });
    deliver(port, handler, notification);
  });
}

function removeListener(port: InformerPort, handler: string, awaitCall: boolean): void {
  const listener = listenerOf(port, handler);
  if (listener === undefined) {
    port.record("informer", { type: awaitCall ? "handler.shutdown" : "handler.removed", handler, ok: false });
    return;
  }
  const calling = listener.activity === "calling";
  const removed = { ...listener, removed: true, shutdownAwaited: listener.shutdownAwaited || (awaitCall && calling) };
  if (listener.closed) replaceListener(port, removed);
  else closeOne(port, removed, "removed");
  if (!awaitCall) port.record("informer", { type: "handler.removed", handler, ok: true });
  else if (!calling) port.record("informer", { type: "handler.shutdown", handler, ok: true });
  reportHandlersSynced(port);
}

function closeOne(port: InformerPort, listener: Listener, reason: "removed" | "stopped"): void {
  const { listener: closed, dropped } = closedListener(listener);
  replaceListener(port, closed);
  if (dropped > 0) {
    port.branch(() => {
      port.record(`pop/${listener.id}`, {
        type: "notifications.dropped",
        handler: listener.id,
        count: dropped,
        reason,
      });
    });
  }
}

function deliver(port: InformerPort, handler: string, notification: Notification): void {
  const listener = listenerOf(port, handler);
  if (listener === undefined) return;
  wakeListener(port, offered(listener, notification, port.cause()));
  if (listener.activity === "calling") keepPending(port, handler);
}

/** Stores the listener, and lets an idle runner take what is pending in a step of its own. */
function wakeListener(port: InformerPort, listener: Listener): void {
  const wakes = listener.activity === "idle" && queueLength(listener.pending) > 0 && port.state().runs > 0;
  replaceListener(port, wakes ? { ...listener, activity: "waking" } : listener);
  if (wakes) port.post(actorOf(listener.id), { type: "handler.next" });
}

function finishInitial(port: InformerPort, listener: Listener): Listener {
  const finished = initialReturned(listener);
  port.branch(() => takeSync(port, finished, listener));
  if (finished.synced) reportHandlersSynced(port);
  return finished;
}

function takeSync(port: InformerPort, after: Listener, before: Listener): void {
  replaceListener(port, after);
  if (after.synced && !before.synced) port.record(actorOf(after.id), { type: "synced", who: after.id });
}

function reportHandlersSynced(port: InformerPort): void {
  const { synced, listeners, handlersSynced } = port.state();
  if (!synced || handlersSynced || !listeners.every((listener) => listener.synced || listener.removed)) return;
  port.change({ handlersSynced: true });
  port.branch(() => port.dispatchInformer({ type: "handlersSynced" }));
}

function listenerOf(port: InformerPort, handler: string): Listener | undefined {
  return port.state().listeners.findLast((listener) => listener.id === handler);
}

function replaceListener(port: InformerPort, changed: Listener): Listener {
  const { listeners } = port.state();
  const index = listeners.findLastIndex((listener) => listener.id === changed.id);
  port.change({ listeners: listeners.with(index, changed) });
  return changed;
}

function recordMissed(
  port: InformerPort,
  handler: string,
  notification: Notification,
  reason: "filtered" | "notSyncing",
): void {
  const { object } = notification;
  port.record(actorOf(handler), {
    type: "notification.missed",
    handler,
    key: keyOf(object),
    rv: object.metadata.resourceVersion,
    reason,
  });
}

function notificationFields(notification: Notification) {
  const { object } = notification;
  return {
    kind: notification.type,
    key: keyOf(object),
    rv: object.metadata.resourceVersion,
    oldRv: notification.type === "update" ? notification.old.metadata.resourceVersion : "",
    initial: notification.type === "add" && notification.initial,
    tombstone: notification.type === "delete" && notification.tombstone,
    sync: isSyncUpdate(notification),
  };
}

function actorOf(handler: string): InformerActor {
  return `handler/${handler}`;
}
