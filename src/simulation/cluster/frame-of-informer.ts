import { sortedValues, valueAt } from "../../base/persistent-map.ts";
import type { Entry } from "../kernel/agenda.ts";
import { stateText } from "../kernel/machine.ts";
import type { World } from "../kernel/world.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import { keyOf } from "../kubernetes/object-key.ts";
import type { ReflectorContext } from "../machines/reflector.ts";
import type { BackoffFrame, DeltaFrame, FifoFrame, HandlerFrame, InformerFrame, StoreFrame } from "./frame.ts";
import type { Delta } from "./informer/delta.ts";
import { type Fifo, waitingDeltas } from "./informer/fifo.ts";
import { type Indexer, indexContents } from "./informer/indexer.ts";
import type { InformerState } from "./informer/informer-state.ts";
import type { Listener } from "./informer/listeners.ts";
import { queueLength } from "./informer/persistent-queue.ts";
import { objectStatus } from "./object-status.ts";

/** Longest lists of an informer's frame. */
const LIMITS = { deltas: 60, objects: 200, index: 20 } as const;

type Entries = readonly Entry<{ readonly type: string }>[];
type Machines = World<unknown, unknown>["machines"];

/** An informer as plain data. `entries` is the live agenda: it tells when a running call returns. */
export function informerFrame(
  machines: Machines,
  id: string,
  informer: InformerState,
  entries: Entries,
): Omit<InformerFrame, "namespace" | "selector"> {
  const chart = valueAt(machines, `${id}/reflector`);
  const context = chart?.snapshot.context as ReflectorContext | undefined; // the chart of that actor is the reflector's
  const lifecycle = valueAt(machines, `${id}/informer`)?.snapshot.value;
  return {
    id,
    kind: id.slice(id.indexOf("/") + 1),
    lifecycle: lifecycleOf(lifecycle),
    connection: chart === undefined ? "" : stateText(chart.snapshot.value),
    lastSyncRv: context?.lastSyncVersion ?? "",
    unavailable: context?.unavailable ?? false,
    hasSynced: informer.synced,
    isStopped: informer.stopped,
    backoff: backoffFrame(id, context, entries),
    fifo: fifoFrame(informer.fifo),
    store: storeFrame(informer.store),
    handlers: informer.listeners
      .filter((listener) => !listener.removed)
      .map((listener) => handlerFrame(id, listener, entries)),
  };
}

function lifecycleOf(value: unknown): InformerFrame["lifecycle"] {
  const state = typeof value === "object" && value !== null && "lifecycle" in value ? value.lifecycle : undefined;
  switch (state) {
    case "Starting":
    case "Synced":
    case "Running":
    case "Stopping":
      return state;
    default:
      return "Stopped";
  }
}

function backoffFrame(id: string, context: ReflectorContext | undefined, entries: Entries): BackoffFrame {
  if (context === undefined) return { step: 0, nextBase: 0, waiting: undefined, resetsAt: 0 };
  const timer = entries.find((entry) => entry.to === `${id}/reflector` && entry.timer !== undefined);
  const until = timer?.at;
  const wait = context.waitMs * 1_000;
  return {
    step: Math.round(Math.log2(Math.max(1, context.backoffBaseMs / 800))),
    nextBase: context.backoffBaseMs * 1_000,
    waiting: until === undefined ? undefined : { since: until - wait, until, base: context.waitBaseMs * 1_000 },
    resetsAt: context.backoffSince + 120_000_000,
  };
}

/** An informer's queue as plain data. */
export function fifoFrame(fifo: Fifo): FifoFrame {
  const deltas = waitingDeltas(fifo);
  const kind = fifo.kind.type === "grouped" ? "DeltaFIFO" : fifo.kind.atomic ? "RealFIFO atomic" : "RealFIFO";
  const shown = deltas.slice(0, LIMITS.deltas).map(deltaFrame);
  return { kind, deltas: shown, more: deltas.length - shown.length, synced: fifo.synced };
}

function deltaFrame(delta: Delta): DeltaFrame {
  const whole = { type: delta.type, key: "", rv: "", tombstone: false, objects: [] };
  switch (delta.type) {
    case "ReplacedAll":
      return {
        ...whole,
        rv: delta.resourceVersion,
        objects: delta.objects
          .slice(0, LIMITS.objects)
          .map((object) => ({ key: keyOf(object), rv: object.metadata.resourceVersion })),
      };
    case "SyncAll":
      return whole;
    case "Bookmark":
      return { ...whole, rv: delta.resourceVersion };
    default: {
      const { object, type } = delta;
      const tombstone = type === "Deleted" && delta.tombstone;
      return { ...whole, key: keyOf(object), rv: object.metadata.resourceVersion, tombstone };
    }
  }
}

/** A cache as plain data. */
export function storeFrame(store: Indexer): StoreFrame {
  const objects = sortedValues(store.objects);
  const shown = objects
    .slice(0, LIMITS.objects)
    .map((object) => ({ ...versionOf(object), uid: object.metadata.uid, status: objectStatus(object) }));
  return {
    rv: store.resourceVersion,
    objects: shown,
    more: objects.length - shown.length,
    indices: indexContents(store, LIMITS.index),
  };
}

function handlerFrame(informer: string, listener: Listener, entries: Entries): HandlerFrame {
  const { id, activity, taken, synced, pending } = listener;
  const actor = `${informer}/handler/${id}`;
  const ending = entries.find((entry) => entry.to === actor && entry.message.type === "handler.return");
  const call = activity === "calling" && ending !== undefined ? callOf(listener, ending.at) : undefined;
  return { id, call, pending: queueLength(pending), synced, calls: taken };
}

function callOf(listener: Listener, until: number): HandlerFrame["call"] {
  const { running } = listener;
  if (running === undefined) return undefined;
  return { fn: running.method, key: running.key, since: running.since, until };
}

function versionOf(object: KubeObject): { readonly key: string; readonly rv: number } {
  return { key: keyOf(object), rv: Number(object.metadata.resourceVersion) };
}
