import { assign, setup } from "xstate";

// A person who looks for a fault after an alert: one part after the other, each look of the same length, until a part shows it. How long a
// look takes is an input of the model; what a look shows is not the chart's business.

export type FaultSearchContext = {
  readonly lookMs: number;
  /** Parts that the alert leaves to be looked at. */
  readonly parts: number;
  /** Looks that are over. */
  readonly done: number;
};

export type FaultSearchInput = { readonly lookMs: number };

export type FaultSearchEvent =
  /** An alert, and how many parts it leaves to be looked at. */
  | { readonly type: "alert"; readonly parts: number }
  /** What the look has shown. */
  | { readonly type: "seen" | "unseen" };

/** A look is over: what is there to be seen? */
export type FaultSearchEffect = {
  readonly type: "look";
  /** Which of the parts, from 1. */
  readonly params: { readonly nth: number };
};

const begin = { target: "Looking", actions: "begin" } as const;

/** Watching until an alert, then looking until the fault is seen or no part is left. */
export const faultSearchMachine = setup({
  types: {
    context: {} as FaultSearchContext, // XState takes types from these placeholders
    events: {} as FaultSearchEvent,
    input: {} as FaultSearchInput,
  },
  actions: {
    look: (_, _params: { readonly nth: number }) => {},
    begin: assign(({ context, event }) => ({ parts: event.type === "alert" ? event.parts : context.parts, done: 0 })),
    countLook: assign({ done: ({ context }) => context.done + 1 }),
  },
  guards: {
    isPartLeft: ({ context }) => context.done < context.parts,
  },
  delays: {
    oneLook: ({ context }) => context.lookMs,
  },
}).createMachine({
  id: "fault-search",
  context: ({ input }) => ({ lookMs: input.lookMs, parts: 0, done: 0 }),
  initial: "Watching",
  states: {
    Watching: { on: { alert: begin } },
    Looking: {
      after: {
        oneLook: {
          target: "Judging",
          actions: [{ type: "look", params: ({ context }) => ({ nth: context.done + 1 }) }, "countLook"],
        },
      },
    },
    Judging: { on: { seen: "Found", unseen: [{ guard: "isPartLeft", target: "Looking" }, { target: "Watching" }] } },
    Found: { on: { alert: begin } },
  },
});
