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
import {
  emptyRanked,
  firstRanked,
  inRankOrder,
  type Rank,
  type RankedMap,
  withoutRank,
  withRank,
} from "./ranked-map.ts";

/** A key that is due. `order` decides among equal priorities; it comes from one counter of the queue. */
export type ReadyItem = {
  readonly type: "ready";
  readonly key: ObjectKey;
  readonly priority: number;
  readonly order: number;
};

/** A key whose delay runs. */
export type WaitingItem = Omit<ReadyItem, "type"> & { readonly type: "waiting"; readonly readyAt: Micros };

/**
 * controller-runtime's queue (`cr:pkg/controller/priorityqueue/priorityqueue.go @86a0d40e`, the default since v0.23):
 * one item per key, which is ready or waiting, beside the set of keys handed out. Upstream buffers adds for another
 * goroutine; here the buffer is emptied within the call.
 */
export type PriorityQueue = {
  readonly type: "priority";
  readonly items: PersistentMap<ObjectKey, ReadyItem | WaitingItem>;
  /** Ready keys by priority (highest first), then order. */
  readonly ready: RankedMap<ReadyItem>;
  /** Waiting keys by readyAt, then as the ready ones. */
  readonly waiting: RankedMap<WaitingItem>;
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

/** One operation under way: when, and what it has told so far. */
type Turn = { readonly now: Micros; readonly facts: QueueFact[] };

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
  const turn: Turn = { now, facts: [] };
  if (queue.isShutDown) {
    return { queue, facts: keys.map((key) => ({ type: "addIgnored", key, reason: "shuttingDown" })) };
  }
  let current = queue;
  for (const key of keys) current = addOne(current, key, options, turn);
  return { queue: handOut(current, turn), facts: turn.facts };
}

/** A worker asks for a key and blocks when none can be had (`priorityqueue.go:GetWithPriority`). */
export function getFromPriority(queue: PriorityQueue, worker: WorkerId, now: Micros): Outcome {
  if (queue.isShutDown) return { queue, facts: [{ type: "getRefused", worker }] };
  const turn: Turn = { now, facts: [] };
  const next = handOut({ ...queue, idle: [...queue.idle, worker] }, turn);
  if (next.idle.includes(worker)) turn.facts.push({ type: "getBlocked", worker });
  return { queue: next, facts: turn.facts };
}

/** Unlocks `key`, which may then be handed out again (`priorityqueue.go:Done`). */
export function doneInPriority(queue: PriorityQueue, key: ObjectKey, now: Micros): Outcome {
  const { metrics, workUs } = countDone(queue.metrics, key, now);
  const done: QueueFact = workUs === undefined ? { type: "doneIgnored", key } : { type: "processed", key, workUs };
  const turn: Turn = { now, facts: [done] };
  const unlocked = { ...queue, metrics, locked: withoutKey(queue.locked, key) };
  return { queue: handOut(unlocked, turn), facts: turn.facts };
}

/** Makes the keys ready whose delay is over, hands out, and refreshes the gauges that are due. */
export function advancePriority(queue: PriorityQueue, now: Micros): Outcome {
  if (queue.isShutDown) return { queue, facts: [] };
  const turn: Turn = { now, facts: [] };
  let current = queue;
  for (const { value: item } of inRankOrder(queue.waiting)) {
    if (item.readyAt > now) break;
    const { key, priority } = item;
    turn.facts.push({ type: "delayElapsed", key }, { type: "enqueued", key, priority, cause: "delayElapsed" });
    const order = current.nextOrder;
    current = becomeReady(freshOrder(taken(current, item)), { type: "ready", key, priority, order }, now);
  }
  return { queue: measure(handOut(current, turn), turn), facts: turn.facts };
}

/** When a delay runs out or a gauge is refreshed next, or undefined. */
export function nextWakeOfPriority(queue: PriorityQueue): Micros | undefined {
  if (queue.isShutDown) return undefined;
  return earliest([firstRanked(queue.waiting)?.value.readyAt, queue.meter?.nextAt]);
}

/** Refuses every Get from now on: ready and waiting keys are never handed out. A second call panics (`priorityqueue.go:ShutDown`). */
export function shutDownPriority(queue: PriorityQueue): Outcome {
  return closed(queue, "shutDown");
}

/** The same as ShutDown: nothing is waited for (`priorityqueue.go:ShutDownWithDrain`). */
export function drainPriority(queue: PriorityQueue, caller: string): Outcome {
  const { queue: next, facts } = closed(queue, "shutDownWithDrain");
  return { queue: next, facts: queue.isShutDown ? facts : [...facts, { type: "drainReturned", caller }] };
}

function closed(queue: PriorityQueue, operation: "shutDown" | "shutDownWithDrain"): Outcome {
  if (queue.isShutDown) return { queue, facts: [{ type: "panicked", operation }] };
  const { ready, waiting, idle } = queue;
  const fact: QueueFact = { type: "shutDown", drain: false, readyLost: ready.size, waitingLost: waiting.size };
  const refused = idle.map((worker): QueueFact => ({ type: "getRefused", worker }));
  return { queue: { ...queue, isShutDown: true, idle: [] }, facts: [fact, ...refused] };
}

function addOne(queue: PriorityQueue, key: ObjectKey, options: AddOptions, turn: Turn): PriorityQueue {
  const { afterUs, rateLimited, priority } = options;
  const { now, facts } = turn;
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
  if (item === undefined) return addAbsent(current, { key, priority, readyAt }, turn);
  const raised = raisePriority(current, item, priority, facts);
  if (raised.item.type === "waiting") return addWaiting(raised.queue, raised.item, readyAt, turn);
  facts.push(readyAt === undefined ? { type: "coalesced", key } : { type: "delaySwallowed", key, dropped: readyAt });
  return raised.queue;
}

function addAbsent(
  queue: PriorityQueue,
  wanted: { readonly key: ObjectKey; readonly priority: number; readonly readyAt: Micros | undefined },
  { now, facts }: Turn,
): PriorityQueue {
  const { key, priority, readyAt } = wanted;
  const order = queue.nextOrder;
  if (readyAt === undefined) {
    facts.push({ type: "enqueued", key, priority, cause: "added" });
    return becomeReady(freshOrder(queue), { type: "ready", key, priority, order }, now);
  }
  facts.push({ type: "delayStarted", key, readyAt, priority });
  return placed(freshOrder(queue), { type: "waiting", key, priority, order, readyAt });
}

/** A waiting key is added again: without delay it is due at once and keeps its order, otherwise the earlier time wins. */
function addWaiting(
  queue: PriorityQueue,
  item: WaitingItem,
  readyAt: Micros | undefined,
  { now, facts }: Turn,
): PriorityQueue {
  const { key, priority, order } = item;
  if (readyAt === undefined) {
    facts.push({ type: "delayAbsorbed", key, readyAt: item.readyAt });
    facts.push({ type: "enqueued", key, priority, cause: "added" });
    return becomeReady(taken(queue, item), { type: "ready", key, priority, order }, now);
  }
  if (readyAt >= item.readyAt) {
    facts.push({ type: "laterDelayDropped", key, readyAt: item.readyAt, dropped: readyAt });
    return queue;
  }
  facts.push({ type: "delayMovedEarlier", key, from: item.readyAt, readyAt });
  return placed(taken(queue, item), { ...item, readyAt });
}

/** Priorities are only ever raised. A raised key goes to the end of its new class, ready or waiting. */
function raisePriority<Item extends ReadyItem | WaitingItem>(
  queue: PriorityQueue,
  item: Item,
  priority: number,
  facts: QueueFact[],
): { readonly queue: PriorityQueue; readonly item: Item } {
  const { key, priority: before } = item;
  if (priority < before) facts.push({ type: "lowerPriorityDropped", key, kept: before, dropped: priority });
  if (priority <= before) return { queue, item };
  facts.push({ type: "priorityRaised", key, from: before, to: priority });
  const raised: Item = { ...item, priority, order: queue.nextOrder };
  const moved = placed(taken(freshOrder(queue), item), raised);
  const metrics = item.type === "ready" ? moveDepth(moved.metrics, before, priority) : moved.metrics;
  return { queue: { ...moved, metrics }, item: raised };
}

/** Gives ready, unlocked keys to idle workers, best key to the longest idle. A locked key is passed over. */
function handOut(queue: PriorityQueue, { now, facts }: Turn): PriorityQueue {
  let current = queue;
  if (queue.isShutDown || queue.idle.length === 0) return current;
  for (const { value: item } of inRankOrder(queue.ready)) {
    const [worker, ...idle] = current.idle;
    if (worker === undefined) break;
    const { key, priority } = item;
    if (hasKey(current.locked, key)) continue;
    const { metrics, latencyUs } = countGet(current.metrics, key, priority, now);
    current = { ...taken(current, item), metrics, idle, locked: withEntry(current.locked, key, true) };
    facts.push({ type: "handedOut", key, worker, priority, latencyUs });
  }
  return current;
}

function measure(queue: PriorityQueue, { now, facts }: Turn): PriorityQueue {
  const { meter } = queue;
  if (meter === undefined || meter.nextAt > now) return queue;
  facts.push({ type: "workMeasured", ...unfinishedWork(queue.metrics, now) });
  return { ...queue, meter: { ...meter, nextAt: micros(meter.nextAt + meter.periodUs) } };
}

function becomeReady(queue: PriorityQueue, item: ReadyItem, now: Micros): PriorityQueue {
  return placed({ ...queue, metrics: countAdd(queue.metrics, item.key, item.priority, now) }, item);
}

function freshOrder(queue: PriorityQueue): PriorityQueue {
  return { ...queue, nextOrder: queue.nextOrder + 1 };
}

function placed(queue: PriorityQueue, item: ReadyItem | WaitingItem): PriorityQueue {
  const items = withEntry(queue.items, item.key, item);
  return item.type === "ready"
    ? { ...queue, items, ready: withRank(queue.ready, readyRank(item), item) }
    : { ...queue, items, waiting: withRank(queue.waiting, waitingRank(item), item) };
}

function taken(queue: PriorityQueue, item: ReadyItem | WaitingItem): PriorityQueue {
  const items = withoutKey(queue.items, item.key);
  return item.type === "ready"
    ? { ...queue, items, ready: withoutRank(queue.ready, readyRank(item)) }
    : { ...queue, items, waiting: withoutRank(queue.waiting, waitingRank(item)) };
}

function readyRank({ priority, order }: ReadyItem): Rank {
  return [-priority, order];
}

function waitingRank({ readyAt, priority, order }: WaitingItem): Rank {
  return [readyAt, -priority, order];
}
