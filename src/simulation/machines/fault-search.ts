import { assign, setup } from "xstate";

// A person who looks for a fault after an alert: so many looks, each of the same length. Both numbers are inputs of the model.

export type FaultSearchContext = {
  readonly lookMs: number;
  /** Looks that it takes until the fault is seen. */
  readonly needed: number;
  /** Looks that are over. */
  readonly done: number;
};

export type FaultSearchInput = { readonly lookMs: number };

/** An alert, and how many looks what it says leaves to be taken. */
export type FaultSearchEvent = { readonly type: "alert"; readonly needed: number };

/** A look is over. */
export type FaultSearchEffect = {
  readonly type: "look";
  readonly params: { readonly nth: number; readonly last: boolean };
};

const look = (last: boolean) =>
  ({
    type: "look",
    params: ({ context }: { readonly context: FaultSearchContext }) => ({ nth: context.done + 1, last }),
  }) as const;

/** Watching until an alert, then looking until the fault is found. */
export const faultSearchMachine = setup({
  types: {
    context: {} as FaultSearchContext, // XState takes types from these placeholders
    events: {} as FaultSearchEvent,
    input: {} as FaultSearchInput,
  },
  actions: {
    look: (_, _params: { readonly nth: number; readonly last: boolean }) => {},
    begin: assign(({ event }) => ({ needed: event.needed, done: 0 })),
    countLook: assign({ done: ({ context }) => context.done + 1 }),
  },
  guards: {
    isLastLook: ({ context }) => context.done + 1 >= context.needed,
  },
  delays: {
    oneLook: ({ context }) => context.lookMs,
  },
}).createMachine({
  id: "fault-search",
  context: ({ input }) => ({ lookMs: input.lookMs, needed: 0, done: 0 }),
  initial: "Watching",
  states: {
    Watching: { on: { alert: { target: "Looking", actions: "begin" } } },
    Looking: {
      after: {
        oneLook: [
          { guard: "isLastLook", target: "Found", actions: [look(true), "countLook"] },
          { target: "Looking", reenter: true, actions: [look(false), "countLook"] },
        ],
      },
    },
    Found: { on: { alert: { target: "Looking", actions: "begin" } } },
  },
});
