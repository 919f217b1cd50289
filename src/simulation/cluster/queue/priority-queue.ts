import { emptyMap, hasKey, type PersistentMap, valueAt, withEntry, withoutKey } from "../../../base/persistent-map.ts";
import { type Micros, micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import type { QueueOptions } from "./delaying-queue.ts";
import { earliest } from "./earliest.ts";
import { askLimiter, createLimiter, failuresOf, type Limiter } from "./limiter.ts";
import type { QueueFact, QueueOutcome, WorkerId } from "./queue-fact.ts";
import {
  countAdd,
  countDone,
  countGet,
  countRetry,
  moveDepth,
  NO_METRICS,
  type QueueMetrics,
  unfinishedWork,
  type WorkMeter,
} from "./queue-metrics.ts";
import { emptyRanked, firstRanked, inRankOrder, type RankedMap, withoutRank, withRank } from "./ranked-map.ts";

/** A key in the priority queue. `order` decides among equals; it comes from one counter of the queue. */
export type PriorityItem =
  | { readonly type: "ready"; readonly priority: number; readonly order: number }
  | { readonly type: "waiting"; readonly priority: number; readonly order: number; readonly readyAt: Micros };

/**
 * controller-runtime's queue (`cr:pkg/controller/priorityqueue/priorityqueue.go @86a0d40e`, the default since v0.23):
 * one item per key, which is ready or waiting, beside the set of keys handed out. Upstream buffers adds for another
 * goroutine; here the buffer is emptied within the call.
 */
export type PriorityQueue = {
  readonly type: "priority";
  readonly items: PersistentMap<ObjectKey, PriorityItem>;
  /** Ready keys by priority (highest first), then order. */
  readonly ready: RankedMap<ObjectKey>;
  /** Waiting keys by readyAt, then as the ready ones. */
  readonly waiting: RankedMap<ObjectKey>;
  /** Handed out and not yet Done. A locked key may be ready or waiting at the same time. */
  readonly locked: PersistentMap<ObjectKey, true>;
  readonly nextOrder: number;
  /** Workers blocked in Get, longest first. */
  readonly idle: readonly WorkerId[];
  readonly isShutDown: boolean;
  readonly limiter: Limiter;
  readonly metrics: QueueMetrics;
  readonly meter: WorkMeter | undefined;
};

type Outcome = QueueOutcome<PriorityQueue>;

/** The options of AddWithOpts. `afterUs` 0 or less means no delay; with `rateLimited` the shorter delay counts. */
export type AddOptions = { readonly afterUs: Micros; readonly rateLimited: boolean; readonly priority: number };

/** An empty, open queue. */
export function createPriorityQueue(options: QueueOptions, now: Micros): PriorityQueue {
  const { meterPeriodUs } = options;
  return {
    type: "priority",
    items: emptyMap(),
    ready: emptyRanked(),
    waiting: emptyRanked(),
    locked: emptyMap(),
    nextOrder: 0,
    idle: [],
    isShutDown: false,
    limiter: createLimiter(options.limiter),
    metrics: NO_METRICS,
    meter: meterPeriodUs === undefined ? undefined : { periodUs: meterPeriodUs, nextAt: micros(now + meterPeriodUs) },
  };
}

/** Adds keys with the same options, then hands out what it can (`priorityqueue.go:AddWithOpts`). */
export function addWithOptions(
  queue: PriorityQueue,
  keys: readonly ObjectKey[],
  options: AddOptions,
  now: Micros,
): Outcome {
  const facts: QueueFact[] = [];
  if (queue.isShutDown) {
    for (const key of keys) facts.push({ type: "addIgnored", key, reason: "shuttingDown" });
    return { queue, facts };
  }
  let current = queue;
  for (const key of keys) current = addOne(current, key, options, now, facts);
  return { queue: handOut(current, now, facts), facts };
}

/** A worker asks for a key and blocks when none can be had (`priorityqueue.go:GetWithPriority`). */
export function getFromPriority(queue: PriorityQueue, worker: WorkerId, now: Micros): Outcome {
  if (queue.isShutDown) return { queue, facts: [{ type: "getRefused", worker }] };
  const facts: QueueFact[] = [];
  const next = handOut({ ...queue, idle: [...queue.idle, worker] }, now, facts);
  if (next.idle.includes(worker)) facts.push({ type: "getBlocked", worker });
  return { queue: next, facts };
}

/** Unlocks `key`, which may then be handed out again (`priorityqueue.go:Done`). */
export function doneInPriority(queue: PriorityQueue, key: ObjectKey, now: Micros): Outcome {
  const { metrics, workUs } = countDone(queue.metrics, key, now);
  const facts: QueueFact[] = [workUs === undefined ? { type: "doneIgnored", key } : { type: "processed", key, workUs }];
  const unlocked = { ...queue, metrics, locked: withoutKey(queue.locked, key) };
  return { queue: handOut(unlocked, now, facts), facts };
}

/** Makes the keys ready whose delay is over, hands out, and refreshes the gauges that are due. */
export function advancePriority(queue: PriorityQueue, now: Micros): Outcome {
  if (queue.isShutDown) return { queue, facts: [] };
  const facts: QueueFact[] = [];
  let current = queue;
  for (const { rank, value: key } of inRankOrder(queue.waiting)) {
    if ((rank[0] ?? 0) > now) break;
    const item = valueAt(current.items, key);
    facts.push({ type: "delayElapsed", key });
    const waiting = withoutRank(current.waiting, rank);
    current = becomeReady(freshOrder({ ...current, waiting }), key, item?.priority ?? 0, current.nextOrder, now);
    facts.push({ type: "enqueued", key, priority: item?.priority ?? 0, cause: "delayElapsed" });
  }
  return { queue: measure(handOut(current, now, facts), now, facts), facts };
}

/** When a delay runs out or a gauge is refreshed next, or undefined. */
export function nextWakeOfPriority(queue: PriorityQueue): Micros | undefined {
  if (queue.isShutDown) return undefined;
  const first = firstRanked(queue.waiting);
  const delay = first === undefined ? undefined : micros(first.rank[0] ?? 0);
  const meter = queue.meter?.nextAt;
  return earliest([delay, meter]);
}

/** Refuses every Get from now on: ready and waiting keys are never handed out. A second call panics (`priorityqueue.go:ShutDown`). */
export function shutDownPriority(queue: PriorityQueue): Outcome {
  if (queue.isShutDown) return { queue, facts: [{ type: "panicked", operation: "shutDown" }] };
  const { ready, waiting, idle } = queue;
  const fact: QueueFact = { type: "shutDown", drain: false, readyLost: ready.size, waitingLost: waiting.size };
  const refused = idle.map((worker): QueueFact => ({ type: "getRefused", worker }));
  return { queue: { ...queue, isShutDown: true, idle: [] }, facts: [fact, ...refused] };
}

/** The same as ShutDown: nothing is waited for (`priorityqueue.go:ShutDownWithDrain`). */
export function drainPriority(queue: PriorityQueue, caller: string): Outcome {
  const { queue: next, facts } = shutDownPriority(queue);
  return { queue: next, facts: queue.isShutDown ? facts : [...facts, { type: "drainReturned", caller }] };
}

function addOne(
  queue: PriorityQueue,
  key: ObjectKey,
  options: AddOptions,
  now: Micros,
  facts: QueueFact[],
): PriorityQueue {
  const { afterUs, rateLimited, priority } = options;
  let delayUs = afterUs;
  let current = queue;
  if (rateLimited) {
    const answer = askLimiter(queue.limiter, key, now);
    facts.push({ type: "limiterAsked", key, delayUs: answer.delayUs, requeues: failuresOf(answer.limiter, key) });
    if (afterUs === 0 || answer.delayUs < afterUs) delayUs = answer.delayUs;
    current = { ...queue, limiter: answer.limiter };
  }
  const readyAt = delayUs > 0 ? micros(now + delayUs) : undefined;
  if (readyAt !== undefined) current = { ...current, metrics: countRetry(current.metrics) };
  const item = valueAt(current.items, key);
  if (item === undefined) return addAbsent(current, key, priority, readyAt, now, facts);
  const raised = raisePriority(current, key, item, priority, facts);
  const raisedItem = valueAt(raised.items, key) ?? item;
  if (raisedItem.type === "waiting") return addWaiting(raised, key, raisedItem, readyAt, now, facts);
  facts.push(readyAt === undefined ? { type: "coalesced", key } : { type: "delaySwallowed", key, dropped: readyAt });
  return raised;
}

function addAbsent(
  queue: PriorityQueue,
  key: ObjectKey,
  priority: number,
  readyAt: Micros | undefined,
  now: Micros,
  facts: QueueFact[],
): PriorityQueue {
  const order = queue.nextOrder;
  if (readyAt === undefined) {
    facts.push({ type: "enqueued", key, priority, cause: "added" });
    return becomeReady(freshOrder(queue), key, priority, order, now);
  }
  facts.push({ type: "delayStarted", key, readyAt, priority });
  return placed(freshOrder(queue), key, { type: "waiting", priority, order, readyAt });
}

/** A waiting key is added again: without delay it is due at once and keeps its order, otherwise the earlier time wins. */
function addWaiting(
  queue: PriorityQueue,
  key: ObjectKey,
  item: Extract<PriorityItem, { type: "waiting" }>,
  readyAt: Micros | undefined,
  now: Micros,
  facts: QueueFact[],
): PriorityQueue {
  if (readyAt === undefined) {
    facts.push({ type: "delayAbsorbed", key, readyAt: item.readyAt });
    facts.push({ type: "enqueued", key, priority: item.priority, cause: "added" });
    return becomeReady(taken(queue, key, item), key, item.priority, item.order, now);
  }
  if (readyAt >= item.readyAt) {
    facts.push({ type: "laterDelayDropped", key, readyAt: item.readyAt, dropped: readyAt });
    return queue;
  }
  facts.push({ type: "delayMovedEarlier", key, from: item.readyAt, readyAt });
  return placed(taken(queue, key, item), key, { ...item, readyAt });
}

/** Priorities are only ever raised. A raised key goes to the end of its new class, ready or waiting. */
function raisePriority(
  queue: PriorityQueue,
  key: ObjectKey,
  item: PriorityItem,
  priority: number,
  facts: QueueFact[],
): PriorityQueue {
  if (priority < item.priority) {
    facts.push({ type: "lowerPriorityDropped", key, kept: item.priority, dropped: priority });
  }
  if (priority <= item.priority) return queue;
  facts.push({ type: "priorityRaised", key, from: item.priority, to: priority });
  const moved = placed(taken(freshOrder(queue), key, item), key, { ...item, priority, order: queue.nextOrder });
  return item.type === "ready" ? { ...moved, metrics: moveDepth(moved.metrics, item.priority, priority) } : moved;
}

/** Gives ready, unlocked keys to idle workers, best key to the longest idle. A locked key is passed over. */
function handOut(queue: PriorityQueue, now: Micros, facts: QueueFact[]): PriorityQueue {
  let current = queue;
  if (queue.isShutDown || queue.idle.length === 0) return current;
  for (const { rank, value: key } of inRankOrder(queue.ready)) {
    const [worker, ...idle] = current.idle;
    if (worker === undefined) break;
    if (hasKey(current.locked, key)) continue;
    const priority = 0 - (rank[0] ?? 0);
    const { metrics, latencyUs } = countGet(current.metrics, key, priority, now);
    const ready = withoutRank(current.ready, rank);
    const locked = withEntry(current.locked, key, true);
    current = { ...current, metrics, ready, locked, idle, items: withoutKey(current.items, key) };
    facts.push({ type: "handedOut", key, worker, priority, latencyUs });
  }
  return current;
}

function measure(queue: PriorityQueue, now: Micros, facts: QueueFact[]): PriorityQueue {
  const { meter } = queue;
  if (meter === undefined || meter.nextAt > now) return queue;
  facts.push({ type: "workMeasured", ...unfinishedWork(queue.metrics, now) });
  return { ...queue, meter: { ...meter, nextAt: micros(meter.nextAt + meter.periodUs) } };
}

function becomeReady(
  queue: PriorityQueue,
  key: ObjectKey,
  priority: number,
  order: number,
  now: Micros,
): PriorityQueue {
  const metrics = countAdd(queue.metrics, key, priority, now);
  return placed({ ...queue, metrics }, key, { type: "ready", priority, order });
}

function freshOrder(queue: PriorityQueue): PriorityQueue {
  return { ...queue, nextOrder: queue.nextOrder + 1 };
}

function placed(queue: PriorityQueue, key: ObjectKey, item: PriorityItem): PriorityQueue {
  const items = withEntry(queue.items, key, item);
  if (item.type === "ready") {
    return { ...queue, items, ready: withRank(queue.ready, [-item.priority, item.order], key) };
  }
  const waiting = withRank(queue.waiting, [item.readyAt, -item.priority, item.order], key);
  return { ...queue, items, waiting };
}

function taken(queue: PriorityQueue, key: ObjectKey, item: PriorityItem): PriorityQueue {
  const items = withoutKey(queue.items, key);
  if (item.type === "ready") {
    return { ...queue, items, ready: withoutRank(queue.ready, [-item.priority, item.order]) };
  }
  const waiting = withoutRank(queue.waiting, [item.readyAt, -item.priority, item.order]);
  return { ...queue, items, waiting };
}
