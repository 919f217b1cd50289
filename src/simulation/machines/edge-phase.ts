import { setup } from "xstate";
import type { EdgeNodeEvent } from "./edge-node.ts";

// The same node as one phase field, in which a value hides every other: while Updating stands there, nobody writes that the agent is dead,
// and the end of the update says Ready. Phases as a state machine are deprecated in the Kubernetes API for that reason
// (sig-architecture/api-conventions.md, Typical status properties).

export type EdgePhase = "Ready" | "NotReady" | "AgentUnhealthy" | "Updating";

/** The field has another value. */
export type EdgePhaseEffect = {
  readonly type: "setPhase";
  readonly params: { readonly from: EdgePhase; readonly to: EdgePhase };
};

const to = (from: EdgePhase, target: EdgePhase) =>
  ({ target, actions: { type: "setPhase", params: { from, to: target } } }) as const;

/** Four phases, one at a time. */
export const edgePhaseMachine = setup({
  types: { events: {} as EdgeNodeEvent }, // XState takes types from these placeholders
  actions: {
    setPhase: (_, _params: { readonly from: EdgePhase; readonly to: EdgePhase }) => {},
  },
}).createMachine({
  id: "edge-phase",
  initial: "Ready",
  states: {
    Ready: {
      on: {
        nodeLost: to("Ready", "NotReady"),
        agentFailed: to("Ready", "AgentUnhealthy"),
        firmwareStarted: to("Ready", "Updating"),
      },
    },
    NotReady: { on: { nodeBack: to("NotReady", "Ready"), firmwareStarted: to("NotReady", "Updating") } },
    AgentUnhealthy: {
      on: {
        agentRecovered: to("AgentUnhealthy", "Ready"),
        nodeLost: to("AgentUnhealthy", "NotReady"),
        firmwareStarted: to("AgentUnhealthy", "Updating"),
      },
    },
    // The updater owns the field until it is done.
    Updating: { on: { firmwareDone: to("Updating", "Ready") } },
  },
});
