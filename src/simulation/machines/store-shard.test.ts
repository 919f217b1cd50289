import { expect, test } from "vitest";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { type StoreShardEvent, storeShardMachine } from "./store-shard.ts";

function after(...types: readonly StoreShardEvent["type"][]) {
  let step = startMachine(storeShardMachine);
  for (const type of types) step = stepMachine(storeShardMachine, step.snapshot, { type });
  return { state: stateText(step.snapshot.value), effects: step.effects.map(({ type }) => type) };
}

test("every state is reachable, and none is a dead end", () => {
  const events = [{ type: "asked" }, { type: "saved" }, { type: "withdrawn" }];
  const within = ({ waiting }: Readonly<Record<string, unknown>>) => Number(waiting) < 3;
  expect(reachableStates(storeShardMachine, { inputs: [undefined], events, within })).toMatchObject({
    unreachable: [],
    deadEnds: [],
  });
});

test("requests are served one at a time, in a line", () => {
  expect(after("asked")).toEqual({ state: "Serving", effects: ["serve"] });
  expect(after("asked", "asked")).toEqual({ state: "Serving", effects: [] });
  expect(after("asked", "asked", "saved")).toEqual({ state: "Serving", effects: ["serve"] });
  expect(after("asked", "asked", "saved", "saved")).toEqual({ state: "Idle", effects: [] });
});

test("what is withdrawn is not served; what is being served cannot be withdrawn", () => {
  expect(after("asked", "asked", "withdrawn", "saved")).toEqual({ state: "Idle", effects: [] });
  expect(after("asked", "withdrawn")).toEqual({ state: "Serving", effects: [] });
});
