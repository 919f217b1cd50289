// §1.4 of the specification.
import { expect, test } from "vitest";
import { micros, milliseconds, seconds } from "../../../base/time.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { EXPONENTIAL_DEFAULT } from "./limiter.ts";
import {
  type AddOptions,
  addWithOptions,
  advancePriority,
  createPriorityQueue,
  doneInPriority,
  getFromPriority,
  nextWakeOfPriority,
  type PriorityQueue,
} from "./priority-queue.ts";
import type { QueueFact, QueueOutcome } from "./queue-fact.ts";
import { inRankOrder } from "./ranked-map.ts";

const plain: AddOptions = { afterUs: micros(0), rateLimited: false, priority: 0 };

function testQueue() {
  let queue: PriorityQueue = createPriorityQueue({ limiter: EXPONENTIAL_DEFAULT, meterPeriodUs: undefined }, micros(0));
  let now = micros(0);
  const take = (outcome: QueueOutcome<PriorityQueue>): readonly QueueFact[] => {
    queue = outcome.queue;
    return outcome.facts;
  };
  return {
    until: (time: number) => {
      for (let at = nextWakeOfPriority(queue); at !== undefined && at <= time; at = nextWakeOfPriority(queue)) {
        take(advancePriority(queue, at));
      }
      now = micros(time);
    },
    add: (names: string, options: Partial<AddOptions> = {}) => {
      const keys = names.split(" ").map((name) => objectKey(undefined, name));
      return take(addWithOptions(queue, keys, { ...plain, ...options }, now));
    },
    get: (worker: string) => take(getFromPriority(queue, worker, now)),
    done: (name: string) => take(doneInPriority(queue, objectKey(undefined, name), now)),
    ready: () => [...inRankOrder(queue.ready)].map(({ value }) => `${value.key}@${value.priority}`),
    queue: () => queue,
  };
}

const types = (facts: readonly QueueFact[]) => facts.map(({ type }) => type);
const handedOut = (facts: readonly QueueFact[]) =>
  facts.flatMap((fact) => (fact.type === "handedOut" ? [`${fact.worker}:${fact.key}`] : []));

// P1
test("keys leave by priority, equal ones in the order of adding", () => {
  const queue = testQueue();
  queue.add("low1", { priority: -100 });
  queue.add("n1");
  queue.add("hi", { priority: 10 });
  queue.add("n2");
  queue.add("low2", { priority: -100 });
  expect(queue.ready()).toEqual(["hi@10", "n1@0", "n2@0", "low1@-100", "low2@-100"]);
});

// P2
test("a priority is raised, never lowered, and a raised key goes to the end of its new class", () => {
  const queue = testQueue();
  queue.add("a", { priority: -100 });
  queue.add("b");
  expect(types(queue.add("a"))).toEqual(["priorityRaised", "coalesced"]);
  queue.add("c");
  expect(types(queue.add("b", { priority: -100 }))).toEqual(["lowerPriorityDropped", "coalesced"]);
  expect(queue.ready()).toEqual(["b@0", "a@0", "c@0"]);
  expect(queue.queue().metrics.depth).toEqual({ 0: 3 });
});

// P7
test("a waiting key released by an add keeps its place from before; one whose delay ran out goes to the end", () => {
  const released = testQueue();
  released.add("w", { afterUs: seconds(3600) });
  released.add("x");
  released.add("w");
  expect(released.ready()).toEqual(["w@0", "x@0"]);
  const matured = testQueue();
  matured.add("w", { afterUs: seconds(1) });
  matured.add("x");
  matured.until(seconds(1));
  expect(matured.ready()).toEqual(["x@0", "w@0"]);
});

// P8
test("raising a waiting key does not make it due, and it blocks nobody", () => {
  const queue = testQueue();
  queue.add("w", { afterUs: seconds(60), priority: 5 });
  queue.add("l", { priority: -100 });
  expect(types(queue.add("w", { afterUs: seconds(60), priority: 9 }))).toEqual(["priorityRaised", "laterDelayDropped"]);
  expect(handedOut(queue.get("v"))).toEqual(["v:l"]);
  queue.until(seconds(60));
  expect(queue.ready()).toEqual(["w@9"]);
});

// P10
test("of two keys due at one time the one of higher priority comes first", () => {
  const queue = testQueue();
  queue.add("n", { afterUs: seconds(1) });
  queue.add("h", { afterUs: seconds(1), priority: 1 });
  queue.until(seconds(1));
  expect(queue.ready()).toEqual(["h@1", "n@0"]);
});

// P6, §9.6
test("of a delay and the limiter's the shorter counts; a negative delay is none but still counts a failure", () => {
  const queue = testQueue();
  queue.add("a", { afterUs: seconds(1), rateLimited: true });
  expect(nextWakeOfPriority(queue.queue())).toBe(milliseconds(5));
  expect(queue.add("b", { afterUs: micros(-1), rateLimited: true })).toMatchObject([
    { type: "limiterAsked", requeues: 1 },
    { type: "enqueued", key: "b" },
  ]);
  expect(queue.queue().metrics.retries).toBe(1);
});

// P5
test("a locked key is passed over by hand-out; lower ones overtake it", () => {
  const queue = testQueue();
  queue.add("a", { priority: 1 });
  queue.get("w1");
  queue.add("a", { priority: 1 });
  queue.add("b");
  expect(handedOut(queue.get("w2"))).toEqual(["w2:b"]);
  expect(types(queue.get("w3"))).toEqual(["getBlocked"]);
  expect(handedOut(queue.done("a"))).toEqual(["w3:a"]);
});

test("one call with several keys gives them to the idle workers in order, longest idle first", () => {
  const queue = testQueue();
  queue.get("w1");
  queue.get("w2");
  expect(handedOut(queue.add("a b c"))).toEqual(["w1:a", "w2:b"]);
});

test("a key may wait and be locked at the same time, as after a failed reconcile", () => {
  const queue = testQueue();
  queue.add("a");
  queue.get("w1");
  expect(types(queue.add("a", { rateLimited: true }))).toEqual(["limiterAsked", "delayStarted"]);
  expect(queue.queue().locked.size).toBe(1);
  expect(queue.queue().waiting.size).toBe(1);
  expect(types(queue.done("a"))).toEqual(["processed"]);
});

test("depth is counted by priority and follows hand-outs", () => {
  const queue = testQueue();
  queue.add("a b", { priority: -100 });
  queue.add("c");
  expect(queue.queue().metrics.depth).toEqual({ "-100": 2, 0: 1 });
  queue.get("w1");
  expect(queue.queue().metrics.depth).toEqual({ "-100": 2 });
});

test("latency runs from the moment a key was due, not from the add", () => {
  const queue = testQueue();
  queue.add("a", { afterUs: seconds(1) });
  queue.until(seconds(3));
  expect(queue.get("w")).toMatchObject([{ type: "handedOut", latencyUs: 2_000_000 }]);
});
