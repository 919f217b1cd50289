import { setup } from "xstate";

// The lifecycle of one tenant's cluster. No state is entered for others before the store has saved it, so each transition waits for the
// store; the next one is asked for at once. What provisioning really does is left out: the store is what is measured.

/** The store has saved the state that was asked for; or somebody wants another version on a cluster that is ready. */
export type TenantClusterEvent = { readonly type: "saved" } | { readonly type: "upgrade" };

/** The cluster asks the store to save its next state. */
export type TenantClusterEffect = { readonly type: "ask"; readonly params: { readonly state: string } };

const asking = (state: string) => ({ entry: { type: "ask", params: { state } }, on: { saved: state } }) as const;

/** From the request to a cluster that is ready: three transitions, each saved. An upgrade of one that is ready is one more. */
export const tenantClusterMachine = setup({
  types: { events: {} as TenantClusterEvent }, // XState takes types from these placeholders
  actions: {
    ask: (_, _params: { readonly state: string }) => {},
  },
}).createMachine({
  id: "tenant-cluster",
  initial: "Requested",
  states: {
    Requested: asking("Provisioning"),
    Provisioning: asking("Joining"),
    Joining: asking("Ready"),
    Ready: { on: { upgrade: "Upgrading" } },
    Upgrading: asking("Ready"),
  },
});
