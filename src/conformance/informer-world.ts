import { type Micros, micros } from "../base/time.ts";
import type { QueueKind } from "../simulation/cluster/informer/fifo.ts";
import {
  deliverInformer,
  type InformerHost,
  type InformerTurn,
  informerMachines,
} from "../simulation/cluster/informer/informer.ts";
import {
  createInformerState,
  type InformerState,
  informerOptions,
} from "../simulation/cluster/informer/informer-state.ts";
import type { InformerMessage } from "../simulation/cluster/informer/messages.ts";
import type { Transform } from "../simulation/cluster/informer/transform.ts";
import { type Domain, type MachineTimer, post } from "../simulation/kernel/turn.ts";
import { createWorld, type World } from "../simulation/kernel/world.ts";
import { errorOf, eventOf, listResultOf } from "./informer-script.ts";
import type { InformerVector } from "./informer-vector.ts";
import { PROCESS } from "./process-picture.ts";
import type { ReplayTraceFact } from "./replay-fact.ts";

/** The kind of the objects of a recorded run. */
export const KIND = "Pod";
/** The one informer of a recorded run. */
export const INFORMER = `${PROCESS}/${KIND}`;

/** What a server does next in a scripted exchange, by the number under which its host knows it. */
export type ServerMessage = { readonly type: "http.continue"; readonly id: number };

/** A world that holds one informer and nothing else: the server is the script. */
export type InformerWorld = World<InformerState, ServerMessage | InformerMessage | MachineTimer>;
export type InformerDomain = Domain<InformerState, ServerMessage | InformerMessage | MachineTimer, ReplayTraceFact>;
export type ScriptTurn = InformerTurn<InformerState, ServerMessage, ReplayTraceFact>;

/** A host with a server behind it. */
export type ScriptHost = InformerHost<InformerState, ServerMessage, ReplayTraceFact> & {
  /** The server goes on with an exchange. */
  goOn(turn: ScriptTurn, id: number): void;
  /** Run's context is cancelled, and with it every request that it was given to. */
  cancelRequests(turn: ScriptTurn): void;
  /** Whether WATCH `n` was handed out without a connection; undefined where that cannot be seen. */
  streamOf(n: number): "stream" | "empty" | undefined;
};

/** The world before the first step of a script, with the random values that the recorded run drew. */
export function createInformerWorld(vector: InformerVector): InformerWorld {
  const values: Record<string, number[]> = {};
  for (const { purpose, u } of vector.draws) values[purpose] = [...(values[purpose] ?? []), u];
  return createWorld(createInformerState(optionsOf(vector)), { seed: 0, jitter: { type: "recorded", values } });
}

/** The domain whose only actors are those of the informer. */
export function informerDomain(host: ScriptHost): InformerDomain {
  return {
    machines: informerMachines,
    deliver: (turn, to, message) => {
      if (message.type === "http.continue") host.goOn(turn, message.id);
      else deliverInformer(turn, host, to, message);
    },
  };
}

/** A host that answers from the script: the k-th request of a kind gets the k-th answer, later ones the last. */
export function scriptHost(vector: InformerVector): ScriptHost {
  const { lists = [], watches = [] } = vector.script;
  return {
    ...hostBase(vector),
    listsOutliveStop: true,
    sendList(turn, _id, n) {
      const list = lists[n - 1] ?? lists.at(-1);
      if (list === undefined) throw new SyntaxError(`script.lists: there is no answer to LIST ${n}`);
      answer(turn, { type: "list.answer", n, result: listResultOf(list) }, micros(list.delay ?? 0));
    },
    openWatch(turn, _id, n) {
      const watch = watches[n - 1] ?? {};
      if (watch.error !== undefined) {
        answer(turn, { type: "watch.refused", n, error: errorOf(watch.error) });
        return;
      }
      answer(turn, { type: "watch.opened", n });
      if (watch.closedAtOnce === true) answer(turn, { type: "watch.ended", n });
      for (const entry of watch.onOpen ?? []) {
        if ("event" in entry) answer(turn, { type: "watch.frame", n, event: eventOf(entry.event) });
        else answer(turn, { type: "watch.ended", n });
      }
    },
    stopWatch() {},
    goOn() {},
    cancelRequests() {},
    streamOf: () => undefined,
  };
}

/** The part of a host that does not depend on what the server is. */
export function hostBase(vector: InformerVector): Pick<ScriptHost, "read" | "write" | "handle"> {
  const durations = new Map((vector.options.handlers ?? []).map(({ id, callDuration }) => [id, micros(callDuration)]));
  return {
    read: (turn) => turn.world.shared,
    write: (turn, _id, state) => {
      turn.world = { ...turn.world, shared: state };
    },
    handle: (_turn, _id, handler) => durations.get(handler) ?? micros(0),
  };
}

/** Sends something from the server's side to the reflector. */
export function answer(turn: ScriptTurn, message: InformerMessage, after?: Micros): void {
  post(turn, { to: `${INFORMER}/reflector`, message, after: after ?? micros(0) });
}

function optionsOf(vector: InformerVector) {
  const { gates } = vector.library;
  const { options } = vector;
  const queue: QueueKind =
    gates.InOrderInformers === false
      ? { type: "grouped" }
      : {
          type: "ordered",
          atomic: gates.AtomicFIFO === true,
          batched: gates.InOrderInformersBatchProcess === true,
          unlocked: gates.AtomicFIFO === true && gates.UnlockWhileProcessingFIFO === true,
        };
  const slowWrites = (options.slowStoreWrites ?? []).map(({ object, duration }) => ({
    object: object.replace(/#.*/, ""), // the engine tells objects by key and version
    duration: micros(duration),
  }));
  return informerOptions(vector.era, {
    queue,
    watchList: options.watchListClient === true && gates.WatchListClient === true,
    // All eras were recorded on one commit, which has the newest rule.
    backoffReset: "sinceLastReset",
    resyncPeriod: micros(options.resyncPeriod ?? 0),
    transform: transformOf(options.transform),
    slowWrites,
  });
}

function transformOf(transform: InformerVector["options"]["transform"]): Transform {
  if (transform === undefined) return { type: "none" };
  return transform.kind === "identity" ? { type: "identity" } : { type: "failIfLabel", label: transform.label };
}
