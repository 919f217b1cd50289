import { type Micros, micros, plus, seconds } from "../../../base/time.ts";
import { type KubeObject, labelsOf } from "../../kubernetes/object.ts";
import { dequeued, emptyQueue, enqueued, type PersistentQueue, queuedAt, queueLength } from "./persistent-queue.ts";
import { isSyncUpdate, type Notification } from "./process.ts";

/** Passes objects whose label has the value, as data (`cg:tools/cache/controller.go:FilteringResourceEventHandler @v0.36.3`). */
export type HandlerFilter = { readonly label: string; readonly value: string };

/** What a person registers: AddEventHandlerWithOptions. */
export type HandlerOptions = {
  readonly id: string;
  /** Absent: the informer's own period. 0: never. */
  readonly resyncPeriod?: Micros;
  readonly filter?: HandlerFilter;
};

/**
 * One registered handler with its pump and its runner (`cg:tools/cache/shared_informer.go:processorListener @v0.36.3`).
 * The process loop hands each notification over to the pump through a channel without a buffer, and the pump to the runner through another; between
 * the two lies the pump's ring, without limit (`processorListener.pop, run`). `pending` is that ring, including the notification on offer.
 */
export type Listener = {
  readonly id: string;
  readonly filter: HandlerFilter | undefined;
  readonly requestedResyncPeriod: Micros;
  readonly resyncPeriod: Micros;
  readonly nextResync: Micros;
  /** Whether updates without a change are passed on: true at first, then whether the handler was due at the last tick. */
  readonly syncing: boolean;
  readonly pending: PersistentQueue<Pending>;
  /** How many of them, from the first, met a runner in its call: the pump keeps them for more than an instant. */
  readonly kept: number;
  /** Notifications taken so far: the ordinal of the one in progress. */
  readonly taken: number;
  readonly activity: "idle" | "waking" | "calling";
  /** The call in progress, or the last one. */
  readonly running:
    | { readonly method: HandlerCall["method"]; readonly key: string; readonly since: Micros }
    | undefined;
  /** The call in progress is an initial add, which counts when it returns. */
  readonly callIsInitial: boolean;
  /** Initial adds handed out and not yet returned (`synctrack.go:SingleFileTracker`). */
  readonly initialOutstanding: number;
  readonly upstreamSynced: boolean;
  readonly synced: boolean;
  /** Removed, or the informer stopped: nothing more is taken. */
  readonly closed: boolean;
  /** Removed by its owner; the registration stays known. */
  readonly removed: boolean;
  /** ShutDownEventHandler waits for the call in progress. */
  readonly shutdownAwaited: boolean;
};

/** A notification in the ring and the `seq` of the event that put it there. */
export type Pending = { readonly notification: Notification; readonly cause: number | undefined };

/** A handler's own call as it results from a notification and the filter. */
export type HandlerCall = {
  readonly method: "OnAdd" | "OnUpdate" | "OnDelete";
  readonly object: KubeObject;
  readonly old: KubeObject | undefined;
  readonly initial: boolean;
  readonly tombstone: boolean;
};

/** Handlers cannot ask for less (`shared_informer.go:minimumResyncPeriod`). */
export const MINIMUM_RESYNC_PERIOD = seconds(1);

/** The handler's period that the informer can serve, and the informer's check period after the registration. */
export type ResyncDecision = { readonly requested: Micros; readonly period: Micros; readonly checkPeriod: Micros };

/** Before the start a handler lowers the informer's check period; after it, it must take what there is (`AddEventHandlerWithOptions`). */
export function decideResync(asked: Micros, checkPeriod: Micros, started: boolean): ResyncDecision {
  let requested = asked > 0 ? micros(Math.max(asked, MINIMUM_RESYNC_PERIOD)) : micros(0);
  let check = checkPeriod;
  if (requested > 0 && requested < check) {
    if (started) requested = check;
    else check = requested;
  }
  return { requested, period: servedPeriod(requested, check), checkPeriod: check };
}

/** `shared_informer.go:determineResyncPeriod`: with a check period of 0 nobody ever resyncs. */
export function servedPeriod(requested: Micros, checkPeriod: Micros): Micros {
  if (requested === 0 || checkPeriod === 0) return micros(0);
  return requested < checkPeriod ? checkPeriod : requested;
}

/** A new registration; its resync phase starts `now`, before it waits for its turn to join. */
export function createListener(options: HandlerOptions, resync: ResyncDecision, now: Micros): Listener {
  return {
    id: options.id,
    filter: options.filter,
    requestedResyncPeriod: resync.requested,
    resyncPeriod: resync.period,
    nextResync: plus(now, resync.period),
    syncing: true,
    pending: emptyQueue(),
    kept: 0,
    taken: 0,
    activity: "idle",
    running: undefined,
    callIsInitial: false,
    initialOutstanding: 0,
    upstreamSynced: false,
    synced: false,
    closed: false,
    removed: false,
    shutdownAwaited: false,
  };
}

/** Whether a notification is for this listener. */
export function isAddressed(listener: Listener, notification: Notification): boolean {
  return !listener.closed && (listener.syncing || !isSyncUpdate(notification));
}

/** Puts a notification into the ring. It never refuses: a slow handler costs memory, not anybody's time. */
export function offered(listener: Listener, notification: Notification, cause?: number): Listener {
  const started = notification.type === "add" && notification.initial ? 1 : 0;
  return {
    ...listener,
    pending: enqueued(listener.pending, { notification, cause }),
    initialOutstanding: listener.initialOutstanding + started,
  };
}

/** Takes the next notification; `call` is undefined when the filter swallows it. Undefined when nothing is pending. */
export function takeNotification(
  listener: Listener,
): (Pending & { readonly listener: Listener; readonly call: HandlerCall | undefined }) | undefined {
  const pending = queuedAt(listener.pending, 0);
  if (pending === undefined) return undefined;
  const { kept, taken } = listener;
  const next = { ...listener, pending: dequeued(listener.pending), kept: Math.max(0, kept - 1), taken: taken + 1 };
  return { ...pending, listener: next, call: filteredCall(pending.notification, listener.filter) };
}

/** An initial add returned from the handler (or was swallowed by the filter). */
export function initialReturned(listener: Listener): Listener {
  return withSync({ ...listener, initialOutstanding: listener.initialOutstanding - 1 });
}

/** The informer itself has synced. */
export function upstreamHasSynced(listener: Listener): Listener {
  return withSync({ ...listener, upstreamSynced: true });
}

/** Closes the listener: what is pending is dropped, the call in progress goes on. */
export function closedListener(listener: Listener): { readonly listener: Listener; readonly dropped: number } {
  return {
    listener: { ...listener, pending: emptyQueue(), kept: 0, closed: true },
    dropped: queueLength(listener.pending),
  };
}

/** A resync tick: every listener's syncing flag becomes whether it is due (`sharedProcessor.shouldResync`). */
export function tickedListener(listener: Listener, now: Micros): Listener {
  if (listener.closed) return listener;
  const due = listener.resyncPeriod > 0 && now >= listener.nextResync;
  return { ...listener, syncing: due, nextResync: due ? plus(now, listener.resyncPeriod) : listener.nextResync };
}

function withSync(listener: Listener): Listener {
  return listener.upstreamSynced && listener.initialOutstanding === 0 ? { ...listener, synced: true } : listener;
}

function filteredCall(notification: Notification, filter: HandlerFilter | undefined): HandlerCall | undefined {
  const { object } = notification;
  const passes = passesFilter(object, filter);
  switch (notification.type) {
    case "add":
      return passes
        ? { method: "OnAdd", object, old: undefined, initial: notification.initial, tombstone: false }
        : undefined;
    case "delete":
      return passes
        ? { method: "OnDelete", object, old: undefined, initial: false, tombstone: notification.tombstone }
        : undefined;
    case "update": {
      const passed = passesFilter(notification.old, filter);
      if (passes && passed)
        return { method: "OnUpdate", object, old: notification.old, initial: false, tombstone: false };
      if (passes) return { method: "OnAdd", object, old: undefined, initial: false, tombstone: false };
      return passed
        ? { method: "OnDelete", object: notification.old, old: undefined, initial: false, tombstone: false }
        : undefined;
    }
  }
}

function passesFilter(object: KubeObject, filter: HandlerFilter | undefined): boolean {
  return filter === undefined || labelsOf(object)[filter.label] === filter.value;
}
