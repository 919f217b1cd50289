import { assert, defined } from "../base/assert.ts";
import { ownValue } from "../base/own-value.ts";
import { type Micros, micros } from "../base/time.ts";
import {
  type ControllerLoop,
  createLoop,
  type LoopInput,
  type LoopOutcome,
  stepLoop,
} from "../simulation/cluster/queue/controller-loop.ts";
import type { ReconcileError, ReconcileOutcome } from "../simulation/cluster/queue/decision.ts";
import { earliest } from "../simulation/cluster/queue/earliest.ts";
import type { LoopFact } from "../simulation/cluster/queue/loop-fact.ts";
import { type AddRequest, createQueue, type QueueKind } from "../simulation/cluster/queue/work-queue.ts";
import type { ObjectKey } from "../simulation/kubernetes/object-key.ts";
import { limiterOptionsOf, type WorkqueueDriver } from "./workqueue-driver.ts";
import { type Hints, loopMemory, tellLoop } from "./workqueue-loop-telling.ts";
import { queuePicture } from "./workqueue-picture.ts";
import { keyOf, queueStateOf } from "./workqueue-queue-driver.ts";
import type { Stage } from "./workqueue-stage.ts";
import type { ControllerVectorOptions, Operation, RecordedCall, Sighting } from "./workqueue-vector.ts";

/** A call of the scripted reconciler under way. */
type Call = {
  readonly worker: string;
  readonly plan: RecordedCall;
  readonly returnsAt: Micros;
  /** The context has ended and the reconciler returns because of it. */
  readonly isEarly: boolean;
  readonly isContextEnded: boolean;
};

/** Replays a controller whose reconciler follows the plan of the vector. */
export function controllerDriver(options: ControllerVectorOptions, keys: readonly ObjectKey[]): WorkqueueDriver {
  let outcome = loopOf(options);
  let calls: readonly Call[] = [];
  const memory = loopMemory();
  const take = (stage: Stage, input: LoopInput, hints: Hints = {}): void => {
    outcome = stepLoop(outcome.loop, input, stage.now);
    const { facts, loop } = outcome;
    for (const fact of facts) calls = callsAfter(calls, fact, options, stage.now);
    tellLoop(stage, { facts, loop, memory, ...hints });
  };
  const nextReturn = (): Call | undefined =>
    calls.reduce<Call | undefined>((a, b) => (a === undefined || b.returnsAt < a.returnsAt ? b : a), undefined);
  return {
    perform: (stage, operation) => {
      const input = inputOf(operation);
      if (input !== undefined) take(stage, input, { called: sourceCallOf(operation, outcome.loop.queue.type) });
    },
    wakeAt: () => earliest([outcome.wakeAt, nextReturn()?.returnsAt]),
    wake: (stage) => {
      if (outcome.wakeAt !== undefined && outcome.wakeAt <= stage.now) return take(stage, { type: "wake" });
      const call = defined(nextReturn(), "call that returns");
      calls = calls.filter((each) => each !== call);
      const { worker, isEarly } = call;
      take(stage, { type: "reconcileReturned", worker, outcome: resultOf(call) }, { isEarly });
    },
    state: () => controllerStateOf(outcome.loop, keys),
    picture: () => queuePicture(outcome.loop.queue, outcome.loop.workers),
  };
}

function loopOf(options: ControllerVectorOptions): LoopOutcome {
  const limiter = limiterOptionsOf(options.limiter);
  const queue = createQueue(options.queue, { limiter, meterPeriodUs: undefined }, micros(0));
  const { workers, reconciliationTimeoutUs, recoverPanic } = options;
  const timeoutUs = reconciliationTimeoutUs > 0 ? micros(reconciliationTimeoutUs) : undefined;
  return { loop: createLoop({ workers, timeoutUs, recoverPanic }, queue), facts: [], wakeAt: undefined };
}

function inputOf(operation: Operation): LoopInput | undefined {
  switch (operation.op) {
    case "start":
      return { type: "start" };
    case "cancel":
      return { type: "cancel" };
    case "advance":
      return undefined;
    default:
      return { type: "enqueue", request: requestOf(operation) };
  }
}

function requestOf(operation: Operation): AddRequest {
  const key = keyOf(operation);
  const priority = operation.priority ?? 0;
  if (operation.op === "eventRateLimited") return { type: "addRateLimited", key, priority };
  if (operation.op === "eventAfter") {
    return { type: "addAfter", key, afterUs: micros(operation.delayUs ?? 0), priority };
  }
  assert(operation.op === "event", () => `no such operation here: ${operation.op}`);
  return { type: "add", key, priority };
}

/** The call that an event source makes, as recordings write it. */
function sourceCallOf(operation: Operation, kind: QueueKind): Sighting | undefined {
  const { op, key, delayUs, priority } = operation;
  const call = { type: "queue.op", by: "event", key };
  if (op === "eventAfter") return { ...call, op: "addAfter", delayUs };
  if (op === "eventRateLimited") return { ...call, op: "addRateLimited" };
  if (op !== "event") return undefined;
  return kind === "priority" && priority !== undefined
    ? { ...call, op: "addWithOpts", priority }
    : { ...call, op: "add" };
}

/** The scripted reconciler: it starts a call, and reacts to the end of its context when the plan says so. */
function callsAfter(
  calls: readonly Call[],
  fact: LoopFact,
  options: ControllerVectorOptions,
  now: Micros,
): readonly Call[] {
  if (fact.type === "reconcileStarted") {
    const plan = planOf(options, fact.key, fact.attempt);
    const returnsAt = micros(now + plan.takesUs);
    const call: Call = { worker: fact.worker, plan, returnsAt, isEarly: false, isContextEnded: false };
    return [...calls, fact.context.type === "ended" ? withContextEnded(call, now) : call];
  }
  if (fact.type === "contextEnded") {
    return calls.map((call) => (call.worker === fact.worker ? withContextEnded(call, now) : call));
  }
  return calls;
}

function withContextEnded(call: Call, now: Micros): Call {
  const ended = { ...call, isContextEnded: true };
  if (call.plan.onCtxDone === undefined) return ended;
  return { ...ended, isEarly: true, returnsAt: micros(now + (call.plan.reactUs ?? 0)) };
}

function planOf(options: ControllerVectorOptions, key: ObjectKey, attempt: number): RecordedCall {
  const plan = ownValue(options.reconciler, key) ?? options.reconciler["*"];
  const listed = plan?.calls[attempt - 1] ?? (plan?.then === "repeatLast" ? plan.calls.at(-1) : undefined);
  return listed ?? { takesUs: 0 };
}

function resultOf({ plan, isEarly, isContextEnded }: Call): ReconcileOutcome {
  const empty = { requeueAfterUs: micros(0), requeue: false, priority: undefined };
  if (isEarly) {
    const error = plan.onCtxDone === "returnErr" ? { message: "context ended", isTerminal: false } : undefined;
    return { type: "returned", result: empty, error };
  }
  if (plan.panic === true) return { type: "panicked", message: "planned" };
  const result = {
    requeueAfterUs: micros(plan.requeueAfterUs ?? 0),
    requeue: plan.requeue ?? false,
    priority: plan.priority,
  };
  return { type: "returned", result, error: errorOf(plan, isContextEnded) };
}

function errorOf(plan: RecordedCall, isContextEnded: boolean): ReconcileError | undefined {
  if (plan.error === undefined || (plan.error === "ctxErr" && !isContextEnded)) return undefined;
  return { message: plan.error, isTerminal: plan.error !== "error" && plan.error !== "ctxErr" };
}

function controllerStateOf(loop: ControllerLoop, keys: readonly ObjectKey[]): Readonly<Record<string, unknown>> {
  if (loop.phase === "notStarted") return { started: false };
  const running = loop.workers.flatMap((worker) => (worker.type === "running" ? [worker.key] : []));
  return { ...queueStateOf(loop.queue, keys), activeWorkers: running.length, running: [...running].sort() };
}
