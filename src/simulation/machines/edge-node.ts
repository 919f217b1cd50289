import { setup } from "xstate";

// An edge node as three conditions that know nothing of each other: a parallel chart, three bits. Conditions as orthogonal observations
// instead of a phase are the convention of the Kubernetes API (sig-architecture/api-conventions.md, Typical status properties).
// Left out: Unknown as a third value, reasons and times.

export type EdgeCondition = "NodeReady" | "AgentHealthy" | "FirmwareSynced";

/** What is learnt about the node; each concerns one condition. */
export type EdgeNodeEvent = {
  readonly type: "nodeLost" | "nodeBack" | "agentFailed" | "agentRecovered" | "firmwareStarted" | "firmwareDone";
};

/** One bit has changed. */
export type EdgeNodeEffect = {
  readonly type: "flip";
  readonly params: { readonly condition: EdgeCondition; readonly status: boolean };
};

const flip = (condition: EdgeCondition, status: boolean) => ({ type: "flip", params: { condition, status } }) as const;
const bit = (condition: EdgeCondition, down: EdgeNodeEvent["type"], up: EdgeNodeEvent["type"]) =>
  ({
    initial: "True",
    states: {
      True: { on: { [down]: { target: "False", actions: flip(condition, false) } } },
      False: { on: { [up]: { target: "True", actions: flip(condition, true) } } },
    },
  }) as const;

/** Three bits. */
export const edgeNodeMachine = setup({
  types: { events: {} as EdgeNodeEvent }, // XState takes types from these placeholders
  actions: {
    flip: (_, _params: { readonly condition: EdgeCondition; readonly status: boolean }) => {},
  },
}).createMachine({
  id: "edge-node",
  type: "parallel",
  states: {
    NodeReady: bit("NodeReady", "nodeLost", "nodeBack"),
    AgentHealthy: bit("AgentHealthy", "agentFailed", "agentRecovered"),
    FirmwareSynced: bit("FirmwareSynced", "firmwareStarted", "firmwareDone"),
  },
});
