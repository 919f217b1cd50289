import { hasKey, sortedKeys } from "../../../base/persistent-map.ts";
import { type Micros, micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import { delaysInOrder } from "./delay-heap.ts";
import {
  addDelayed,
  addLimited,
  addNow,
  advanceDelaying,
  createDelayingQueue,
  type DelayingQueue,
  doneInDelaying,
  drainDelaying,
  getFromDelaying,
  nextWakeOfDelaying,
  type QueueOptions,
  shutDownDelaying,
} from "./delaying-queue.ts";
import { failuresOf, forgetFailures } from "./limiter.ts";
import {
  addWithOptions,
  advancePriority,
  createPriorityQueue,
  doneInPriority,
  drainPriority,
  getFromPriority,
  nextWakeOfPriority,
  type PriorityQueue,
  shutDownPriority,
} from "./priority-queue.ts";
import type { QueueOutcome, WorkerId } from "./queue-fact.ts";
import type { QueueMetrics } from "./queue-metrics.ts";
import { inRankOrder } from "./ranked-map.ts";

/**
 * The queue between event handlers and workers. `classic` is client-go's, `priority` is controller-runtime's default
 * since v0.23. They answer the same operations and differ in what a delay, a priority and a shutdown mean.
 */
export type WorkQueue = DelayingQueue | PriorityQueue;

/** Which queue a controller uses. */
export type QueueKind = WorkQueue["type"];

/** How a key is added. The classic queue ignores `priority`. */
export type AddRequest =
  | { readonly type: "add"; readonly key: ObjectKey; readonly priority: number }
  | { readonly type: "addAfter"; readonly key: ObjectKey; readonly afterUs: Micros; readonly priority: number }
  | { readonly type: "addRateLimited"; readonly key: ObjectKey; readonly priority: number };

type Outcome = QueueOutcome<WorkQueue>;

/** An empty, open queue. */
export function createQueue(kind: QueueKind, options: QueueOptions, now: Micros): WorkQueue {
  return kind === "classic" ? createDelayingQueue(options, now) : createPriorityQueue(options, now);
}

/** Adds a key, at once or later. */
export function addToQueue(queue: WorkQueue, request: AddRequest, now: Micros): Outcome {
  const { key, priority } = request;
  const afterUs = request.type === "addAfter" ? request.afterUs : micros(0);
  if (queue.type === "priority") {
    const options = { afterUs, rateLimited: request.type === "addRateLimited", priority };
    return addWithOptions(queue, [key], options, now);
  }
  switch (request.type) {
    case "add":
      return addNow(queue, key, now);
    case "addAfter":
      return addDelayed(queue, key, afterUs, now);
    case "addRateLimited":
      return addLimited(queue, key, now);
  }
}

/** A worker asks for its next key. The answer is a `handedOut` or `getRefused` fact, now or in a later operation. */
export function getFromQueue(queue: WorkQueue, worker: WorkerId, now: Micros): Outcome {
  return queue.type === "priority" ? getFromPriority(queue, worker, now) : getFromDelaying(queue, worker, now);
}

/** A worker is through with a key. */
export function doneInQueue(queue: WorkQueue, key: ObjectKey, now: Micros): Outcome {
  return queue.type === "priority" ? doneInPriority(queue, key, now) : doneInDelaying(queue, key, now);
}

/** Resets the failures of a key. Neither a pending delay nor a place in the line is touched. */
export function forgetInQueue(queue: WorkQueue, key: ObjectKey): Outcome {
  const requeues = failuresOf(queue.limiter, key);
  return {
    queue: { ...queue, limiter: forgetFailures(queue.limiter, key) },
    facts: [{ type: "limiterForgotten", key, requeues }],
  };
}

/** How often a key failed since it was last forgotten. */
export function requeuesOf(queue: WorkQueue, key: ObjectKey): number {
  return failuresOf(queue.limiter, key);
}

/** Does what is due at `now`: delays that ran out, gauges. Call it at `nextWakeOf`, before anything else of that instant. */
export function advanceQueue(queue: WorkQueue, now: Micros): Outcome {
  return queue.type === "priority" ? advancePriority(queue, now) : advanceDelaying(queue, now);
}

/** The earliest time at which the queue has something to do by itself, or undefined. */
export function nextWakeOf(queue: WorkQueue): Micros | undefined {
  return queue.type === "priority" ? nextWakeOfPriority(queue) : nextWakeOfDelaying(queue);
}

/** Refuses further keys. Classic: the line is still handed out. Priority: every Get is refused from now on. */
export function shutDownQueue(queue: WorkQueue, now: Micros): Outcome {
  return queue.type === "priority" ? shutDownPriority(queue) : shutDownDelaying(queue, now);
}

/** Shuts down and, on the classic queue, blocks `caller` while keys are being processed. */
export function drainQueue(queue: WorkQueue, caller: string, now: Micros): Outcome {
  return queue.type === "priority" ? drainPriority(queue, caller) : drainDelaying(queue, caller, now);
}

/** What the queue would show to a reader: counters and every key with its place. Sizes are linear in the number of keys. */
export type QueueView = {
  /** Len(): due keys. The priority queue counts keys that are being processed and due again, the classic one does not. */
  readonly length: number;
  readonly metrics: QueueMetrics;
  readonly isShuttingDown: boolean;
  /** Due keys in hand-out order. */
  readonly ready: readonly { readonly key: ObjectKey; readonly priority: number }[];
  /** Keys whose delay runs, earliest first. */
  readonly waiting: readonly { readonly key: ObjectKey; readonly priority: number; readonly readyAt: Micros }[];
  /** Keys handed out and not yet Done, sorted. */
  readonly processing: readonly ObjectKey[];
  /** Keys being processed that were added meanwhile, sorted. */
  readonly dirty: readonly ObjectKey[];
};

/** Reads a queue of either kind. */
export function viewOf(queue: WorkQueue): QueueView {
  return queue.type === "priority" ? viewOfPriority(queue) : viewOfClassic(queue);
}

function viewOfClassic(queue: DelayingQueue): QueueView {
  const { line } = queue;
  const processing = sortedKeys(line.processing);
  return {
    length: line.line.size,
    metrics: line.metrics,
    isShuttingDown: line.phase !== "open",
    ready: [...inRankOrder(line.line)].map(({ value }) => ({ key: value, priority: 0 })),
    waiting: delaysInOrder(queue.delays).map((delay) => ({ ...delay, priority: 0 })),
    processing,
    dirty: processing.filter((key) => hasKey(line.dirty, key)),
  };
}

function viewOfPriority(queue: PriorityQueue): QueueView {
  const ready = [...inRankOrder(queue.ready)].map(({ value }) => value);
  return {
    length: queue.ready.size,
    metrics: queue.metrics,
    isShuttingDown: queue.isShutDown,
    ready,
    waiting: [...inRankOrder(queue.waiting)].map(({ value }) => value),
    processing: sortedKeys(queue.locked),
    dirty: ready
      .map(({ key }) => key)
      .filter((key) => hasKey(queue.locked, key))
      .sort(),
  };
}
