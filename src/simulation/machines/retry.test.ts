import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { type RetryEvent, type RetryInput, retryMachine } from "./retry.ts";

const input: RetryInput = { baseMs: 100, capMs: 60_000, attempts: 12, generation: 1, failures: 0 };

function after(events: readonly RetryEvent[], by: Partial<RetryInput> = {}) {
  let snapshot: AnyMachineSnapshot = startMachine(retryMachine, { ...input, ...by }).snapshot;
  for (const event of events) snapshot = stepMachine(retryMachine, snapshot, event).snapshot;
  return { state: stateText(snapshot.value), context: snapshot.context };
}

const failed = (nowMs: number): RetryEvent => ({ type: "failed", nowMs });
const woken = (nowMs: number, generation = 1): RetryEvent => ({ type: "woken", nowMs, generation });

test("every state is reachable, and a new generation leads out of each", () => {
  const events = [woken(0), woken(1_000), woken(0, 2), { type: "succeeded" }, failed(0)];
  const reached = reachableStates(retryMachine, { inputs: [{ ...input, attempts: 3 }], events });
  expect(reached).toMatchObject({ unreachable: [], deadEnds: [] });
});

test("waits double from the base to the cap, and the last attempt is given up", () => {
  const waits: number[] = [];
  const events: RetryEvent[] = [];
  let now = 0;
  for (let attempt = 1; attempt < 12; attempt++) {
    events.push(failed(now));
    const { state, context } = after(events);
    expect(state).toBe("RETRY_PENDING");
    waits.push(context.delayMs);
    now += context.delayMs;
    expect(context.retryAtMs).toBe(now);
    events.push(woken(now));
  }
  expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000]);
  expect(after([...events, failed(now)])).toMatchObject({
    state: "FAILED_PERMANENT",
    context: { failures: 12, delayMs: 0 },
  });
});

test("what wakes it before its time changes nothing, unless the object has a new generation", () => {
  const pending = [failed(0)];
  expect(after([...pending, woken(99)])).toEqual(after(pending));
  expect(after([...pending, woken(100)]).state).toBe("PROCESSING");
  expect(after([...pending, woken(50, 2)])).toMatchObject({
    state: "PROCESSING",
    context: { failures: 0, delayMs: 0, generation: 2 },
  });
});

test("nothing but a new generation leads on from what was given up", () => {
  const over = [failed(0), woken(100), failed(100)];
  expect(after(over, { attempts: 2 }).state).toBe("FAILED_PERMANENT");
  expect(after([...over, woken(1_000_000)], { attempts: 2 }).state).toBe("FAILED_PERMANENT");
  expect(after([...over, woken(1_000_000, 2)], { attempts: 2 })).toMatchObject({
    state: "PROCESSING",
    context: { failures: 0 },
  });
});

test("failures that were noted elsewhere count on after a restart", () => {
  expect(after([failed(0)], { failures: 3 })).toMatchObject({ state: "RETRY_PENDING", context: { delayMs: 800 } });
  expect(after([failed(0)], { failures: 12 }).state).toBe("FAILED_PERMANENT");
});
