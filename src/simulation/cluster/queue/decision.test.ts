// §2.3 of the specification: the first matching row wins.
import { expect, test } from "vitest";
import { micros } from "../../../base/time.ts";
import { decide, type ReconcileResult } from "./decision.ts";

const empty: ReconcileResult = { requeueAfterUs: micros(0), requeue: false, priority: undefined };
const failed = { message: "boom", isTerminal: false };
const terminal = { message: "boom", isTerminal: true };
const after = (requeueAfterUs: number, requeue = false): ReconcileResult => ({
  ...empty,
  requeueAfterUs: micros(requeueAfterUs),
  requeue,
});

test("a terminal error leaves the queue and the failures alone", () => {
  expect(decide(empty, terminal, 3)).toEqual({
    row: "1a",
    label: "error",
    errors: 1,
    terminalErrors: 1,
    operations: [],
    logs: [{ level: "error", what: "reconcilerError" }],
  });
});

test("an error adds the key again, rate limited and with its priority", () => {
  expect(decide(empty, failed, 3)).toMatchObject({
    row: "1b",
    errors: 1,
    terminalErrors: 0,
    operations: [{ type: "addRateLimited", priority: 3 }],
  });
});

// §9.1
test("an error beats the result, with a warning, whether it is terminal or not", () => {
  for (const error of [failed, terminal]) {
    expect(decide(after(1_000), error, 0).logs.map(({ what }) => what)).toEqual([
      "resultIgnoredBecauseOfError",
      "reconcilerError",
    ]);
  }
  expect(decide(after(0, true), failed, 0).operations).toEqual([{ type: "addRateLimited", priority: 0 }]);
});

test("RequeueAfter forgets the failures first and beats Requeue", () => {
  expect(decide(after(1_000, true), undefined, 0)).toMatchObject({
    row: "2",
    label: "requeue_after",
    errors: 0,
    operations: [{ type: "forget" }, { type: "addAfter", afterUs: 1_000, priority: 0 }],
  });
});

test("Requeue is rate limited and forgets nothing", () => {
  expect(decide(after(0, true), undefined, 0)).toMatchObject({
    row: "3",
    label: "requeue",
    operations: [{ type: "addRateLimited", priority: 0 }],
  });
});

test("a RequeueAfter of zero or less is unset", () => {
  expect(decide(after(-1, true), undefined, 0).row).toBe("3");
  expect(decide(after(-1), undefined, 0).row).toBe("4");
});

test("an empty result forgets the failures and adds nothing", () => {
  expect(decide(empty, undefined, 0)).toMatchObject({ row: "4", label: "success", operations: [{ type: "forget" }] });
});

test("the priority of a result replaces that of the key, also with an error", () => {
  const result = { ...empty, priority: 7 };
  expect(decide(result, failed, 3).operations).toEqual([{ type: "addRateLimited", priority: 7 }]);
});
