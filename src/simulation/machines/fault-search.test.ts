import { expect, test } from "vitest";
import { milliseconds } from "../../base/time.ts";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { faultSearchMachine } from "./fault-search.ts";
import { reachableStates } from "./reachable-states.ts";

const LOOK = "xstate.after.oneLook.fault-search.Looking";

test("every state is reachable, and after a fault is found another can be looked for", () => {
  const walk = { inputs: [{ lookMs: 20 }], events: [{ type: "alert", needed: 2 }] };
  expect(reachableStates(faultSearchMachine, walk)).toMatchObject({ unreachable: [], deadEnds: [] });
});

test("it looks as often as the alert leaves to be looked, each look as long as it takes", () => {
  const { snapshot } = startMachine(faultSearchMachine, { lookMs: 20 });
  const first = stepMachine(faultSearchMachine, snapshot, { type: "alert", needed: 2 });
  expect(first.timers).toMatchObject([{ type: "set", after: milliseconds(20) }]);
  const second = stepMachine(faultSearchMachine, first.snapshot, { type: LOOK });
  expect(stateText(second.snapshot.value)).toBe("Looking");
  expect(second.effects).toEqual([{ type: "look", params: { nth: 1, last: false } }]);
  const found = stepMachine(faultSearchMachine, second.snapshot, { type: LOOK });
  expect(stateText(found.snapshot.value)).toBe("Found");
  expect(found.effects).toEqual([{ type: "look", params: { nth: 2, last: true } }]);
});
