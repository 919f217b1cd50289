import { expect, test } from "vitest";
import { milliseconds } from "../../base/time.ts";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { fieldPollerMachine } from "./field-poller.ts";

const NEXT = "xstate.after.nextPoll.field-poller.Waiting";

test("an answer without the field is waited on and asked again, for ever", () => {
  let step = startMachine(fieldPollerMachine, { everyMs: 5 });
  for (let looks = 1; looks <= 50; looks++) {
    step = stepMachine(fieldPollerMachine, step.snapshot, { type: "answered", complete: false });
    expect(step.snapshot.context.looks).toBe(looks);
    expect(step.timers).toMatchObject([{ type: "set", after: milliseconds(5) }]);
    step = stepMachine(fieldPollerMachine, step.snapshot, { type: NEXT });
    expect(step.effects).toMatchObject([{ type: "poll" }]);
  }
});

test("the field ends it", () => {
  const { snapshot } = startMachine(fieldPollerMachine, { everyMs: 5 });
  const done = stepMachine(fieldPollerMachine, snapshot, { type: "answered", complete: true });
  expect(stateText(done.snapshot.value)).toBe("Complete");
});
