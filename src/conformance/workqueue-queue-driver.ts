import { assert, defined } from "../base/assert.ts";
import { type Micros, micros } from "../base/time.ts";
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
} from "../simulation/cluster/queue/classic-queue.ts";
import {
  askLimiter,
  createLimiter,
  failuresOf,
  forgetFailures,
  tokensOf,
} from "../simulation/cluster/queue/limiter.ts";
import { addWithOptions } from "../simulation/cluster/queue/priority-queue.ts";
import type { QueueFact, QueueOutcome } from "../simulation/cluster/queue/queue-fact.ts";
import { type QueueMetrics, totalDepth } from "../simulation/cluster/queue/queue-metrics.ts";
import { inRankOrder } from "../simulation/cluster/queue/ranked-map.ts";
import {
  addToQueue,
  advanceQueue,
  createQueue,
  doneInQueue,
  drainQueue,
  forgetInQueue,
  getFromQueue,
  nextWakeOf,
  requeuesOf,
  shutDownQueue,
  viewOf,
  type WorkQueue,
} from "../simulation/cluster/queue/work-queue.ts";
import { type ObjectKey, objectKey } from "../simulation/kubernetes/object-key.ts";
import { limiterOptionsOf, type WorkqueueDriver } from "./workqueue-driver.ts";
import type { Operation, QueueVectorOptions, RecordedLimiter, Sighting } from "./workqueue-vector.ts";

/** Replays client-go's queue without delays. */
export function classicQueueDriver(options: QueueVectorOptions): WorkqueueDriver {
  let queue: ClassicQueue = createClassicQueue(micros(0), meterPeriodOf(options));
  const take = (outcome: QueueOutcome<ClassicQueue>): readonly Sighting[] => {
    queue = outcome.queue;
    return outcome.facts.flatMap((fact) => sightingsOf(fact, "classic"));
  };
  return {
    perform(operation, now) {
      switch (operation.op) {
        case "add":
          return take(addKey(queue, keyOf(operation), "added", now));
        case "get":
          return take(getKey(queue, defined(operation.worker, "worker"), now));
        case "done":
          return take(doneKey(queue, keyOf(operation), now));
        case "shutDown":
          return take(shutDownClassic(queue, 0, now));
        case "shutDownWithDrain":
          return take(drainClassic(queue, defined(operation.caller, "caller"), 0, now));
        default:
          return nothing(operation);
      }
    },
    wakeAt: () => nextMeterOf(queue),
    wake: (now) => take(meterClassic(queue, now)),
    state: () => ({
      len: queue.line.size,
      depth: totalDepth(queue.metrics),
      adds: queue.metrics.adds,
      fifo: [...inRankOrder(queue.line)].map(({ value }) => value),
      shuttingDown: queue.phase !== "open",
    }),
  };
}

/** Replays a queue with delays and a limiter, of either kind. `keys` are those of the script. */
export function workQueueDriver(
  kind: WorkQueue["type"],
  options: QueueVectorOptions & { readonly limiter: RecordedLimiter },
  keys: readonly ObjectKey[],
): WorkqueueDriver {
  const limiter = limiterOptionsOf(options.limiter);
  let queue = createQueue(kind, { limiter, meterPeriodUs: meterPeriodOf(options) }, micros(0));
  const take = (outcome: QueueOutcome<WorkQueue>): readonly Sighting[] => {
    queue = outcome.queue;
    return outcome.facts.flatMap((fact) => sightingsOf(fact, kind));
  };
  return {
    perform(operation, now) {
      if (operation.op === "numRequeues") {
        const key = keyOf(operation);
        return [{ type: "requeues", key, n: requeuesOf(queue, key) }];
      }
      const outcome = performOn(queue, operation, now);
      return outcome === undefined ? nothing(operation) : take(outcome);
    },
    wakeAt: () => nextWakeOf(queue),
    wake: (now) => take(advanceQueue(queue, now)),
    state: () => queueStateOf(queue, keys),
  };
}

/** Replays a limiter alone. */
export function limiterDriver(recorded: RecordedLimiter): WorkqueueDriver {
  let limiter = createLimiter(limiterOptionsOf(recorded));
  return {
    perform(operation, now) {
      switch (operation.op) {
        case "when": {
          const key = keyOf(operation);
          let delayUs = micros(0);
          for (let asked = 0; asked < (operation.count ?? 1); asked++) {
            ({ limiter, delayUs } = askLimiter(limiter, key, now));
          }
          return [{ type: "limiter.when", key, delayUs, requeues: failuresOf(limiter, key) }];
        }
        case "limiterForget":
          limiter = forgetFailures(limiter, keyOf(operation));
          return [];
        case "limiterRequeues":
          return [{ type: "requeues", key: operation.key, n: failuresOf(limiter, keyOf(operation)) }];
        case "tokens":
          return tokensOf(limiter, now).map((tokens) => ({ type: "limiter.tokens", tokens }));
        default:
          return nothing(operation);
      }
    },
    wakeAt: () => undefined,
    wake: () => [],
    state: () => undefined,
  };
}

/** The keys that a script names, each once, sorted. */
export function keysOf(script: readonly Operation[]): readonly ObjectKey[] {
  const names = script.flatMap(({ key, keys }) => [...(key === undefined ? [] : [key]), ...(keys ?? [])]);
  return [...new Set(names)].sort().map((name) => objectKey(undefined, name));
}

/** The key of an operation. */
export function keyOf(operation: Operation): ObjectKey {
  return objectKey(undefined, defined(operation.key, `key of operation ${operation.i}`));
}

/** How recordings write what happened in a queue; most non-events leave no mark there. */
export function sightingsOf(fact: QueueFact, kind: WorkQueue["type"]): readonly Sighting[] {
  const isClassic = kind === "classic";
  switch (fact.type) {
    case "enqueued":
      return isClassic ? [{ type: "push", key: fact.key }] : [];
    case "coalesced":
      return isClassic ? [{ type: "touch", key: fact.key }] : [];
    case "delayElapsed":
      return isClassic ? [{ type: "matured", key: fact.key }] : [];
    case "handedOut": {
      const { worker, key, priority, latencyUs } = fact;
      const item: Sighting = { type: "get.item", worker, key, ...(isClassic ? {} : { priority }) };
      return latencyUs === undefined ? [item] : [{ type: "metric.latency", us: latencyUs }, item];
    }
    case "getBlocked":
      return [{ type: "get.blocked", worker: fact.worker }];
    case "getRefused":
      return [{ type: "get.shutdown", worker: fact.worker }];
    case "processed":
      return [{ type: "metric.workDuration", us: fact.workUs }];
    case "limiterAsked":
      return [{ type: "limiter.when", key: fact.key, delayUs: fact.delayUs, requeues: fact.requeues }];
    case "drainBlocked":
      return [{ type: "drain.blocked", caller: fact.caller }];
    case "drainReturned":
      return [{ type: "drain.returned", caller: fact.caller }];
    case "panicked":
      return [{ type: "panic", op: fact.operation }];
    case "workMeasured":
      return [
        { type: "metric.unfinishedWork", us: fact.totalUs },
        { type: "metric.longestRunning", us: fact.longestUs },
      ];
    default:
      return [];
  }
}

/** The snapshot of a queue with delays. */
export function queueStateOf(queue: WorkQueue, keys: readonly ObjectKey[]): Readonly<Record<string, unknown>> {
  const view = viewOf(queue);
  const failed = keys.map((key) => [key, requeuesOf(queue, key)] as const).filter(([, count]) => count > 0);
  const shared = {
    len: view.length,
    ...countersOf(view.metrics),
    shuttingDown: view.isShuttingDown,
    requeues: Object.fromEntries(failed),
  };
  if (queue.type === "classic") {
    return { ...shared, depth: totalDepth(view.metrics), fifo: view.ready.map(({ key }) => key) };
  }
  return {
    ...shared,
    depth: view.metrics.depth,
    ready: view.ready.map(({ key, priority }) => [key, priority]),
    waiting: view.waiting.map(({ key, priority, readyAt }) => [key, priority, readyAt]),
    locked: view.processing,
  };
}

function performOn(queue: WorkQueue, operation: Operation, now: Micros): QueueOutcome<WorkQueue> | undefined {
  const priority = operation.priority ?? 0;
  switch (operation.op) {
    case "add":
      return addToQueue(queue, { type: "add", key: keyOf(operation), priority }, now);
    case "addAfter": {
      const afterUs = micros(operation.delayUs ?? 0);
      return addToQueue(queue, { type: "addAfter", key: keyOf(operation), afterUs, priority }, now);
    }
    case "addRateLimited":
      return addToQueue(queue, { type: "addRateLimited", key: keyOf(operation), priority }, now);
    case "addWithOpts": {
      assert(queue.type === "priority", "AddWithOpts belongs to the priority queue");
      const keys = (operation.keys ?? []).map((name) => objectKey(undefined, name));
      const rateLimited = operation.rateLimited ?? false;
      return addWithOptions(queue, keys, { afterUs: micros(operation.afterUs ?? 0), rateLimited, priority }, now);
    }
    case "get":
      return getFromQueue(queue, defined(operation.worker, "worker"), now);
    case "done":
      return doneInQueue(queue, keyOf(operation), now);
    case "forget":
      return forgetInQueue(queue, keyOf(operation));
    case "shutDown":
      return shutDownQueue(queue, now);
    case "shutDownWithDrain":
      return drainQueue(queue, defined(operation.caller, "caller"), now);
    default:
      return undefined;
  }
}

function countersOf({ adds, retries }: QueueMetrics): { readonly adds: number; readonly retries: number } {
  return { adds, retries };
}

function meterPeriodOf(options: QueueVectorOptions): Micros | undefined {
  return options.unfinishedWorkPeriodUs === undefined ? undefined : micros(options.unfinishedWorkPeriodUs);
}

function nothing(operation: Operation): readonly Sighting[] {
  assert(operation.op === "advance", () => `no such operation here: ${operation.op}`);
  return [];
}
