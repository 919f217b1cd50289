import { sortedKeys, valueAt } from "../base/persistent-map.ts";
import { keyActor } from "../simulation/cluster/actors/names.ts";
import { workerNumber } from "../simulation/cluster/actors/tell-queue.ts";
import type { WorkerFrame } from "../simulation/cluster/frame.ts";
import { chartFrames } from "../simulation/cluster/frame-of-charts.ts";
import { queueFrame } from "../simulation/cluster/frame-of-queue.ts";
import type { LoopWorker } from "../simulation/cluster/queue/controller-loop.ts";
import type { WorkQueue } from "../simulation/cluster/queue/work-queue.ts";
import { PROCESS, processPicture } from "./process-picture.ts";
import type { Picture } from "./workqueue-driver.ts";

/** A queue and the workers that take keys from it. */
export function queuePicture(queue: WorkQueue, workers: readonly LoopWorker[]): Picture {
  return (machines, now) => ({
    processes: [
      {
        ...processPicture(PROCESS),
        queue: queueFrame({ queue, workers }, (key) => valueAt(machines, keyActor(PROCESS, key))?.lastAt ?? now),
        workers: workers.map((worker) => workerFrame(worker, now)),
      },
    ],
    charts: chartFrames(machines, sortedKeys(machines), []),
  });
}

function workerFrame(worker: LoopWorker, now: number): WorkerFrame {
  const index = workerNumber(worker.id);
  const idle = { index, key: "", reconcile: 0, phase: "", since: now, reads: [], outcome: "" } as const;
  if (worker.type !== "running") return { ...idle, state: worker.type };
  return { ...idle, state: "running", key: worker.key, reconcile: worker.attempt, since: worker.startedAt };
}
