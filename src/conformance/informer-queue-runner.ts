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
import { enqueuedFact } from "../simulation/cluster/informer/queue-writes.ts";
import { perform } from "../simulation/kernel/step.ts";
import { type Domain, record } from "../simulation/kernel/turn.ts";
import { createWorld, type World } from "../simulation/kernel/world.ts";
import { deltaJson, type Fields, listedNames, type Narrator } from "./informer-observations.ts";
import { fifoPicture } from "./informer-picture.ts";
import { objectOf, uidsOf } from "./informer-script.ts";
import type { InformerVector, Observation, VectorStep } from "./informer-vector.ts";
import { INFORMER } from "./informer-world.ts";
import type { ReplayTraceFact } from "./replay-fact.ts";
import { emptyLog, keepStep, type ReplayLog } from "./replay-log.ts";
import { SCRIPT, stepFact } from "./script-fact.ts";

const FIFO = `${INFORMER}/fifo`;

type QueueRun = {
  readonly kind: QueueKind;
  readonly narrator: Narrator;
  readonly log: ReplayLog<Observation>;
  world: World<undefined, never>;
  /** The newest event of the step of the script. */
  cause: number | undefined;
  fifo: Fifo;
  known: Indexer;
};

/** No actor acts by itself here. */
const domain: Domain<undefined, never, ReplayTraceFact> = { machines: {}, deliver: () => {} };

const NO_TRANSFORM = { type: "none" } as const;

/** Runs a bare queue through a script. The process function of these runs always fails. */
export function runQueueVector(vector: InformerVector): ReplayLog<Observation> {
  const kind = queueKindOf(vector);
  const run: QueueRun = {
    kind,
    narrator: { uids: uidsOf(vector), storeAsCount: false, carried: [] },
    log: emptyLog(),
    world: createWorld(undefined, { seed: 0 }),
    cause: undefined,
    fifo: createFifo(kind),
    known: createIndexer(false),
  };
  for (const [index, script] of vector.script.steps.entries()) {
    run.cause = undefined;
    tell(run, SCRIPT, stepFact(index, script), { type: "step", step: index, do: script.do });
    const error = performStep(run, script);
    const result = { type: "op.result", op: script.do, ok: error === undefined, hasSynced: run.fifo.synced };
    const answer = `${error ?? "ok"}${run.fifo.synced ? ", hasSynced" : ""}`;
    const answered = { type: "script.answered", what: script.do, answer } as const;
    tell(run, SCRIPT, answered, error === undefined ? result : { ...result, error });
  }
  return run.log;
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
    const delta = deltaJson(run.narrator, deltaText(step.delta), listedNames(run.narrator, step.delta));
    tell(run, FIFO, enqueuedFact(step.delta), { type: "fifo.enqueue", delta });
  }
  return undefined;
}

function pop(run: QueueRun): string {
  const taken = popFifo(run.fifo);
  if (taken === undefined && !run.fifo.closed) throw new SyntaxError("script.steps: pop waits for what never comes");
  if (taken === undefined) return "closed";
  const { popped, fifo } = taken;
  const { initial } = popped;
  const texts = popped.deltas.map(deltaText);
  const deltas = popped.deltas.map((delta, index) =>
    deltaJson(run.narrator, texts[index] ?? "", listedNames(run.narrator, delta)),
  );
  const seen = { type: "fifo.pop", deltas, initial, batch: false, hasSyncedDuringProcess: fifo.synced };
  run.fifo = fifo;
  tell(run, FIFO, { type: "fifo.pop", deltas: texts, initial, batch: false }, seen);
  run.fifo = settlePopped(fifo, popped);
  return "processFailed";
}

/** Records an event as a step of its own; it explains those that follow it in the step of the script. */
function tell(run: QueueRun, actor: string, fact: ReplayTraceFact, fields: Fields): void {
  const { world, events } = perform(domain, run.world, (turn) => {
    turn.cause = run.cause;
    run.cause = record(turn, actor, fact);
  });
  run.world = world;
  const { fifo, known } = run;
  const { now: at, digest } = world;
  keepStep(run.log, { at, events, digest, picture: () => fifoPicture(fifo, known) }, () => [{ t: 0, ...fields }]);
}
