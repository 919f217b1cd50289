import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnyEventObject, assign, initialTransition, setup, transition } from "xstate";
import { activePaths, startMachine, stateText, stepMachine } from "./machine.ts";

// Goal: what the kernel runs equals what XState says. Method: a chart with every construct we use (nested and parallel states,
// always, guards, delays, effects with parameters, assign) is given random events through both ways of stepping.
const chart = setup({
  types: {
    context: {} as { tries: number },
    events: {} as { type: "go"; by: number } | { type: "fail" } | { type: "stop" },
  },
  actions: {
    count: assign({ tries: ({ context }) => context.tries + 1 }),
    fetch: (_, _params: { readonly rv: number }) => undefined,
  },
  guards: { exhausted: ({ context }) => context.tries >= 3 },
  delays: { pause: ({ context }) => context.tries * 100 },
}).createMachine({
  id: "chart",
  type: "parallel",
  context: { tries: 0 },
  states: {
    work: {
      initial: "idle",
      states: {
        idle: { on: { go: { target: "busy", actions: { type: "fetch", params: ({ event }) => ({ rv: event.by }) } } } },
        busy: { on: { fail: { target: "pausing", actions: "count" } } },
        pausing: { always: { target: "dead", guard: "exhausted" }, after: { pause: "busy" } },
        dead: { type: "final" },
      },
    },
    switch: { initial: "on", states: { on: { on: { stop: "off" } }, off: { on: { go: "on" } } } },
  },
});

const events = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant("go" as const), by: fc.nat(9) }),
    fc.constant({ type: "fail" as const }),
    fc.constant({ type: "stop" as const }),
    fc.constant({ type: "xstate.after.pause.chart.work.pausing" }),
  ),
  { maxLength: 30 },
);

test("stepping through the inert scope equals XState's own transition()", () => {
  fc.assert(
    fc.property(events, (list: readonly AnyEventObject[]) => {
      let ours = startMachine(chart).snapshot;
      let [theirs] = initialTransition(chart);
      for (const event of list) {
        const step = stepMachine(chart, ours, event);
        const [next, actions] = transition(chart, theirs, event as Parameters<typeof transition<typeof chart>>[2]);
        expect([step.snapshot.value, step.snapshot.context, step.snapshot.status]).toEqual([
          next.value,
          next.context,
          next.status,
        ]);
        const custom = actions.filter((action) => !action.type.startsWith("xstate."));
        expect(step.effects).toEqual(custom.map(({ type, params }) => ({ type, params })));
        expect(step.timers.length).toBe(actions.length - custom.length);
        ours = step.snapshot;
        theirs = next;
      }
    }),
  );
});

test("a step reports each transition with its guard, the passing ones too", () => {
  let { snapshot } = startMachine(chart);
  for (const type of [
    "go",
    "fail",
    "xstate.after.pause.chart.work.pausing",
    "fail",
    "xstate.after.pause.chart.work.pausing",
  ]) {
    snapshot = stepMachine(chart, snapshot, { type, by: 1 }).snapshot;
  }
  const step = stepMachine(chart, snapshot, { type: "fail" });
  expect(step.taken.map(({ event, guard, targets }) => ({ event, guard, targets }))).toEqual([
    { event: "fail", guard: undefined, targets: ["chart.work.pausing"] },
    { event: "", guard: "exhausted", targets: ["chart.work.dead"] },
  ]);
});

test("delays become timers in microseconds and leaving the state cancels them", () => {
  let { snapshot } = startMachine(chart);
  snapshot = stepMachine(chart, snapshot, { type: "go", by: 1 }).snapshot;
  const failed = stepMachine(chart, snapshot, { type: "fail" });
  expect(failed.timers).toMatchObject([{ type: "set", after: 100_000 }]);
  const resumed = stepMachine(chart, failed.snapshot, { type: "xstate.after.pause.chart.work.pausing" });
  expect(resumed.timers).toMatchObject([{ type: "cancel" }]);
});

test("a transition that only asks for an effect counts as taken", () => {
  const asking = setup({ actions: { fetch: () => undefined } }).createMachine({ on: { go: { actions: "fetch" } } });
  const step = stepMachine(asking, startMachine(asking).snapshot, { type: "go" });
  expect(step).toMatchObject({ changed: true, effects: [{ type: "fetch" }] });
});

test("an event without a handler changes nothing and says so", () => {
  const { snapshot } = startMachine(chart);
  expect(stepMachine(chart, snapshot, { type: "fail" })).toMatchObject({ changed: false, effects: [], taken: [] });
});

test("states are written as paths and as one text", () => {
  const { snapshot } = startMachine(chart);
  expect(stateText(snapshot.value)).toBe("work.idle | switch.on");
  expect(activePaths(snapshot.value)).toEqual(["work", "work.idle", "switch", "switch.on"]);
});
