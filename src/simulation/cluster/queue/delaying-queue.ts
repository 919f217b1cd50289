import type { Micros } from "../../../base/time.ts";
import { micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import {
  addKey,
  type ClassicQueue,
  createClassicQueue,
  doneKey,
  drainClassic,
  getKey,
  meterClassic,
  nextMeterOf,
  shutDownClassic,
} from "./classic-queue.ts";
import {
  type DelayHeap,
  emptyDelays,
  firstDelay,
  readyAtOf,
  withDelay,
  withoutFirstDelay,
  withReadyAt,
} from "./delay-heap.ts";
import { earliest } from "./earliest.ts";
import { askLimiter, createLimiter, failuresOf, type Limiter, type LimiterOptions } from "./limiter.ts";
import type { QueueFact, QueueOutcome, WorkerId } from "./queue-fact.ts";
import { countRetry } from "./queue-metrics.ts";

/**
 * client-go's rate-limiting queue: the classic queue behind a heap of delays (`cg:util/workqueue/delaying_queue.go,
 * rate_limiting_queue.go @32ce75a7`). The heap and the line do not know of each other: adding a key now cancels no
 * delay. Upstream's 10 s heartbeat only re-checks the heap and is never the first to see a due key, so it is left out.
 */
export type DelayingQueue = {
  readonly type: "classic";
  readonly line: ClassicQueue;
  readonly delays: DelayHeap;
  readonly limiter: Limiter;
  /** The goroutine that owns the heap is gone for good: a further ShutDown does nothing. */
  readonly isStopped: boolean;
};

type Outcome = QueueOutcome<DelayingQueue>;

/** How a queue is built. `meterPeriodUs` undefined: the unfinished-work gauges are not refreshed. */
export type QueueOptions = { readonly limiter: LimiterOptions; readonly meterPeriodUs: Micros | undefined };

/** An empty, open queue. */
export function createDelayingQueue(options: QueueOptions, now: Micros): DelayingQueue {
  return {
    type: "classic",
    line: createClassicQueue(now, options.meterPeriodUs),
    delays: emptyDelays(),
    limiter: createLimiter(options.limiter),
    isStopped: false,
  };
}

/** Adds `key` now; a delay of it stays pending and will run it again. */
export function addNow(queue: DelayingQueue, key: ObjectKey, now: Micros): Outcome {
  const added = onLine(queue, addKey(queue.line, key, "added", now));
  const readyAt = readyAtOf(queue.delays, key);
  if (readyAt === undefined || queue.line.phase !== "open") return added;
  return { queue: added.queue, facts: [...added.facts, { type: "delayStillPending", key, readyAt }] };
}

/** Adds `key` once `delayUs` is over; of several delays the earliest wins (`delaying_queue.go:AddAfter, insert`). */
export function addDelayed(queue: DelayingQueue, key: ObjectKey, delayUs: Micros, now: Micros): Outcome {
  if (queue.line.phase !== "open") return { queue, facts: [{ type: "addIgnored", key, reason: "shuttingDown" }] };
  const counted = { ...queue, line: { ...queue.line, metrics: countRetry(queue.line.metrics) } };
  if (delayUs <= 0) return addNow(counted, key, now);
  const readyAt = micros(now + delayUs);
  const waitingFor = readyAtOf(queue.delays, key);
  if (waitingFor === undefined) {
    const delays = withDelay(queue.delays, { key, readyAt });
    return { queue: { ...counted, delays }, facts: [{ type: "delayStarted", key, readyAt, priority: 0 }] };
  }
  if (readyAt >= waitingFor) {
    return { queue: counted, facts: [{ type: "laterDelayDropped", key, readyAt: waitingFor, dropped: readyAt }] };
  }
  const delays = withReadyAt(queue.delays, { key, readyAt });
  return { queue: { ...counted, delays }, facts: [{ type: "delayMovedEarlier", key, from: waitingFor, readyAt }] };
}

/** Adds `key` after what the limiter says. The limiter counts even when the queue is shut down (`rate_limiting_queue.go:AddRateLimited`). */
export function addLimited(queue: DelayingQueue, key: ObjectKey, now: Micros): Outcome {
  const { limiter, delayUs } = askLimiter(queue.limiter, key, now);
  const asked: QueueFact = { type: "limiterAsked", key, delayUs, requeues: failuresOf(limiter, key) };
  const added = addDelayed({ ...queue, limiter }, key, delayUs, now);
  return { queue: added.queue, facts: [asked, ...added.facts] };
}

/** Get, as on the classic queue. */
export function getFromDelaying(queue: DelayingQueue, worker: WorkerId, now: Micros): Outcome {
  return onLine(queue, getKey(queue.line, worker, now));
}

/** Done, as on the classic queue. */
export function doneInDelaying(queue: DelayingQueue, key: ObjectKey, now: Micros): Outcome {
  return onLine(queue, doneKey(queue.line, key, now));
}

/** Adds the keys whose delay is over and refreshes the gauges that are due. */
export function advanceDelaying(queue: DelayingQueue, now: Micros): Outcome {
  const facts: QueueFact[] = [];
  let current = queue;
  for (let due = firstDelay(current.delays); due !== undefined && due.readyAt <= now; ) {
    facts.push({ type: "delayElapsed", key: due.key });
    const without = { ...current, delays: withoutFirstDelay(current.delays) };
    const added = onLine(without, addKey(without.line, due.key, "delayElapsed", now));
    facts.push(...added.facts);
    current = added.queue;
    due = firstDelay(current.delays);
  }
  const metered = onLine(current, meterClassic(current.line, now));
  return { queue: metered.queue, facts: [...facts, ...metered.facts] };
}

/** When a delay runs out or a gauge is refreshed next, or undefined. */
export function nextWakeOfDelaying(queue: DelayingQueue): Micros | undefined {
  const delay = firstDelay(queue.delays)?.readyAt;
  const meter = nextMeterOf(queue.line);
  return earliest([delay, meter]);
}

/** Loses all delays, then acts as on the classic queue. Only the first call does anything (`delaying_queue.go:ShutDown`). */
export function shutDownDelaying(queue: DelayingQueue, now: Micros): Outcome {
  if (queue.isStopped) return { queue, facts: [] };
  const stopped = { ...queue, delays: emptyDelays(), isStopped: true };
  return onLine(stopped, shutDownClassic(queue.line, queue.delays.size, now));
}

/**
 * As on the classic queue. The delaying type does not override it: the owner of the heap learns of the shutdown at its
 * next turn and then ends without adding anything, so the delays are lost here too.
 */
export function drainDelaying(queue: DelayingQueue, caller: string, now: Micros): Outcome {
  return onLine({ ...queue, delays: emptyDelays() }, drainClassic(queue.line, caller, queue.delays.size, now));
}

function onLine(queue: DelayingQueue, outcome: QueueOutcome<ClassicQueue>): Outcome {
  return { queue: { ...queue, line: outcome.queue }, facts: outcome.facts };
}
