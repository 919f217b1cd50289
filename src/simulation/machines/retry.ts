import { assign, setup } from "xstate";

// Retry with a limit of attempts, as applications write it into a controller of their own: PROCESSING → RETRY_PENDING → PROCESSING … →
// FAILED_PERMANENT. It stands beside the retry that client-go's queue does by itself, which has no limit (`cg:util/workqueue/
// default_rate_limiters.go:ItemExponentialFailureRateLimiter @v0.36.3`). Built-in controllers with a limit count in the queue's limiter
// (`kk:pkg/controller/deployment/deployment_controller.go:handleErr, maxRetries`).
// The chart decides whether and when to try again. It has no timer: a controller is woken by its queue (RequeueAfter), and by every event
// before, and each time the chart says whether there is something to try.

/** How to retry; times in milliseconds. */
export type RetryPolicy = {
  readonly baseMs: number;
  readonly capMs: number;
  /** Failures after which it is over; the first attempt counts. */
  readonly attempts: number;
};

/** What an object's attempts begin with. After a restart of the process, `failures` comes from what was noted elsewhere. */
export type RetryInput = RetryPolicy & { readonly generation: number; readonly failures: number };

export type RetryContext = RetryInput & {
  /** The wait that the newest failure led to, and when it is over, in virtual time. */
  readonly delayMs: number;
  readonly retryAtMs: number;
};

/** What the controller tells; `nowMs` is virtual time. */
export type RetryEvent =
  /** A reconcile began: the wait may be over, the object may have a new generation, or something else woke it. */
  | { readonly type: "woken"; readonly nowMs: number; readonly generation: number }
  | { readonly type: "succeeded" }
  | { readonly type: "failed"; readonly nowMs: number };

const retrySetup = setup({
  types: {
    context: {} as RetryContext, // XState takes types from these placeholders
    events: {} as RetryEvent,
    input: {} as RetryInput,
  },
  actions: {
    countFailure: assign(({ context: { failures, baseMs, capMs }, event }) => {
      const delayMs = Math.min(capMs, baseMs * 2 ** failures);
      return { failures: failures + 1, delayMs, retryAtMs: event.type === "failed" ? event.nowMs + delayMs : 0 };
    }),
    countLastFailure: assign(({ context: { failures } }) => ({ failures: failures + 1, delayMs: 0, retryAtMs: 0 })),
    startOver: assign(({ context, event }) => ({
      generation: event.type === "woken" ? event.generation : context.generation,
      failures: 0,
      delayMs: 0,
      retryAtMs: 0,
    })),
    endWait: assign({ delayMs: 0, retryAtMs: 0 }),
  },
  guards: {
    hasAttemptsLeft: ({ context: { failures, attempts } }) => failures + 1 < attempts,
    isNewGeneration: ({ context, event }) => event.type === "woken" && event.generation !== context.generation,
    isDue: ({ context, event }) => event.type === "woken" && event.nowMs >= context.retryAtMs,
  },
});

const onNewGeneration = { guard: "isNewGeneration", target: "PROCESSING", actions: "startOver" } as const;

/** One object's attempts, from the first until it worked or was given up. Only a new generation leads out of the last two states. */
export const retryMachine = retrySetup.createMachine({
  id: "retry",
  context: ({ input }) => ({ ...input, delayMs: 0, retryAtMs: 0 }),
  initial: "PROCESSING",
  states: {
    PROCESSING: {
      on: {
        woken: [{ ...onNewGeneration, target: undefined }, {}],
        succeeded: { target: "SUCCEEDED", actions: "endWait" },
        failed: [
          { guard: "hasAttemptsLeft", target: "RETRY_PENDING", actions: "countFailure" },
          { target: "FAILED_PERMANENT", actions: "countLastFailure" },
        ],
      },
    },
    RETRY_PENDING: {
      on: { woken: [onNewGeneration, { guard: "isDue", target: "PROCESSING", actions: "endWait" }, {}] },
    },
    SUCCEEDED: { on: { woken: [onNewGeneration, {}] } },
    FAILED_PERMANENT: { on: { woken: [onNewGeneration, {}] } },
  },
});
