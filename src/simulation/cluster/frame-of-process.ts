import { valueAt } from "../../base/persistent-map.ts";
import type { Entry } from "../kernel/agenda.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import { informerId } from "./actors/names.ts";
import { workerNumber } from "./actors/tell-queue.ts";
import { tokensAt } from "./actors/throttle.ts";
import type { ClusterWorld, Process } from "./cluster.ts";
import type { ClientFrame, ElectionFrame, ProcessFrame, WorkerFrame } from "./frame.ts";
import { informerFrame } from "./frame-of-informer.ts";
import { queueFrame } from "./frame-of-queue.ts";
import { usernameOf } from "./identity.ts";
import type { ClusterMessage } from "./messages.ts";
import { isLeader, validUntil } from "./queue/elector.ts";

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
      return informer === undefined
        ? []
        : [{ ...informerFrame(world.machines, id, informer, entries), namespace, selector }];
    }),
    queue: queueFrame(process.loop, (key) => waitingSince(world, process, key)),
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
