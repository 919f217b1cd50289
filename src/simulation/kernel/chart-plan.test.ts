import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnyStateMachine, assign, setup } from "xstate";
import { createChartPlans, stepByPlan } from "./chart-plan.ts";
import { type MachineStep, startMachine, stepMachine } from "./machine.ts";

// Every construct that a plan has to get right: nested and parallel states, entering a state again, guards, assignments that see
// each other's results, effects with parameters, delays; and two that go to XState each time: `always` and a final state.
const chart = setup({
  types: {
    context: {} as { readonly tries: number; readonly last: string },
    events: {} as { readonly type: string; readonly by: number },
  },
  actions: {
    count: assign({ tries: ({ context, event }) => context.tries + event.by }),
    name: assign(({ context }) => ({ last: `after ${context.tries}` })),
    tell: (_, _params: { readonly tries: number; readonly by: number }) => undefined,
    enter: () => undefined,
    leave: () => undefined,
  },
  guards: { exhausted: ({ context }) => context.tries >= 6, isBig: ({ event }) => event.by > 2 },
  delays: { pause: ({ context }) => context.tries * 100 },
}).createMachine({
  id: "chart",
  type: "parallel",
  context: { tries: 0, last: "" },
  on: { reset: { actions: assign({ tries: 0 }) } },
  states: {
    work: {
      initial: "idle",
      entry: "enter",
      states: {
        idle: {
          on: {
            go: [
              {
                guard: "isBig",
                target: "busy.deep",
                actions: [
                  "count",
                  "name",
                  { type: "tell", params: ({ context, event }) => ({ ...context, by: event.by }) },
                ],
              },
              { target: "busy", actions: "count" },
            ],
          },
        },
        busy: {
          initial: "shallow",
          entry: "enter",
          exit: "leave",
          on: { again: { target: "busy", reenter: true }, inner: { target: ".deep" }, fail: { target: "pausing" } },
          states: { shallow: { exit: "leave" }, deep: { entry: "enter", exit: "leave", on: { up: "shallow" } } },
        },
        pausing: { always: { target: "dead", guard: "exhausted" }, after: { pause: "idle" } },
        dead: { type: "final" },
      },
    },
    switch: {
      initial: "on",
      states: {
        on: { after: { 500: "off" }, on: { go: { actions: "name" }, toggle: "off" } },
        off: { on: { toggle: "on" } },
      },
    },
  },
});

const types = [
  "go",
  "again",
  "inner",
  "fail",
  "up",
  "toggle",
  "reset",
  "xstate.after.pause.chart.work.pausing",
  "unknown",
];
const events = fc.array(fc.record({ type: fc.constantFrom(...types), by: fc.nat(4) }), { maxLength: 60 });

test("a step by plan equals a step of XState, learnt or not", () => {
  const plans = createChartPlans();
  fc.assert(
    fc.property(events, (list) => {
      let { snapshot } = startMachine(chart);
      for (const event of list) {
        const step = stepByPlan(plans, chart, snapshot, event);
        expect(plainly(step)).toEqual(plainly(stepMachine(chart, snapshot, event)));
        snapshot = step.snapshot;
      }
    }),
  );
});

test("a plan is learnt once: afterwards XState is not asked any more", () => {
  const plans = createChartPlans();
  const toggle = { type: "toggle", by: 0 };
  let { snapshot } = startMachine(chart);
  for (let time = 0; time < 4; time++) snapshot = stepByPlan(plans, chart, snapshot, toggle).snapshot;
  expect(stepByPlan(plans, withoutSteps(chart), snapshot, toggle).text).toBe("work.idle | switch.off");
});

test("an event that the chart ignores leaves the snapshot as it is", () => {
  const plans = createChartPlans();
  const { snapshot } = startMachine(chart);
  for (let time = 0; time < 2; time++) {
    const step = stepByPlan(plans, chart, snapshot, { type: "unknown", by: 0 });
    expect([step.changed, step.snapshot]).toEqual([false, snapshot]);
  }
});

function plainly({ snapshot, ...step }: MachineStep) {
  return { ...step, value: snapshot.value, context: snapshot.context, status: snapshot.status };
}

/** The chart as far as finding plans goes; asking it for a step throws. */
function withoutSteps(machine: AnyStateMachine): AnyStateMachine {
  return new Proxy(machine, {
    get(target, field) {
      if (field === "transition") throw new Error("XState was asked");
      const value: unknown = Reflect.get(target, field);
      return value;
    },
  });
}
