import {
  answerName,
  code,
  type EventPlace,
  listName,
  many,
  objectAt,
  span,
  watchEventName,
  watchName,
} from "../event-words.ts";

const store = (place: EventPlace) => (place.kind === "" ? "the store" : `the ${place.kind} store`);
const reflector = (place: EventPlace) => (place.kind === "" ? "the reflector" : `the ${place.kind} reflector`);

/** An informer: reflector, FIFO, store, handlers. */
export const informerEvents = {
  "list.request": (fact: { resourceVersion: string; limit: number; continue: string }, place: EventPlace) =>
    `${reflector(place)} sent ${listName(fact.resourceVersion)}${fact.continue === "" ? "" : " for the next page"}${fact.limit > 0 ? ` with limit ${fact.limit}` : ""}`,
  "list.response": (fact: { rv: string; objects: readonly string[]; continue: string }, place: EventPlace) =>
    `the list was answered: ${many(fact.objects.length, place.kind || "object")} at revision ${code(fact.rv)}${fact.continue === "" ? "" : ", and there is more"}`,
  "list.failed": (fact: { code: number; reason: string }, place: EventPlace) =>
    `the list of ${reflector(place)} was refused with ${answerName(fact.code, fact.reason)}`,
  "watch.request": (
    fact: { resourceVersion: string; timeoutSeconds: number; sendInitialEvents: boolean },
    place: EventPlace,
  ) =>
    `${reflector(place)} sent ${watchName(fact.resourceVersion)} for ${fact.timeoutSeconds} s${fact.sendInitialEvents ? " and asked for all objects first" : ""}`,
  "watch.response": (_: object, place: EventPlace) => `the watch of ${reflector(place)} is open`,
  "watch.refused": (fact: { code: number; reason: string }, place: EventPlace) =>
    `the watch of ${reflector(place)} was refused with ${answerName(fact.code, fact.reason)}`,
  "watch.decoded": (fact: { event: string; key: string; rv: string }, place: EventPlace) =>
    `${watchEventName(fact)} was decoded off the stream and handed to ${reflector(place)}`,
  "watch.event": (
    fact: { event: string; key: string; rv: string; code: number; reason: string },
    place: EventPlace,
  ) => {
    if (fact.event === "ERROR")
      return `${reflector(place)} received an ERROR event: ${answerName(fact.code, fact.reason)}`;
    if (fact.event === "BOOKMARK") return `${reflector(place)} received a bookmark at ${code(fact.rv)}`;
    return `${reflector(place)} received ${code(fact.event)} ${objectAt(fact.key, fact.rv)}`;
  },
  "watch.eventDropped": (fact: { reason: string; rvAdvanced: boolean }, place: EventPlace) =>
    `${reflector(place)} dropped a watch event (${fact.reason}), so *no* delta was made${fact.rvAdvanced ? ", but its version moved on" : ""}`,
  "watch.closed": (_: object, place: EventPlace) => `the stream of ${reflector(place)} ended`,
  "watch.stop": (_: object, place: EventPlace) => `${reflector(place)} stopped its watch`,
  "transform.call": (fact: { key: string; rv: string; ok: boolean }) =>
    `the transform function ${fact.ok ? "took" : "failed on"} ${objectAt(fact.key, fact.rv)}`,
  "reflector.rv": (fact: { rv: string }, place: EventPlace) =>
    `${reflector(place)} stands at ${code(fact.rv)}: \`lastSyncResourceVersion\` moved`,
  "reflector.rvUnavailable": (fact: { value: boolean }, place: EventPlace) =>
    fact.value
      ? `${reflector(place)} noted that its version is no longer to be had: it will ask for \`""\``
      : `${reflector(place)} forgot that its version was not to be had`,
  "listAndWatch.return": (fact: { stage: string; code: number; reason: string }, place: EventPlace) =>
    fact.stage === ""
      ? `ListAndWatch of ${reflector(place)} returned without an error, and still a wait comes first`
      : `ListAndWatch of ${reflector(place)} returned an error from its ${fact.stage}: ${answerName(fact.code, fact.reason)}`,
  "errorHandler.call": (fact: { code: number; reason: string }, place: EventPlace) =>
    `the watch error handler of ${reflector(place)} was told ${answerName(fact.code, fact.reason)}`,
  backoff: (fact: { base: number; delay: number }, place: EventPlace) =>
    `${reflector(place)} waits ${span(fact.delay)} (base ${span(fact.base)}, plus jitter)`,
  "fifo.enqueue": (fact: { delta: string; key: string; rv: string; tombstone: boolean; count: number }) => {
    if (fact.key === "")
      return `${code(fact.delta)} went into the FIFO${fact.count > 0 ? ` with ${many(fact.count, "object")}` : ""} at ${code(fact.rv)}`;
    return `${code(fact.delta)} ${objectAt(fact.key, fact.rv)} went into the FIFO${fact.tombstone ? " as a tombstone" : ""}`;
  },
  "fifo.pop": (fact: { deltas: readonly string[]; initial: boolean; batch: boolean }) =>
    `the process loop popped ${fact.batch ? `a batch of ${many(fact.deltas.length, "delta")}` : `${code(fact.deltas[0] ?? "nothing")}${fact.deltas.length > 1 ? ` and ${many(fact.deltas.length - 1, "more delta")} of its key` : ""}`}${fact.initial ? " of the initial list" : ""}`,
  "fifo.synced": (_: object, place: EventPlace) => `the first population of ${store(place)} was popped to its end`,
  "store.write": (fact: { operation: string; rv: string; size: number }, place: EventPlace) =>
    `${store(place)} wrote ${code(fact.operation)}${fact.rv === "" ? "" : ` at ${code(fact.rv)}`} and holds ${many(fact.size, "object")}`,
  distribute: (fact: {
    kind: string;
    key: string;
    rv: string;
    oldRv: string;
    tombstone: boolean;
    sync: boolean;
    to: readonly string[];
  }) =>
    `${fact.kind} ${objectAt(fact.key, fact.rv)}${fact.tombstone ? " (a tombstone)" : ""} was handed to ${fact.to.length === 0 ? "*no* handler" : many(fact.to.length, "handler")}${fact.sync ? " as a sync" : ""}`,
  "process.done": () => "the process loop finished its pop",
  "resync.tick": (fact: { due: readonly string[]; resync: boolean }) =>
    fact.resync
      ? `the resync timer made ${many(fact.due.length, "handler")} due for a replay of the store`
      : "the resync timer ticked, and *no* handler was due",
  "handler.added": (fact: { handler: string; ok: boolean }) =>
    `handler ${code(fact.handler)} was ${fact.ok ? "added" : "*not* added: the informer has stopped"}`,
  replay: (fact: { handler: string; key: string; rv: string }) =>
    `${objectAt(fact.key, fact.rv)} was replayed from the store to the late handler ${code(fact.handler)}`,
  "handler.removed": (fact: { handler: string; ok: boolean }) =>
    `handler ${code(fact.handler)} was ${fact.ok ? "removed" : "*not* removed: it is unknown"}`,
  "handler.shutdown": (fact: { handler: string; ok: boolean }) =>
    `handler ${code(fact.handler)} ${fact.ok ? "shut down" : "was *not* shut down: it is unknown"}`,
  "handler.call": (fact: {
    handler: string;
    method: string;
    key: string;
    rv: string;
    oldRv: string;
    initial: boolean;
    tombstone: boolean;
  }) =>
    `handler ${code(fact.handler)} was called: \`${fact.method}(${fact.tombstone ? "tombstone " : ""}${fact.key}@${fact.oldRv === "" ? "" : `${fact.oldRv}→`}${fact.rv})\``,
  "handler.return": (fact: { handler: string }) => `handler ${code(fact.handler)} returned`,
  "pop.kept": (fact: { handler: string; key: string; rv: string; pending: number }) =>
    `handler ${code(fact.handler)} is in a call, so its pump keeps ${objectAt(fact.key, fact.rv)}: ${fact.pending} wait${fact.pending === 1 ? "s" : ""}`,
  "pop.handedOver": (fact: { handler: string; key: string; rv: string; pending: number }) =>
    `the pump of handler ${code(fact.handler)} handed ${objectAt(fact.key, fact.rv)} over to the runner: ${fact.pending === 0 ? "nothing waits" : `${fact.pending} more wait${fact.pending === 1 ? "s" : ""}`}`,
  synced: (fact: { who: string }) => `${code(fact.who)} reports HasSynced`,
  "run.return": (fact: { isStopped: boolean }, place: EventPlace) =>
    `Run of the ${place.kind} informer returned${fact.isStopped ? "" : ", though it was not stopped"}`,
  "informer.ignored": (fact: { what: string; reason: string }) =>
    `${code(fact.what)} had *no* effect: ${ignored[fact.reason] ?? fact.reason}`,
  "delta.ignored": (fact: { key: string; reason: string }) =>
    `*no* Deleted was queued for ${code(fact.key)}: ${fact.reason === "unknownObject" ? "neither store nor queue knows it" : "its deletion is queued already"}`,
  "notification.missed": (fact: { handler: string; key: string; rv: string; reason: string }) =>
    `handler ${code(fact.handler)} was *not* told of ${objectAt(fact.key, fact.rv)}: ${fact.reason === "filtered" ? "its filter let it out" : "nothing changed and it is not due for a resync"}`,
  "notifications.dropped": (fact: { handler: string; count: number; reason: string }) =>
    `${many(fact.count, "notification")} for handler ${code(fact.handler)} were dropped: it was ${fact.reason}`,
  "fifo.abandoned": (fact: { count: number }) =>
    `${many(fact.count, "delta")} stay in the FIFO *for ever*: nobody pops any more`,
};

const ignored: Readonly<Record<string, string>> = {
  stopped: "the informer has stopped",
  streamAbandoned: "its stream was given up before",
  answerAbandoned: "nobody waits for this answer any more",
  alreadyStarted: "the informer runs already",
  notRunning: "the informer does not run yet",
};
