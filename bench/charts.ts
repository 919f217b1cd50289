import { type AnyEventObject, type AnyMachineSnapshot, initialTransition, transition } from "xstate";
import { createChartPlans, stepByPlan } from "../src/simulation/kernel/chart-plan.ts";
import { startMachine, stepMachine } from "../src/simulation/kernel/machine.ts";
import { workerMachine } from "../src/simulation/machines/worker.ts";
import { cpuOf, rounded } from "./clock.ts";

/** A worker's turn: every kind of transition that a reconcile makes. */
const turn: readonly AnyEventObject[] = [
  { type: "handedOut", key: "demo/web", attempt: 1, contextEnded: false },
  { type: "fetchBegan" },
  { type: "diffBegan" },
  { type: "applyBegan" },
  { type: "requestsSent", count: 2 },
  { type: "answered" },
  { type: "answered" },
  { type: "returned" },
  { type: "done" },
];

/** Transitions a second of one chart: XState's own `transition()`, the inert scope, and the plans that the kernel runs. */
export function measureCharts(turns: number) {
  const plans = createChartPlans();
  const start = startMachine(workerMachine).snapshot;
  const [theirStart] = initialTransition(workerMachine);
  type WorkerEvent = Parameters<typeof transition<typeof workerMachine>>[2];
  const own = perSecond(turns, start, (snapshot, event) => stepByPlan(plans, workerMachine, snapshot, event).snapshot);
  const inert = perSecond(turns, start, (snapshot, event) => stepMachine(workerMachine, snapshot, event).snapshot);
  let theirs = theirStart;
  const run = () => {
    // The events of `turn` are the chart's own.
    for (let index = 0; index < turns; index++)
      for (const event of turn) theirs = transition(workerMachine, theirs, event as WorkerEvent)[0];
  };
  run();
  const xstate = ((turns * turn.length) / cpuOf(run)) * 1_000;
  return {
    plans: rounded(own),
    inertScope: rounded(inert),
    xstate: rounded(xstate),
    timesFaster: rounded(own / xstate, 1),
  };
}

function perSecond(
  turns: number,
  start: AnyMachineSnapshot,
  step: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => AnyMachineSnapshot,
): number {
  const run = () => {
    let snapshot = start;
    for (let index = 0; index < turns; index++) for (const event of turn) snapshot = step(snapshot, event);
  };
  run();
  return ((turns * turn.length) / cpuOf(run)) * 1_000;
}
