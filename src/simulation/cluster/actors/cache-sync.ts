import { assert } from "../../../base/assert.ts";
import { entriesInOrder } from "../../kernel/agenda.ts";
import { cancelTimer, record, setTimer } from "../../kernel/turn.ts";
import type { ClusterTurn } from "../cluster.ts";
import { openCalls } from "./call-store.ts";
import { kindOf } from "./names.ts";
import { informerNamed, processNamed, QUEUE_HANDLER } from "./processes.ts";

/** Bounds the wait for the caches from now on, for a controller that has a limit. */
export function limitSync(turn: ClusterTurn, name: string): void {
  const { cacheSyncTimeout: after } = processNamed(turn, name).spec;
  if (after === undefined) return;
  setTimer(turn, { actor: name, name: "cacheSync", after, message: { type: "process.syncTimeout" } });
}

/** The wait is over: the workers start, or the process was asked to stop, which is no error. */
export function unlimitSync(turn: ClusterTurn, name: string): void {
  cancelTimer(turn, name, "cacheSync");
}

/**
 * Records that a start has waited in vain, due to what the informer waits for. Of several one that has not synced is named: in the library
 * each source waits for all informers of the cache, so the error may name one that is well (`cr:pkg/internal/source/kind.go:Start @v0.24.1`).
 */
export function recordSyncTimeout(turn: ClusterTurn, name: string, waiting: readonly string[]): void {
  const informer = waiting.find((id) => !informerNamed(turn, id).synced) ?? waiting[0];
  const waited = processNamed(turn, name).spec.cacheSyncTimeout;
  assert(informer !== undefined && waited !== undefined, `${name} waits for nothing, or for ever`);
  turn.cause = obstacleOf(turn, informer) ?? turn.cause;
  record(turn, name, { type: "process.syncTimedOut", process: name, kind: kindOf(informer), waited });
}

/** `seq` of the event that an informer waits on: the back-off that runs, the request under way, the handler call in progress. */
function obstacleOf(turn: ClusterTurn, informer: string): number | undefined {
  const asked = openCalls(turn, ({ replyTo }) => "informer" in replyTo && replyTo.informer === informer);
  const calls = new Set(asked.map(({ id }) => id));
  const working = ["reflector", "process", `handler/${QUEUE_HANDLER}`].map((part) => `${informer}/${part}`);
  return entriesInOrder(turn.world.agenda).find(
    ({ to, message }) => working.includes(to) || ("call" in message && calls.has(message.call)),
  )?.cause;
}
