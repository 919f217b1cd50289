import { assign, setup } from "xstate";

// The server's side of one WATCH request: `as:storage/cacher/cacher.go:Watch`, `cache_watcher.go:process, processInterval, stopLocked`,
// `as:endpoints/handlers/get.go:handleWatch` and `watch.go:HandleHTTP @v0.36.3`.
// The deadline, the bookmark tick and the wait for a fresh cache are events, not `after`: their times are data of the server (the deadline
// is part of the request, bookmarks of all watchers share one ticker, the cache is fresh when a write arrives), and one truth is enough.
// Left out: what is in the buffers and the ring, which the watch cache keeps, and the moment in which the dispatcher waits for a full
// channel (at most 100 ms for all watchers together). `held` and `silent` are faults; a real server has no names for them.
// `broken` means that nothing of the end reaches the client, which then finds out by a reset, or by its own ping after some 45 s.

/**
 * Why a watch ended. Only `refused` is an HTTP error, only `errorSent` comes with an ERROR event; all others look like an end of the
 * stream.
 */
export type WatchCloseReason =
  | ""
  | "refused"
  | "errorSent"
  | "deadline"
  | "clientGone"
  | "slowConsumer"
  | "replayOverwritten"
  | "cacheReset"
  | "serverStopped"
  | "linkCut";

export type WatchConnectionContext = {
  readonly allowBookmarks: boolean;
  readonly reason: WatchCloseReason;
  /** Status code of the refusal or of the ERROR event; 0 if there is none. */
  readonly code: number;
};

/** What happens to the connection. `unsent` counts events that are still buffered for the client. */
export type WatchConnectionEvent =
  /** The request has to wait until the cache has reached a revision (at most 3 s). */
  | { readonly type: "cacheBehind" }
  | { readonly type: "refused"; readonly code: number }
  /** HTTP 200, one ERROR event, end: too old (410) or a revision that did not come in time (504). */
  | { readonly type: "startFailed"; readonly code: number }
  | { readonly type: "accepted"; readonly initial: number }
  | { readonly type: "initialEventsSent" }
  | { readonly type: "eventQueued" }
  | { readonly type: "bookmarkDue" }
  | { readonly type: "streamFailed"; readonly code: number }
  | { readonly type: "held" }
  | { readonly type: "released" }
  | { readonly type: "silenced" }
  | { readonly type: "deadlineReached"; readonly unsent: number }
  | { readonly type: "fellBehind"; readonly unsent: number }
  | { readonly type: "replayOverwritten"; readonly unsent: number }
  | { readonly type: "cacheReset"; readonly unsent: number }
  /** `polite`: the server has a termination grace period for watches; without one the connection breaks. */
  | { readonly type: "serverStopped"; readonly polite: boolean; readonly unsent: number }
  | { readonly type: "clientLeft" }
  | { readonly type: "linkCut" }
  | { readonly type: "drained" };

/** What the owner of the connection does. */
export type WatchConnectionEffect =
  | { readonly type: "refuse"; readonly params: { readonly code: number } }
  | { readonly type: "sendHeaders"; readonly params: undefined }
  | { readonly type: "writeInitialEvents"; readonly params: undefined }
  | { readonly type: "writeQueued"; readonly params: undefined }
  | { readonly type: "offerBookmark"; readonly params: undefined }
  | { readonly type: "writeError"; readonly params: { readonly code: number } }
  | {
      readonly type: "endStream";
      readonly params: { readonly reason: WatchCloseReason; readonly how: "eof" | "broken" };
    };

export type WatchConnectionInput = { readonly allowBookmarks: boolean };

type Args = { readonly context: WatchConnectionContext };

const watchConnectionSetup = setup({
  types: {
    context: {} as WatchConnectionContext, // XState takes types from these placeholders
    events: {} as WatchConnectionEvent,
    input: {} as WatchConnectionInput,
  },
  actions: {
    // Effects: performed by the owner
    refuse: (_, _params: { readonly code: number }) => {},
    sendHeaders: () => {},
    writeInitialEvents: () => {},
    writeQueued: () => {},
    offerBookmark: () => {},
    writeError: (_, _params: { readonly code: number }) => {},
    endStream: (_, _params: { readonly reason: WatchCloseReason; readonly how: "eof" | "broken" }) => {},
    // Memory of the chart
    noteReason: assign({ reason: (_, params: { readonly reason: WatchCloseReason }) => params.reason }),
    noteCode: assign({ code: ({ context, event }) => ("code" in event ? event.code : context.code) }),
  },
  guards: {
    hasInitialEvents: ({ event }) => event.type === "accepted" && event.initial > 0,
    allowsBookmarks: ({ context }) => context.allowBookmarks,
    hasUnsent: ({ event }) => "unsent" in event && event.unsent > 0,
    isBroken: ({ event }) => event.type === "serverStopped" && !event.polite,
  },
});

const codeParams = ({ context }: Args) => ({ code: context.code });
const because = (reason: WatchCloseReason) => ({ type: "noteReason", params: { reason } }) as const;
const end = (how: "eof" | "broken") =>
  ({ type: "endStream", params: ({ context }: Args) => ({ reason: context.reason, how }) }) as const;

/** The response ends by itself: what is buffered is still written, then a clean end of the stream without an ERROR event. */
const endAfterBuffer = (reason: WatchCloseReason) =>
  [
    { guard: "hasUnsent", target: "#watch-connection.draining", actions: because(reason) },
    { target: "#watch-connection.closed", actions: [because(reason), end("eof")] },
  ] as const;

/** The connection is gone; the buffer goes with it. */
const breakOff = (reason: WatchCloseReason) =>
  ({ target: "#watch-connection.closed", actions: [because(reason), end("broken")] }) as const;

const failWithError = {
  target: "closed",
  actions: ["noteCode", because("errorSent"), { type: "writeError", params: codeParams }, end("eof")],
} as const;

const offerBookmark = { guard: "allowsBookmarks", actions: "offerBookmark" } as const;

/** One watch on one server, from the request to its end. The owner sends what the watch cache, the network and the faults do. */
export const watchConnectionMachine = watchConnectionSetup.createMachine({
  id: "watch-connection",
  context: ({ input }) => ({ allowBookmarks: input.allowBookmarks, reason: "", code: 0 }),
  initial: "opening",
  on: {
    clientLeft: breakOff("clientGone"),
    linkCut: breakOff("linkCut"),
    serverStopped: [{ guard: "isBroken", ...breakOff("serverStopped") }, ...endAfterBuffer("serverStopped")],
  },
  states: {
    opening: {
      initial: "validating",
      on: {
        refused: {
          target: "closed",
          actions: ["noteCode", because("refused"), { type: "refuse", params: codeParams }],
        },
        startFailed: { ...failWithError, actions: ["sendHeaders", ...failWithError.actions] },
        accepted: [
          { guard: "hasInitialEvents", target: "replaying", actions: "sendHeaders" },
          { target: "streaming", actions: "sendHeaders" },
        ],
        cacheReset: endAfterBuffer("cacheReset"),
      },
      states: {
        validating: { on: { cacheBehind: { target: "waitingForFreshCache" } } },
        waitingForFreshCache: {},
      },
    },
    // State or ring of the cache, then what was dispatched meanwhile, in the order of revisions.
    replaying: {
      entry: "writeInitialEvents",
      on: {
        initialEventsSent: { target: "streaming" },
        bookmarkDue: offerBookmark,
        replayOverwritten: endAfterBuffer("replayOverwritten"),
        deadlineReached: endAfterBuffer("deadline"),
        fellBehind: endAfterBuffer("slowConsumer"),
        cacheReset: endAfterBuffer("cacheReset"),
        held: { target: "streaming.held" },
        silenced: { target: "streaming.silent" },
      },
    },
    streaming: {
      initial: "flowing",
      on: {
        bookmarkDue: offerBookmark,
        streamFailed: failWithError,
        deadlineReached: endAfterBuffer("deadline"),
        fellBehind: endAfterBuffer("slowConsumer"),
        cacheReset: endAfterBuffer("cacheReset"),
      },
      states: {
        flowing: {
          entry: "writeQueued",
          on: {
            eventQueued: { actions: "writeQueued" },
            held: { target: "held" },
            silenced: { target: "silent" },
          },
        },
        // A fault keeps the events in the server; the buffer fills.
        held: { on: { released: { target: "flowing" }, silenced: { target: "silent" } } },
        // A fault: the server believes that it writes, nothing arrives, and no end arrives either.
        silent: {
          on: {
            eventQueued: { actions: "writeQueued" },
            deadlineReached: breakOff("deadline"),
            fellBehind: breakOff("slowConsumer"),
            cacheReset: breakOff("cacheReset"),
          },
        },
      },
    },
    // No new events are taken; the response ends behind the last one that is buffered.
    draining: { on: { drained: { target: "closed", actions: end("eof") } } },
    closed: { type: "final" },
  },
});
