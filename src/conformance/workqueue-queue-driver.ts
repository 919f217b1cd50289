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
import { createDelayingQueue } from "../simulation/cluster/queue/delaying-queue.ts";
import {
  askLimiter,
  createLimiter,
  failuresOf,
  forgetFailures,
  tokensOf,
} from "../simulation/cluster/queue/limiter.ts";
import { addWithOptions } from "../simulation/cluster/queue/priority-queue.ts";
import type { QueueOutcome } from "../simulation/cluster/queue/queue-fact.ts";
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
import { PROCESS } from "./process-picture.ts";
import { SCRIPT } from "./script-fact.ts";
import { limiterOptionsOf, NOTHING_DRAWN, type WorkqueueDriver } from "./workqueue-driver.ts";
import { queuePicture } from "./workqueue-picture.ts";
import { type Stage, tellFact } from "./workqueue-stage.ts";
import { causeMemory, tellingIn, tellScriptedQueue } from "./workqueue-telling.ts";
import type { Operation, QueueVectorOptions, RecordedLimiter } from "./workqueue-vector.ts";

/** Replays client-go's queue without delays. */
export function classicQueueDriver(options: QueueVectorOptions): WorkqueueDriver {
  let queue: ClassicQueue = createClassicQueue(micros(0), meterPeriodOf(options));
  const causes = causeMemory();
  const take = (stage: Stage, outcome: QueueOutcome<ClassicQueue>): void => {
    queue = outcome.queue;
    const telling = tellingIn(stage, "classic", causes);
    for (const fact of outcome.facts) tellScriptedQueue(stage, telling, fact);
  };
  return {
    perform(stage, operation) {
      const outcome = performOnClassic(queue, operation, stage.now);
      if (outcome !== undefined) take(stage, outcome);
    },
    wakeAt: () => nextMeterOf(queue),
    wake: (stage) => take(stage, meterClassic(queue, stage.now)),
    state: () => ({
      len: queue.line.size,
      depth: totalDepth(queue.metrics),
      adds: queue.metrics.adds,
      fifo: [...inRankOrder(queue.line)].map(({ value }) => value),
      shuttingDown: queue.phase !== "open",
    }),
    picture: () => queuePicture({ ...NO_DELAYS, line: queue }, []),
  };
}

/** The delays of a queue that has none, for its picture. */
const NO_DELAYS = createDelayingQueue({ limiter: { type: "maxOf", of: [] }, meterPeriodUs: undefined }, micros(0));

/** Replays a queue with delays and a limiter, of either kind. `keys` are those of the script. */
export function workQueueDriver(
  kind: WorkQueue["type"],
  options: QueueVectorOptions & { readonly limiter: RecordedLimiter },
  keys: readonly ObjectKey[],
): WorkqueueDriver {
  const limiter = limiterOptionsOf(options.limiter);
  let queue = createQueue(kind, { limiter, meterPeriodUs: meterPeriodOf(options) }, micros(0));
  const causes = causeMemory();
  const take = (stage: Stage, outcome: QueueOutcome<WorkQueue>, limited = false): void => {
    queue = outcome.queue;
    const telling = { ...tellingIn(stage, kind, causes), limited };
    for (const fact of outcome.facts) tellScriptedQueue(stage, telling, fact);
  };
  return {
    perform(stage, operation) {
      if (operation.op === "numRequeues") return tellRequeues(stage, operation, requeuesOf(queue, keyOf(operation)));
      const outcome = performOn(queue, operation, stage.now);
      if (outcome !== undefined) take(stage, outcome, operation.op === "addRateLimited" || operation.rateLimited);
    },
    wakeAt: () => nextWakeOf(queue),
    wake: (stage) => take(stage, advanceQueue(queue, stage.now)),
    state: () => queueStateOf(queue, keys),
    picture: () => queuePicture(queue, []),
  };
}

const LIMITER = `${PROCESS}/limiter`;

/** Replays a limiter alone. */
export function limiterDriver(recorded: RecordedLimiter): WorkqueueDriver {
  let limiter = createLimiter(limiterOptionsOf(recorded));
  return {
    perform(stage, operation) {
      switch (operation.op) {
        case "when": {
          const key = keyOf(operation);
          let delayUs = micros(0);
          for (let asked = 0; asked < (operation.count ?? 1); asked++)
            ({ limiter, delayUs } = askLimiter(limiter, key, stage.now));
          const requeues = failuresOf(limiter, key);
          const fact = { type: "queue.limited", key, delay: delayUs, failures: requeues } as const;
          tellFact(stage, LIMITER, fact, [{ type: "limiter.when", key, delayUs, requeues }]);
          return;
        }
        case "limiterForget":
          limiter = forgetFailures(limiter, keyOf(operation));
          return;
        case "limiterRequeues":
          return tellRequeues(stage, operation, failuresOf(limiter, keyOf(operation)));
        case "tokens":
          for (const tokens of tokensOf(limiter, stage.now)) {
            const fact = { type: "limiter.tokens", tokens } as const;
            tellFact(stage, LIMITER, fact, [fact]);
          }
          return;
        default:
          assertAdvance(operation);
      }
    },
    wakeAt: () => undefined,
    wake: () => {},
    state: () => undefined,
    picture: () => NOTHING_DRAWN,
  };
}

function tellRequeues(stage: Stage, operation: Operation, n: number): void {
  const key = keyOf(operation);
  const fact = { type: "script.answered", what: `NumRequeues ${key}`, answer: String(n) } as const;
  tellFact(stage, SCRIPT, fact, [{ type: "requeues", key, n }]);
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

function performOnClassic(
  queue: ClassicQueue,
  operation: Operation,
  now: Micros,
): QueueOutcome<ClassicQueue> | undefined {
  switch (operation.op) {
    case "add":
      return addKey(queue, keyOf(operation), "added", now);
    case "get":
      return getKey(queue, defined(operation.worker, "worker"), now);
    case "done":
      return doneKey(queue, keyOf(operation), now);
    case "shutDown":
      return shutDownClassic(queue, 0, now);
    case "shutDownWithDrain":
      return drainClassic(queue, defined(operation.caller, "caller"), 0, now);
    default:
      return assertAdvance(operation);
  }
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
      return assertAdvance(operation);
  }
}

function countersOf({ adds, retries }: QueueMetrics): { readonly adds: number; readonly retries: number } {
  return { adds, retries };
}

function meterPeriodOf(options: QueueVectorOptions): Micros | undefined {
  return options.unfinishedWorkPeriodUs === undefined ? undefined : micros(options.unfinishedWorkPeriodUs);
}

/** Only time passes. */
function assertAdvance(operation: Operation): undefined {
  assert(operation.op === "advance", () => `no such operation here: ${operation.op}`);
}
