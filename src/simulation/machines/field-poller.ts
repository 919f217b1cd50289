import { assign, setup } from "xstate";

// A poller that waits for a field which another cloud never fills in: each answer is whole, none is complete, and nothing counts the looks.
// What it would take to end is a limit or a condition that says who has to act; it has neither.

export type FieldPollerContext = {
  readonly everyMs: number;
  /** Answers without the field. */
  readonly looks: number;
};

export type FieldPollerInput = { readonly everyMs: number };

/** What came back. */
export type FieldPollerEvent = { readonly type: "answered"; readonly complete: boolean };

/** It asks once more. */
export type FieldPollerEffect = { readonly type: "poll"; readonly params: undefined };

/** Polling and waiting by turns, until the field is there. */
export const fieldPollerMachine = setup({
  types: {
    context: {} as FieldPollerContext, // XState takes types from these placeholders
    events: {} as FieldPollerEvent,
    input: {} as FieldPollerInput,
  },
  actions: {
    poll: () => {},
    countLook: assign({ looks: ({ context }) => context.looks + 1 }),
  },
  guards: {
    hasField: ({ event }) => event.complete,
  },
  delays: {
    nextPoll: ({ context }) => context.everyMs,
  },
}).createMachine({
  id: "field-poller",
  context: ({ input }) => ({ everyMs: input.everyMs, looks: 0 }),
  initial: "Polling",
  states: {
    Polling: {
      entry: "poll",
      on: {
        answered: [
          { guard: "hasField", target: "Complete" },
          { target: "Waiting", actions: "countLook" },
        ],
      },
    },
    Waiting: { after: { nextPoll: "Polling" } },
    Complete: { type: "final" },
  },
});
