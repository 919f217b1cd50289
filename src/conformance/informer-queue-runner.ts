import { defined } from "../base/assert.ts";
import { deltaText } from "../simulation/cluster/informer/delta.ts";
import {
  closeFifo,
  createFifo,
  enqueueBookmark,
  enqueueEvent,
  enqueueReplace,
  enqueueResync,
  type Fifo,
  popFifo,
  type QueueKind,
  settlePopped,
  type Written,
} from "../simulation/cluster/informer/fifo.ts";
import { createIndexer, type Indexer, replaceObjects } from "../simulation/cluster/informer/indexer.ts";
import type { Json } from "../simulation/kubernetes/object.ts";
import { deltaJson, listedNames, type Narrator } from "./informer-observations.ts";
import { objectOf, uidsOf } from "./informer-script.ts";
import type { InformerVector, Observation, VectorStep } from "./informer-vector.ts";

type QueueRun = {
  readonly kind: QueueKind;
  readonly narrator: Narrator;
  readonly observed: Observation[];
  fifo: Fifo;
  known: Indexer;
};

const NO_TRANSFORM = { type: "none" } as const;

/** Runs a bare queue through a script. The process function of these runs always fails. */
export function runQueueVector(vector: InformerVector): readonly Observation[] {
  const kind = queueKindOf(vector);
  const run: QueueRun = {
    kind,
    narrator: { uids: uidsOf(vector), storeAsCount: false, carried: [] },
    observed: [],
    fifo: createFifo(kind),
    known: createIndexer(false),
  };
  for (const [index, script] of vector.script.steps.entries()) {
    observe(run, { type: "step", step: index, do: script.do });
    const error = performStep(run, script);
    const result = { type: "op.result", op: script.do, ok: error === undefined, hasSynced: run.fifo.synced };
    observe(run, error === undefined ? result : { ...result, error });
  }
  return run.observed;
}

function queueKindOf(vector: InformerVector): QueueKind {
  if (vector.options.queue === "DeltaFIFO") return { type: "grouped" };
  const atomic = vector.options.queue === "RealFIFO-atomic";
  return { type: "ordered", atomic, batched: false, unlocked: atomic };
}

function performStep(run: QueueRun, script: VectorStep): string | undefined {
  const environment = { known: run.known, transform: NO_TRANSFORM };
  const objects = (script.items ?? []).map(objectOf);
  switch (script.do) {
    case "replace":
      return commit(run, enqueueReplace(run.fifo, { objects, resourceVersion: script.rv ?? "" }, environment));
    case "add":
    case "update":
    case "delete": {
      const type = ({ add: "Added", update: "Updated", delete: "Deleted" } as const)[script.do];
      return commit(
        run,
        enqueueEvent(run.fifo, { type, object: objectOf(defined(script.object, "object")) }, environment),
      );
    }
    case "resync":
      return commit(run, enqueueResync(run.fifo, run.known));
    case "bookmark":
      return commit(run, enqueueBookmark(run.fifo, script.rv ?? ""));
    case "close":
      run.fifo = closeFifo(run.fifo);
      return undefined;
    case "setKnown":
      run.known = replaceObjects(run.known, objects, "");
      return undefined;
    case "pop":
      return pop(run);
    default:
      throw new SyntaxError(`step ${script.do} is not known`);
  }
}

function commit(run: QueueRun, written: Written): string | undefined {
  run.fifo = written.fifo;
  for (const step of written.steps) {
    if (step.type !== "enqueued") continue;
    const carried = listedNames(run.narrator, step.delta);
    observe(run, { type: "fifo.enqueue", delta: deltaJson(run.narrator, deltaText(step.delta), carried) });
  }
  return undefined;
}

function pop(run: QueueRun): string {
  const taken = popFifo(run.fifo);
  if (taken === undefined) return "closed";
  const { popped } = taken;
  const deltas = popped.deltas.map((delta) =>
    deltaJson(run.narrator, deltaText(delta), listedNames(run.narrator, delta)),
  );
  observe(run, {
    type: "fifo.pop",
    deltas,
    initial: popped.initial,
    batch: false,
    hasSyncedDuringProcess: taken.fifo.synced,
  });
  run.fifo = settlePopped(taken.fifo, popped);
  return "processFailed";
}

function observe(run: QueueRun, fields: { readonly type: string; readonly [field: string]: Json }): void {
  run.observed.push({ t: 0, ...fields });
}
