import { expect, test } from "vitest";
import { milliseconds } from "../../base/time.ts";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { signatureRecordMachine } from "./signature-record.ts";

const SIGNED = "xstate.after.signing.signature-record.PENDING";

function after(refused: boolean, ...types: readonly string[]) {
  let step = startMachine(signatureRecordMachine, { signMs: 5, refused });
  for (const type of types) step = stepMachine(signatureRecordMachine, step.snapshot, { type });
  return { state: stateText(step.snapshot.value), effects: step.effects.map(({ type }) => type) };
}

test("every state is reachable", () => {
  const inputs = [
    { signMs: 5, refused: false },
    { signMs: 5, refused: true },
  ];
  expect(reachableStates(signatureRecordMachine, { inputs, events: [{ type: "asked" }] }).unreachable).toEqual([]);
});

test("it is pending while it signs, then signed, or failed where the key is refused", () => {
  expect(startMachine(signatureRecordMachine, { signMs: 5, refused: false }).timers).toMatchObject([
    { type: "set", after: milliseconds(5) },
  ]);
  expect(after(false, SIGNED)).toEqual({ state: "SIGNED", effects: ["keep"] });
  expect(after(true, SIGNED)).toEqual({ state: "FAILED", effects: ["fail"] });
});

test("asked again it signs nothing unless it has failed", () => {
  expect(after(false, "asked")).toEqual({ state: "PENDING", effects: ["join"] });
  expect(after(false, SIGNED, "asked")).toEqual({ state: "SIGNED", effects: ["reuse"] });
  expect(after(true, SIGNED, "asked")).toEqual({ state: "PENDING", effects: [] });
});
