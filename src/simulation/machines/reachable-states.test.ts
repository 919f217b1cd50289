import { expect, test } from "vitest";
import { setup } from "xstate";
import { reachableStates } from "./reachable-states.ts";

const trap = setup({}).createMachine({
  id: "trap",
  initial: "open",
  states: {
    open: { on: { shut: "closing", jam: "stuck" } },
    closing: { after: { 100: "closed" } },
    stuck: { on: { rattle: {} } },
    forgotten: { on: { shut: "closing" } },
    closed: { type: "final" },
  },
});

test("a walk finds states that nothing leads to and states that nothing leaves, and lets timers fire", () => {
  const events = [{ type: "shut" }, { type: "jam" }, { type: "rattle" }];
  expect(reachableStates(trap, { inputs: [undefined], events })).toEqual({
    unreachable: ["forgotten"],
    deadEnds: ["stuck"],
    size: 4,
  });
});
