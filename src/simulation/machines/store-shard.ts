import { assign, setup } from "xstate";

// One writer of a state store: requests come in a line, and one is served at a time. A store of one shard is the serial store.
// Left out: batching, replication, and what happens to a request whose writer dies.

export type StoreShardContext = {
  /** Requests that wait, without the one that is served. */
  readonly waiting: number;
};

/** What the writer is told. */
export type StoreShardEvent =
  | { readonly type: "asked" }
  | { readonly type: "saved" }
  /** A request that waited goes elsewhere. */
  | { readonly type: "withdrawn" };

/** The next request of the line is due. */
export type StoreShardEffect = { readonly type: "serve"; readonly params: undefined };

/** Idle, or serving one request while others wait. */
export const storeShardMachine = setup({
  types: {
    context: {} as StoreShardContext, // XState takes types from these placeholders
    events: {} as StoreShardEvent,
  },
  actions: {
    serve: () => {},
    lengthen: assign({ waiting: ({ context }) => context.waiting + 1 }),
    shorten: assign({ waiting: ({ context }) => context.waiting - 1 }),
  },
  guards: {
    hasMore: ({ context }) => context.waiting > 0,
  },
}).createMachine({
  id: "store-shard",
  context: { waiting: 0 },
  initial: "Idle",
  states: {
    Idle: { on: { asked: { target: "Serving", actions: "serve" } } },
    Serving: {
      on: {
        asked: { actions: "lengthen" },
        withdrawn: { guard: "hasMore", actions: "shorten" },
        saved: [
          { guard: "hasMore", target: "Serving", reenter: true, actions: ["shorten", "serve"] },
          { target: "Idle" },
        ],
      },
    },
  },
});
