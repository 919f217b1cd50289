import { valueAt, withEntry } from "../../../base/persistent-map.ts";
import { micros } from "../../../base/time.ts";
import { cancelTimer, chance, dispatch, post, record, setTimer, withCause } from "../../kernel/turn.ts";
import type { WorkerEvent } from "../../machines/worker.ts";
import type { Cluster, ClusterTurn } from "../cluster.ts";
import type { ClusterFact } from "../facts.ts";
import type { ClusterMessage } from "../messages.ts";
import { type LoopInput, stepLoop } from "../queue/controller-loop.ts";
import type { LoopFact } from "../queue/loop-fact.ts";
import type { QueueFact } from "../queue/queue-fact.ts";
import type { Enqueue } from "../reconciler.ts";
import { uidFrom } from "../server/generate-name.ts";
import { queueActor, workerActor } from "./names.ts";
import { changeProcess, processNamed } from "./processes.ts";
import { type CauseMemory, type QueueTelling, tellKey, tellOperation, tellQueue, workerNumber } from "./tell-queue.ts";

/** Lets something happen to a process's controller, and shows what came of it in the trace and in the charts. */
export function driveLoop(turn: ClusterTurn, process: string, input: LoopInput): void {
  const { loop, facts, wakeAt } = stepLoop(processNamed(turn, process).loop, input, turn.world.now);
  changeProcess(turn, process, { loop });
  const telling: Telling = { turn, process, kind: loop.queue.type, causes, facts, limited: false };
  const { cause } = turn;
  withCause(turn, cause, () => {
    for (const fact of facts) tellLoop(telling, fact);
  });
  if (wakeAt === undefined) cancelTimer(turn, queueActor(process), "wake");
  else {
    const after = micros(Math.max(0, wakeAt - turn.world.now));
    setTimer(turn, { actor: queueActor(process), name: "wake", after, message: { type: "queue.wake" } });
  }
}

/** An event source, or a run that wakes another key, adds a key to the queue: at once or after a time. */
export function enqueueKey(turn: ClusterTurn, process: string, { key, priority, after = micros(0) }: Enqueue): void {
  const request =
    after > 0
      ? ({ type: "addAfter", key, priority, afterUs: after } as const)
      : ({ type: "add", key, priority } as const);
  driveLoop(turn, process, { type: "enqueue", request });
}

/** Gives the chart of a worker an event. */
export function tellWorker(turn: ClusterTurn, process: string, worker: number, event: WorkerEvent): void {
  const { cause } = turn;
  withCause(turn, cause, () => dispatch(turn, workerActor(process, worker), event));
}

type Telling = QueueTelling<Cluster, ClusterMessage, ClusterFact> & {
  readonly turn: ClusterTurn;
  readonly facts: readonly LoopFact[];
};

function tellLoop(telling: Telling, fact: LoopFact): void {
  const { turn, process } = telling;
  switch (fact.type) {
    case "operated":
      return tellOperation(telling, fact.by === "source" ? "handler" : "loop", fact.operation);
    case "reconcileStarted":
      return startRun(telling, fact);
    case "reconcileEnded":
      return endRun(telling, fact);
    case "contextEnded":
      return tellWorker(turn, process, workerNumber(fact.worker), { type: "contextEnded" });
    case "workerExited":
      record(turn, workerActor(process, workerNumber(fact.worker)), {
        type: "process.workerExit",
        process,
        worker: workerNumber(fact.worker),
      });
      return;
    case "logged":
      if (fact.line.what === "resultIgnoredBecauseOfError")
        record(turn, queueActor(process), { type: "reconcile.resultIgnored", key: fact.key });
      return;
    case "decided":
    case "controllerStarted":
    case "controllerStopped":
    case "processCrashed":
      return; // decided is part of reconcile.end; the process tells the others
    default:
      tellQueue(telling, fact);
      return tellWorkers(telling, fact);
  }
}

function startRun(telling: Telling, fact: Extract<LoopFact, { type: "reconcileStarted" }>): void {
  const { turn, process } = telling;
  const worker = workerNumber(fact.worker);
  const { reconciles, active } = processNamed(turn, process);
  const reconcile = reconciles + 1;
  const run = {
    reconcile,
    key: fact.key,
    attempt: fact.attempt,
    startedAt: turn.world.now,
    phase: "start",
    journal: [],
    awaiting: "replies",
    replies: [],
    reads: [],
  } as const;
  changeProcess(turn, process, { reconciles: reconcile, active: { ...active, [worker]: run } });
  const { key, attempt, requeues } = fact;
  record(turn, workerActor(process, worker), {
    type: "reconcile.start",
    reconcile,
    id: uidFrom([0, 1, 2, 3].map(() => chance(turn, "reconcileID", process))),
    key,
    worker,
    attempt,
    failures: requeues,
  });
  post(turn, { to: workerActor(process, worker), message: { type: "worker.begin" } });
}

function endRun(telling: Telling, fact: Extract<LoopFact, { type: "reconcileEnded" }>): void {
  const { turn, process, facts } = telling;
  const worker = workerNumber(fact.worker);
  const { active, outcomes } = processNamed(turn, process);
  const decided = facts.find((each) => each.type === "decided" && each.key === fact.key);
  const row = decided?.type === "decided" ? decided.decision.row : "4";
  const { reconcile = 0, startedAt = turn.world.now } = active[worker] ?? {};
  const message = outcomes[worker] ?? "";
  const took = turn.world.now - startedAt;
  record(turn, workerActor(process, worker), {
    type: "reconcile.end",
    reconcile,
    key: fact.key,
    outcome: fact.end,
    row,
    message,
    took,
  });
  const { [worker]: _ended, ...others } = active;
  changeProcess(turn, process, { active: others });
  tellKey(turn, process, fact.key, { type: "returned" });
  tellWorker(turn, process, worker, { type: "returned" });
}

/** What happened in the queue, for the charts of workers. */
function tellWorkers({ turn, process, facts }: Telling, fact: QueueFact): void {
  switch (fact.type) {
    case "handedOut": {
      const { key } = fact;
      const run = processNamed(turn, process).loop.workers.find((each) => each.id === fact.worker);
      const [attempt, contextEnded] =
        run?.type === "running" ? [run.attempt, run.context.type === "ended"] : [1, false];
      return tellWorker(turn, process, workerNumber(fact.worker), { type: "handedOut", key, attempt, contextEnded });
    }
    case "processed": {
      const ended = facts.find((each) => each.type === "reconcileEnded" && each.key === fact.key);
      if (ended?.type === "reconcileEnded") tellWorker(turn, process, workerNumber(ended.worker), { type: "done" });
      return;
    }
    case "getRefused":
      return tellWorker(turn, process, workerNumber(fact.worker), { type: "getRefused" });
    default:
      return;
  }
}

/** Kept with the process. */
const causes: CauseMemory<ClusterTurn> = {
  read: (turn, process, of, key) => valueAt(processNamed(turn, process).causes[of], key),
  write: (turn, process, of, key, seq) => {
    const { causes } = processNamed(turn, process);
    changeProcess(turn, process, { causes: { ...causes, [of]: withEntry(causes[of], key, seq) } });
  },
};
