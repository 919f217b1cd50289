import { expect, test } from "vitest";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
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
