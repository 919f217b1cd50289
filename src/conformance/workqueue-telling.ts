import { queueActor, workerActor } from "../simulation/cluster/actors/names.ts";
import {
  type CauseMemory,
  type QueueTelling,
  tellQueue,
  workerNumber,
} from "../simulation/cluster/actors/tell-queue.ts";
import type { QueueFact } from "../simulation/cluster/queue/queue-fact.ts";
import type { QueueKind, WorkQueue } from "../simulation/cluster/queue/work-queue.ts";
import { type MachineTimer, record } from "../simulation/kernel/turn.ts";
import { PROCESS } from "./process-picture.ts";
import type { ReplayFact, ReplayTraceFact, ReplayTurn } from "./replay-fact.ts";
import { type Stage, tell } from "./workqueue-stage.ts";
import type { Sighting } from "./workqueue-vector.ts";

type Telling = QueueTelling<undefined, MachineTimer, ReplayTraceFact>;

/** Which events explain what becomes of a key. It belongs to one driver. */
export function causeMemory(): CauseMemory<ReplayTurn> {
  const seqs = new Map<string, number>();
  return {
    read: (_turn, _process, of, key) => seqs.get(`${of} ${key}`),
    write: (_turn, _process, of, key, seq) => seqs.set(`${of} ${key}`, seq),
  };
}

/** What is told in one moment of a queue. */
export function tellingIn({ turn }: Stage, kind: QueueKind, causes: CauseMemory<ReplayTurn>): Telling {
  return { turn, process: PROCESS, kind, causes, limited: false };
}

/** Tells what happened in a queue whose workers and callers are the script. */
export function tellScriptedQueue(stage: Stage, telling: Telling, fact: QueueFact): void {
  const call = callOf(fact);
  tell(stage, sightingsOf(fact, telling.kind), () => {
    if (call === undefined) tellQueue(telling, fact);
    else record(stage.turn, call.actor, call.fact);
  });
}

type Call = { readonly actor: string; readonly fact: ReplayFact };

/** What the cluster's queue does not tell, since its workers tell it or nobody asks. */
function callOf(fact: QueueFact): Call | undefined {
  switch (fact.type) {
    case "getBlocked":
    case "getRefused": {
      const worker = workerNumber(fact.worker);
      return { actor: workerActor(PROCESS, worker), fact: { type: `queue.${fact.type}`, worker } };
    }
    case "drainBlocked":
    case "drainReturned":
      return { actor: queueActor(PROCESS), fact: { type: `queue.${fact.type}`, caller: fact.caller } };
    case "panicked":
      return { actor: queueActor(PROCESS), fact: { type: "queue.panicked", operation: fact.operation } };
    case "workMeasured": {
      const { totalUs: total, longestUs: longest } = fact;
      return { actor: queueActor(PROCESS), fact: { type: "queue.measured", total, longest } };
    }
    default:
      return undefined;
  }
}

/** How recordings write what happened in a queue; most non-events leave no mark there. */
export function sightingsOf(fact: QueueFact, kind: WorkQueue["type"]): readonly Sighting[] {
  const isClassic = kind === "classic";
  switch (fact.type) {
    case "enqueued":
      return isClassic ? [{ type: "push", key: fact.key }] : [];
    case "coalesced":
      return isClassic ? [{ type: "touch", key: fact.key }] : [];
    case "delayElapsed":
      return isClassic ? [{ type: "matured", key: fact.key }] : [];
    case "handedOut": {
      const { worker, key, priority, latencyUs } = fact;
      const item: Sighting = { type: "get.item", worker, key, ...(isClassic ? {} : { priority }) };
      return latencyUs === undefined ? [item] : [{ type: "metric.latency", us: latencyUs }, item];
    }
    case "getBlocked":
      return [{ type: "get.blocked", worker: fact.worker }];
    case "getRefused":
      return [{ type: "get.shutdown", worker: fact.worker }];
    case "processed":
      return [{ type: "metric.workDuration", us: fact.workUs }];
    case "limiterAsked":
      return [{ type: "limiter.when", key: fact.key, delayUs: fact.delayUs, requeues: fact.requeues }];
    case "drainBlocked":
      return [{ type: "drain.blocked", caller: fact.caller }];
    case "drainReturned":
      return [{ type: "drain.returned", caller: fact.caller }];
    case "panicked":
      return [{ type: "panic", op: fact.operation }];
    case "workMeasured":
      return [
        { type: "metric.unfinishedWork", us: fact.totalUs },
        { type: "metric.longestRunning", us: fact.longestUs },
      ];
    default:
      return [];
  }
}
