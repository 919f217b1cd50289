import { expect, test } from "vitest";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import type { EdgeNodeEvent } from "./edge-node.ts";
import { edgePhaseMachine } from "./edge-phase.ts";
import { reachableStates } from "./reachable-states.ts";

function phaseAfter(...types: readonly EdgeNodeEvent["type"][]): string {
  let { snapshot } = startMachine(edgePhaseMachine);
  for (const type of types) snapshot = stepMachine(edgePhaseMachine, snapshot, { type }).snapshot;
  return stateText(snapshot.value);
}

test("every phase is reachable, and none is a dead end", () => {
  const types = ["nodeLost", "nodeBack", "agentFailed", "agentRecovered", "firmwareStarted", "firmwareDone"] as const;
  const events = types.map((type) => ({ type }));
  expect(reachableStates(edgePhaseMachine, { inputs: [undefined], events })).toEqual({
    unreachable: [],
    deadEnds: [],
    size: 4,
  });
});

test("a failure during an update is not written, and the end of the update says Ready", () => {
  expect(phaseAfter("firmwareStarted", "agentFailed")).toBe("Updating");
  expect(phaseAfter("firmwareStarted", "agentFailed", "firmwareDone")).toBe("Ready");
});

test("a newer fault overwrites an older one, and its end forgets both", () => {
  expect(phaseAfter("agentFailed", "nodeLost")).toBe("NotReady");
  expect(phaseAfter("agentFailed", "nodeLost", "nodeBack")).toBe("Ready");
});
