import { assign, setup } from "xstate";

// One of a controller's identical workers: `cr:pkg/internal/controller/controller.go:Start, processNextWorkItem, reconcileHandler
// @86a0d40e`. It asks the queue for a key, calls Reconcile, decides what follows (re-add before Done), and asks again.
// A run has two sides at once: the phase that the reconciler says it is in, and whether it computes, waits for the API server or sleeps;
// only while it computes can it take the next step. The chart follows the loop's facts and has no effects.
// Left out: the process's death by a panic that nobody recovers (the process is gone with all its workers), metrics, logging.

export type WorkerContext = {
  /** Key of the current or last run; empty before the first. */
  readonly key: string;
  /** Number of that run for its key, from 1. */
  readonly attempt: number;
  /** Requests that were sent and not answered. */
  readonly inFlight: number;
  /** The run's context is cancelled or past its deadline. Nobody stops the reconciler: it has to look. */
  readonly contextEnded: boolean;
};

/** What the loop says about the worker. */
export type WorkerEvent =
  | {
      readonly type: "handedOut";
      readonly key: string;
      readonly attempt: number;
      /** The classic queue hands out its rest during shutdown, with a cancelled context. */
      readonly contextEnded: boolean;
    }
  | { readonly type: "fetchBegan" }
  | { readonly type: "diffBegan" }
  | { readonly type: "applyBegan" }
  | { readonly type: "requestsSent"; readonly count: number }
  | { readonly type: "answered" }
  | { readonly type: "sleepBegan" }
  | { readonly type: "sleepEnded" }
  | { readonly type: "contextEnded" }
  | { readonly type: "returned" }
  | { readonly type: "done" }
  /** The queue is shut down. */
  | { readonly type: "getRefused" };

const workerSetup = setup({
  types: {
    context: {} as WorkerContext, // XState takes types from these placeholders
    events: {} as WorkerEvent,
  },
  actions: {
    takeKey: assign(({ event }) =>
      event.type === "handedOut"
        ? { key: event.key, attempt: event.attempt, inFlight: 0, contextEnded: event.contextEnded }
        : {},
    ),
    countSent: assign({ inFlight: ({ event }) => (event.type === "requestsSent" ? event.count : 0) }),
    countAnswer: assign({ inFlight: ({ context }) => context.inFlight - 1 }),
    noteContextEnd: assign({ contextEnded: true }),
  },
  guards: {
    isLastAnswer: ({ context }) => context.inFlight <= 1,
  },
});

/** One worker, from the controller's start until the queue refuses it. */
export const workerMachine = workerSetup.createMachine({
  id: "worker",
  context: { key: "", attempt: 0, inFlight: 0, contextEnded: false },
  initial: "blocked",
  states: {
    // In GetWithPriority.
    blocked: {
      on: {
        handedOut: { target: "running", actions: "takeKey" },
        getRefused: { target: "exited" },
      },
    },
    running: {
      type: "parallel",
      on: {
        contextEnded: { actions: "noteContextEnd" },
        done: { target: "blocked" },
      },
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
        activity: {
          initial: "computing",
          states: {
            computing: {
              on: {
                requestsSent: { target: "awaitingAnswer", actions: "countSent" },
                sleepBegan: { target: "sleeping" },
              },
            },
            awaitingAnswer: {
              on: {
                answered: [
                  { guard: "isLastAnswer", target: "computing", actions: "countAnswer" },
                  { actions: "countAnswer" },
                ],
              },
            },
            sleeping: { on: { sleepEnded: { target: "computing" } } },
          },
        },
      },
    },
    exited: { type: "final" },
  },
});
