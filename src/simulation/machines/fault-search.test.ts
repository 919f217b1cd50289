import { expect, test } from "vitest";
import { milliseconds } from "../../base/time.ts";
import { type MachineStep, startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { type FaultSearchEvent, faultSearchMachine } from "./fault-search.ts";
import { reachableStates } from "./reachable-states.ts";

const LOOK = "xstate.after.oneLook.fault-search.Looking";

function step({ snapshot }: Pick<MachineStep, "snapshot">, event: FaultSearchEvent | { readonly type: typeof LOOK }) {
  return stepMachine(faultSearchMachine, snapshot, event);
}

const begun = (parts: number) => step(startMachine(faultSearchMachine, { lookMs: 20 }), { type: "alert", parts });

test("every state is reachable, and after a fault is found another can be looked for", () => {
  const walk = {
    inputs: [{ lookMs: 20 }],
    events: [{ type: "alert", parts: 2 }, { type: "seen" }, { type: "unseen" }],
  };
  expect(reachableStates(faultSearchMachine, walk)).toMatchObject({ unreachable: [], deadEnds: [] });
});

test("it looks at one part after the other, each look as long as it takes, until one shows the fault", () => {
  expect(begun(2).timers).toMatchObject([{ type: "set", after: milliseconds(20) }]);
  const first = step(begun(2), { type: LOOK });
  expect(first.effects).toEqual([{ type: "look", params: { nth: 1 } }]);
  const again = step(first, { type: "unseen" });
  expect(stateText(again.snapshot.value)).toBe("Looking");
  expect(again.timers).toMatchObject([{ type: "set", after: milliseconds(20) }]);
  const second = step(again, { type: LOOK });
  expect(second.effects).toEqual([{ type: "look", params: { nth: 2 } }]);
  expect(stateText(step(second, { type: "seen" }).snapshot.value)).toBe("Found");
});

test("what shows at the first look needs no second one, and what shows nowhere is not found", () => {
  const look = step(begun(2), { type: LOOK });
  expect(stateText(step(look, { type: "seen" }).snapshot.value)).toBe("Found");
  const last = step(begun(1), { type: LOOK });
  expect(stateText(step(last, { type: "unseen" }).snapshot.value)).toBe("Watching");
});
