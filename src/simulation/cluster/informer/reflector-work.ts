import { emptyMap, sortedValues } from "../../../base/persistent-map.ts";
import { type Micros, micros } from "../../../base/time.ts";
import type { Effect } from "../../kernel/machine.ts";
import { refOf } from "./delta.ts";
import type { ErrorStage } from "./facts.ts";
import { enqueueReplace } from "./fifo.ts";
import type { BlockedWrite, ReflectorWork } from "./informer-state.ts";
import { settleStop } from "./lifecycle.ts";
import type { ListOptions } from "./messages.ts";
import { emptyQueue } from "./persistent-queue.ts";
import type { InformerPort } from "./port.ts";
import { commitWrite, isQueueLocked } from "./queue-writes.ts";
import { errorFields } from "./request-error.ts";
import { startResyncTimer, stopResyncTimer } from "./resync.ts";

/** Gives the reflector's chart an event and performs what it asks for. */
export function driveReflector(
  port: InformerPort,
  event: { readonly type: string; readonly [field: string]: unknown },
): void {
  const effects = port.dispatchReflector(event);
  for (const effect of effects) performEffect(port, effect);
  reportConnection(port);
  if (port.reflectorState() === "stopped" && !port.state().reflector.stopped) {
    changeWork(port, { stopped: true });
    settleStop(port);
  }
}

/** Changes what the reflector's owner keeps. */
export function changeWork(port: InformerPort, change: Partial<ReflectorWork>): void {
  port.change({ reflector: { ...port.state().reflector, ...change } });
}

/** Run's context is cancelled. A reflector that waits for the queue's lock finishes that write first. */
export function stopReflector(port: InformerPort): void {
  if (port.state().reflector.blocked?.type === "event") {
    changeWork(port, { stopAsked: true });
    return;
  }
  const state = port.reflectorState();
  if (state.startsWith("listing")) {
    const { listVersion: version, limit, unavailable } = port.reflectorMemory();
    changeWork(port, { abandoned: { version, limit, unavailable, asksMostRecent: state === "listing.mostRecent" } });
  }
  driveReflector(port, { type: "stop" });
}

/** Puts the list into the queue, or waits for the queue's lock. */
export function replaceQueue(port: InformerPort, write: Extract<BlockedWrite, { readonly type: "replace" }>): void {
  if (isQueueLocked(port)) {
    changeWork(port, { blocked: write });
    return;
  }
  const { reflector, fifo, store, options } = port.state();
  const { resourceVersion, streamed } = write;
  const objects = streamed ? sortedValues(reflector.streamed) : reflector.pages.flat();
  const written = enqueueReplace(fifo, { objects, resourceVersion }, { known: store, transform: options.transform });
  commitWrite(port, "reflector", written);
  const refused = written.steps.find((step) => step.type === "transformed" && !step.passed);
  changeWork(port, { pages: [], streamed: emptyMap(), blocked: undefined });
  if (written.failed) {
    const object = refused?.type === "transformed" ? refOf(refused.object) : "";
    changeWork(port, { error: { type: "transform", object } });
    driveReflector(port, { type: "replaceFailed" });
    return;
  }
  if (streamed) changeWork(port, { watchSince: port.now() });
  driveReflector(port, { type: "replaced" });
}

function performEffect(port: InformerPort, effect: Effect): void {
  switch (effect.type) {
    case "sendList":
      sendList(port, effect.params as ListOptions); // declared in machines/reflector.ts, as are the next ones
      break;
    case "openWatch":
      openWatch(port, effect.params as { readonly resourceVersion: string; readonly sendInitialEvents: boolean });
      break;
    case "stopWatch":
      stopWatch(port);
      break;
    case "cancelConnect":
      cancelConnect(port);
      break;
    case "discardStreamed":
      changeWork(port, { streamed: emptyMap() });
      break;
    case "replaceStore":
      replaceQueue(port, {
        type: "replace",
        ...(effect.params as { resourceVersion: string; streamed: boolean }),
      });
      break;
    case "startResync":
      startResyncTimer(port);
      break;
    case "stopResync":
      stopResyncTimer(port);
      break;
    default:
      report(port, effect);
      break;
  }
}

/** Effects that only tell of something. */
function report(port: InformerPort, effect: Effect): void {
  switch (effect.type) {
    case "reportVersion": {
      const { resourceVersion } = effect.params as { readonly resourceVersion: string };
      port.record("reflector", { type: "reflector.rv", rv: resourceVersion });
      return;
    }
    case "reportUnavailable": {
      const { value, changed } = effect.params as { readonly value: boolean; readonly changed: boolean };
      if (changed) port.record("reflector", { type: "reflector.rvUnavailable", value });
      return;
    }
    case "returnFromListAndWatch":
    case "callErrorHandler": {
      const { stage } = effect.params as { readonly stage: ErrorStage };
      const { error } = port.state().reflector;
      const fields = stage === "" || error === undefined ? { code: 0, reason: "", message: "" } : errorFields(error);
      const type = effect.type === "callErrorHandler" ? "errorHandler.call" : "listAndWatch.return";
      port.record("reflector", { type, stage, ...fields });
      return;
    }
    case "waitBackoff": {
      const { purpose, baseMs, waitMs } = effect.params as { purpose: string; baseMs: number; waitMs: number };
      port.record("reflector", { type: "backoff", purpose, base: micros(baseMs * 1000), delay: micros(waitMs * 1000) });
      return;
    }
  }
}

/** Sends the next LIST request. */
export function sendList(port: InformerPort, options: ListOptions): void {
  const n = port.state().reflector.lists + 1;
  changeWork(port, { lists: n });
  port.branch(() => {
    port.record("reflector", { type: "list.request", n, ...options });
    port.sendList(n, options);
  });
}

function openWatch(
  port: InformerPort,
  wanted: { readonly resourceVersion: string; readonly sendInitialEvents: boolean },
): void {
  const n = port.state().reflector.watches + 1;
  const timeoutSeconds = Math.floor(300 + port.watchTimeoutJitter() * 300);
  changeWork(port, { watches: n, watch: n, watchSince: port.now(), inbox: emptyQueue() });
  port.branch(() => {
    port.record("reflector", { type: "watch.request", n, timeoutSeconds, ...wanted });
    port.openWatch(n, { timeoutSeconds, ...wanted });
  });
}

function stopWatch(port: InformerPort): void {
  const { watch } = port.state().reflector;
  if (watch === 0) return;
  port.record("reflector", { type: "watch.stop", watch });
  port.stopWatch(watch);
  changeWork(port, { watch: 0, inbox: emptyQueue() });
}

/** The context is cancelled while a WATCH is connecting: the client gives up on it at once. */
function cancelConnect(port: InformerPort): void {
  const { watch } = port.state().reflector;
  changeWork(port, { error: { type: "cancelled" }, watch: 0 });
  port.record("reflector", {
    type: "watch.refused",
    n: watch,
    code: 0,
    reason: "context",
    message: "context canceled",
  });
  port.stopWatch(watch);
}

function reportConnection(port: InformerPort): void {
  const connection = connectionOf(port.reflectorState());
  if (connection === port.state().connection) return;
  port.change({ connection });
  port.branch(() => port.dispatchInformer({ type: connection }));
}

function connectionOf(state: string): "listing" | "watching" | "backingOff" | "disconnected" {
  if (state === "idle" || state === "stopped") return "disconnected";
  if (state.endsWith("backingOff")) return "backingOff";
  return state.startsWith("watching") ? "watching" : "listing";
}

/** How long the watch at hand has lasted, from before its request. */
export function watchLasted(port: InformerPort): Micros {
  return micros(port.now() - port.state().reflector.watchSince);
}
