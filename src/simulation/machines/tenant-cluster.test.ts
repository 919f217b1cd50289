import { expect, test } from "vitest";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { tenantClusterMachine } from "./tenant-cluster.ts";

test("each state is asked for and entered only when it is saved", () => {
  let step = startMachine(tenantClusterMachine);
  const seen = [[stateText(step.snapshot.value), ...step.effects.map(({ params }) => params)]];
  for (let saves = 0; saves < 3; saves++) {
    step = stepMachine(tenantClusterMachine, step.snapshot, { type: "saved" });
    seen.push([stateText(step.snapshot.value), ...step.effects.map(({ params }) => params)]);
  }
  expect(seen).toEqual([
    ["Requested", { state: "Provisioning" }],
    ["Provisioning", { state: "Joining" }],
    ["Joining", { state: "Ready" }],
    ["Ready"],
  ]);
});

test("only a cluster that is ready can be upgraded, and it is ready again when that is saved", () => {
  const events = [{ type: "saved" }, { type: "upgrade" }];
  expect(reachableStates(tenantClusterMachine, { inputs: [undefined], events })).toMatchObject({
    unreachable: [],
    deadEnds: [],
  });
  const early = stepMachine(tenantClusterMachine, startMachine(tenantClusterMachine).snapshot, { type: "upgrade" });
  expect(stateText(early.snapshot.value)).toBe("Requested");
});
