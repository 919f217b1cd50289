import type { ObjectKey } from "../kubernetes/object-key.ts";
import { workerNumber } from "./actors/tell-queue.ts";
import type { QueueFrame } from "./frame.ts";
import type { ControllerLoop } from "./queue/controller-loop.ts";
import { requeuesOf, viewOf } from "./queue/work-queue.ts";

/** Longest lists of a queue's frame. */
const LIMITS = { keys: 60 } as const;

/** A work queue as plain data. `since` says when the wait of a key began. */
export function queueFrame(
  { queue, workers }: Pick<ControllerLoop, "queue" | "workers">,
  since: (key: ObjectKey) => number,
): QueueFrame {
  const view = viewOf(queue);
  const workerOf = (key: ObjectKey) => workers.find((worker) => worker.type === "running" && worker.key === key);
  const keys = [...new Set([...view.ready, ...view.waiting].map(({ key }) => key).concat(view.processing))];
  return {
    kind: queue.type,
    length: view.length,
    ready: view.ready
      .slice(0, LIMITS.keys)
      .map(({ key, priority }) => ({ key, priority, locked: view.processing.includes(key) })),
    processing: view.processing.map((key) => {
      const worker = workerOf(key);
      return { key, dirty: view.dirty.includes(key), worker: worker === undefined ? 0 : workerNumber(worker.id) };
    }),
    waiting: view.waiting
      .slice(0, LIMITS.keys)
      .map(({ key, priority, readyAt }) => ({ key, priority, readyAt, since: since(key) })),
    failures: keys.map((key) => ({ key, count: requeuesOf(queue, key) })).filter(({ count }) => count > 0),
    shuttingDown: view.isShuttingDown,
  };
}
