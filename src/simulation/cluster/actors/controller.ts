import { unreachable } from "../../../base/assert.ts";
import { sortedKeys } from "../../../base/persistent-map.ts";
import { micros } from "../../../base/time.ts";
import {
  cancelTimer,
  chance,
  chartOf,
  dispatch,
  launch,
  post,
  record,
  setTimer,
  withCause,
} from "../../kernel/turn.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import type { ReconcileEvent } from "../../machines/reconcile.ts";
import type { WorkerEvent } from "../../machines/worker.ts";
import type { ClusterTurn } from "../cluster.ts";
import { type LoopInput, stepLoop } from "../queue/controller-loop.ts";
import type { LoopFact, QueueOperation } from "../queue/loop-fact.ts";
import type { QueueFact, WorkerId } from "../queue/queue-fact.ts";
import type { Enqueue } from "../reconciler.ts";
import { uidFrom } from "../server/generate-name.ts";
import { keyActor, queueActor, workerActor } from "./names.ts";
import { changeProcess, processNamed } from "./processes.ts";

/** Lets something happen to a process's controller, and shows what came of it in the trace and in the charts. */
export function driveLoop(turn: ClusterTurn, process: string, input: LoopInput): void {
  const { loop, facts, wakeAt } = stepLoop(processNamed(turn, process).loop, input, turn.world.now);
  changeProcess(turn, process, { loop });
  const telling: Telling = { turn, process, facts, limited: false };
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

/** Number of a worker from its id in the loop: `worker-2` is 2. */
export function workerNumber(id: WorkerId): number {
  return Number(id.slice("worker-".length));
}

/** Gives the chart of a key an event; the chart begins with the key's first one. */
export function tellKey(turn: ClusterTurn, process: string, key: string, event: ReconcileEvent): void {
  const actor = keyActor(process, key);
  const { cause } = turn;
  withCause(turn, cause, () => {
    if (chartOf(turn, actor) === undefined) launch(turn, actor, "reconcile");
    dispatch(turn, actor, event);
  });
}

/** Gives the chart of a worker an event. */
export function tellWorker(turn: ClusterTurn, process: string, worker: number, event: WorkerEvent): void {
  const { cause } = turn;
  withCause(turn, cause, () => dispatch(turn, workerActor(process, worker), event));
}

type Telling = {
  readonly turn: ClusterTurn;
  readonly process: string;
  readonly facts: readonly LoopFact[];
  /** Whether the newest operation was AddRateLimited: what begins then is a back-off. */
  limited: boolean;
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
      return tellQueue(telling, fact);
  }
}

function tellOperation(telling: Telling, by: "handler" | "loop", operation: QueueOperation): void {
  const { turn, process } = telling;
  const actor = queueActor(process);
  telling.limited = operation.type === "addRateLimited";
  switch (operation.type) {
    case "add":
      record(turn, actor, { type: "queue.add", key: operation.key, priority: operation.priority, by });
      return;
    case "addAfter":
      record(turn, actor, {
        type: "queue.addAfter",
        key: operation.key,
        after: operation.afterUs,
        priority: operation.priority,
        by,
      });
      return;
    case "addRateLimited":
      record(turn, actor, { type: "queue.addRateLimited", key: operation.key, priority: operation.priority, by });
      return;
    case "forget":
      record(turn, actor, { type: "queue.forget", key: operation.key });
      return;
    case "done":
      return; // told when the queue is through with it
    default:
      return unreachable(operation);
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

function tellQueue(telling: Telling, fact: QueueFact): void {
  const { turn, process, limited } = telling;
  const actor = queueActor(process);
  switch (fact.type) {
    case "enqueued": {
      record(turn, actor, { type: "queue.enqueued", key: fact.key, priority: fact.priority, reason: fact.cause });
      if (fact.cause === "added") tellKey(turn, process, fact.key, { type: "added" });
      return;
    }
    case "coalesced":
      record(turn, actor, { type: "queue.coalesced", key: fact.key });
      return tellKey(turn, process, fact.key, { type: "added" });
    case "markedDirty":
    case "alreadyDirty":
      record(turn, actor, { type: "queue.markedDirty", key: fact.key, again: fact.type === "alreadyDirty" });
      return tellKey(turn, process, fact.key, { type: "added" });
    case "addIgnored":
      record(turn, actor, { type: "queue.addIgnored", key: fact.key });
      return;
    case "delayStarted":
      rememberDelay(
        telling,
        fact.key,
        record(turn, actor, { type: "queue.delayStarted", key: fact.key, readyAt: fact.readyAt }),
      );
      return tellKey(turn, process, fact.key, { type: "delayed", rateLimited: limited });
    case "delayMovedEarlier":
      rememberDelay(
        telling,
        fact.key,
        record(turn, actor, { type: "queue.delayMovedEarlier", key: fact.key, from: fact.from, readyAt: fact.readyAt }),
      );
      return tellKey(turn, process, fact.key, { type: "delayed", rateLimited: limited });
    case "delayElapsed":
      turn.cause = processNamed(turn, process).delayedBy[fact.key] ?? turn.cause;
      record(turn, actor, { type: "queue.delayElapsed", key: fact.key });
      return tellKey(turn, process, fact.key, { type: "matured" });
    case "delayAbsorbed":
      record(turn, actor, { type: "queue.delayAbsorbed", key: fact.key, readyAt: fact.readyAt });
      return tellKey(turn, process, fact.key, { type: "delayAbsorbed" });
    case "limiterAsked":
      record(turn, actor, { type: "queue.limited", key: fact.key, delay: fact.delayUs, failures: fact.requeues });
      return tellKey(turn, process, fact.key, { type: "failureCounted", failures: fact.requeues });
    case "limiterForgotten":
      if (fact.requeues > 0) record(turn, actor, { type: "queue.forgotten", key: fact.key, failures: fact.requeues });
      return tellKey(turn, process, fact.key, { type: "forgotten" });
    case "handedOut":
      return tellHandOut(telling, fact);
    case "processed":
      return tellProcessed(telling, fact.key, fact.workUs);
    case "getRefused":
      return tellWorker(turn, process, workerNumber(fact.worker), { type: "getRefused" });
    case "shutDown":
      return tellShutDown(telling, fact);
    default:
      return tellRest(turn, actor, fact);
  }
}

function tellHandOut({ turn, process }: Telling, fact: Extract<QueueFact, { type: "handedOut" }>): void {
  const worker = workerNumber(fact.worker);
  const { key, priority, latencyUs = 0 } = fact;
  record(turn, queueActor(process), { type: "queue.get", key, worker, priority, latency: latencyUs });
  const { loop } = processNamed(turn, process);
  const run = loop.workers.find((each) => each.id === fact.worker);
  tellKey(turn, process, key, { type: "handedOut" });
  const [attempt, contextEnded] = run?.type === "running" ? [run.attempt, run.context.type === "ended"] : [1, false];
  tellWorker(turn, process, worker, { type: "handedOut", key, attempt, contextEnded });
}

function tellProcessed({ turn, process, facts }: Telling, key: ObjectKey, took: number): void {
  record(turn, queueActor(process), { type: "queue.done", key, took });
  tellKey(turn, process, key, { type: "done" });
  const ended = facts.find((each) => each.type === "reconcileEnded" && each.key === key);
  if (ended?.type === "reconcileEnded") tellWorker(turn, process, workerNumber(ended.worker), { type: "done" });
}

function tellShutDown({ turn, process }: Telling, fact: Extract<QueueFact, { type: "shutDown" }>): void {
  const { drain, readyLost, waitingLost } = fact;
  record(turn, queueActor(process), { type: "queue.shutDown", drain, readyLost, waitingLost });
  const { loop } = processNamed(turn, process);
  const prefix = keyActor(process, "");
  for (const actor of sortedKeys(turn.world.machines).filter((each) => each.startsWith(prefix))) {
    const dropsLine = loop.queue.type === "priority";
    tellKey(turn, process, actor.slice(prefix.length), { type: "queueShutDown", dropsLine });
  }
}

/** One timer wakes the whole queue; what the end of a delay brings is explained by the event that set it. */
function rememberDelay({ turn, process }: Telling, key: string, seq: number): void {
  changeProcess(turn, process, { delayedBy: { ...processNamed(turn, process).delayedBy, [key]: seq } });
}

/** Facts that no chart follows. */
function tellRest(turn: ClusterTurn, actor: string, fact: QueueFact): void {
  switch (fact.type) {
    case "laterDelayDropped":
      record(turn, actor, {
        type: "queue.laterDelayDropped",
        key: fact.key,
        readyAt: fact.readyAt,
        dropped: fact.dropped,
      });
      return;
    case "delaySwallowed":
      record(turn, actor, { type: "queue.delaySwallowed", key: fact.key, dropped: fact.dropped });
      return;
    case "delayStillPending":
      record(turn, actor, { type: "queue.delayStillPending", key: fact.key, readyAt: fact.readyAt });
      return;
    case "priorityRaised":
      record(turn, actor, { type: "queue.priorityRaised", key: fact.key, from: fact.from, to: fact.to });
      return;
    case "lowerPriorityDropped":
      record(turn, actor, {
        type: "queue.lowerPriorityDropped",
        key: fact.key,
        kept: fact.kept,
        dropped: fact.dropped,
      });
      return;
    default:
      return;
  }
}
