import { expect, test } from "vitest";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { type EdgeNodeEvent, edgeNodeMachine } from "./edge-node.ts";
import { reachableStates } from "./reachable-states.ts";

const ALL: readonly EdgeNodeEvent[] = [
  { type: "nodeLost" },
  { type: "nodeBack" },
  { type: "agentFailed" },
  { type: "agentRecovered" },
  { type: "firmwareStarted" },
  { type: "firmwareDone" },
];

test("three bits make eight situations, all reachable, and none is a dead end", () => {
  expect(reachableStates(edgeNodeMachine, { inputs: [undefined], events: ALL })).toEqual({
    unreachable: [],
    deadEnds: [],
    size: 8,
  });
});

test("each event moves one region and leaves the others where they are", () => {
  const start = startMachine(edgeNodeMachine);
  const updating = stepMachine(edgeNodeMachine, start.snapshot, { type: "firmwareStarted" });
  const dead = stepMachine(edgeNodeMachine, updating.snapshot, { type: "agentFailed" });
  expect(stateText(dead.snapshot.value)).toBe("NodeReady.True | AgentHealthy.False | FirmwareSynced.False");
  expect(dead.effects).toEqual([{ type: "flip", params: { condition: "AgentHealthy", status: false } }]);
});

test("what is known already is ignored", () => {
  const { snapshot } = startMachine(edgeNodeMachine);
  expect(stepMachine(edgeNodeMachine, snapshot, { type: "agentRecovered" }).changed).toBe(false);
});
