import { sortedKeys } from "../base/persistent-map.ts";
import type { InformerFrame } from "../simulation/cluster/frame.ts";
import { chartFrames } from "../simulation/cluster/frame-of-charts.ts";
import { fifoFrame, informerFrame, storeFrame } from "../simulation/cluster/frame-of-informer.ts";
import type { Fifo } from "../simulation/cluster/informer/fifo.ts";
import type { Indexer } from "../simulation/cluster/informer/indexer.ts";
import { pending } from "../simulation/kernel/step.ts";
import { INFORMER, type InformerWorld, KIND } from "./informer-world.ts";
import { PROCESS, processPicture } from "./process-picture.ts";
import type { ReplayPicture } from "./replay-log.ts";

/** The one informer of a replay. It watches everything. */
export function informerPicture(world: InformerWorld): ReturnType<ReplayPicture> {
  const { machines, shared } = world;
  const entries = pending(world);
  const informer = { ...informerFrame(machines, INFORMER, shared, entries), namespace: "", selector: "" };
  return {
    processes: [{ ...processPicture(PROCESS), informers: [informer] }],
    charts: chartFrames(machines, sortedKeys(machines), entries),
  };
}

/** A queue alone, and the objects that it is told are known. */
export function fifoPicture(fifo: Fifo, known: Indexer): ReturnType<ReplayPicture> {
  const informer: InformerFrame = {
    id: INFORMER,
    kind: KIND,
    namespace: "",
    selector: "",
    lifecycle: "Stopped",
    connection: "",
    lastSyncRv: "",
    unavailable: false,
    hasSynced: fifo.synced,
    isStopped: false,
    backoff: { step: 0, nextBase: 0, waiting: undefined, resetsAt: 0 },
    fifo: fifoFrame(fifo),
    store: storeFrame(known),
    handlers: [],
  };
  return { processes: [{ ...processPicture(PROCESS), informers: [informer] }], charts: [] };
}
