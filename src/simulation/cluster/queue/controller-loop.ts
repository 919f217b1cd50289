import { assert } from "../../../base/assert.ts";
import { emptyMap, type PersistentMap, valueAt, withEntry } from "../../../base/persistent-map.ts";
import { type Micros, micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";
import { decide, type ReconcileError, type ReconcileOutcome, type ReconcileResult } from "./decision.ts";
import { earliest } from "./earliest.ts";
import type { ContextEnd, LoopFact, ReconcileEnd, RunContext } from "./loop-fact.ts";
import type { QueueFact, QueueOutcome, WorkerId } from "./queue-fact.ts";
import {
  type AddRequest,
  addToQueue,
  advanceQueue,
  doneInQueue,
  forgetInQueue,
  getFromQueue,
  nextWakeOf,
  requeuesOf,
  shutDownQueue,
  type WorkQueue,
} from "./work-queue.ts";

/** How a controller reconciles. Defaults upstream: 1 worker, no timeout, panics recovered. */
export type LoopOptions = {
  /** MaxConcurrentReconciles. */
  readonly workers: number;
  /** ReconciliationTimeout; undefined: none. */
  readonly timeoutUs: Micros | undefined;
  readonly recoverPanic: boolean;
};

/** A worker of the controller. */
export type LoopWorker = { readonly id: WorkerId } & ({ readonly type: "blocked" } | Run | { readonly type: "exited" });

/** A worker inside a Reconcile call. */
type Run = {
  readonly type: "running";
  readonly key: ObjectKey;
  readonly priority: number;
  readonly attempt: number;
  readonly startedAt: Micros;
  readonly context: RunContext;
};

/**
 * controller-runtime's reconcile loop: workers that take keys from a queue, call Reconcile, decide and call Done
 * (`cr:pkg/internal/controller/controller.go:Start, processNextWorkItem, reconcileHandler @86a0d40e`).
 */
export type ControllerLoop = {
  readonly options: LoopOptions;
  readonly queue: WorkQueue;
  readonly phase: "notStarted" | "running" | "stopping" | "stopped" | "crashed";
  readonly workers: readonly LoopWorker[];
  /** Calls of Reconcile by key. */
  readonly attempts: PersistentMap<ObjectKey, number>;
};

/** What can be told to a loop. */
export type LoopInput =
  /** Starts the workers. Sources may have filled the queue before. */
  | { readonly type: "start" }
  /** An event source adds a key. */
  | { readonly type: "enqueue"; readonly request: AddRequest }
  /** The reconciler that `worker` runs is through. */
  | { readonly type: "reconcileReturned"; readonly worker: WorkerId; readonly outcome: ReconcileOutcome }
  /** The context given to Start ends. */
  | { readonly type: "cancel" }
  /** Virtual time has reached the loop's `wakeAt`. */
  | { readonly type: "wake" };

/** A loop after a step, what happened, and when it wants to be woken if nothing else happens. */
export type LoopOutcome = {
  readonly loop: ControllerLoop;
  readonly facts: readonly LoopFact[];
  readonly wakeAt: Micros | undefined;
};

type HandedOut = Extract<QueueFact, { type: "handedOut" }>;

/** One step under way: when, and what it has told so far. */
type Turn = { readonly now: Micros; readonly facts: LoopFact[] };

/** A loop that has not started. */
export function createLoop(options: LoopOptions, queue: WorkQueue): ControllerLoop {
  const workers: LoopWorker[] = [];
  for (let number = 1; number <= options.workers; number++) workers.push({ id: `worker-${number}`, type: "blocked" });
  return { options, queue, phase: "notStarted", workers, attempts: emptyMap() };
}

/** Lets one thing happen to the loop. At one instant: wake first, then sources, then returns (§8 of the specification). */
export function stepLoop(loop: ControllerLoop, input: LoopInput, now: Micros): LoopOutcome {
  const turn: Turn = { now, facts: [] };
  const next = loop.phase === "crashed" ? loop : apply(loop, input, turn);
  return { loop: next, facts: turn.facts, wakeAt: wakeTimeOf(next) };
}

function apply(loop: ControllerLoop, input: LoopInput, turn: Turn): ControllerLoop {
  const { now, facts } = turn;
  switch (input.type) {
    case "start":
      return start(loop, turn);
    case "enqueue":
      facts.push({ type: "operated", by: "source", operation: input.request });
      return absorb(loop, addToQueue(loop.queue, input.request, now), turn);
    case "reconcileReturned":
      return finish(loop, input.worker, input.outcome, turn);
    case "cancel":
      return cancel(loop, turn);
    case "wake":
      return expire(absorb(loop, advanceQueue(loop.queue, now), turn), turn);
  }
}

function start(loop: ControllerLoop, turn: Turn): ControllerLoop {
  assert(loop.phase === "notStarted", () => `controller started in phase ${loop.phase}`);
  turn.facts.push({ type: "controllerStarted", workers: loop.workers.length });
  let current: ControllerLoop = { ...loop, phase: "running" };
  for (const { id } of loop.workers) current = absorb(current, getFromQueue(current.queue, id, turn.now), turn);
  return current;
}

/** The context ends for every running reconciler, and the queue is shut down. Nobody is killed. */
function cancel(loop: ControllerLoop, turn: Turn): ControllerLoop {
  if (loop.phase !== "running") return loop;
  const workers = loop.workers.map((worker) => endContext(worker, "canceled", turn));
  const stopping: ControllerLoop = { ...loop, phase: "stopping", workers };
  return absorb(stopping, shutDownQueue(stopping.queue, turn.now), turn);
}

/** Ends the contexts whose deadline has come. The reconcilers go on until they return. */
function expire(loop: ControllerLoop, turn: Turn): ControllerLoop {
  const workers = loop.workers.map((worker) => {
    const deadlineAt = deadlineOf(worker);
    return deadlineAt !== undefined && deadlineAt <= turn.now ? endContext(worker, "deadlineExceeded", turn) : worker;
  });
  return { ...loop, workers };
}

function endContext(worker: LoopWorker, reason: ContextEnd, { now, facts }: Turn): LoopWorker {
  if (worker.type !== "running" || worker.context.type === "ended") return worker;
  facts.push({ type: "contextEnded", worker: worker.id, key: worker.key, reason });
  return { ...worker, context: { type: "ended", reason, at: now } };
}

/** One turn's end: decide, add again, and only then Done; then the worker asks for its next key. */
function finish(loop: ControllerLoop, id: WorkerId, outcome: ReconcileOutcome, turn: Turn): ControllerLoop {
  const { now, facts } = turn;
  const worker = loop.workers.find((each) => each.id === id);
  assert(worker?.type === "running", () => `${id} returned a result but runs nothing`);
  const { key, attempt, context } = worker;
  facts.push({ type: "reconcileEnded", worker: id, key, attempt, end: endOf(outcome), context });
  if (outcome.type === "panicked" && !loop.options.recoverPanic) {
    facts.push({ type: "processCrashed", key, message: outcome.message });
    return { ...loop, phase: "crashed" };
  }
  const decided = applyDecision(loop, worker, outcome, turn);
  facts.push({ type: "operated", by: "loop", operation: { type: "done", key } });
  const idle = withWorker(decided, { id, type: "blocked" });
  const done = absorb(idle, doneInQueue(idle.queue, key, now), turn);
  return absorb(done, getFromQueue(done.queue, id, now), turn);
}

function applyDecision(loop: ControllerLoop, run: Run, outcome: ReconcileOutcome, turn: Turn): ControllerLoop {
  const { now, facts } = turn;
  const { key, context } = run;
  const { result, error } = recovered(outcome);
  const decision = decide(result, error, run.priority);
  let current = loop;
  for (const operation of decision.operations) {
    const request = { ...operation, key };
    facts.push({ type: "operated", by: "loop", operation: request });
    const done =
      request.type === "forget" ? forgetInQueue(current.queue, key) : addToQueue(current.queue, request, now);
    current = absorb(current, done, turn);
  }
  for (const line of decision.logs) facts.push({ type: "logged", key, line });
  const isPanic = outcome.type === "panicked";
  // A panic leaves the wrapper before the deadline is looked at, so it counts as no timeout.
  const isTimeout = !isPanic && context.type === "ended" && context.reason === "deadlineExceeded";
  const tookUs = micros(now - run.startedAt);
  facts.push({ type: "decided", key, decision, panics: isPanic ? 1 : 0, timeouts: isTimeout ? 1 : 0, tookUs });
  return current;
}

/** A recovered panic is an ordinary error with an empty result (`controller.go:Reconcile`). */
function recovered(outcome: ReconcileOutcome): { result: ReconcileResult; error: ReconcileError | undefined } {
  if (outcome.type === "returned") return outcome;
  const result: ReconcileResult = { requeueAfterUs: micros(0), requeue: false, priority: undefined };
  return { result, error: { message: `panic: ${outcome.message} [recovered]`, isTerminal: false } };
}

function endOf(outcome: ReconcileOutcome): ReconcileEnd {
  if (outcome.type === "panicked") return "panic";
  if (outcome.error === undefined) return "ok";
  return outcome.error.isTerminal ? "terminalError" : "error";
}

/** Takes over what a queue operation did, and lets the workers it concerned go on. */
function absorb(loop: ControllerLoop, outcome: QueueOutcome<WorkQueue>, turn: Turn): ControllerLoop {
  let current: ControllerLoop = { ...loop, queue: outcome.queue };
  for (const fact of outcome.facts) {
    turn.facts.push(fact);
    if (fact.type === "handedOut") current = beginRun(current, fact, turn);
    if (fact.type === "getRefused") current = exitWorker(current, fact.worker, turn.facts);
  }
  return current;
}

function beginRun(loop: ControllerLoop, given: HandedOut, { now, facts }: Turn): ControllerLoop {
  const { worker, key, priority } = given;
  const attempt = (valueAt(loop.attempts, key) ?? 0) + 1;
  const { timeoutUs } = loop.options;
  const context: RunContext =
    loop.phase === "stopping"
      ? { type: "ended", reason: "canceled", at: now }
      : { type: "alive", deadlineAt: timeoutUs === undefined ? undefined : micros(now + timeoutUs) };
  const requeues = requeuesOf(loop.queue, key);
  facts.push({ type: "reconcileStarted", worker, key, priority, attempt, requeues, context });
  const attempts = withEntry(loop.attempts, key, attempt);
  const run: LoopWorker = { id: worker, type: "running", key, priority, attempt, startedAt: now, context };
  return withWorker({ ...loop, attempts }, run);
}

function exitWorker(loop: ControllerLoop, id: WorkerId, facts: LoopFact[]): ControllerLoop {
  facts.push({ type: "workerExited", worker: id });
  const without = withWorker(loop, { id, type: "exited" });
  if (!without.workers.every((worker) => worker.type === "exited")) return without;
  facts.push({ type: "controllerStopped" });
  return { ...without, phase: "stopped" };
}

function withWorker(loop: ControllerLoop, worker: LoopWorker): ControllerLoop {
  return { ...loop, workers: loop.workers.map((each) => (each.id === worker.id ? worker : each)) };
}

function deadlineOf(worker: LoopWorker): Micros | undefined {
  return worker.type === "running" && worker.context.type === "alive" ? worker.context.deadlineAt : undefined;
}

function wakeTimeOf(loop: ControllerLoop): Micros | undefined {
  if (loop.phase === "crashed") return undefined;
  return earliest([nextWakeOf(loop.queue), ...loop.workers.map(deadlineOf)]);
}
