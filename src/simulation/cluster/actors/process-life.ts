import { defined } from "../../../base/assert.ts";
import { emptyMap } from "../../../base/persistent-map.ts";
import { type Micros, micros, milliseconds } from "../../../base/time.ts";
import { cancelTimer, forgetActors, launch, post, record, setTimer, withCause } from "../../kernel/turn.ts";
import { type ClusterTurn, change, clusterOf, type Process } from "../cluster.ts";
import type { QueueKind as FifoKind } from "../informer/fifo.ts";
import { addHandler, startInformer, stopInformer } from "../informer/informer.ts";
import { createInformerState, type Era, type InformerOptions, informerOptions } from "../informer/informer-state.ts";
import type { ControllerSpec, Generation, Plan, WatchSpec } from "../plan.ts";
import { createLoop } from "../queue/controller-loop.ts";
import { CONTROLLER_DEFAULT, EXPONENTIAL_DEFAULT } from "../queue/limiter.ts";
import { createQueue } from "../queue/work-queue.ts";
import type { ReconcilerKind } from "../reconciler.ts";
import { allStreams } from "./cache-access.ts";
import { limitSync, recordSyncTimeout, unlimitSync } from "./cache-sync.ts";
import { openCalls, putCall } from "./call-store.ts";
import { cancelCall, leaveCall } from "./calls.ts";
import { driveLoop } from "./controller.ts";
import { beginElection, type ElectionHooks, endElection, RESTART_AFTER } from "./election.ts";
import { informerHost } from "./informer-host.ts";
import { informerId, kindOf, workerActor } from "./names.ts";
import { changeProcess, handlersOf, informerNamed, informersOf, processNamed, QUEUE_HANDLER } from "./processes.ts";
import { forgetStream } from "./streams.ts";
import { newThrottle } from "./throttle.ts";

/** How often controller-runtime looks whether a cache or a registration has synced (`cg:tools/cache/shared_informer.go:syncedPollPeriod @v0.36.3`). */
const POLL = milliseconds(100);

/** A process that was not started yet. */
export function newProcess(spec: ControllerSpec, plan: Plan, kind: ReconcilerKind): Process {
  return {
    name: spec.name,
    spec,
    state: "starting",
    held: undefined,
    isOutOfGrace: false,
    runs: 0,
    loop: newLoop(spec, kind.queue, plan, micros(0)),
    memory: kind.memory,
    causes: { delay: emptyMap(), line: emptyMap() },
    active: {},
    reconciles: 0,
    outcomes: {},
    elector: undefined,
    joined: [],
    slowHandlers: {},
    throttle: newThrottle(spec),
  };
}

/** Starts a process, for the first time or again: fresh memory, fresh informers, an empty queue. */
export function startProcess(turn: ClusterTurn, name: string): void {
  const { spec, runs, slowHandlers } = processNamed(turn, name);
  const { plan } = clusterOf(turn);
  const kind = defined(turn.domain.reconcilers[spec.reconciler], `reconciler ${spec.reconciler}`);
  forgetInformers(turn, name);
  changeProcess(turn, name, {
    ...newProcess(spec, plan, kind),
    runs: runs + 1,
    loop: newLoop(spec, kind.queue, plan, turn.world.now),
    slowHandlers,
  });
  record(turn, name, { type: "process.start", process: name });
  // Without a lease to wait for, controllers start at once; nothing of them, not even a LIST, happens before.
  return spec.lease === undefined ? startController(turn, name) : beginElection(turn, name, electionHooks);
}

/** What an earlier life of the process had read. One that has to lead first has no informers until it does. */
function forgetInformers(turn: ClusterTurn, name: string): void {
  const earlier = new Set(informersOf(processNamed(turn, name)));
  change(turn, ({ informers }) => ({
    informers: Object.fromEntries(Object.entries(informers).filter(([id]) => !earlier.has(id))),
  }));
}

/** Starts the informers of a controller; its workers follow when they have synced. */
function startController(turn: ClusterTurn, name: string): void {
  const process = processNamed(turn, name);
  const { spec } = process;
  const { plan } = clusterOf(turn);
  const { cause } = turn;
  for (const watch of spec.watches) {
    const id = informerId(name, watch.kind);
    change(turn, ({ informers }) => ({
      informers: { ...informers, [id]: createInformerState(optionsFor(plan.generation, watch)) },
    }));
    if (spec.handlersJoin === "beforeStart") withCause(turn, cause, () => joinHandlers(turn, name, id));
    withCause(turn, cause, () => startInformer(turn, informerHost, id));
  }
  limitSync(turn, name);
  poll(turn, name);
}

function joinHandlers(turn: ClusterTurn, name: string, informer: string): void {
  const process = processNamed(turn, name);
  changeProcess(turn, name, { joined: [...process.joined, informer] });
  const { cause } = turn;
  for (const handler of handlersOf(process, kindOf(informer)))
    withCause(turn, cause, () => addHandler(turn, informerHost, informer, { id: handler }));
}

/**
 * What an election leads to. A leader that has lost its lease does not stop in an orderly way: its manager returns an error at once, main
 * exits, and the container starts again (`cr:pkg/manager/internal.go:initLeaderElector @v0.24.1`). Simplified: one fixed pause.
 */
export const electionHooks: ElectionHooks = {
  led: startController,
  lost: exitProcess,
};

/**
 * A start that has waited for its caches as long as it may fails: its manager returns the error, main exits, and the container starts
 * again, with the same time to wait (`cr:pkg/internal/controller/controller.go:startEventSourcesAndQueueLocked @v0.24.1`).
 */
export function endUnsynced(turn: ClusterTurn, name: string): void {
  if (processNamed(turn, name).state !== "starting") return;
  const waiting = informersOf(processNamed(turn, name)).filter((id) => !isInformerReady(turn, name, id));
  if (waiting.length === 0) return pollProcess(turn, name); // all are ready, and the next look would only say so
  recordSyncTimeout(turn, name, waiting);
  exitProcess(turn, name);
}

/** The process ends by itself with an error, and its container starts it again. */
function exitProcess(turn: ClusterTurn, name: string): void {
  crashProcess(turn, name);
  startLater(turn, name, RESTART_AFTER);
}

/**
 * The start of a controller, looked at every 100 ms: handlers join when their informer has synced, workers start when
 * every registration has (`cr:pkg/internal/source/kind.go:Start`, `pkg/internal/controller/controller.go:Start @86a0d40e`).
 */
export function pollProcess(turn: ClusterTurn, name: string): void {
  const process = processNamed(turn, name);
  if (process.state !== "starting") return;
  const { cause } = turn;
  for (const id of informersOf(process)) {
    if (process.joined.includes(id) || !informerNamed(turn, id).synced) continue;
    withCause(turn, cause, () => joinHandlers(turn, name, id));
  }
  if (!informersOf(process).every((id) => isInformerReady(turn, name, id))) return poll(turn, name);
  unlimitSync(turn, name);
  changeProcess(turn, name, { state: "running" });
  record(turn, name, { type: "process.workersStart", process: name, workers: process.spec.workers });
  const started = turn.cause;
  for (let worker = 1; worker <= process.spec.workers; worker++)
    withCause(turn, started, () => launch(turn, workerActor(name, worker), "worker"));
  withCause(turn, started, () => driveLoop(turn, name, { type: "start" }));
}

/** SIGTERM: the controller is stopped first, then the informers, each waiting for what runs (`cr:pkg/manager/internal.go:engageStopProcedure @86a0d40e`). */
export function stopProcess(turn: ClusterTurn, name: string): void {
  const process = processNamed(turn, name);
  if (process.state !== "running" && process.state !== "starting") return;
  unlimitSync(turn, name);
  changeProcess(turn, name, { state: "stopping" });
  record(turn, name, { type: "process.stop", process: name });
  const { gracefulShutdownTimeout: after } = process.spec;
  if (after !== undefined)
    setTimer(turn, { actor: name, name: "grace", after, message: { type: "process.stopTimeout" } });
  const { cause } = turn;
  if (process.loop.phase === "running") {
    withCause(turn, cause, () => driveLoop(turn, name, { type: "cancel" }));
    const sent = openCalls(turn, ({ replyTo }) => replyTo.type === "worker" && replyTo.process === name);
    for (const call of sent) withCause(turn, cause, () => cancelCall(turn, call));
  }
  settleProcess(turn, name);
}

/**
 * A stop has waited as long as it may. The election ends, its lease is released if it is to be, and the manager returns an error: main exits
 * with whatever still runs (`cr:pkg/manager/internal.go:engageStopProcedure @86a0d40e`).
 */
export function endGrace(turn: ClusterTurn, name: string): void {
  const { state, spec, active } = processNamed(turn, name);
  if (state !== "stopping") return;
  const waited = defined(spec.gracefulShutdownTimeout, `grace period of ${name}`);
  const runs = Object.keys(active).length;
  // With a timeout of 0 nobody was to be waited for, and that is no error.
  if (waited > 0) record(turn, name, { type: "process.stopTimedOut", process: name, waited, runs });
  changeProcess(turn, name, { isOutOfGrace: true });
  settleProcess(turn, name);
}

/** Goes on with a stop when what it waits for is over, or may not be waited for any longer. */
export function settleProcess(turn: ClusterTurn, name: string): void {
  const process = processNamed(turn, name);
  if (process.state !== "stopping") return;
  if (process.isOutOfGrace) {
    if (endElection(turn, name, electionHooks)) crashProcess(turn, name);
    return;
  }
  if (process.loop.phase === "running" || process.loop.phase === "stopping") return;
  // A replica that never led has no informers.
  const informers = informersOf(process).filter((id) => clusterOf(turn).informers[id] !== undefined);
  const open = informers.filter((id) => !informerNamed(turn, id).stopping);
  const { cause } = turn;
  for (const id of open) withCause(turn, cause, () => stopInformer(turn, informerHost, id));
  if (!informers.every((id) => informerNamed(turn, id).returned)) return;
  if (!endElection(turn, name, electionHooks)) return;
  cancelTimer(turn, name, "grace");
  changeProcess(turn, name, { state: "stopped" });
  record(turn, name, { type: "process.stopped", process: name });
}

/** The process is gone, with everything in its memory. What it has sent is on its way; the servers see its connections break. */
export function crashProcess(turn: ClusterTurn, name: string): void {
  const process = processNamed(turn, name);
  record(turn, name, { type: "process.crash", process: name, runs: Object.keys(process.active).length });
  forgetActors(turn, (actor) => actor === name || actor.startsWith(`${name}/`));
  changeProcess(turn, name, {
    state: "crashed",
    active: {},
    joined: [],
    runs: process.runs + 1,
  });
  const { cause } = turn;
  for (const call of openCalls(turn, ({ client }) => client === name)) {
    leaveCall(turn, call);
    if (call.state === "returning") putCall(turn, { ...call, broken: true, state: "done" });
  }
  const streams = allStreams(turn).filter(({ client, state }) => client === name && state !== "closed");
  for (const { id } of streams) withCause(turn, cause, () => forgetStream(turn, id));
}

/** A paused process gets nothing until it goes on (SIGSTOP, a suspended VM). */
export function pauseProcess(turn: ClusterTurn, name: string): void {
  changeProcess(turn, name, { held: [] });
}

/** The process goes on: what waited comes in the order in which it came, before anything that arrives only now. */
export function resumeProcess(turn: ClusterTurn, name: string): void {
  const { held = [] } = processNamed(turn, name);
  changeProcess(turn, name, { held: undefined });
  for (const { to, message, cause } of held) withCause(turn, cause, () => post(turn, { to, message, rank: "timer" }));
}

/** Starts a crashed or stopped process later. */
export function startLater(turn: ClusterTurn, name: string, after: Micros): void {
  setTimer(turn, { actor: name, name: "restart", after, message: { type: "process.start" } });
}

function poll(turn: ClusterTurn, name: string): void {
  setTimer(turn, { actor: name, name: "poll", after: POLL, message: { type: "process.poll" } });
}

/** Whether the handler that feeds the queue has joined an informer and was told of everything in its initial list. */
function isInformerReady(turn: ClusterTurn, name: string, id: string): boolean {
  if (!processNamed(turn, name).joined.includes(id)) return false;
  return informerNamed(turn, id).listeners.find((listener) => listener.id === QUEUE_HANDLER)?.synced === true;
}

/** The classic queue shares a token bucket between all keys; the priority queue has the per-key limiter only (fidelity workqueue §1.3). */
function newLoop(spec: ControllerSpec, ofLibrary: ReconcilerKind["queue"], plan: Plan, now: Micros) {
  const kind = spec.queue ?? ofLibrary ?? plan.generation.queue;
  const limiter = kind === "classic" ? CONTROLLER_DEFAULT : EXPONENTIAL_DEFAULT;
  const queue = createQueue(kind, { limiter, meterPeriodUs: undefined }, now);
  return createLoop({ workers: spec.workers, timeoutUs: undefined, recoverPanic: true }, queue);
}

function optionsFor({ name, fifo, watchList }: Generation, { resync }: WatchSpec): InformerOptions {
  const eras: Readonly<Record<Generation["name"], Era>> = {
    classic: "classic",
    "in-order": "inOrder",
    current: "current",
  };
  return informerOptions(eras[name], {
    queue: fifoOptions(fifo),
    watchList,
    resyncPeriod: resync,
    indices: ["namespace", "label", "owner"],
  });
}

function fifoOptions(fifo: Generation["fifo"]): FifoKind {
  switch (fifo) {
    case "DeltaFIFO":
      return { type: "grouped" };
    case "RealFIFO":
      return { type: "ordered", atomic: false, batched: true, unlocked: false };
    case "RealFIFO atomic":
      return { type: "ordered", atomic: true, batched: true, unlocked: true };
  }
}
