import { assign, setup } from "xstate";

// The life of a shared informer as a chart: `shared_informer.go:RunWithContext, HasSynced, IsStopped @v0.36.3`.
// The library has no such states, only two booleans and a channel; these are its observable situations (Stopped before the first run
// and after the last, Starting until the first list is in the cache, Running once every handler has seen it). Left out: everything
// that the reflector's chart shows, and the process loop, which has no states beyond waiting and working. Connection failures move the
// region `connection` alone: nothing leads back from Synced.

/** What the owner tells the chart. */
export type InformerEvent =
  | { readonly type: "run" }
  | { readonly type: "cacheSynced" }
  | { readonly type: "handlersSynced" }
  | { readonly type: "handlerJoined" }
  | { readonly type: "stop" }
  | { readonly type: "runReturned" }
  | { readonly type: "listing" }
  | { readonly type: "watching" }
  | { readonly type: "backingOff" }
  | { readonly type: "disconnected" };

const informerSetup = setup({
  types: { context: {} as { readonly ran: boolean }, events: {} as InformerEvent }, // XState takes types from these placeholders
  actions: { rememberRun: assign({ ran: true }) },
  guards: { wasNeverRun: ({ context }) => !context.ran },
});

/** One shared informer. It is run once; after `runReturned` it ignores everything. */
export const informerMachine = informerSetup.createMachine({
  id: "informer",
  type: "parallel",
  context: { ran: false },
  states: {
    lifecycle: {
      initial: "Stopped",
      states: {
        Stopped: { on: { run: { guard: "wasNeverRun", target: "Starting", actions: "rememberRun" } } },
        Starting: { on: { cacheSynced: { target: "Synced" }, stop: { target: "Stopping" } } },
        Synced: { on: { handlersSynced: { target: "Running" }, stop: { target: "Stopping" } } },
        Running: { on: { stop: { target: "Stopping" } } },
        Stopping: { on: { runReturned: { target: "Stopped" } } },
      },
    },
    connection: {
      initial: "Disconnected",
      states: {
        Disconnected: { on: { listing: { target: "Listing" } } },
        Listing: {
          on: {
            watching: { target: "Watching" },
            backingOff: { target: "BackingOff" },
            disconnected: { target: "Disconnected" },
          },
        },
        Watching: {
          on: {
            listing: { target: "Listing" },
            backingOff: { target: "BackingOff" },
            disconnected: { target: "Disconnected" },
          },
        },
        BackingOff: {
          on: {
            listing: { target: "Listing" },
            watching: { target: "Watching" },
            disconnected: { target: "Disconnected" },
          },
        },
      },
    },
    handlers: {
      initial: "Waiting",
      states: {
        Waiting: { on: { handlersSynced: { target: "Synced" } } },
        Synced: { on: { handlerJoined: { target: "Waiting" } } },
      },
    },
  },
});
