import type { Micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";

/** Names a caller of Get. */
export type WorkerId = string;

/** Why a key entered the line of keys that are due. */
export type EnqueueCause =
  /** Somebody added it. */
  | "added"
  /** Its delay ran out. */
  | "delayElapsed"
  /** It was added again while being processed, and processing ended (classic queue). */
  | "doneWhileDirty"
  /** Done was called for a key that nobody was processing: it now stands in the line twice (classic queue, misuse). */
  | "doneWithoutGet";

/**
 * What happened to a key or a caller during one queue operation, in order. Things that did not happen although one
 * might expect them (a delay dropped, an add ignored) are facts too.
 */
export type QueueFact =
  | { readonly type: "enqueued"; readonly key: ObjectKey; readonly priority: number; readonly cause: EnqueueCause }
  /** Added while already due: one run covers both. */
  | { readonly type: "coalesced"; readonly key: ObjectKey }
  /** Added while being processed: runs again after Done, and waits outside the line until then (classic queue). */
  | { readonly type: "markedDirty"; readonly key: ObjectKey }
  /** Added once more while being processed: nothing changes (classic queue). */
  | { readonly type: "alreadyDirty"; readonly key: ObjectKey }
  | { readonly type: "addIgnored"; readonly key: ObjectKey; readonly reason: "shuttingDown" }
  | { readonly type: "delayStarted"; readonly key: ObjectKey; readonly readyAt: Micros; readonly priority: number }
  | { readonly type: "delayMovedEarlier"; readonly key: ObjectKey; readonly from: Micros; readonly readyAt: Micros }
  /** A later time was asked for: the earlier one stays. */
  | { readonly type: "laterDelayDropped"; readonly key: ObjectKey; readonly readyAt: Micros; readonly dropped: Micros }
  /** A delay was asked for a key that is already due: the delay is lost (priority queue). */
  | { readonly type: "delaySwallowed"; readonly key: ObjectKey; readonly dropped: Micros }
  /** A waiting key was added without delay: it is due now and its delay is gone (priority queue). */
  | { readonly type: "delayAbsorbed"; readonly key: ObjectKey; readonly readyAt: Micros }
  /** A key was added without delay while a delay of it stays pending: it will run now and again then (classic queue). */
  | { readonly type: "delayStillPending"; readonly key: ObjectKey; readonly readyAt: Micros }
  | { readonly type: "delayElapsed"; readonly key: ObjectKey }
  | { readonly type: "priorityRaised"; readonly key: ObjectKey; readonly from: number; readonly to: number }
  /** A lower priority was asked for: the higher one stays. */
  | { readonly type: "lowerPriorityDropped"; readonly key: ObjectKey; readonly kept: number; readonly dropped: number }
  | { readonly type: "limiterAsked"; readonly key: ObjectKey; readonly delayUs: Micros; readonly requeues: number }
  | { readonly type: "limiterForgotten"; readonly key: ObjectKey; readonly requeues: number }
  | {
      readonly type: "handedOut";
      readonly key: ObjectKey;
      readonly worker: WorkerId;
      readonly priority: number;
      /** How long the key was due; undefined for the second copy of a key in the line. */
      readonly latencyUs: Micros | undefined;
    }
  | { readonly type: "getBlocked"; readonly worker: WorkerId }
  | { readonly type: "getRefused"; readonly worker: WorkerId }
  | { readonly type: "processed"; readonly key: ObjectKey; readonly workUs: Micros }
  /** Done for a key that nobody was processing and that is not in the line. */
  | { readonly type: "doneIgnored"; readonly key: ObjectKey }
  | {
      readonly type: "shutDown";
      readonly drain: boolean;
      /** Due keys that nobody will get (priority queue). The classic queue still hands them out. */
      readonly readyLost: number;
      /** Waiting keys whose delay will never run out. */
      readonly waitingLost: number;
    }
  | { readonly type: "drainBlocked"; readonly caller: string }
  | { readonly type: "drainReturned"; readonly caller: string }
  /** A second ShutDown of the priority queue closes a closed channel: the process would die. */
  | { readonly type: "panicked"; readonly operation: "shutDown" | "shutDownWithDrain" }
  | { readonly type: "workMeasured"; readonly totalUs: Micros; readonly longestUs: Micros };

/** The queue after an operation, and what happened in it. */
export type QueueOutcome<Queue> = { readonly queue: Queue; readonly facts: readonly QueueFact[] };
