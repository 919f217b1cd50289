import { setup } from "xstate";

// One cloud's side of an application whose truth is a versioned record in a central store: it writes with the version that it last saw
// (`as:registry/generic/registry/store.go:Update @v0.36.3`: another one is answered 409), hears of others' writes as events, and leaves a conflict
// to a person instead of trying again.

/** What a cloud learns. */
export type CloudSyncEvent =
  | { readonly type: "changed" }
  | { readonly type: "accepted" }
  | { readonly type: "refused" }
  /** Somebody else's write, as an event of the store. */
  | { readonly type: "told" }
  /** A person has decided: keep the own change, or take the stored one. */
  | { readonly type: "keepOwn" }
  | { readonly type: "takeStored" }
  /** The record as it is stored now. */
  | { readonly type: "read" };

/** What a cloud does. */
export type CloudSyncEffect =
  | { readonly type: "write"; readonly params: undefined }
  | { readonly type: "readStored"; readonly params: undefined }
  | { readonly type: "adopt"; readonly params: undefined }
  | { readonly type: "reportConflict"; readonly params: undefined };

/** Synced → Writing → Synced, or Conflict until a person has resolved it. */
export const cloudSyncMachine = setup({
  types: { events: {} as CloudSyncEvent }, // XState takes types from these placeholders
  actions: { write: () => {}, readStored: () => {}, adopt: () => {}, reportConflict: () => {} },
}).createMachine({
  id: "cloud-sync",
  initial: "Synced",
  states: {
    Synced: { on: { changed: { target: "Writing", actions: "write" }, told: { actions: "adopt" } } },
    Writing: { on: { accepted: "Synced", refused: { target: "Conflict", actions: "reportConflict" } } },
    Conflict: {
      on: {
        keepOwn: { target: "Rebasing", actions: "readStored" },
        takeStored: { target: "Taking", actions: "readStored" },
      },
    },
    Rebasing: { on: { read: { target: "Writing", actions: ["adopt", "write"] } } },
    Taking: { on: { read: { target: "Synced", actions: "adopt" } } },
  },
});
