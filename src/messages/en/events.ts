import {
  answerName,
  code,
  type EventPlace,
  listName,
  moment,
  objectAt,
  requestName,
  span,
  watchName,
} from "../event-words.ts";

const many = (count: number, noun: string) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
const done = { create: "created", update: "updated", delete: "deleted" } as const;
const asked = { create: "create", patch: "change", delete: "delete" } as const;
const detailed = (text: string) => (text === "" ? "" : `: ${text}`);
const store = (place: EventPlace) => (place.kind === "" ? "the store" : `the ${place.kind} store`);
const reflector = (place: EventPlace) => (place.kind === "" ? "the reflector" : `the ${place.kind} reflector`);

const other = (target: string, fault: string) => `a fault began: ${code(fault)} on ${target}`;

/** What a fault does when it begins, by the action's type. */
const begun: Readonly<Record<string, (target: string, fault: string) => string>> = {
  endWatch: (target) => `the watch ${target} was ended by a fault`,
  silenceWatch: (target) => `the watch ${target} fell silent by a fault`,
  holdEvents: (target) => `the events of ${target} were held back by a fault`,
  loseEvent: (target) => `a fault will swallow events of ${target}`,
  answer: (target) => `a fault will answer ${target}`,
  cutLink: (target) => `the link ${target} was cut`,
  mendLink: (target) => `the link ${target} was mended`,
  slowLink: (target) => `the link ${target} was slowed down`,
  compact: () => "etcd was compacted by hand",
  restartServer: (target) => `API server ${target} was restarted by a fault`,
  freezeCache: (target) => `the watch cache of ${target} was frozen`,
  slowEtcd: () => "etcd was slowed down",
  crash: (target) => `process ${target} was made to crash`,
  pause: (target) => `process ${target} was paused`,
  stop: (target) => `process ${target} was told to stop`,
  slowHandler: (target) => `the handler ${target} was slowed down`,
  revoke: (target) => `a permission was taken from ${target}`,
  grant: (target) => `a permission was given to ${target}`,
};

/** What a person or a script does, and what faults do. */
const people = {
  "user.edit": (
    fact: { verb: "create" | "patch" | "delete"; kind: string; key: string; change: string },
    place: EventPlace,
  ) =>
    `${place.actor === "user" ? "you" : code(place.actor)} asked to ${asked[fact.verb]} ${fact.kind} ${code(fact.key)}${detailed(fact.change)}`,
  "user.choice": (fact: { to: string; message: string }) =>
    `you chose what comes next: ${code(fact.message)} for ${code(fact.to)}`,
  "fault.start": (fact: { fault: string; target: string; detail: string }) =>
    `${(begun[fact.fault] ?? other)(code(fact.target), fact.fault)}${detailed(fact.detail)}`,
  "fault.end": (fact: { fault: string; target: string }) =>
    `the fault ${code(fact.fault)} on ${code(fact.target)} ended`,
  "fault.hit": (fact: { fault: string; target: string; detail: string }) =>
    `a fault (${code(fact.fault)}) hit ${code(fact.target)}${detailed(fact.detail)}`,
  "fault.missed": (fact: { fault: string; target: string; reason: string }) =>
    `the fault ${code(fact.fault)} did *nothing*: ${fact.reason}`,
};

/** etcd, API servers, streams, network. */
const cluster = {
  "etcd.commit": (fact: {
    revision: number;
    verb: "create" | "update" | "delete";
    kind: string;
    key: string;
    change: string;
  }) =>
    `etcd ${done[fact.verb]} ${fact.kind} ${code(fact.key)} as revision ${code(fact.revision)}${detailed(fact.verb === "update" ? fact.change : "")}`,
  "etcd.compact": (fact: { revision: number; compacted: number }) =>
    fact.compacted === 0
      ? `the compactor remembered revision ${code(fact.revision)} for its next round and removed *nothing*`
      : `history up to revision ${code(fact.compacted)} was compacted away`,
  "api.request": (fact: { client: string; verb: string; kind: string; key: string }) =>
    `${requestName(fact.verb, fact.kind, fact.key)} of ${code(fact.client)} arrived at the API server`,
  "api.response": (fact: {
    client: string;
    verb: string;
    kind: string;
    key: string;
    code: number;
    reason: string;
    rv: string;
    items: number;
    fault: boolean;
  }) => {
    const name = requestName(fact.verb, fact.kind, fact.key);
    if (fact.code >= 400)
      return `${name} of ${code(fact.client)} was refused with ${answerName(fact.code, fact.reason)}${fact.fault ? " by a fault" : ""}`;
    if (fact.items >= 0)
      return `${name} of ${code(fact.client)} was answered: ${many(fact.items, fact.kind)} at revision ${code(fact.rv)}`;
    return `${name} of ${code(fact.client)} was answered with ${code(fact.code)}${fact.rv === "" ? "" : ` at revision ${code(fact.rv)}`}`;
  },
  "api.unchanged": (fact: { kind: string; key: string; rv: string }) =>
    `the write of ${fact.kind} ${code(fact.key)} changed nothing, so *no* revision was made: it stays at ${code(fact.rv)}`,
  "api.waiting": (fact: { kind: string; revision: number; until: number }) =>
    `a read of ${fact.kind} waits until the watch cache has reached revision ${code(fact.revision)}, at most until ${moment(fact.until)}`,
  "server.down": (fact: { server: string; streams: number }) =>
    `API server ${code(fact.server)} went down with ${many(fact.streams, "open stream")}`,
  "server.up": (fact: { server: string }) => `API server ${code(fact.server)} came up with an empty watch cache`,
  "cache.apply": (fact: {
    kind: string;
    revision: number;
    verb: string;
    key: string;
    watchers: number;
    oldest: number;
  }) => `the watch cache took ${objectAt(fact.key, fact.revision)} for ${many(fact.watchers, "watcher")}`,
  "cache.resize": (fact: { kind: string; from: number; to: number }) =>
    `the ${fact.kind} watch cache ${fact.to > fact.from ? "grew" : "shrank"} from ${fact.from} to ${many(fact.to, "event")}`,
  "cache.list": (fact: { kind: string; revision: number; objects: number }) =>
    `the ${fact.kind} watch cache was filled from etcd: ${many(fact.objects, "object")} at ${code(fact.revision)}, and no history`,
  "stream.open": (fact: { client: string; kind: string; from: string; initial: number }) =>
    `the server opened a ${fact.kind} watch for ${code(fact.client)} from ${code(fact.from === "" ? '""' : fact.from)}${fact.initial > 0 ? ` and sends ${many(fact.initial, "object")} first` : ""}`,
  "stream.send": (fact: { client: string; event: string; key: string; rv: number }) =>
    `the server sent ${code(fact.event)} ${objectAt(fact.key, fact.rv)} to ${code(fact.client)}`,
  "stream.bookmark": (fact: { client: string; kind: string; rv: number; initialEventsEnd: boolean }) =>
    fact.initialEventsEnd
      ? `the server told ${code(fact.client)} that all first objects were sent, as of ${code(fact.rv)}`
      : `the server sent ${code(fact.client)} a ${fact.kind} bookmark at ${code(fact.rv)}: a version, *no* object`,
  "stream.error": (fact: { client: string; kind: string; code: number; reason: string; message: string }) =>
    `the ${fact.kind} watch of ${code(fact.client)} got an ERROR event: ${answerName(fact.code, fact.reason)}${detailed(fact.message)}`,
  "stream.close": (fact: { client: string; kind: string; reason: string; rv: number }) =>
    `the ${fact.kind} watch of ${code(fact.client)} closed after ${code(fact.rv)} (${fact.reason})`,
  "stream.held": (fact: { client: string; key: string; rv: number }) =>
    `${objectAt(fact.key, fact.rv)} did *not* leave the server: a fault holds the stream of ${code(fact.client)}`,
  "stream.lost": (fact: { client: string; key: string; rv: number }) =>
    `${objectAt(fact.key, fact.rv)} was sent to ${code(fact.client)} and will *never* arrive: a fault swallowed it`,
  "link.lost": (fact: { process: string; server: string; what: string }) =>
    `${fact.what} was lost between ${code(fact.server)} and ${code(fact.process)}: the link is cut`,
  "link.refused": (fact: { process: string; server: string; what: string }) =>
    `${fact.what} did *not* leave ${code(fact.process)}: the connection to ${code(fact.server)} was refused`,
};

/** An informer: reflector, FIFO, store, handlers. */
const informer = {
  "list.request": (fact: { resourceVersion: string; limit: number; continue: string }, place: EventPlace) =>
    `${reflector(place)} sent ${listName(fact.resourceVersion)}${fact.continue === "" ? "" : " for the next page"}${fact.limit > 0 ? ` with limit ${fact.limit}` : ""}`,
  "list.response": (fact: { rv: string; objects: readonly string[]; continue: string }, place: EventPlace) =>
    `the list was answered: ${many(fact.objects.length, place.kind || "object")} at revision ${code(fact.rv)}${fact.continue === "" ? "" : ", and there is more"}`,
  "list.failed": (fact: { code: number; reason: string }, place: EventPlace) =>
    `the list of ${reflector(place)} was refused with ${answerName(fact.code, fact.reason)}`,
  "watch.request": (fact: { resourceVersion: string; sendInitialEvents: boolean }, place: EventPlace) =>
    `${reflector(place)} sent ${watchName(fact.resourceVersion)}${fact.sendInitialEvents ? " and asked for all objects first" : ""}`,
  "watch.response": (_: object, place: EventPlace) => `the watch of ${reflector(place)} is open`,
  "watch.refused": (fact: { code: number; reason: string }, place: EventPlace) =>
    `the watch of ${reflector(place)} was refused with ${answerName(fact.code, fact.reason)}`,
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
    `the process loop popped ${fact.batch ? `a batch of ${many(fact.deltas.length, "delta")}` : code(fact.deltas[0] ?? "nothing")}${fact.initial ? " of the initial list" : ""}`,
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
    `handler ${code(fact.handler)} ${fact.ok ? "shut down" : "was still busy and did *not* shut down in time"}`,
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
  unknownHandler: "there is no such handler",
};

/** The work queue. */
const queue = {
  "queue.add": (fact: { key: string; priority: number; by: "handler" | "loop" }) =>
    `${by[fact.by]} added ${code(fact.key)} to the queue${fact.priority === 0 ? "" : ` with priority ${code(fact.priority)}`}`,
  "queue.addAfter": (fact: { key: string; after: number; by: "handler" | "loop" }) =>
    `${by[fact.by]} asked for ${code(fact.key)} again after ${span(fact.after)}`,
  "queue.addRateLimited": (fact: { key: string; by: "handler" | "loop" }) =>
    `${by[fact.by]} asked the limiter when ${code(fact.key)} may come again`,
  "queue.forget": (fact: { key: string }) => `the loop told the limiter to forget ${code(fact.key)}`,
  "queue.done": (fact: { key: string; took: number }) => `work on ${code(fact.key)} was done after ${span(fact.took)}`,
  "queue.get": (fact: { key: string; worker: number; latency: number }) =>
    `worker ${fact.worker} took ${code(fact.key)}${fact.latency > 0 ? ` after it had been ready for ${span(fact.latency)}` : ""}`,
  "queue.enqueued": (fact: { key: string; priority: number }) => `${code(fact.key)} is ready in the queue`,
  "queue.coalesced": (fact: { key: string }) =>
    `${code(fact.key)} was in the queue already, so *nothing* was added: one run covers both`,
  "queue.markedDirty": (fact: { key: string; again: boolean }) =>
    fact.again
      ? `${code(fact.key)} is being worked on and is dirty already, so *nothing* changed`
      : `${code(fact.key)} is being worked on, so it was *not* queued: marked dirty, it runs again afterwards`,
  "queue.addIgnored": (fact: { key: string }) => `${code(fact.key)} was *not* added: the queue is shutting down`,
  "queue.delayStarted": (fact: { key: string; readyAt: number }) =>
    `${code(fact.key)} waits until ${moment(fact.readyAt)}`,
  "queue.delayMovedEarlier": (fact: { key: string; from: number; readyAt: number }) =>
    `the wait of ${code(fact.key)} was shortened: ready at ${moment(fact.readyAt)}`,
  "queue.laterDelayDropped": (fact: { key: string; readyAt: number }) =>
    `the longer wait for ${code(fact.key)} was dropped: it comes at ${moment(fact.readyAt)} anyway`,
  "queue.delaySwallowed": (fact: { key: string }) =>
    `the wait asked for ${code(fact.key)} was *lost*: it is ready already, and will not come again later`,
  "queue.delayAbsorbed": (fact: { key: string }) =>
    `the waiting ${code(fact.key)} became ready at once, and its wait is gone`,
  "queue.delayStillPending": (fact: { key: string; readyAt: number }) =>
    `${code(fact.key)} is ready now, and will come *again* at ${moment(fact.readyAt)}: an event does not cancel a wait`,
  "queue.delayElapsed": (fact: { key: string }) => `the wait of ${code(fact.key)} is over`,
  "queue.priorityRaised": (fact: { key: string; from: number; to: number }) =>
    `the priority of ${code(fact.key)} rose from ${code(fact.from)} to ${code(fact.to)}`,
  "queue.lowerPriorityDropped": (fact: { key: string; kept: number }) =>
    `the lower priority for ${code(fact.key)} was dropped: it keeps ${code(fact.kept)}`,
  "queue.limited": (fact: { key: string; delay: number; failures: number }) =>
    `the limiter makes ${code(fact.key)} wait ${span(fact.delay)}: failure ${fact.failures} in a row`,
  "queue.forgotten": (fact: { key: string; failures: number }) =>
    fact.failures === 0
      ? `the limiter had *nothing* to forget about ${code(fact.key)}`
      : `the limiter forgot ${many(fact.failures, "failure")} of ${code(fact.key)}`,
  "queue.shutDown": (fact: { drain: boolean; readyLost: number; waitingLost: number }) =>
    `the queue shut down${fact.drain ? " and drains" : ""}: ${fact.readyLost + fact.waitingLost === 0 ? "nothing was lost" : `${fact.readyLost} ready and ${fact.waitingLost} waiting keys will *never* be handed out`}`,
};

const by = { handler: "the event handler", loop: "the worker" } as const;

/** Reconciles, the client, processes. */
const controller = {
  "reconcile.start": (fact: { reconcile: number; key: string; worker: number; failures: number }) =>
    `reconcile #${fact.reconcile} of ${code(fact.key)} started on worker ${fact.worker}${fact.failures > 0 ? `, after ${many(fact.failures, "failure")}` : ""}`,
  "reconcile.phase": (fact: { reconcile: number; key: string; phase: "fetch" | "diff" | "apply" }) =>
    `reconcile #${fact.reconcile} of ${code(fact.key)} went on to ${code(fact.phase)}`,
  "reconcile.read": (fact: { reconcile: number; kind: string; count: number; rv: string; behind: number }) =>
    `reconcile #${fact.reconcile} read ${many(fact.count, fact.kind)} from a store at ${code(fact.rv)}${fact.behind > 0 ? `, *${many(fact.behind, "revision")} behind*` : ""}`,
  "reconcile.note": (fact: { reconcile: number; text: string }) => `reconcile #${fact.reconcile}: ${fact.text}`,
  "reconcile.remember": (fact: { key: string; why: string }) =>
    `the controller remembered for ${code(fact.key)}: ${fact.why}`,
  "reconcile.end": (fact: {
    reconcile: number;
    key: string;
    outcome: "ok" | "error" | "terminalError" | "panic";
    row: string;
    message: string;
    took: number;
  }) =>
    `reconcile #${fact.reconcile} of ${code(fact.key)} ${ended[fact.outcome]} after ${span(fact.took)}${detailed(fact.message)}`,
  "handler.ignored": (fact: { kind: string; key: string; reason: string }) =>
    `the event about ${fact.kind} ${code(fact.key)} woke *nobody*: ${fact.reason}`,
  "client.request": (fact: { verb: string; kind: string; key: string }) =>
    `the client sent ${requestName(fact.verb, fact.kind, fact.key)}`,
  "client.response": (fact: { verb: string; kind: string; key: string; code: number; reason: string; took: number }) =>
    `the client got ${answerName(fact.code, fact.reason)} for ${requestName(fact.verb, fact.kind, fact.key)} after ${span(fact.took)}`,
  "process.start": (fact: { process: string }) => `process ${code(fact.process)} started`,
  "process.workersStart": (fact: { process: string; workers: number }) =>
    `${many(fact.workers, "worker")} of ${code(fact.process)} began to take keys: all caches had synced`,
  "process.stop": (fact: { process: string }) => `process ${code(fact.process)} was asked to stop`,
  "process.workerExit": (fact: { process: string; worker: number }) =>
    `worker ${fact.worker} of ${code(fact.process)} ended`,
  "process.stopped": (fact: { process: string }) => `process ${code(fact.process)} has stopped`,
  "process.crash": (fact: { process: string; runs: number }) =>
    `process ${code(fact.process)} crashed${fact.runs > 0 ? ` in the middle of ${many(fact.runs, "reconcile")}` : ""}`,
  "invariant.broken": (fact: { invariant: string; message: string }) =>
    `the invariant ${code(fact.invariant)} was broken: ${fact.message}`,
};

const ended = {
  ok: "ended well",
  error: "failed and will be tried again",
  terminalError: "failed and will *not* be tried again",
  panic: "panicked",
} as const;

/** Charts and timers. */
const kernel = {
  "machine.transition": (
    fact: { machine: string; event: string; from: string; to: string; guard: string },
    place: EventPlace,
  ) =>
    fact.from === ""
      ? `the chart of ${code(place.actor)} started in ${code(fact.to)}`
      : `${code(place.actor)} went from ${code(fact.from)} to ${code(fact.to)} on ${code(fact.event)}${fact.guard === "" ? "" : ` since ${code(fact.guard)}`}`,
  "machine.ignored": (fact: { event: string; state: string }, place: EventPlace) =>
    `${code(place.actor)} ignored ${code(fact.event)}: in ${code(fact.state)} it means *nothing*`,
  "timer.set": (fact: { timer: string; after: number; due: number }, place: EventPlace) =>
    `${code(place.actor)} set a timer of ${span(fact.after)}, due at ${moment(fact.due)}`,
  "timer.cancelled": (_: object, place: EventPlace) =>
    `a timer of ${code(place.actor)} was cancelled and will *not* fire`,
};

/**
 * One clause for each type of event: past tense, small first letter, no full stop, so that it can stand alone as a
 * headline or after "because". `code` in backticks, *what did not happen* in asterisks.
 */
export const events = { ...people, ...cluster, ...informer, ...queue, ...controller, ...kernel };

/** How clauses are joined. */
export const clauses = {
  unknown: (type: string) => `${code(type)} happened`,
  sentence: (clause: string) =>
    clause.replace(/^(`?)(\p{Ll})/u, (whole, tick: string, letter: string) =>
      tick === "" ? letter.toUpperCase() : whole,
    ),
  because: (cause: string) => `because ${cause}`,
  becauseRoot: (cause: string, root: string) => `because ${cause}; it began when ${root}`,
  first: "nothing led to it: the run begins here",
  full: (clause: string) => `${clause}.`,
};
