import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { type ReconcileEvent, reconcileMachine } from "./reconcile.ts";

const phases: readonly ReconcileEvent[] = [
  { type: "handedOut" },
  { type: "fetchBegan" },
  { type: "diffBegan" },
  { type: "applyBegan" },
  { type: "returned" },
];
const everyEvent: readonly ReconcileEvent[] = [
  { type: "added" },
  ...phases,
  { type: "done" },
  { type: "failureCounted", failures: 1 },
  { type: "forgotten" },
  { type: "delayed", rateLimited: false },
  { type: "delayed", rateLimited: true },
  { type: "matured" },
  { type: "delayAbsorbed" },
  { type: "queueShutDown", dropsLine: true },
  { type: "queueShutDown", dropsLine: false },
];

function after(...events: readonly (ReconcileEvent | ReconcileEvent["type"])[]) {
  let snapshot: AnyMachineSnapshot = startMachine(reconcileMachine).snapshot;
  for (const each of events) {
    const event = typeof each === "string" ? { type: each } : each;
    snapshot = stepMachine(reconcileMachine, snapshot, event).snapshot;
  }
  return { state: stateText(snapshot.value), context: snapshot.context };
}

test("every state is reachable and no situation is a dead end", () => {
  const reached = reachableStates(reconcileMachine, {
    inputs: [undefined],
    events: everyEvent,
    within: ({ coalesced }) => Number(coalesced) <= 1,
  });
  expect(reached).toMatchObject({ unreachable: [], deadEnds: [] });
});

// workqueue 1.1: N Adds while Queued collapse to 1, N Adds while Processing collapse to 1 more run.
test("adds while queued are covered by one run, adds while processing by one more run", () => {
  expect(after("added", "added", "added")).toEqual({
    state: "place.queued | delay.none",
    context: { failures: 0, coalesced: 2 },
  });
  const dirty = ["added", "handedOut", "added", "added"] as const;
  expect(after(...dirty).state).toBe("place.processing.phase.start | meanwhile.dirty | delay.none");
  expect(after(...dirty, "done").state).toBe("place.queued | delay.none");
  expect(after("added", "handedOut", "done").state).toBe("place.idle | delay.none");
});

// workqueue 1.2: a plain Add does not cancel a pending delay of the classic queue: now, and again at readyAt.
test("in the classic queue a waiting key that is added runs now and waits on", () => {
  const waiting: ReconcileEvent = { type: "delayed", rateLimited: false };
  expect(after(waiting, "added").state).toBe("place.queued | delay.waiting");
  expect(after(waiting, "added", "handedOut", "matured").state).toBe(
    "place.processing.phase.start | meanwhile.dirty | delay.none",
  );
});

// workqueue 1.4, 1.5: Waiting + add without delay → Ready, the entry is gone.
test("in the priority queue the add takes the delay up", () => {
  expect(after({ type: "delayed", rateLimited: true }, "delayAbsorbed", "added").state).toBe(
    "place.queued | delay.none",
  );
});

// workqueue 2.1: the re-add happens before Done, so a failing key waits while it is still being processed.
test("a failing key backs off already while its worker still holds it", () => {
  const failing: readonly ReconcileEvent[] = [
    { type: "added" },
    ...phases,
    { type: "failureCounted", failures: 1 },
    { type: "delayed", rateLimited: true },
  ];
  expect(after(...failing)).toEqual({
    state: "place.processing.phase.end | meanwhile.clean | delay.backingOff",
    context: { failures: 1, coalesced: 0 },
  });
  expect(after(...failing, "done").state).toBe("place.idle | delay.backingOff");
  expect(after(...failing, "done", "matured").state).toBe("place.queued | delay.none");
});

// workqueue 1.3: Forget clears the limiter entry only; it cancels no pending entry.
test("forgetting resets the failures and leaves delay and place alone", () => {
  expect(after({ type: "failureCounted", failures: 4 }, { type: "delayed", rateLimited: true }, "forgotten")).toEqual({
    state: "place.idle | delay.backingOff",
    context: { failures: 0, coalesced: 0 },
  });
});

// workqueue 1.1, 1.4: the classic queue hands out what is queued, the priority queue never does; delays are lost in both.
test("a shutdown drops queued keys of the priority queue only, and every delay", () => {
  const queued: readonly ReconcileEvent[] = [{ type: "added" }, { type: "delayed", rateLimited: false }];
  expect(after(...queued, { type: "queueShutDown", dropsLine: false }).state).toBe("place.queued | delay.none");
  expect(after(...queued, { type: "queueShutDown", dropsLine: true }).state).toBe("place.dropped | delay.none");
  expect(after("added", "handedOut", "added", { type: "queueShutDown", dropsLine: true }, "done").state).toBe(
    "place.idle | delay.none",
  );
});
