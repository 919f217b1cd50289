import { expect, test } from "vitest";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { type ShardBalancerEvent, shardBalancerMachine } from "./shard-balancer.ts";

const input = { periodMs: 1_000, moveMs: 500, hotAt: 4 };

/** After its first look. */
function looked(measured: Omit<Extract<ShardBalancerEvent, { type: "measured" }>, "type">) {
  const watching = startMachine(shardBalancerMachine, input);
  const looking = stepMachine(shardBalancerMachine, watching.snapshot, {
    type: "xstate.after.period.shard-balancer.Watching",
  });
  expect(looking.effects.map(({ type }) => type)).toEqual(["measure"]);
  return stepMachine(shardBalancerMachine, looking.snapshot, { type: "measured", ...measured });
}

test("every state is reachable, and none is a dead end", () => {
  const events = [
    { type: "measured", line: 1, parts: 1 },
    { type: "measured", line: 4, parts: 1 },
    { type: "measured", line: 4, parts: 2 },
    { type: "drained" },
    { type: "published" },
    { type: "refused" },
  ];
  expect(reachableStates(shardBalancerMachine, { inputs: [input], events })).toMatchObject({
    unreachable: [],
    deadEnds: [],
  });
});

test.each([
  ["a short line is left alone", { line: 3, parts: 2 }, "Watching", []],
  ["a long line that has parts is split", { line: 4, parts: 2 }, "Draining", ["fence"]],
  ["a long line of one key cannot be split", { line: 9, parts: 1 }, "Unsplittable", []],
])("%s", (_, measured, state, effects) => {
  const step = looked(measured);
  expect(stateText(step.snapshot.value)).toBe(state);
  expect(step.effects.map(({ type }) => type)).toEqual(effects);
});

test("a move is drained, copied, published and only then handed over; refused, it is copied again", () => {
  let step = looked({ line: 9, parts: 2 });
  const seen: string[] = [];
  for (const type of [
    "drained",
    "xstate.after.copying.shard-balancer.Copying",
    "refused",
    "xstate.after.copying.shard-balancer.Copying",
    "published",
  ]) {
    step = stepMachine(shardBalancerMachine, step.snapshot, { type });
    seen.push([stateText(step.snapshot.value), ...step.effects.map((effect) => effect.type)].join(" "));
  }
  expect(seen).toEqual(["Copying", "Publishing publish", "Copying", "Publishing publish", "Watching handOver"]);
});
