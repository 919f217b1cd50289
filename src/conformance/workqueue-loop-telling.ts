import { queueActor, workerActor } from "../simulation/cluster/actors/names.ts";
import {
  type CauseMemory,
  tellKey,
  tellOperation,
  tellQueue,
  workerNumber,
} from "../simulation/cluster/actors/tell-queue.ts";
import type { ControllerLoop } from "../simulation/cluster/queue/controller-loop.ts";
import type { LoopFact, RunContext } from "../simulation/cluster/queue/loop-fact.ts";
import type { QueueFact, WorkerId } from "../simulation/cluster/queue/queue-fact.ts";
import type { QueueKind } from "../simulation/cluster/queue/work-queue.ts";
import { dispatch, launch, record, withCause } from "../simulation/kernel/turn.ts";
import type { WorkerEvent } from "../simulation/machines/worker.ts";
import { PROCESS } from "./process-picture.ts";
import type { ReplayTurn } from "./replay-fact.ts";
import { type Stage, tell } from "./workqueue-stage.ts";
import { causeMemory, sightingsOf, tellingIn } from "./workqueue-telling.ts";
import type { Sighting } from "./workqueue-vector.ts";

/** What recordings have of a step beside what its facts say: the call of an event source; whether the reconciler returned since its context had ended. */
export type Hints = { readonly called?: Sighting | undefined; readonly isEarly?: boolean };

/** What one replay of a loop remembers of its own trace. */
export type LoopMemory = {
  readonly causes: CauseMemory<ReplayTurn>;
  /** The run of each worker: its number, and the event that began it. */
  readonly runs: Map<string, { readonly reconcile: number; readonly seq: number }>;
  reconciles: number;
};

/** The memory of a loop that has not started. */
export function loopMemory(): LoopMemory {
  return { causes: causeMemory(), runs: new Map(), reconciles: 0 };
}

type Told = Hints & { readonly facts: readonly LoopFact[]; readonly loop: ControllerLoop; readonly memory: LoopMemory };

/** Tells what happened in one step of a loop, with the charts of its keys and workers. */
export function tellLoop(stage: Stage, told: Told): void {
  const { facts, loop, memory } = told;
  const kind = loop.queue.type;
  const telling = tellingIn(stage, kind, memory.causes);
  const [first] = facts;
  // What a returning run leads to is explained by its beginning.
  if (first?.type === "reconcileEnded") stage.turn.cause = memory.runs.get(first.worker)?.seq;
  for (const fact of facts) {
    tell(stage, loopSightingsOf(fact, kind, told), () => {
      if (fact.type === "operated") tellOperation(telling, fact.by === "source" ? "handler" : "loop", fact.operation);
      const rest = tellOwn(stage.turn, fact, told);
      if (rest !== undefined) tellQueue(telling, rest);
    });
    tellWorkers(stage.turn, fact, told);
  }
}

/** Tells what is the loop's own; returns what is the queue's. */
function tellOwn(turn: ReplayTurn, fact: LoopFact, told: Told): QueueFact | undefined {
  const queue = queueActor(PROCESS);
  switch (fact.type) {
    case "operated":
      if (fact.operation.type === "done") record(turn, queue, { type: "queue.doneCalled", key: fact.operation.key });
      return undefined;
    case "reconcileStarted":
      return startRun(turn, fact, told.memory);
    case "reconcileEnded":
      return endRun(turn, fact, told);
    case "contextEnded": {
      const { key, reason } = fact;
      record(turn, actorOf(fact.worker), { type: "reconcile.contextEnded", key, reason });
      return undefined;
    }
    case "logged": {
      const { key, line } = fact;
      const isIgnored = line.what === "resultIgnoredBecauseOfError";
      record(
        turn,
        queue,
        isIgnored ? { type: "reconcile.resultIgnored", key } : { type: "reconcile.logged", key, ...line },
      );
      return undefined;
    }
    case "decided": {
      const { key, decision } = fact;
      record(turn, queue, { type: "reconcile.decided", key, row: decision.row, label: decision.label });
      return undefined;
    }
    case "getBlocked":
    case "getRefused":
      return undefined; // the worker's chart shows it
    case "workerExited":
    case "controllerStarted":
    case "controllerStopped":
    case "processCrashed":
      return tellProcess(turn, fact, told.loop);
    default:
      return fact;
  }
}

type LoopFactOf<Type extends LoopFact["type"]> = Extract<LoopFact, { readonly type: Type }>;

function startRun(turn: ReplayTurn, fact: LoopFactOf<"reconcileStarted">, memory: LoopMemory): undefined {
  const { worker, key, attempt, requeues: failures } = fact;
  memory.reconciles++;
  const reconcile = memory.reconciles;
  const place = { reconcile, key, worker: workerNumber(worker), attempt, failures };
  memory.runs.set(worker, {
    reconcile,
    seq: record(turn, actorOf(worker), { type: "reconcile.start", id: "", ...place }),
  });
}

function endRun(turn: ReplayTurn, fact: LoopFactOf<"reconcileEnded">, { facts, memory }: Told): undefined {
  const { worker, key, end: outcome } = fact;
  const decided = facts.find((each) => each.type === "decided" && each.key === key);
  const [row, took] = decided?.type === "decided" ? [decided.decision.row, decided.tookUs] : (["4", 0] as const);
  const reconcile = memory.runs.get(worker)?.reconcile ?? 0;
  record(turn, actorOf(worker), { type: "reconcile.end", reconcile, key, outcome, row, message: "", took });
  tellKey(turn, PROCESS, key, { type: "returned" });
}

type ProcessFact = LoopFactOf<"workerExited" | "controllerStarted" | "controllerStopped" | "processCrashed">;

function tellProcess(turn: ReplayTurn, fact: ProcessFact, { workers }: ControllerLoop): undefined {
  const process = PROCESS;
  switch (fact.type) {
    case "workerExited":
      record(turn, actorOf(fact.worker), { type: "process.workerExit", process, worker: workerNumber(fact.worker) });
      return;
    case "controllerStarted":
      record(turn, process, { type: "process.workersStart", process, workers: fact.workers });
      return;
    case "controllerStopped":
      record(turn, process, { type: "process.stopped", process });
      return;
    case "processCrashed": {
      const runs = workers.filter(({ type }) => type === "running").length;
      record(turn, process, { type: "process.crash", process, runs });
    }
  }
}

/** The charts of workers follow the loop, as in the cluster. */
function tellWorkers(turn: ReplayTurn, fact: LoopFact, { facts, loop }: Told): void {
  switch (fact.type) {
    case "controllerStarted":
      for (const { id } of loop.workers) withCause(turn, turn.cause, () => launch(turn, actorOf(id), "worker"));
      return;
    case "handedOut": {
      const { key } = fact;
      const run = facts.find((each) => each.type === "reconcileStarted" && each.key === key);
      const [attempt, contextEnded] =
        run?.type === "reconcileStarted" ? [run.attempt, run.context.type === "ended"] : [1, false];
      return tellWorker(turn, fact.worker, { type: "handedOut", key, attempt, contextEnded });
    }
    case "reconcileEnded":
      return tellWorker(turn, fact.worker, { type: "returned" });
    case "processed": {
      const ended = facts.find((each) => each.type === "reconcileEnded" && each.key === fact.key);
      return ended?.type === "reconcileEnded" ? tellWorker(turn, ended.worker, { type: "done" }) : undefined;
    }
    case "contextEnded":
    case "getRefused":
      return tellWorker(turn, fact.worker, { type: fact.type });
    default:
      return;
  }
}

function tellWorker(turn: ReplayTurn, worker: WorkerId, event: WorkerEvent): void {
  withCause(turn, turn.cause, () => dispatch(turn, actorOf(worker), event));
}

function actorOf(worker: WorkerId): string {
  return workerActor(PROCESS, workerNumber(worker));
}

function loopSightingsOf(fact: LoopFact, kind: QueueKind, { called, isEarly }: Hints): readonly Sighting[] {
  switch (fact.type) {
    case "operated":
      if (fact.by === "loop") return [loopCallOf(fact, kind)];
      return called === undefined ? [] : [called];
    case "reconcileStarted": {
      const { key, priority, attempt, requeues, context } = fact;
      const got: Sighting = { type: "get", key, ...(kind === "classic" ? {} : { priority }) };
      return [got, { type: "reconcile.start", key, attempt, requeues, ctx: contextName(context) }];
    }
    case "reconcileEnded": {
      const { key, attempt, context, end } = fact;
      const early = isEarly === true ? { early: true } : {};
      return [{ type: "reconcile.end", key, attempt, ctx: contextName(context), outcome: end, ...early }];
    }
    case "logged":
      return [{ type: "log", key: fact.key, ...fact.line }];
    case "decided":
      return [decisionOf(fact)];
    case "workerExited":
      return [{ type: "worker.exit" }];
    case "controllerStopped":
      return [{ type: "controller.stopped" }];
    case "shutDown":
      return [{ type: "queue.shutDown" }];
    case "handedOut":
      return fact.latencyUs === undefined ? [] : [{ type: "metric.latency", us: fact.latencyUs }];
    case "getBlocked":
    case "getRefused":
    case "controllerStarted":
    case "contextEnded":
    case "processCrashed":
      return [];
    default:
      return sightingsOf(fact, kind);
  }
}

function loopCallOf(fact: Extract<LoopFact, { type: "operated" }>, kind: QueueKind): Sighting {
  const { operation } = fact;
  const call = { type: "queue.op", by: "loop", key: operation.key };
  if (operation.type === "forget" || operation.type === "done") return { ...call, op: operation.type };
  if (kind === "classic") {
    return { ...call, op: operation.type, ...(operation.type === "addAfter" ? { delayUs: operation.afterUs } : {}) };
  }
  const { priority } = operation;
  const delay = operation.type === "addAfter" ? { afterUs: operation.afterUs } : { rateLimited: true };
  return { ...call, op: "addWithOpts", priority, ...delay };
}

function decisionOf({ key, decision, panics, timeouts, tookUs }: Extract<LoopFact, { type: "decided" }>): Sighting {
  const { row, label, errors, terminalErrors } = decision;
  const counted = Object.entries({ errors, terminalErrors, panics, timeouts }).filter(([, count]) => count > 0);
  return { type: "decision", key, row, total: label, reconcileTimeUs: tookUs, ...Object.fromEntries(counted) };
}

function contextName(context: RunContext): string {
  return context.type === "alive" ? "none" : context.reason;
}
