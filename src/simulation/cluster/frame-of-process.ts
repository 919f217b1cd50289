import { sortedValues, valueAt } from "../../base/persistent-map.ts";
import type { Entry } from "../kernel/agenda.ts";
import { stateText } from "../kernel/machine.ts";
import type { KubeObject } from "../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../kubernetes/object-key.ts";
import type { ReflectorContext } from "../machines/reflector.ts";
import { workerNumber } from "./actors/controller.ts";
import { informerId } from "./actors/names.ts";
import { tokensAt } from "./actors/throttle.ts";
import type { ClusterWorld, Process } from "./cluster.ts";
import type {
  BackoffFrame,
  ClientFrame,
  DeltaFrame,
  ElectionFrame,
  FifoFrame,
  HandlerFrame,
  InformerFrame,
  ProcessFrame,
  QueueFrame,
  StoreFrame,
  WorkerFrame,
} from "./frame.ts";
import { usernameOf } from "./identity.ts";
import type { Delta } from "./informer/delta.ts";
import { type Fifo, waitingDeltas } from "./informer/fifo.ts";
import { indexContents } from "./informer/indexer.ts";
import type { InformerState } from "./informer/informer-state.ts";
import type { Listener } from "./informer/listeners.ts";
import { queueLength } from "./informer/persistent-queue.ts";
import type { ClusterMessage } from "./messages.ts";
import { objectStatus } from "./object-status.ts";
import { isLeader, validUntil } from "./queue/elector.ts";
import { requeuesOf, viewOf } from "./queue/work-queue.ts";

/** Longest lists of a process's frame. */
const LIMITS = { deltas: 60, objects: 200, keys: 60, index: 20 } as const;

type Entries = readonly Entry<ClusterMessage>[];

/** A process as plain data. `entries` is the live agenda: it tells when a running call returns. */
export function processFrame(world: ClusterWorld, process: Process, entries: Entries): ProcessFrame {
  const { name, state, spec, held, runs } = process;
  return {
    name,
    user: usernameOf(name, world.shared.plan.controllers),
    runs,
    state: held === undefined ? state : "paused",
    election: electionFrame(process),
    informers: spec.watches.flatMap(({ kind, namespace = "", selector }) => {
      const id = informerId(name, kind);
      const informer = world.shared.informers[id];
      return informer === undefined ? [] : [{ ...informerFrame(world, id, informer, entries), namespace, selector }];
    }),
    queue: queueFrame(world, process),
    workers: process.loop.workers.map((worker) => workerFrame(world, process, worker)),
    client: clientFrame(world, process),
    expectations: expectationsOf(process),
  };
}

function electionFrame({ elector, spec }: Process): ElectionFrame | undefined {
  if (elector === undefined || spec.lease === undefined) return undefined;
  const { observed, phase } = elector;
  return {
    lease: spec.lease,
    isLeader: isLeader(elector) && phase.type !== "stopped",
    holder: observed?.holder ?? "",
    validUntil: validUntil(elector),
  };
}

function informerFrame(
  world: ClusterWorld,
  id: string,
  informer: InformerState,
  entries: Entries,
): Omit<InformerFrame, "namespace" | "selector"> {
  const chart = valueAt(world.machines, `${id}/reflector`);
  const context = chart?.snapshot.context as ReflectorContext | undefined; // the chart of that actor is the reflector's
  const lifecycle = valueAt(world.machines, `${id}/informer`)?.snapshot.value;
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
    store: storeFrame(informer),
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

function fifoFrame(fifo: Fifo): FifoFrame {
  const deltas = waitingDeltas(fifo);
  const kind = fifo.kind.type === "grouped" ? "DeltaFIFO" : fifo.kind.atomic ? "RealFIFO atomic" : "RealFIFO";
  const shown = deltas.slice(0, LIMITS.deltas).map(deltaFrame);
  return { kind, deltas: shown, more: deltas.length - shown.length, synced: fifo.synced };
}

function deltaFrame(delta: Delta): DeltaFrame {
  switch (delta.type) {
    case "ReplacedAll":
      return {
        type: delta.type,
        key: "",
        rv: delta.resourceVersion,
        objects: delta.objects
          .slice(0, LIMITS.objects)
          .map((object) => ({ key: keyOf(object), rv: object.metadata.resourceVersion })),
      };
    case "SyncAll":
      return { type: delta.type, key: "", rv: "", objects: [] };
    case "Bookmark":
      return { type: delta.type, key: "", rv: delta.resourceVersion, objects: [] };
    default: {
      const { object } = delta;
      return { type: delta.type, key: keyOf(object), rv: object.metadata.resourceVersion, objects: [] };
    }
  }
}

function storeFrame({ store }: InformerState): StoreFrame {
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

function queueFrame(world: ClusterWorld, process: Process): QueueFrame {
  const { loop } = process;
  const view = viewOf(loop.queue);
  const workerOf = (key: ObjectKey) => loop.workers.find((worker) => worker.type === "running" && worker.key === key);
  const keys = [...new Set([...view.ready, ...view.waiting].map(({ key }) => key).concat(view.processing))];
  return {
    kind: loop.queue.type,
    length: view.length,
    ready: view.ready
      .slice(0, LIMITS.keys)
      .map(({ key, priority }) => ({ key, priority, locked: view.processing.includes(key) })),
    processing: view.processing.map((key) => {
      const worker = workerOf(key);
      return { key, dirty: view.dirty.includes(key), worker: worker === undefined ? 0 : workerNumber(worker.id) };
    }),
    waiting: view.waiting
      .slice(0, LIMITS.keys)
      .map(({ key, priority, readyAt }) => ({ key, priority, readyAt, since: waitingSince(world, process, key) })),
    failures: keys.map((key) => ({ key, count: requeuesOf(loop.queue, key) })).filter(({ count }) => count > 0),
    shuttingDown: view.isShuttingDown,
  };
}

/** When the wait of a key began, as far as it is known: the chart of the key changed last when the delay was set. */
function waitingSince(world: ClusterWorld, process: Process, key: ObjectKey): number {
  return valueAt(world.machines, `${process.name}/key/${key}`)?.lastAt ?? world.now;
}

function workerFrame(world: ClusterWorld, process: Process, worker: Process["loop"]["workers"][number]): WorkerFrame {
  const index = workerNumber(worker.id);
  const run = process.active[index];
  const outcome = process.outcomes[index] ?? "";
  if (run === undefined) {
    return {
      index,
      state: worker.type === "exited" ? "exited" : "blocked",
      key: "",
      reconcile: 0,
      phase: "",
      since: world.now,
      reads: [],
      outcome,
    };
  }
  const { key, reconcile, phase, startedAt, reads } = run;
  return { index, state: "running", key, reconcile, phase, since: startedAt, reads, outcome };
}

function clientFrame(world: ClusterWorld, process: Process): ClientFrame {
  const { calls, callOrder } = world.shared;
  const inFlight = callOrder.flatMap((id) => {
    const call = valueAt(calls, String(id));
    if (call === undefined || call.client !== process.name || call.replyTo.type !== "worker") return [];
    if (call.state === "done" || call.broken) return [];
    const { request, sentAt } = call;
    const name = "name" in request ? request.name : "";
    return [{ id, verb: request.verb, kind: request.kind, name, since: sentAt }];
  });
  return { inFlight, tokens: tokensAt(process.throttle, world.now), burst: process.spec.clientBurst };
}

/** What the ReplicaSet controller remembers; other controllers have no expectations. */
function expectationsOf({ memory }: Process): ProcessFrame["expectations"] {
  if (typeof memory !== "object" || memory === null || !("expectations" in memory)) return [];
  const { expectations } = memory;
  if (typeof expectations !== "object" || expectations === null) return [];
  return Object.entries(expectations).flatMap(([key, value]) => {
    if (typeof value !== "object" || value === null || !("adds" in value) || !("deletes" in value)) return [];
    const { adds, deletes, since } = value;
    return [{ key, adds: Number(adds), deletes: Array.isArray(deletes) ? deletes.length : 0, since: Number(since) }];
  });
}

function versionOf(object: KubeObject): { readonly key: string; readonly rv: number } {
  return { key: keyOf(object), rv: Number(object.metadata.resourceVersion) };
}
