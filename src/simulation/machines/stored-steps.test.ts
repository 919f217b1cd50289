import { expect, test } from "vitest";
import { milliseconds } from "../../base/time.ts";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { storedStepsMachine } from "./stored-steps.ts";

const input = (recovers: boolean) => ({ workMs: 5, saveMs: 4, recoverMs: 3, steps: 2, recovers });
const WORKED = "xstate.after.working.stored-steps.Working";
const SAVED = "xstate.after.saving.stored-steps.Saving";

function after(recovers: boolean, ...events: readonly { readonly type: string; readonly done?: number }[]) {
  let step = startMachine(storedStepsMachine, input(recovers));
  for (const event of events) step = stepMachine(storedStepsMachine, step.snapshot, event);
  return { state: stateText(step.snapshot.value), effects: step.effects.map(({ type }) => type), timers: step.timers };
}

test("every state is reachable", () => {
  const inputs = [input(false), input(true)];
  const events = [0, 1, 2].map((done) => ({ type: "found", done }));
  expect(reachableStates(storedStepsMachine, { inputs, events }).unreachable).toEqual([]);
});

test("each step is done, then saved, then the next begins", () => {
  expect(after(false)).toMatchObject({ state: "Working", timers: [{ after: milliseconds(5) }] });
  expect(after(false, { type: WORKED })).toMatchObject({ state: "Saving", effects: ["doStep"] });
  expect(after(false, { type: WORKED }, { type: SAVED })).toMatchObject({ state: "Working", effects: ["saved"] });
  const all = [{ type: WORKED }, { type: SAVED }, { type: WORKED }, { type: SAVED }];
  expect(after(false, ...all)).toMatchObject({ state: "Done", effects: ["saved"] });
});

test("with a life before it first looks what was kept, and goes on from there", () => {
  expect(after(true)).toMatchObject({ state: "Recovering", timers: [{ after: milliseconds(3) }] });
  expect(after(true, { type: "found", done: 1 }).state).toBe("Working");
  expect(after(true, { type: "found", done: 2 }).state).toBe("Done");
});
