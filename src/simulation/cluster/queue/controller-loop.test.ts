// §2.1 to §2.3 and §3.4 of the specification.
import { expect, test } from "vitest";
import { type Micros, micros, milliseconds, seconds } from "../../../base/time.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { createLoop, type LoopInput, type LoopOptions, type LoopOutcome, stepLoop } from "./controller-loop.ts";
import type { ReconcileOutcome } from "./decision.ts";
import { CONTROLLER_DEFAULT, EXPONENTIAL_DEFAULT } from "./limiter.ts";
import type { LoopFact } from "./loop-fact.ts";
import { createQueue, type QueueKind, requeuesOf, viewOf } from "./work-queue.ts";

const success: ReconcileOutcome = {
  type: "returned",
  result: { requeueAfterUs: micros(0), requeue: false, priority: undefined },
  error: undefined,
};
const failure: ReconcileOutcome = { ...success, error: { message: "boom", isTerminal: false } };
const panic: ReconcileOutcome = { type: "panicked", message: "nil map" };

/** A started loop with its own clock. */
function testLoop(kind: QueueKind, options: Partial<LoopOptions> = {}) {
  const limiter = kind === "classic" ? CONTROLLER_DEFAULT : EXPONENTIAL_DEFAULT;
  const queue = createQueue(kind, { limiter, meterPeriodUs: undefined }, micros(0));
  const settings = { workers: 1, timeoutUs: undefined, recoverPanic: true, ...options };
  let outcome: LoopOutcome = { loop: createLoop(settings, queue), facts: [], wakeAt: undefined };
  let now: Micros = micros(0);
  const step = (input: LoopInput): readonly LoopFact[] => {
    outcome = stepLoop(outcome.loop, input, now);
    return outcome.facts;
  };
  step({ type: "start" });
  return {
    event: (name: string) =>
      step({ type: "enqueue", request: { type: "add", key: objectKey(undefined, name), priority: 0 } }),
    returns: (result: ReconcileOutcome, worker = "worker-1") =>
      step({ type: "reconcileReturned", worker, outcome: result }),
    cancel: () => step({ type: "cancel" }),
    until: (time: number) => {
      const facts: LoopFact[] = [];
      for (let at = outcome.wakeAt; at !== undefined && at <= time; at = outcome.wakeAt) {
        now = at;
        facts.push(...step({ type: "wake" }));
      }
      now = micros(time);
      return facts;
    },
    loop: () => outcome.loop,
    failures: (name: string) => requeuesOf(outcome.loop.queue, objectKey(undefined, name)),
  };
}

const types = (facts: readonly LoopFact[]) => facts.map(({ type }) => type);
const started = (facts: readonly LoopFact[]) =>
  facts.flatMap((fact) => (fact.type === "reconcileStarted" ? [`${fact.key}#${fact.attempt}`] : []));

// C1
test("a failed key is added again before Done and runs exactly after its back-off", () => {
  const loop = testLoop("priority");
  expect(started(loop.event("k"))).toEqual(["k#1"]);
  const facts = types(loop.returns(failure));
  expect(facts.indexOf("delayStarted")).toBeLessThan(facts.indexOf("processed"));
  expect(started(loop.until(4_999))).toEqual([]);
  expect(started(loop.until(5_000))).toEqual(["k#2"]);
});

// C8
test("an event during a failing run: classic runs at Done and after the back-off, priority at Done only", () => {
  const runs = (kind: QueueKind) => {
    const loop = testLoop(kind);
    loop.event("k");
    loop.event("k");
    const atDone = started(loop.returns(failure));
    const failures = loop.failures("k");
    loop.returns(success);
    return { atDone, failures, later: started(loop.until(seconds(1))) };
  };
  expect(runs("classic")).toEqual({ atDone: ["k#2"], failures: 1, later: ["k#3"] });
  expect(runs("priority")).toEqual({ atDone: ["k#2"], failures: 1, later: [] });
});

// C6
test("a recovered panic is an error with back-off and counts as panic", () => {
  const loop = testLoop("priority");
  loop.event("k");
  const facts = loop.returns(panic);
  expect(facts).toContainEqual(expect.objectContaining({ type: "decided", panics: 1, timeouts: 0 }));
  expect(facts).toContainEqual(expect.objectContaining({ type: "reconcileEnded", end: "panic" }));
  expect(loop.failures("k")).toBe(1);
});

test("a panic that is not recovered ends the process: nothing happens any more", () => {
  const loop = testLoop("priority", { recoverPanic: false });
  loop.event("k");
  expect(loop.returns(panic)).toContainEqual({ type: "processCrashed", key: "k", message: "nil map" });
  expect(loop.event("k")).toEqual([]);
  expect(loop.until(seconds(9))).toEqual([]);
});

// C5
test("a terminal error keeps the failures, so the next failure goes on with the old series", () => {
  const loop = testLoop("priority");
  loop.event("k");
  loop.returns(failure);
  loop.until(milliseconds(5));
  loop.returns({ ...success, error: { message: "boom", isTerminal: true } });
  expect(loop.failures("k")).toBe(1);
  expect(loop.until(seconds(9))).toEqual([]);
  loop.event("k");
  expect(loop.returns(failure)).toContainEqual(expect.objectContaining({ type: "limiterAsked", delayUs: 10_000 }));
});

// C10
test("the timeout ends the context and nothing else; it is counted whatever is returned", () => {
  for (const result of [failure, success]) {
    const loop = testLoop("priority", { timeoutUs: milliseconds(20) });
    loop.event("k");
    expect(loop.until(milliseconds(20))).toContainEqual({
      type: "contextEnded",
      worker: "worker-1",
      key: "k",
      reason: "deadlineExceeded",
    });
    loop.until(milliseconds(30));
    expect(loop.returns(result)).toContainEqual(
      expect.objectContaining({ type: "decided", timeouts: 1, tookUs: 30_000 }),
    );
  }
});

// §9.2
test("a panic after the deadline is no timeout", () => {
  const loop = testLoop("priority", { timeoutUs: milliseconds(20) });
  loop.event("k");
  loop.until(milliseconds(20));
  expect(loop.returns(panic)).toContainEqual(expect.objectContaining({ type: "decided", panics: 1, timeouts: 0 }));
});

test("a cancel from elsewhere is no timeout", () => {
  const loop = testLoop("priority", { timeoutUs: milliseconds(20) });
  loop.event("k");
  loop.cancel();
  loop.until(milliseconds(30));
  expect(loop.returns(success)).toContainEqual(expect.objectContaining({ type: "decided", timeouts: 0 }));
});

// C11
test("a stop in flight: classic works off its line with dead contexts, priority stops after the current key", () => {
  const runs = (kind: QueueKind) => {
    const loop = testLoop(kind);
    for (const name of ["a", "b", "c"]) loop.event(name);
    loop.cancel();
    const facts = [...loop.returns(success)];
    while (loop.loop().phase === "stopping") facts.push(...loop.returns(success));
    const contexts = facts.flatMap((fact) => (fact.type === "reconcileStarted" ? [fact.context.type] : []));
    return { keys: started(facts), contexts, end: types(facts).slice(-2) };
  };
  const end = ["workerExited", "controllerStopped"];
  expect(runs("classic")).toEqual({ keys: ["b#1", "c#1"], contexts: ["ended", "ended"], end });
  expect(runs("priority")).toEqual({ keys: [], contexts: [], end });
});

test("a re-add after the stop is ignored", () => {
  const loop = testLoop("priority");
  loop.event("k");
  loop.cancel();
  expect(types(loop.returns(failure))).toContain("addIgnored");
  expect(viewOf(loop.loop().queue).waiting).toEqual([]);
});

test("several workers run different keys at once and never the same one", () => {
  const loop = testLoop("priority", { workers: 2 });
  loop.event("a");
  loop.event("a");
  expect(started(loop.event("b"))).toEqual(["b#1"]);
  loop.event("c");
  expect(started(loop.returns(success, "worker-2"))).toEqual(["c#1"]);
  expect(started(loop.returns(success, "worker-1"))).toEqual(["a#2"]);
});
