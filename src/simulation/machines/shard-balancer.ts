import { assign, setup } from "xstate";

// Who may move a part of a shard's prefix to another writer. It measures, and decides by what it has measured: a line that is not long is left
// alone, one that is long and can be parted is split, and one whose requests all have the same key cannot be. So does CockroachDB, which splits a
// range by its load only where it finds a key that parts it (cockroachdb/cockroach pkg/kv/kvserver/split/finder.go:Key @40e7ff8b; there the
// halves have to be alike, here any part will do). A part moves in three steps, so that no two writers ever serve it at once: the old one is
// drained of it, its state is copied, and the new owner is published. Meanwhile its requests wait. Left out: merging what has cooled down.

export type ShardBalancerContext = {
  readonly periodMs: number;
  readonly moveMs: number;
  readonly hotAt: number;
  /** The longest line at the last look. */
  readonly line: number;
};

export type ShardBalancerInput = Omit<ShardBalancerContext, "line">;

/** What the balancer learns. */
export type ShardBalancerEvent =
  /** `line`: requests at the fullest shard that can be parted, or at the fullest of all; `parts`: into how many parts. */
  | { readonly type: "measured"; readonly line: number; readonly parts: number }
  /** The old writer serves nothing of the part any more. */
  | { readonly type: "drained" }
  | { readonly type: "published" }
  | { readonly type: "refused" };

/** What the balancer does. */
export type ShardBalancerEffect =
  | { readonly type: "measure"; readonly params: undefined }
  /** From now on the part's requests wait outside of any line. */
  | { readonly type: "fence"; readonly params: undefined }
  | { readonly type: "publish"; readonly params: undefined }
  /** The requests that waited go to the new owner. */
  | { readonly type: "handOver"; readonly params: undefined };

/** Watching → Measuring, and from there to a move in three steps, or back. */
export const shardBalancerMachine = setup({
  types: {
    context: {} as ShardBalancerContext, // XState takes types from these placeholders
    events: {} as ShardBalancerEvent,
    input: {} as ShardBalancerInput,
  },
  actions: {
    measure: () => {},
    fence: () => {},
    publish: () => {},
    handOver: () => {},
    keepLine: assign(({ event }) => (event.type === "measured" ? { line: event.line } : {})),
  },
  guards: {
    canBeSplit: ({ context, event }) => event.type === "measured" && event.line >= context.hotAt && event.parts > 1,
    isHot: ({ context, event }) => event.type === "measured" && event.line >= context.hotAt,
  },
  delays: {
    period: ({ context }) => context.periodMs,
    copying: ({ context }) => context.moveMs,
  },
}).createMachine({
  id: "shard-balancer",
  context: ({ input }) => ({ ...input, line: 0 }),
  initial: "Watching",
  states: {
    Watching: { after: { period: "Measuring" } },
    Measuring: {
      entry: "measure",
      on: {
        measured: [
          { guard: "canBeSplit", target: "Draining", actions: "keepLine" },
          { guard: "isHot", target: "Unsplittable", actions: "keepLine" },
          { target: "Watching", actions: "keepLine" },
        ],
      },
    },
    Unsplittable: { after: { period: "Measuring" } },
    Draining: { entry: "fence", on: { drained: "Copying" } },
    Copying: { after: { copying: "Publishing" } },
    Publishing: {
      entry: "publish",
      on: { published: { target: "Watching", actions: "handOver" }, refused: "Copying" },
    },
  },
});
