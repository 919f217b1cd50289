import { assign, setup } from "xstate";
import { type BackoffResetRule, FIRST_BACKOFF_MS, nextBackoff } from "./backoff.ts";

// One reflector of client-go as a chart: `reflector.go:RunWithContext, ListAndWatchWithContext, watchList, list, watch,
// handleAnyWatch @v0.36.3`, with the backoff of apimachinery's `wait/backoff.go`.
// Left out: the retry window for InternalError (0 for informers), the warning ticker of the streaming list, panics, and all bulk, which the
// owner keeps. The states listing, replacing, watchListing and watching together are "inside ListAndWatch".

/** What the chart needs to know about an error. */
export type ReflectorFault = "refused" | "tooManyRequests" | "gone" | "tooLarge" | "other";

/** What a wait is for. */
export type BackoffPurpose = "loop" | "watchConnect" | "watch429Event" | "watchList";

/** Times in microseconds; waits in milliseconds, as XState counts. */
export type ReflectorContext = {
  readonly watchList: boolean;
  readonly backoffReset: BackoffResetRule;
  /** "" until the first list. It is the reflector's own and runs ahead of the cache. */
  readonly lastSyncVersion: string;
  /** The server no longer (or not yet) has `lastSyncVersion`: ask for the most recent. */
  readonly unavailable: boolean;
  /** The first list came in pages, so that relists keep the limit. */
  readonly paginated: boolean;
  /** Where the list in progress was first asked for; if that is expired or too large, `listVersion` becomes "". */
  readonly askedVersion: string;
  /** Version and limit of the list in progress. */
  readonly listVersion: string;
  readonly limit: number;
  /** Version of the list that is being replaced into the queue. */
  readonly newVersion: string;
  readonly streaming: boolean;
  /** The watch began at no particular version, so ADDED events do not move `lastSyncVersion` yet. */
  readonly holdsVersion: boolean;
  readonly eventCount: number;
  readonly backoffBaseMs: number;
  readonly backoffSince: number;
  readonly backoffSteps: number;
  readonly waitBaseMs: number;
  readonly waitMs: number;
  readonly stopAsked: boolean;
};

/** `now` (µs) and the jitter in [0, 1) for the next wait, which is used up if the chart asks for `waitBackoff`. */
export type Drawn = { readonly now: number; readonly jitter: number };

/** What the owner tells the chart. `lasted` is in microseconds, from before the request. */
export type ReflectorEvent =
  | ({ readonly type: "stop" } & Drawn)
  | { readonly type: "start" }
  | { readonly type: "pageAnswered"; readonly continue: string }
  | { readonly type: "pageExpired" }
  | { readonly type: "listAnswered"; readonly resourceVersion: string; readonly paged: boolean }
  | ({ readonly type: "listFailed"; readonly fault: ReflectorFault } & Drawn)
  | ({ readonly type: "replaced" } & Drawn)
  | ({ readonly type: "replaceFailed" } & Drawn)
  | { readonly type: "watchOpened" }
  | ({ readonly type: "watchRefused"; readonly fault: ReflectorFault } & Drawn)
  | { readonly type: "eventTaken"; readonly resourceVersion: string; readonly added: boolean }
  | { readonly type: "initialEventsEnded"; readonly resourceVersion: string }
  | ({ readonly type: "watchErrored"; readonly fault: ReflectorFault } & Drawn)
  | ({ readonly type: "watchClosed"; readonly lasted: number } & Drawn);

/** What a new reflector is given; `now` in microseconds. */
export type ReflectorInput = {
  readonly watchList: boolean;
  readonly backoffReset: BackoffResetRule;
  readonly now: number;
};

const PAGE_SIZE = 500;
const SHORT_WATCH_MICROS = 1_000_000;

type Args = { readonly context: ReflectorContext };

const reflectorSetup = setup({
  types: {
    context: {} as ReflectorContext, // XState takes types from these placeholders
    events: {} as ReflectorEvent,
    input: {} as ReflectorInput,
  },
  actions: {
    // Effects: performed by the owner
    sendList: (
      _,
      _params: { readonly resourceVersion: string; readonly limit: number; readonly continue: string },
    ) => {},
    openWatch: (_, _params: { readonly resourceVersion: string; readonly sendInitialEvents: boolean }) => {},
    stopWatch: () => {},
    cancelConnect: () => {},
    discardStreamed: () => {},
    replaceStore: (_, _params: { readonly resourceVersion: string; readonly streamed: boolean }) => {},
    reportVersion: (_, _params: { readonly resourceVersion: string }) => {},
    reportUnavailable: (_, _params: { readonly value: boolean; readonly changed: boolean }) => {},
    returnFromListAndWatch: (_, _params: { readonly stage: "" | "list" | "listSync" | "watch" }) => {},
    callErrorHandler: (_, _params: { readonly stage: "list" | "listSync" | "watch" }) => {},
    waitBackoff: (
      _,
      _params: { readonly purpose: BackoffPurpose; readonly baseMs: number; readonly waitMs: number },
    ) => {},
    startResync: () => {},
    stopResync: () => {},
    // Memory of the chart
    chooseList: assign(({ context }) => {
      const listVersion = relistVersion(context);
      return { askedVersion: listVersion, listVersion, limit: pageSize(context, listVersion), streaming: false };
    }),
    askMostRecent: assign({ listVersion: "" }),
    takeList: assign(({ context, event }) => {
      if (event.type !== "listAnswered") return {};
      return {
        newVersion: event.resourceVersion,
        paginated: context.paginated || (context.askedVersion === "0" && event.paged),
      };
    }),
    takeStreamedList: assign(({ event }) =>
      event.type === "initialEventsEnded" ? { newVersion: event.resourceVersion, streaming: true } : {},
    ),
    adoptList: assign(({ context }) => ({ lastSyncVersion: context.newVersion })),
    adoptEvent: assign(({ event }) =>
      event.type === "eventTaken" ? { lastSyncVersion: event.resourceVersion, holdsVersion: false } : {},
    ),
    countEvent: assign({ eventCount: ({ context }) => context.eventCount + 1 }),
    beginStream: assign(({ context }) => ({ eventCount: 0, holdsVersion: isNoParticular(context.lastSyncVersion) })),
    keepStream: assign({ eventCount: 0, holdsVersion: false }),
    rememberUnavailable: assign({ unavailable: true }),
    forgetUnavailable: assign({ unavailable: false }),
    stepBackoff: assign(({ context, event }) => ("jitter" in event ? nextBackoff(context, event) : {})),
    rememberStop: assign({ stopAsked: true }),
  },
  guards: {
    usesWatchList: ({ context }) => context.watchList,
    isVersionUnusable: ({ event }) => "fault" in event && (event.fault === "gone" || event.fault === "tooLarge"),
    isRetriable: ({ event }) => "fault" in event && (event.fault === "refused" || event.fault === "tooManyRequests"),
    isTooManyRequests: ({ event }) => "fault" in event && event.fault === "tooManyRequests",
    wasVeryShort: ({ context, event }) =>
      event.type === "watchClosed" && event.lasted < SHORT_WATCH_MICROS && context.eventCount === 0,
    holdsVersion: ({ context, event }) => event.type === "eventTaken" && event.added && context.holdsVersion,
    isStreaming: ({ context }) => context.streaming,
    wasStopAsked: ({ context }) => context.stopAsked,
  },
  delays: { backoff: ({ context }) => context.waitMs },
});

const sendList = {
  type: "sendList",
  params: ({ context }: Args) => ({ resourceVersion: context.listVersion, limit: context.limit, continue: "" }),
} as const;
const sendNextPage = {
  type: "sendList",
  params: ({ context, event }: Args & { readonly event: ReflectorEvent }) => ({
    resourceVersion: "",
    limit: context.limit,
    continue: event.type === "pageAnswered" ? event.continue : "",
  }),
} as const;
const sendFullList = {
  type: "sendList",
  params: ({ context }: Args) => ({ resourceVersion: context.listVersion, limit: 0, continue: "" }),
} as const;
const openStreamingList = {
  type: "openWatch",
  params: ({ context }: Args) => ({
    resourceVersion: context.unavailable ? "" : context.lastSyncVersion,
    sendInitialEvents: true,
  }),
} as const;
const openWatch = {
  type: "openWatch",
  params: ({ context }: Args) => ({ resourceVersion: context.lastSyncVersion, sendInitialEvents: false }),
} as const;
const replaceStore = {
  type: "replaceStore",
  params: ({ context }: Args) => ({ resourceVersion: context.newVersion, streamed: context.streaming }),
} as const;
const reportVersion = {
  type: "reportVersion",
  params: ({ context }: Args) => ({ resourceVersion: context.lastSyncVersion }),
} as const;
const markUnavailable = [
  { type: "reportUnavailable", params: ({ context }: Args) => ({ value: true, changed: !context.unavailable }) },
  "rememberUnavailable",
] as const;
const markAvailable = [
  { type: "reportUnavailable", params: ({ context }: Args) => ({ value: false, changed: context.unavailable }) },
  "forgetUnavailable",
] as const;
const returnNil = { type: "returnFromListAndWatch", params: { stage: "" } } as const;

/** Every return from ListAndWatch takes one step of the backoff, even when the wait is cut short by a stop. */
const endIteration = [returnNil, "stepBackoff", waitBackoff("loop")] as const;
const failIteration = {
  list: [...failedWith("list"), "stepBackoff", waitBackoff("loop")],
  listSync: [...failedWith("listSync"), "stepBackoff", waitBackoff("loop")],
  watch: [...failedWith("watch"), "stepBackoff", waitBackoff("loop")],
} as const;

/** One reflector. The owner sends `start` once, later `stop`, and what the server answers. */
export const reflectorMachine = reflectorSetup.createMachine({
  id: "reflector",
  context: ({ input }) => ({
    watchList: input.watchList,
    backoffReset: input.backoffReset,
    lastSyncVersion: "",
    unavailable: false,
    paginated: false,
    askedVersion: "",
    listVersion: "",
    limit: 0,
    newVersion: "",
    streaming: false,
    holdsVersion: false,
    eventCount: 0,
    backoffBaseMs: FIRST_BACKOFF_MS,
    backoffSince: input.now,
    backoffSteps: 0,
    waitBaseMs: 0,
    waitMs: 0,
    stopAsked: false,
  }),
  initial: "idle",
  states: {
    idle: {
      on: {
        start: [{ guard: "usesWatchList", target: "watchListing" }, { target: "listing" }],
        stop: { target: "stopped" },
      },
    },
    watchListing: {
      initial: "connecting",
      states: {
        connecting: {
          entry: ["beginStream", "discardStreamed", openStreamingList],
          on: {
            watchOpened: { target: "collecting" },
            watchRefused: [
              { guard: "isRetriable", target: "backingOff", actions: ["stepBackoff", waitBackoff("watchList")] },
              { guard: "isVersionUnusable", target: "connecting", reenter: true, actions: [...markUnavailable] },
              { target: "#reflector.listing" },
            ],
            stop: { target: "#reflector.stopped", actions: ["cancelConnect", ...endIteration] },
          },
        },
        collecting: {
          on: {
            eventTaken: { actions: "countEvent" },
            initialEventsEnded: { target: "#reflector.replacing", actions: "takeStreamedList" },
            watchErrored: [
              {
                guard: "isTooManyRequests",
                target: "backingOff",
                actions: ["stopWatch", "stepBackoff", waitBackoff("watchList")],
              },
              { guard: "isVersionUnusable", target: "connecting", actions: ["stopWatch", ...markUnavailable] },
              { target: "#reflector.listing", actions: "stopWatch" },
            ],
            watchClosed: [
              { guard: "wasVeryShort", target: "#reflector.listing", actions: "stopWatch" },
              { target: "connecting", actions: "stopWatch" },
            ],
            stop: { target: "#reflector.stopped", actions: ["stopWatch", ...endIteration] },
          },
        },
        // This wait does not look at Run's context: a stop has to sit it out.
        backingOff: {
          on: { stop: { actions: "rememberStop" } },
          after: {
            backoff: [
              { guard: "wasStopAsked", target: "#reflector.stopped", actions: [...endIteration] },
              { target: "connecting" },
            ],
          },
        },
      },
    },
    listing: {
      initial: "firstRequest",
      on: {
        pageAnswered: { actions: sendNextPage },
        pageExpired: { actions: sendFullList },
        listAnswered: { target: "replacing", actions: "takeList" },
        stop: { target: "stopped", actions: [...endIteration] },
      },
      states: {
        firstRequest: {
          entry: ["chooseList", sendList],
          on: {
            listFailed: [
              { guard: "isVersionUnusable", target: "mostRecent", actions: [...markUnavailable] },
              { target: "#reflector.backingOff", actions: [...failIteration.list] },
            ],
          },
        },
        // At once and with the same pager: no backoff.
        mostRecent: {
          entry: ["askMostRecent", sendList],
          on: { listFailed: { target: "#reflector.backingOff", actions: [...failIteration.list] } },
        },
      },
    },
    replacing: {
      entry: [...markAvailable, replaceStore],
      on: {
        replaced: [
          {
            guard: "wasStopAsked",
            target: "stopped",
            actions: ["adoptList", reportVersion, "stopWatch", ...endIteration],
          },
          { guard: "isStreaming", target: "watching.streaming", actions: ["adoptList", "keepStream", reportVersion] },
          { target: "watching", actions: ["adoptList", reportVersion] },
        ],
        replaceFailed: [
          { guard: "wasStopAsked", target: "stopped", actions: [...failIteration.listSync] },
          { guard: "isStreaming", target: "listing" },
          { target: "backingOff", actions: [...failIteration.listSync] },
        ],
        stop: { actions: "rememberStop" },
      },
    },
    watching: {
      initial: "connecting",
      entry: "startResync",
      exit: "stopResync",
      states: {
        connecting: {
          entry: ["beginStream", openWatch],
          on: {
            watchOpened: { target: "streaming" },
            watchRefused: [
              { guard: "isRetriable", target: "backingOff", actions: ["stepBackoff", waitBackoff("watchConnect")] },
              { target: "#reflector.backingOff", actions: [...failIteration.watch] },
            ],
            stop: { target: "#reflector.stopped", actions: ["cancelConnect", ...failIteration.watch] },
          },
        },
        streaming: {
          on: {
            eventTaken: [
              { guard: "holdsVersion", actions: "countEvent" },
              { actions: ["countEvent", "adoptEvent", reportVersion] },
            ],
            watchErrored: [
              {
                guard: "isTooManyRequests",
                target: "backingOff",
                actions: ["stopWatch", "stepBackoff", waitBackoff("watch429Event")],
              },
              { target: "#reflector.backingOff", actions: ["stopWatch", ...endIteration] },
            ],
            watchClosed: [
              { guard: "wasVeryShort", target: "#reflector.backingOff", actions: ["stopWatch", ...endIteration] },
              { target: "connecting", actions: "stopWatch" },
            ],
            stop: { target: "#reflector.stopped", actions: ["stopWatch", ...endIteration] },
          },
        },
        // Still inside the same ListAndWatch: no relist, and the resync clock goes on.
        backingOff: {
          on: { stop: { target: "#reflector.stopped", actions: [...endIteration] } },
          after: { backoff: { target: "connecting" } },
        },
      },
    },
    backingOff: {
      on: { stop: { target: "stopped" } },
      after: { backoff: [{ guard: "usesWatchList", target: "watchListing" }, { target: "listing" }] },
    },
    stopped: { type: "final" },
  },
});

/** The rule of `relistResourceVersion`. */
function relistVersion(context: ReflectorContext): string {
  if (context.unavailable) return "";
  return context.lastSyncVersion === "" ? "0" : context.lastSyncVersion;
}

/** A limit defeats the watch cache, so only lists that etcd answers anyway, the very first one and known page-wise ones carry it. */
function pageSize(context: ReflectorContext, version: string): number {
  return context.paginated || isNoParticular(version) ? PAGE_SIZE : 0;
}

function isNoParticular(version: string): boolean {
  return version === "" || version === "0";
}

function waitBackoff(purpose: BackoffPurpose) {
  return {
    type: "waitBackoff",
    params: ({ context }: Args) => ({ purpose, baseMs: context.waitBaseMs, waitMs: context.waitMs }),
  } as const;
}

function failedWith<Stage extends "list" | "listSync" | "watch">(stage: Stage) {
  return [
    { type: "returnFromListAndWatch", params: { stage } },
    { type: "callErrorHandler", params: { stage } },
  ] as const;
}
