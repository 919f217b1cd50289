import { assign, setup } from "xstate";

// A controller that does its work in steps and saves each one before the next: where it saves decides what a crash costs. The chart is the
// same for every store; recovering is what the store makes of it.

export type StoredStepsContext = {
  readonly workMs: number;
  readonly saveMs: number;
  readonly recoverMs: number;
  readonly steps: number;
  /** Steps that are done and saved. */
  readonly done: number;
};

export type StoredStepsInput = Omit<StoredStepsContext, "done"> & { readonly recovers: boolean };

/** What the store had kept: the step from which to go on. */
export type StoredStepsEvent = { readonly type: "found"; readonly done: number };

/** What the controller does. */
export type StoredStepsEffect =
  | { readonly type: "doStep"; readonly params: { readonly step: number } }
  | { readonly type: "saved"; readonly params: { readonly step: number } }
  | { readonly type: "lookUp"; readonly params: undefined };

const stepOf = ({ context }: { readonly context: StoredStepsContext }) => ({ step: context.done + 1 });

/** Recovering where there was a life before, then working and saving by turns. */
export const storedStepsMachine = setup({
  types: {
    context: {} as StoredStepsContext & { readonly recovers: boolean }, // XState takes types from these placeholders
    events: {} as StoredStepsEvent,
    input: {} as StoredStepsInput,
  },
  actions: {
    doStep: (_, _params: { readonly step: number }) => {},
    saved: (_, _params: { readonly step: number }) => {},
    lookUp: () => {},
    countStep: assign({ done: ({ context }) => context.done + 1 }),
    goOnFrom: assign(({ event }) => ({ done: event.done })),
  },
  guards: {
    hasPast: ({ context }) => context.recovers,
    isComplete: ({ context }) => context.done >= context.steps,
    isLastStep: ({ context }) => context.done + 1 >= context.steps,
  },
  delays: {
    working: ({ context }) => context.workMs,
    saving: ({ context }) => context.saveMs,
    recovery: ({ context }) => context.recoverMs,
  },
}).createMachine({
  id: "stored-steps",
  context: ({ input }) => ({ ...input, done: 0 }),
  initial: "Starting",
  states: {
    Starting: { always: [{ guard: "hasPast", target: "Recovering" }, { target: "Working" }] },
    Recovering: {
      after: { recovery: { actions: "lookUp" } },
      on: { found: { target: "Resuming", actions: "goOnFrom" } },
    },
    Resuming: { always: [{ guard: "isComplete", target: "Done" }, { target: "Working" }] },
    Working: { after: { working: { target: "Saving", actions: { type: "doStep", params: stepOf } } } },
    Saving: {
      after: {
        saving: [
          { guard: "isLastStep", target: "Done", actions: [{ type: "saved", params: stepOf }, "countStep"] },
          { target: "Working", actions: [{ type: "saved", params: stepOf }, "countStep"] },
        ],
      },
    },
    Done: { type: "final" },
  },
});
