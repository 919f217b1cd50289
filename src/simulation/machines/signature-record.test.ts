import { expect, test } from "vitest";
import { milliseconds } from "../../base/time.ts";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { type SigningAttempt, signatureRecordMachine } from "./signature-record.ts";

const ENDS = { type: "xstate.after.signing.signature-record.PENDING" } as const;
const attempt = (outcome: SigningAttempt["outcome"]): SigningAttempt => ({ signMs: 5, outcome });
const asked = (outcome: SigningAttempt["outcome"]) => ({ type: "asked", ...attempt(outcome) }) as const;

function after(outcome: SigningAttempt["outcome"], ...events: readonly { readonly type: string }[]) {
  let step = startMachine(signatureRecordMachine, attempt(outcome));
  for (const event of events) step = stepMachine(signatureRecordMachine, step.snapshot, event);
  return { state: stateText(step.snapshot.value), effects: step.effects.map(({ type }) => type) };
}

test("every state is reachable", () => {
  const inputs = [attempt("signed"), attempt("refused"), attempt("failed")];
  const events = inputs.map((input) => ({ type: "asked", ...input }));
  expect(reachableStates(signatureRecordMachine, { inputs, events }).unreachable).toEqual([]);
});

test("it is pending while it signs, then signed, or failed where the key is refused or nobody answers", () => {
  expect(startMachine(signatureRecordMachine, attempt("signed")).timers).toMatchObject([
    { type: "set", after: milliseconds(5) },
  ]);
  expect(after("signed", ENDS)).toEqual({ state: "SIGNED", effects: ["keep"] });
  expect(after("refused", ENDS)).toEqual({ state: "FAILED", effects: ["fail"] });
  expect(after("failed", ENDS)).toEqual({ state: "FAILED", effects: ["fail"] });
});

test("asked again it signs nothing unless the attempt before had no answer", () => {
  expect(after("signed", asked("signed"))).toEqual({ state: "PENDING", effects: ["join"] });
  expect(after("signed", ENDS, asked("failed"))).toEqual({ state: "SIGNED", effects: ["reuse"] });
  expect(after("refused", ENDS, asked("signed"))).toEqual({ state: "FAILED", effects: ["refuseAgain"] });
  expect(after("failed", ENDS, asked("signed"))).toEqual({ state: "PENDING", effects: [] });
});

test("a second attempt ends as that one does, not as the first did", () => {
  expect(after("failed", ENDS, asked("signed"), ENDS)).toEqual({ state: "SIGNED", effects: ["keep"] });
  expect(after("failed", ENDS, asked("refused"), ENDS)).toEqual({ state: "FAILED", effects: ["fail"] });
});
