import { defined, unreachable } from "../../../base/assert.ts";
import { type Micros, micros } from "../../../base/time.ts";
import { type ChartEvent, type Effect, stateText } from "../../kernel/machine.ts";
import {
  assignTo,
  cancelTimer,
  chartOf,
  dispatch,
  jitter,
  launch,
  type MachineFact,
  type MachineTimer,
  own,
  post,
  record,
  setTimer,
  type Turn,
  withCause,
} from "../../kernel/turn.ts";
import type { Fact } from "../../kernel/world.ts";
import { informerMachine } from "../../machines/informer.ts";
import { type ReflectorContext, reflectorMachine } from "../../machines/reflector.ts";
import type { InformerFact } from "./facts.ts";
import { closeListeners, enterHandler, leaveHandler, requestJoin, syncListeners } from "./handlers.ts";
import type { InformerState } from "./informer-state.ts";
import { endProcess, settleStop } from "./lifecycle.ts";
import type { HandlerCall, HandlerOptions } from "./listeners.ts";
import type { InformerMessage, ListOptions, WatchOptions } from "./messages.ts";
import type { InformerActor, InformerPort } from "./port.ts";
import { popNext, writeStage } from "./process-loop.ts";
import { receive, resumeReflector } from "./reflector-input.ts";
import { driveReflector, stopReflector } from "./reflector-work.ts";
import { resumeResync, tickResync } from "./resync.ts";

/** The turn of a world whose messages and facts include the informer's. */
export type InformerTurn<Shared, Message extends { readonly type: string }, F extends Fact> = Turn<
  Shared,
  Message | InformerMessage | MachineTimer,
  F | InformerFact | MachineFact
>;

/**
 * What surrounds an informer: where its state is kept, the way to the server, the code of its handlers. Answers come back as messages
 * to the actor `<id>/reflector`, each in a step of its own: `list.answer` for `sendList`; for `openWatch` either `watch.refused` or
 * `watch.opened` followed by `watch.frame` … `watch.ended`. After `stopWatch` nothing more is expected of that stream.
 */
export interface InformerHost<Shared, Message extends { readonly type: string }, F extends Fact> {
  read(turn: InformerTurn<Shared, Message, F>, id: string): InformerState;
  write(turn: InformerTurn<Shared, Message, F>, id: string, state: InformerState): void;
  sendList(turn: InformerTurn<Shared, Message, F>, id: string, n: number, options: ListOptions): void;
  /** Whether a LIST is answered by the server even after the stop. The real client heeds the context, so that its pager goes no further. */
  readonly listsOutliveStop: boolean;
  openWatch(turn: InformerTurn<Shared, Message, F>, id: string, n: number, options: WatchOptions): void;
  /** Also called for a WATCH that is still connecting when the informer is stopped. */
  stopWatch(turn: InformerTurn<Shared, Message, F>, id: string, n: number): void;
  /** A handler function is entered. Returns how long the call takes. */
  handle(turn: InformerTurn<Shared, Message, F>, id: string, handler: string, call: HandlerCall): Micros;
}

/** The charts that an informer's actors run; a host's domain must include them under these names. */
export const informerMachines = { informer: informerMachine, reflector: reflectorMachine } as const;

/** Run: starts the informer. A second call returns at once and disturbs nothing (`shared_informer.go:RunWithContext @v0.36.3`). */
export function startInformer<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: InformerTurn<Shared, Message, F>,
  host: InformerHost<Shared, Message, F>,
  id: string,
): void {
  const port = createPort(turn, host, id);
  const { runs, stopped, checkPeriod, options } = port.state();
  port.change({ runs: runs + 1 });
  if (runs > 0) {
    port.record("informer", { type: "informer.ignored", what: "run", reason: stopped ? "stopped" : "alreadyStarted" });
    port.record("informer", { type: "run.return", run: runs + 1, isStopped: stopped });
    return;
  }
  port.change({ resyncPeriod: checkPeriod });
  ensureChart(port, turn, id);
  port.dispatchInformer({ type: "run" });
  port.launchReflector({ watchList: options.watchList, backoffReset: options.backoffReset, now: turn.world.now });
  driveReflector(port, { type: "start" });
}

/** Cancels the context of Run. At most the item at hand is finished; queue and handlers' backlogs are dropped. */
export function stopInformer<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: InformerTurn<Shared, Message, F>,
  host: InformerHost<Shared, Message, F>,
  id: string,
): void {
  const port = createPort(turn, host, id);
  const { runs, stopping, process } = port.state();
  if (runs === 0 || stopping) {
    port.record("informer", { type: "informer.ignored", what: "stop", reason: runs === 0 ? "notRunning" : "stopped" });
    return;
  }
  port.change({ stopping: true, fifo: { ...port.state().fifo, closed: true } });
  port.dispatchInformer({ type: "stop" });
  port.branch(() => stopReflector(port));
  if (process.type === "idle") port.branch(() => endProcess(port));
}

/** AddEventHandler; waits for the item at hand. To a started informer's handler the cache is replayed, without any request. */
export function addHandler<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: InformerTurn<Shared, Message, F>,
  host: InformerHost<Shared, Message, F>,
  id: string,
  handler: HandlerOptions,
): void {
  const port = createPort(turn, host, id);
  ensureChart(port, turn, id);
  requestJoin(port, { type: "add", handler, asked: port.now() });
}

/** RemoveEventHandler, or with `awaitCall` ShutDownEventHandler, which also waits for the call in progress. */
export function removeHandler<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: InformerTurn<Shared, Message, F>,
  host: InformerHost<Shared, Message, F>,
  id: string,
  handler: string,
  options: { readonly awaitCall: boolean } = { awaitCall: false },
): void {
  requestJoin(createPort(turn, host, id), { type: "remove", handler, awaitCall: options.awaitCall });
}

const PARTS: ReadonlySet<string> = new Set(["informer", "reflector", "process", "resync"]);

/** Splits the id of one of an informer's actors; undefined if it is not one. */
function parseInformerActor(actor: string): { readonly id: string; readonly part: string } | undefined {
  const handler = actor.indexOf("/handler/");
  const end = handler < 0 ? actor.lastIndexOf("/") : handler;
  const part = actor.slice(end + 1);
  return end < 0 || (handler < 0 && !PARTS.has(part)) ? undefined : { id: actor.slice(0, end), part };
}

/** Delivers a message to one of an informer's actors. */
export function deliverInformer<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: InformerTurn<Shared, Message, F>,
  host: InformerHost<Shared, Message, F>,
  to: string,
  message: InformerMessage | MachineTimer,
): void {
  const address = parseInformerActor(to);
  if (address === undefined) return;
  const port = createPort(turn, host, address.id);
  const handler = address.part.slice("handler/".length);
  switch (message.type) {
    case "list.answer":
    case "watch.opened":
    case "watch.refused":
    case "watch.frame":
    case "watch.ended":
      receive(port, message);
      break;
    case "machine.timer":
      driveReflector(port, message.event);
      break;
    case "reflector.resume":
      resumeReflector(port);
      break;
    case "process.wake":
      popNext(port);
      break;
    case "process.write":
      writeStage(port);
      break;
    case "informer.cacheSynced":
      cacheSynced(port);
      break;
    case "informer.controllerEnded":
      endController(port);
      break;
    case "handler.next":
      enterHandler(port, handler);
      break;
    case "handler.return":
      leaveHandler(port, handler);
      break;
    case "resync.tick":
      tickResync(port);
      break;
    case "resync.resume":
      resumeResync(port);
      break;
    default:
      unreachable(message);
      break;
  }
}

function cacheSynced(port: InformerPort): void {
  if (port.state().stopping) {
    port.record("informer", { type: "informer.ignored", what: "synced", reason: "stopped" });
    return;
  }
  port.change({ synced: true });
  port.record("informer", { type: "synced", who: "informer" });
  port.dispatchInformer({ type: "cacheSynced" });
  syncListeners(port);
}

/** The processor ends strictly after the controller. */
function endController(port: InformerPort): void {
  if (port.state().stopped) return;
  port.change({ stopped: true });
  closeListeners(port);
  settleStop(port);
}

function ensureChart<Shared, Message extends { readonly type: string }, F extends Fact>(
  port: InformerPort,
  turn: InformerTurn<Shared, Message, F>,
  id: string,
): void {
  const actor = `${id}/informer`;
  if (chartOf(turn, actor) === undefined) port.branch(() => launch(turn, actor, "informer"));
}

function createPort<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: InformerTurn<Shared, Message, F>,
  host: InformerHost<Shared, Message, F>,
  id: string,
): InformerPort {
  const actorId = (actor: InformerActor) => `${id}/${actor}`;
  const reflector = actorId("reflector");
  return {
    id,
    now: () => turn.world.now,
    state: () => host.read(turn, id),
    change(change) {
      const state = own(turn, host.read(turn, id), copyState);
      assignTo<InformerState>(state, change);
      host.write(turn, id, state);
    },
    record: (actor, fact) => record(turn, actorId(actor), fact),
    branch: (body) => withCause(turn, turn.cause, body),
    dueTo: (cause, body) => withCause(turn, cause ?? turn.cause, body),
    cause: () => turn.cause,
    work: (actor, message, after) => post(turn, { to: actorId(actor), message, after, rank: "work" }),
    post: (actor, message, after) => post(turn, { to: actorId(actor), message, after: after ?? micros(0) }),
    setTimer: (actor, after, message) => setTimer(turn, { actor: actorId(actor), name: "period", after, message }),
    cancelTimer: (actor) => void cancelTimer(turn, actorId(actor), "period"),
    watchTimeoutJitter: () => jitter(turn, "watchTimeout", reflector),
    dispatchReflector: (event) => dispatchWithDraw(turn, reflector, event),
    reflectorState: () => stateText(chartOf(turn, reflector)?.snapshot.value ?? "idle"),
    reflectorMemory: () =>
      defined(chartOf(turn, reflector), "the reflector's chart").snapshot.context as ReflectorContext, // launchReflector put it there
    listsOutliveStop: host.listsOutliveStop,
    dispatchInformer: (event) => void dispatch(turn, actorId("informer"), event),
    launchReflector: (input) => void launch(turn, reflector, "reflector", input),
    sendList: (n, options) => host.sendList(turn, id, n, options),
    openWatch: (n, options) => host.openWatch(turn, id, n, options),
    stopWatch: (n) => host.stopWatch(turn, id, n),
    handle: (handler, call) => host.handle(turn, id, handler, call),
  };
}

const copyState = (state: InformerState) => ({ ...state });

/** LastSyncResourceVersion: the reflector's, which runs ahead of the cache's. "" before the first list. */
export function lastSyncVersion<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: InformerTurn<Shared, Message, F>,
  id: string,
): string {
  const context: unknown = chartOf(turn, `${id}/reflector`)?.snapshot.context;
  return typeof context === "object" && context !== null && "lastSyncVersion" in context
    ? String(context.lastSyncVersion)
    : "";
}

/** The next jitter travels with the event, and counts as drawn only if the chart makes use of it. */
function dispatchWithDraw<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: InformerTurn<Shared, Message, F>,
  reflector: string,
  event: ChartEvent,
): readonly Effect[] {
  if (event.type === "eventTaken") return dispatch(turn, reflector, event);
  const { random } = turn.world;
  const drawn = { now: turn.world.now, jitter: jitter(turn, "backoff", reflector) };
  const effects = dispatch(turn, reflector, { ...event, ...drawn });
  if (!effects.some((effect) => effect.type === "waitBackoff")) turn.world = { ...turn.world, random };
  return effects;
}
