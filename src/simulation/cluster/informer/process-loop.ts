import { type Micros, micros, plus } from "../../../base/time.ts";
import { deltaText } from "./delta.ts";
import { fifoLength, popFifo, settlePopped } from "./fifo.ts";
import { admitWaiting, distribute } from "./handlers.ts";
import { endProcess } from "./lifecycle.ts";
import type { InformerPort } from "./port.ts";
import { applyStage, refsWritten, type Stage, stagesOf } from "./process.ts";
import { takeOrigins } from "./provenance.ts";
import { noteQueueSynced, resumeBlocked, wakeProcess } from "./queue-writes.ts";

/** The process loop wakes: it pops one item or batch (`controller.go:processLoop @v0.36.3`). */
export function popNext(port: InformerPort): void {
  const { stopping, fifo, process } = port.state();
  if (process.type !== "awake") return;
  if (stopping) {
    endProcess(port);
    return;
  }
  const taken = popFifo(fifo);
  if (taken === undefined) {
    port.change({ process: { type: "idle" } });
    return;
  }
  const { popped } = taken;
  const { provenance, origins } = takeOrigins(port.state().provenance, fifo.kind.type, popped);
  const stages = stagesOf(popped);
  port.change({ fifo: taken.fifo, provenance, process: { type: "busy", popped, stages, origins } });
  port.dueTo(origins[0], () => {
    const { initial, batch } = popped;
    port.record("process", { type: "fifo.pop", deltas: popped.deltas.map(deltaText), initial, batch });
    const takes = stages[0] === undefined ? micros(0) : takeSlowWrites(port, stages[0]);
    if (takes > 0) port.work("process", { type: "process.write" }, takes);
    else writeStage(port);
  });
}

/**
 * The next write of the item at hand; after the last one the item is finished. Each write is a step of its own, but the loop does not wait for
 * the handlers between two of them: a handler that is told of the first one hardly ever gets to see the cache without the last.
 */
export function writeStage(port: InformerPort): void {
  const { process } = port.state();
  if (process.type !== "busy") return;
  const [stage, ...rest] = process.stages;
  if (stage !== undefined) {
    port.change({ process: { ...process, stages: rest } });
    writeAndDistribute(port, stage, process.popped.batch ? process.origins : []);
  }
  const [next] = rest;
  if (next === undefined) finishItem(port);
  else port.work("process", { type: "process.write" }, takeSlowWrites(port, next));
}

/** Cache first, notifications after, all under `blockDeltas`. In a batch each notification is due to its own delta. */
function writeAndDistribute(port: InformerPort, stage: Stage, origins: readonly (number | undefined)[]): void {
  const applied = applyStage(port.state().store, stage);
  port.change({ store: applied.store });
  if (applied.operation !== "none") {
    const { resourceVersion, objects } = applied.store;
    port.record("process", {
      type: "store.write",
      operation: applied.operation,
      rv: resourceVersion,
      size: objects.size,
    });
  }
  for (const [index, notification] of applied.notifications.entries()) {
    port.dueTo(origins[index], () => distribute(port, notification));
  }
}

function finishItem(port: InformerPort): void {
  const { process, fifo } = port.state();
  if (process.type !== "busy") return;
  port.record("process", { type: "process.done" });
  const settled = settlePopped(fifo, process.popped);
  port.change({ fifo: settled, process: { type: "idle" } });
  if (settled.synced && !fifo.synced) noteQueueSynced(port);
  admitWaiting(port);
  resumeBlocked(port);
  if (port.state().stopping) endProcess(port);
  else if (fifoLength(port.state().fifo) > 0) wakeProcess(port);
}

/** How long the stage's write takes; each slow write happens once. */
function takeSlowWrites(port: InformerPort, stage: Stage): Micros {
  const { slowWrites } = port.state();
  if (slowWrites.length === 0) return micros(0);
  const refs = new Set(refsWritten(stage));
  const slow = slowWrites.filter((write) => refs.has(write.object));
  port.change({ slowWrites: slowWrites.filter((write) => !refs.has(write.object)) });
  return slow.reduce((sum, write) => plus(sum, write.duration), micros(0));
}
