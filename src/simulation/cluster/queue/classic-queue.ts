import { defined } from "../../../base/assert.ts";
import { emptyMap, hasKey, type PersistentMap, withEntry, withoutKey } from "../../../base/persistent-map.ts";
import { type Micros, micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import type { EnqueueCause, QueueFact, QueueOutcome, WorkerId } from "./queue-fact.ts";
import {
  countAdd,
  countDone,
  countGet,
  NO_METRICS,
  type QueueMetrics,
  unfinishedWork,
  type WorkMeter,
} from "./queue-metrics.ts";
import { emptyRanked, firstRanked, type RankedMap, withoutRank, withRank } from "./ranked-map.ts";

/** Somebody blocked on the queue's one condition variable. */
type Waiter =
  | { readonly type: "worker"; readonly worker: WorkerId }
  | { readonly type: "drainCaller"; readonly caller: string };

/**
 * client-go's queue without delays (`cg:util/workqueue/queue.go:Typed @32ce75a7`). A key is idle, queued (dirty),
 * processing, or both dirty and processing; the line holds exactly the queued ones.
 */
export type ClassicQueue = {
  /** The keys that a Get may return, ranked by when they were pushed. A misused Done can put a key in twice. */
  readonly line: RankedMap<ObjectKey>;
  readonly pushes: number;
  readonly dirty: PersistentMap<ObjectKey, true>;
  readonly processing: PersistentMap<ObjectKey, true>;
  readonly phase: "open" | "draining" | "shuttingDown";
  /** Who is blocked, longest first. */
  readonly waiters: readonly Waiter[];
  readonly metrics: QueueMetrics;
  /** Undefined when nobody reads the unfinished-work gauges. */
  readonly meter: WorkMeter | undefined;
};

/** An empty, open queue. `meterPeriodUs` is how often the unfinished-work gauges are refreshed (upstream 500 ms). */
export function createClassicQueue(now: Micros, meterPeriodUs: Micros | undefined): ClassicQueue {
  return {
    line: emptyRanked(),
    pushes: 0,
    dirty: emptyMap(),
    processing: emptyMap(),
    phase: "open",
    waiters: [],
    metrics: NO_METRICS,
    meter: meterPeriodUs === undefined ? undefined : { periodUs: meterPeriodUs, nextAt: micros(now + meterPeriodUs) },
  };
}

/** Marks `key` dirty (`queue.go:Add`). A key being processed waits outside the line, so no two workers hold it at once. */
export function addKey(
  queue: ClassicQueue,
  key: ObjectKey,
  cause: EnqueueCause,
  now: Micros,
): QueueOutcome<ClassicQueue> {
  if (queue.phase !== "open") return { queue, facts: [{ type: "addIgnored", key, reason: "shuttingDown" }] };
  const isProcessing = hasKey(queue.processing, key);
  if (hasKey(queue.dirty, key)) {
    return { queue, facts: [{ type: isProcessing ? "alreadyDirty" : "coalesced", key }] };
  }
  const dirty = withEntry(queue.dirty, key, true);
  const added = { ...queue, dirty, metrics: countAdd(queue.metrics, key, 0, now) };
  if (isProcessing) return { queue: added, facts: [{ type: "markedDirty", key }] };
  return push(added, key, cause, now);
}

/** A worker asks for a key and blocks when there is none (`queue.go:Get`). Queued keys are handed out even after ShutDown. */
export function getKey(queue: ClassicQueue, worker: WorkerId, now: Micros): QueueOutcome<ClassicQueue> {
  const resumed = resume(queue, { type: "worker", worker }, now);
  if (resumed !== undefined) return resumed;
  const waiters: readonly Waiter[] = [...queue.waiters, { type: "worker", worker }];
  return { queue: { ...queue, waiters }, facts: [{ type: "getBlocked", worker }] };
}

/** Ends the processing of `key` (`queue.go:Done`). A key that became dirty meanwhile goes to the tail of the line. */
export function doneKey(queue: ClassicQueue, key: ObjectKey, now: Micros): QueueOutcome<ClassicQueue> {
  const wasProcessing = hasKey(queue.processing, key);
  const { metrics, workUs } = countDone(queue.metrics, key, now);
  const released = { ...queue, metrics, processing: withoutKey(queue.processing, key) };
  const facts: QueueFact[] = workUs === undefined ? [] : [{ type: "processed", key, workUs }];
  const next = afterDone(released, key, wasProcessing, now);
  if (!wasProcessing && !hasKey(queue.dirty, key)) facts.push({ type: "doneIgnored", key });
  return { queue: next.queue, facts: [...facts, ...next.facts] };
}

function afterDone(
  queue: ClassicQueue,
  key: ObjectKey,
  wasProcessing: boolean,
  now: Micros,
): QueueOutcome<ClassicQueue> {
  if (hasKey(queue.dirty, key)) return push(queue, key, wasProcessing ? "doneWhileDirty" : "doneWithoutGet", now);
  // A drain may be waiting for this. One waiter only is woken: of several drain callers the others keep hanging.
  return queue.processing.size === 0 ? signal(queue, now) : { queue, facts: [] };
}

/** Refuses further keys. What is queued is still handed out; a waiting drain returns at once (`queue.go:ShutDown`). */
export function shutDownClassic(queue: ClassicQueue, waitingLost: number, now: Micros): QueueOutcome<ClassicQueue> {
  const fact: QueueFact = { type: "shutDown", drain: false, readyLost: 0, waitingLost };
  return prefixed(fact, broadcast({ ...queue, phase: "shuttingDown" }, queue.waiters, [], now));
}

/** Like ShutDown, but blocks while keys are processed. Queued keys are not waited for (`queue.go:ShutDownWithDrain`). */
export function drainClassic(
  queue: ClassicQueue,
  caller: string,
  waitingLost: number,
  now: Micros,
): QueueOutcome<ClassicQueue> {
  const fact: QueueFact = { type: "shutDown", drain: true, readyLost: 0, waitingLost };
  const draining: ClassicQueue = { ...queue, phase: "draining" };
  const blocks = draining.processing.size > 0;
  // The caller holds the lock until it waits itself, so it stands before those that its broadcast has woken.
  const first: readonly Waiter[] = blocks ? [{ type: "drainCaller", caller }] : [];
  const woken = broadcast(draining, queue.waiters, first, now);
  const own: QueueFact = { type: blocks ? "drainBlocked" : "drainReturned", caller };
  return { queue: woken.queue, facts: [fact, own, ...woken.facts] };
}

/** Refreshes the unfinished-work gauges that are due; there is no refresh after ShutDown. */
export function meterClassic(queue: ClassicQueue, now: Micros): QueueOutcome<ClassicQueue> {
  const { meter } = queue;
  if (meter === undefined || meter.nextAt > now || queue.phase !== "open") return { queue, facts: [] };
  const fact: QueueFact = { type: "workMeasured", ...unfinishedWork(queue.metrics, now) };
  return {
    queue: { ...queue, meter: { ...meter, nextAt: micros(meter.nextAt + meter.periodUs) } },
    facts: [fact],
  };
}

/** When the gauges are refreshed next, or undefined. */
export function nextMeterOf(queue: ClassicQueue): Micros | undefined {
  return queue.phase === "open" ? queue.meter?.nextAt : undefined;
}

function push(queue: ClassicQueue, key: ObjectKey, cause: EnqueueCause, now: Micros): QueueOutcome<ClassicQueue> {
  const line = withRank(queue.line, [queue.pushes], key);
  const fact: QueueFact = { type: "enqueued", key, priority: 0, cause };
  return prefixed(fact, signal({ ...queue, line, pushes: queue.pushes + 1 }, now));
}

/** Wakes the longest waiter. One that still has nothing to do waits again, behind the others. */
function signal(queue: ClassicQueue, now: Micros): QueueOutcome<ClassicQueue> {
  const [first, ...others] = queue.waiters;
  if (first === undefined) return { queue, facts: [] };
  const resumed = resume({ ...queue, waiters: others }, first, now);
  return resumed ?? { queue: { ...queue, waiters: [...others, first] }, facts: [] };
}

/** Wakes all of `woken`, in the order in which they began to wait. */
function broadcast(
  queue: ClassicQueue,
  woken: readonly Waiter[],
  waiting: readonly Waiter[],
  now: Micros,
): QueueOutcome<ClassicQueue> {
  const facts: QueueFact[] = [];
  let current: ClassicQueue = { ...queue, waiters: waiting };
  for (const waiter of woken) {
    const resumed = resume(current, waiter, now);
    current = resumed?.queue ?? { ...current, waiters: [...current.waiters, waiter] };
    facts.push(...(resumed?.facts ?? []));
  }
  return { queue: current, facts };
}

/** What a caller holding the lock does, or undefined when it has to wait. */
function resume(queue: ClassicQueue, waiter: Waiter, now: Micros): QueueOutcome<ClassicQueue> | undefined {
  if (waiter.type === "drainCaller") {
    if (queue.phase === "draining" && queue.processing.size > 0) return undefined;
    return { queue, facts: [{ type: "drainReturned", caller: waiter.caller }] };
  }
  if (queue.line.size > 0) return handOut(queue, waiter.worker, now);
  if (queue.phase === "open") return undefined;
  return { queue, facts: [{ type: "getRefused", worker: waiter.worker }] };
}

function handOut(queue: ClassicQueue, worker: WorkerId, now: Micros): QueueOutcome<ClassicQueue> {
  const { rank, value: key } = defined(firstRanked(queue.line), "head of the line");
  const { metrics, latencyUs } = countGet(queue.metrics, key, 0, now);
  const next: ClassicQueue = {
    ...queue,
    metrics,
    line: withoutRank(queue.line, rank),
    dirty: withoutKey(queue.dirty, key),
    processing: withEntry(queue.processing, key, true),
  };
  return { queue: next, facts: [{ type: "handedOut", key, worker, priority: 0, latencyUs }] };
}

function prefixed<Queue>(fact: QueueFact, outcome: QueueOutcome<Queue>): QueueOutcome<Queue> {
  return { queue: outcome.queue, facts: [fact, ...outcome.facts] };
}
