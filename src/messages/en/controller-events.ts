import { answerName, code, many, moment, requestName, span } from "../event-words.ts";

const detailed = (text: string) => (text === "" ? "" : `: ${text}`);

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
  "reconcile.resultIgnored": (fact: { key: string }) =>
    `the result for ${code(fact.key)} did *not* count: with an error, RequeueAfter and Requeue are ignored`,
  "reconcile.end": (fact: {
    reconcile: number;
    key: string;
    outcome: "ok" | "error" | "terminalError" | "panic";
    row: string;
    message: string;
    took: number;
  }) =>
    `reconcile #${fact.reconcile} of ${code(fact.key)} ${ended[fact.outcome](span(fact.took))}${detailed(fact.message)}`,
  "handler.ignored": (fact: { kind: string; key: string; reason: string }) =>
    `the event about ${fact.kind} ${code(fact.key)} woke *nobody*: ${fact.reason}`,
  "client.request": (fact: { verb: string; kind: string; key: string; subresource?: string }) =>
    `the client sent ${requestName(fact.verb, fact.kind, fact.key, fact.subresource)}`,
  "client.response": (fact: {
    verb: string;
    kind: string;
    key: string;
    subresource?: string;
    code: number;
    reason: string;
    took: number;
  }) =>
    `the client got ${answerName(fact.code, fact.reason)} for ${requestName(fact.verb, fact.kind, fact.key, fact.subresource)} after ${span(fact.took)}`,
  "client.retry": (fact: {
    verb: string;
    kind: string;
    key: string;
    attempt: number;
    after: number;
    code: number;
    reason: string;
  }) =>
    `the client got ${answerName(fact.code, fact.reason)} for ${requestName(fact.verb, fact.kind, fact.key)}, told *nobody*, and tries attempt ${fact.attempt} in ${span(fact.after)}`,
  "client.throttled": (fact: { verb: string; kind: string; key: string; delay: number }) =>
    `the client-side limiter had *no* token for ${requestName(fact.verb, fact.kind, fact.key)}: it waits ${span(fact.delay)} in the client`,
  "process.start": (fact: { process: string }) => `process ${code(fact.process)} started`,
  "process.workersStart": (fact: { process: string; workers: number }) =>
    `${many(fact.workers, "worker")} of ${code(fact.process)} began to take keys: all caches had synced`,
  "process.syncTimedOut": (fact: { process: string; kind: string; waited: number }) =>
    `${code(fact.process)} *timed out* waiting for its cache of ${fact.kind} to be synced: ${span(fact.waited)} have passed, and the process ends with this error`,
  "process.stopTimedOut": (fact: { process: string; waited: number; runs: number }) =>
    `${code(fact.process)} *failed* to end within its grace period of ${span(fact.waited)}${fact.runs === 0 ? "" : `, with ${many(fact.runs, "reconcile")} still in progress`}: it waits no longer and ends with this error`,
  "lease.held": (fact: { process: string; lease: string; holder: string; validUntil: number }) =>
    `${code(fact.process)} wrote *nothing*: ${code(fact.holder)} holds the lease ${code(fact.lease)}, by its clock until ${moment(fact.validUntil)} at least`,
  "lease.written": (fact: { process: string; lease: string; purpose: "acquire" | "renew" }) =>
    `${code(fact.process)} ${fact.purpose === "acquire" ? "took" : "renewed"} the lease ${code(fact.lease)}`,
  "lease.lost": (fact: { process: string; lease: string }) =>
    `${code(fact.process)} could *not* renew the lease ${code(fact.lease)} for 10 s and gave up`,
  "leader.started": (fact: { process: string }) => `${code(fact.process)} leads now: its controllers start`,
  "leader.stopped": (fact: { process: string }) => `${code(fact.process)} takes *no* part in the election any more`,
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
  ok: (took: string) => `ended well after ${took}`,
  error: (took: string) => `failed after ${took} and will be tried again`,
  terminalError: (took: string) => `failed after ${took} and will *not* be tried again`,
  panic: (took: string) => `panicked after ${took}`,
} as const;

/** The work queue, reconciles, the client and processes. */
export const controllerEvents = { ...queue, ...controller };
