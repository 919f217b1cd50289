import { sortedKeys } from "../../../base/persistent-map.ts";
import {
  chartOf,
  dispatch,
  launch,
  type MachineFact,
  type MachineTimer,
  record,
  type Turn,
  withCause,
} from "../../kernel/turn.ts";
import type { Fact } from "../../kernel/world.ts";
import type { ReconcileEvent } from "../../machines/reconcile.ts";
import type { QueueTraceFact } from "../facts.ts";
import type { QueueOperation } from "../queue/loop-fact.ts";
import type { QueueFact, WorkerId } from "../queue/queue-fact.ts";
import type { QueueKind } from "../queue/work-queue.ts";
import { keyActor, queueActor } from "./names.ts";

/** The turn of a world in which a work queue is told of: its facts, and the charts of its keys. */
export type QueueTurn<Shared, Message extends { readonly type: string }, F extends Fact> = Turn<
  Shared,
  Message | MachineTimer,
  F | QueueTraceFact | MachineFact
>;

/**
 * Which events explain what becomes of a key. `delay`: that which set its newest delay, since one timer wakes a whole queue. `line`: that which
 * put it in line, or marked it while it was processed, since a worker takes it only when it is done with another key.
 */
export interface CauseMemory<T> {
  read(turn: T, process: string, of: "delay" | "line", key: string): number | undefined;
  write(turn: T, process: string, of: "delay" | "line", key: string, seq: number): void;
}

/** A queue of which is told during one turn. `process` names its actors. */
export type QueueTelling<Shared, Message extends { readonly type: string }, F extends Fact> = {
  readonly turn: QueueTurn<Shared, Message, F>;
  readonly process: string;
  readonly kind: QueueKind;
  readonly causes: CauseMemory<QueueTurn<Shared, Message, F>>;
  /** Whether the newest operation was AddRateLimited: what begins then is a back-off. */
  limited: boolean;
};

/** Number of a worker from its id: `worker-2` is 2. */
export function workerNumber(id: WorkerId): number {
  return Number(id.slice(id.search(/\d+$/)));
}

/** Gives the chart of a key an event; the chart begins with the key's first one. */
export function tellKey<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: QueueTurn<Shared, Message, F>,
  process: string,
  key: string,
  event: ReconcileEvent,
): void {
  const actor = keyActor(process, key);
  const { cause } = turn;
  withCause(turn, cause, () => {
    if (chartOf(turn, actor) === undefined) launch(turn, actor, "reconcile");
    dispatch(turn, actor, event);
  });
}

/** Records a call on the queue. Done is told when the queue is through with it. The classic queue takes no priority. */
export function tellOperation<Shared, Message extends { readonly type: string }, F extends Fact>(
  telling: QueueTelling<Shared, Message, F>,
  by: "handler" | "loop",
  operation: QueueOperation,
): void {
  const { turn, process, kind } = telling;
  const actor = queueActor(process);
  const priorityOf = (asked: number) => (kind === "classic" ? 0 : asked);
  telling.limited = operation.type === "addRateLimited";
  switch (operation.type) {
    case "add": {
      record(turn, actor, { type: "queue.add", key: operation.key, priority: priorityOf(operation.priority), by });
      return;
    }
    case "addAfter": {
      const { key, afterUs: after } = operation;
      record(turn, actor, { type: "queue.addAfter", key, after, priority: priorityOf(operation.priority), by });
      return;
    }
    case "addRateLimited": {
      const { key } = operation;
      record(turn, actor, { type: "queue.addRateLimited", key, priority: priorityOf(operation.priority), by });
      return;
    }
    case "forget":
      record(turn, actor, { type: "queue.forget", key: operation.key });
      return;
    case "done":
      return;
  }
}

/** Records what happened in the queue, and lets the chart of the key follow. What only concerns a worker is not told here. */
export function tellQueue<Shared, Message extends { readonly type: string }, F extends Fact>(
  telling: QueueTelling<Shared, Message, F>,
  fact: QueueFact,
): void {
  const { turn, process, causes } = telling;
  const actor = queueActor(process);
  const tell = (key: string, event: ReconcileEvent) => tellKey(turn, process, key, event);
  switch (fact.type) {
    case "enqueued": {
      const { key, priority, cause: reason } = fact;
      if (reason === "doneWhileDirty") turn.cause = causes.read(turn, process, "line", key) ?? turn.cause;
      causes.write(turn, process, "line", key, record(turn, actor, { type: "queue.enqueued", key, priority, reason }));
      return fact.cause === "added" ? tell(fact.key, { type: "added" }) : undefined;
    }
    case "coalesced":
      record(turn, actor, { type: "queue.coalesced", key: fact.key });
      return tell(fact.key, { type: "added" });
    case "markedDirty":
    case "alreadyDirty": {
      const again = fact.type === "alreadyDirty";
      const seq = record(turn, actor, { type: "queue.markedDirty", key: fact.key, again });
      if (!again) causes.write(turn, process, "line", fact.key, seq);
      return tell(fact.key, { type: "added" });
    }
    case "limiterAsked":
      record(turn, actor, { type: "queue.limited", key: fact.key, delay: fact.delayUs, failures: fact.requeues });
      return tell(fact.key, { type: "failureCounted", failures: fact.requeues });
    case "limiterForgotten":
      if (fact.requeues > 0) record(turn, actor, { type: "queue.forgotten", key: fact.key, failures: fact.requeues });
      return tell(fact.key, { type: "forgotten" });
    case "handedOut": {
      const { key, worker, priority, latencyUs: latency = 0 } = fact;
      turn.cause = causes.read(turn, process, "line", key) ?? turn.cause;
      record(turn, actor, { type: "queue.get", key, worker: workerNumber(worker), priority, latency });
      return tell(key, { type: "handedOut" });
    }
    case "processed":
      record(turn, actor, { type: "queue.done", key: fact.key, took: fact.workUs });
      return tell(fact.key, { type: "done" });
    case "shutDown":
      return tellShutDown(telling, fact);
    default:
      return tellDelay(telling, fact);
  }
}

function tellShutDown<Shared, Message extends { readonly type: string }, F extends Fact>(
  { turn, process, kind }: QueueTelling<Shared, Message, F>,
  { drain, readyLost, waitingLost }: Extract<QueueFact, { type: "shutDown" }>,
): void {
  record(turn, queueActor(process), { type: "queue.shutDown", drain, readyLost, waitingLost });
  const prefix = keyActor(process, "");
  const dropsLine = kind === "priority";
  for (const actor of sortedKeys(turn.world.machines).filter((each) => each.startsWith(prefix)))
    tellKey(turn, process, actor.slice(prefix.length), { type: "queueShutDown", dropsLine });
}

function tellDelay<Shared, Message extends { readonly type: string }, F extends Fact>(
  telling: QueueTelling<Shared, Message, F>,
  fact: QueueFact,
): void {
  const { turn, process, causes, limited } = telling;
  const actor = queueActor(process);
  switch (fact.type) {
    case "delayStarted": {
      const { key, readyAt } = fact;
      causes.write(turn, process, "delay", key, record(turn, actor, { type: "queue.delayStarted", key, readyAt }));
      return tellKey(turn, process, key, { type: "delayed", rateLimited: limited });
    }
    case "delayMovedEarlier": {
      const { key, from, readyAt } = fact;
      causes.write(
        turn,
        process,
        "delay",
        key,
        record(turn, actor, { type: "queue.delayMovedEarlier", key, from, readyAt }),
      );
      return tellKey(turn, process, key, { type: "delayed", rateLimited: limited });
    }
    case "delayElapsed":
      turn.cause = causes.read(turn, process, "delay", fact.key) ?? turn.cause;
      record(turn, actor, { type: "queue.delayElapsed", key: fact.key });
      return tellKey(turn, process, fact.key, { type: "matured" });
    case "delayAbsorbed":
      record(turn, actor, { type: "queue.delayAbsorbed", key: fact.key, readyAt: fact.readyAt });
      return tellKey(turn, process, fact.key, { type: "delayAbsorbed" });
    default: {
      const told = unfollowed(fact);
      if (told !== undefined) record(turn, actor, told);
    }
  }
}

/** Facts that no chart follows. */
function unfollowed(fact: QueueFact): QueueTraceFact | undefined {
  switch (fact.type) {
    case "addIgnored":
      return { type: "queue.addIgnored", key: fact.key };
    case "laterDelayDropped":
      return { type: "queue.laterDelayDropped", key: fact.key, readyAt: fact.readyAt, dropped: fact.dropped };
    case "delaySwallowed":
      return { type: "queue.delaySwallowed", key: fact.key, dropped: fact.dropped };
    case "delayStillPending":
      return { type: "queue.delayStillPending", key: fact.key, readyAt: fact.readyAt };
    case "priorityRaised":
      return { type: "queue.priorityRaised", key: fact.key, from: fact.from, to: fact.to };
    case "lowerPriorityDropped":
      return { type: "queue.lowerPriorityDropped", key: fact.key, kept: fact.kept, dropped: fact.dropped };
    default:
      return undefined;
  }
}
