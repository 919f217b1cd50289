import { assign, setup } from "xstate";

// What one key goes through between event handlers and workers, for client-go's queue (`cg:util/workqueue/queue.go, delaying_queue.go
// @32ce75a7`) and controller-runtime's (`cr:pkg/controller/priorityqueue/priorityqueue.go @86a0d40e`), with the loop around Reconcile
// (`cr:pkg/internal/controller/controller.go @86a0d40e`).
// Two regions: where the key stands, and whether a delay runs for it. They are independent in the classic queue (a key can be processed
// and wait at the same time, and a plain Add leaves the delay alone); the priority queue tells with `delayAbsorbed` that an Add took it up.
// The chart follows the queue's facts and decides nothing, so the queue stays the one truth: it has no effects, and its delays are
// events, not `after`. Left out: priorities and the order of keys, the shared token bucket, misuse of Done.

export type ReconcileContext = {
  /** Failures that the rate limiter holds against the key; forgotten = 0. */
  readonly failures: number;
  /** Adds that the next or current run covers although each was an event of its own. */
  readonly coalesced: number;
};

/** What happened to the key. */
export type ReconcileEvent =
  /** It was added without a delay: it stands in line, or already stood there, or is being processed. */
  | { readonly type: "added" }
  | { readonly type: "handedOut" }
  | { readonly type: "fetchBegan" }
  | { readonly type: "diffBegan" }
  | { readonly type: "applyBegan" }
  /** Reconcile has returned; what follows is decided before `done`. */
  | { readonly type: "returned" }
  | { readonly type: "done" }
  /** The limiter counted a failure, whether or not the delay that it gave was used. */
  | { readonly type: "failureCounted"; readonly failures: number }
  | { readonly type: "forgotten" }
  /** A delay began or moved to an earlier time. */
  | { readonly type: "delayed"; readonly rateLimited: boolean }
  | { readonly type: "matured" }
  /** An Add without delay took up a waiting key (priority queue). */
  | { readonly type: "delayAbsorbed" }
  /** `dropsLine`: the priority queue drops what is due; the classic one still hands it out. Delays are lost in both. */
  | { readonly type: "queueShutDown"; readonly dropsLine: boolean };

const reconcileSetup = setup({
  types: {
    context: {} as ReconcileContext, // XState takes types from these placeholders
    events: {} as ReconcileEvent,
  },
  actions: {
    startCounting: assign({ coalesced: 0 }),
    countCoalesced: assign({ coalesced: ({ context }) => context.coalesced + 1 }),
    countFailure: assign({
      failures: ({ context, event }) => (event.type === "failureCounted" ? event.failures : context.failures),
    }),
    forgetFailures: assign({ failures: 0 }),
  },
  guards: {
    isRateLimited: ({ event }) => event.type === "delayed" && event.rateLimited,
    dropsLine: ({ event }) => event.type === "queueShutDown" && event.dropsLine,
  },
});

const coalesce = { actions: "countCoalesced" } as const;
const startDelay = [{ guard: "isRateLimited", target: "backingOff" }, { target: "waiting" }] as const;
const endDelay = { target: "none" } as const;
const delayRuns = {
  delayed: startDelay,
  matured: endDelay,
  delayAbsorbed: endDelay,
  queueShutDown: endDelay,
} as const;

/** One key of one controller. The owner translates the facts of the queue and of the loop. */
export const reconcileMachine = reconcileSetup.createMachine({
  id: "reconcile",
  context: { failures: 0, coalesced: 0 },
  type: "parallel",
  on: {
    failureCounted: { actions: "countFailure" },
    forgotten: { actions: "forgetFailures" },
  },
  states: {
    place: {
      initial: "idle",
      states: {
        idle: {
          on: {
            added: { target: "queued", actions: "startCounting" },
            matured: { target: "queued", actions: "startCounting" },
          },
        },
        queued: {
          on: {
            added: coalesce,
            matured: coalesce,
            handedOut: { target: "processing" },
            queueShutDown: { guard: "dropsLine", target: "dropped" },
          },
        },
        processing: {
          type: "parallel",
          states: {
            phase: {
              initial: "start",
              on: {
                fetchBegan: { target: ".fetch" },
                diffBegan: { target: ".diff" },
                applyBegan: { target: ".apply" },
                returned: { target: ".end" },
              },
              states: { start: {}, fetch: {}, diff: {}, apply: {}, end: {} },
            },
            // Adds that come while a worker has the key: it runs once more after Done, never at the same time.
            meanwhile: {
              initial: "clean",
              states: {
                clean: {
                  on: {
                    added: { target: "dirty", actions: "startCounting" },
                    matured: { target: "dirty", actions: "startCounting" },
                    done: { target: "#reconcile.place.idle" },
                  },
                },
                dirty: {
                  on: {
                    added: coalesce,
                    matured: coalesce,
                    done: { target: "#reconcile.place.queued" },
                    queueShutDown: { guard: "dropsLine", target: "clean" },
                  },
                },
              },
            },
          },
        },
        dropped: { type: "final" },
      },
    },
    delay: {
      initial: "none",
      states: {
        none: { on: { delayed: startDelay } },
        // AddAfter: RequeueAfter, or a handler that asks for a later look.
        waiting: { on: delayRuns },
        // AddRateLimited: 5 ms · 2^failures, at most 1000 s.
        backingOff: { on: delayRuns },
      },
    },
  },
});
