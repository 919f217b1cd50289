import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { type WorkerEvent, workerMachine } from "./worker.ts";

const handedOut: WorkerEvent = { type: "handedOut", key: "demo/web", attempt: 1, contextEnded: false };

function after(...events: readonly WorkerEvent[]) {
  let snapshot: AnyMachineSnapshot = startMachine(workerMachine).snapshot;
  for (const event of events) snapshot = stepMachine(workerMachine, snapshot, event).snapshot;
  return { state: stateText(snapshot.value), context: snapshot.context };
}

test("every state is reachable and only the exited worker stays as it is", () => {
  const reached = reachableStates(workerMachine, {
    inputs: [undefined],
    events: [
      handedOut,
      { type: "fetchBegan" },
      { type: "diffBegan" },
      { type: "applyBegan" },
      { type: "requestsSent", count: 2 },
      { type: "answered" },
      { type: "sleepBegan" },
      { type: "sleepEnded" },
      { type: "contextEnded" },
      { type: "returned" },
      { type: "done" },
      { type: "getRefused" },
    ],
  });
  expect(reached).toMatchObject({ unreachable: [], deadEnds: [] });
});

// workqueue 2.1: Blocked → Running → Blocked; Done is the last step of a turn.
test("a worker holds its key until Done, and only a blocked worker can be refused", () => {
  expect(after(handedOut, { type: "returned" }, { type: "getRefused" }).state).toBe(
    "running.phase.end | activity.computing",
  );
  expect(after(handedOut, { type: "returned" }, { type: "done" }).state).toBe("blocked");
  expect(after({ type: "getRefused" }).state).toBe("exited");
});

// apiserver E.1: pods are created in parallel within a batch, and the batch ends with its last answer.
test("requests that are sent together are waited for together", () => {
  const sent: readonly WorkerEvent[] = [handedOut, { type: "applyBegan" }, { type: "requestsSent", count: 2 }];
  expect(after(...sent).state).toBe("running.phase.apply | activity.awaitingAnswer");
  expect(after(...sent, { type: "answered" }).state).toBe("running.phase.apply | activity.awaitingAnswer");
  expect(after(...sent, { type: "answered" }, { type: "answered" }).state).toBe(
    "running.phase.apply | activity.computing",
  );
});

// workqueue 2.2: the deadline only cancels the context; nothing is killed.
test("a context that ends stops nobody", () => {
  expect(after(handedOut, { type: "contextEnded" })).toEqual({
    state: "running.phase.start | activity.computing",
    context: { key: "demo/web", attempt: 1, inFlight: 0, contextEnded: true },
  });
});
