import { expect, test } from "vitest";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { type CloudSyncEvent, cloudSyncMachine } from "./cloud-sync.ts";
import { reachableStates } from "./reachable-states.ts";

const ALL = ["changed", "accepted", "refused", "told", "keepOwn", "takeStored", "read"] as const;

function after(...types: readonly CloudSyncEvent["type"][]) {
  let step = startMachine(cloudSyncMachine);
  for (const type of types) step = stepMachine(cloudSyncMachine, step.snapshot, { type });
  return { state: stateText(step.snapshot.value), effects: step.effects.map(({ type }) => type) };
}

test("every state is reachable, and none is a dead end", () => {
  const walk = { inputs: [undefined], events: ALL.map((type) => ({ type })) };
  expect(reachableStates(cloudSyncMachine, walk)).toMatchObject({ unreachable: [], deadEnds: [] });
});

test("a refused write waits for a person: nothing that comes by itself leads out of the conflict", () => {
  expect(after("changed", "refused")).toEqual({ state: "Conflict", effects: ["reportConflict"] });
  expect(after("changed", "refused", "told", "changed", "accepted", "read").state).toBe("Conflict");
});

test("kept, the own change is written on top of what is stored; taken, what is stored is adopted", () => {
  expect(after("changed", "refused", "keepOwn", "read")).toEqual({ state: "Writing", effects: ["adopt", "write"] });
  expect(after("changed", "refused", "takeStored", "read")).toEqual({ state: "Synced", effects: ["adopt"] });
});
