// §1.1 of the specification.
import { expect, test } from "vitest";
import { micros } from "../../../base/time.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import {
  addKey,
  type ClassicQueue,
  createClassicQueue,
  doneKey,
  drainClassic,
  getKey,
  meterClassic,
  nextMeterOf,
  shutDownClassic,
} from "./classic-queue.ts";
import type { QueueFact, QueueOutcome } from "./queue-fact.ts";
import { totalDepth } from "./queue-metrics.ts";
import { inRankOrder } from "./ranked-map.ts";

/** A queue under test that remembers what the last operation told. */
function testQueue() {
  let queue: ClassicQueue = createClassicQueue(micros(0), micros(500_000));
  let now = micros(0);
  const take = (outcome: QueueOutcome<ClassicQueue>): readonly QueueFact[] => {
    queue = outcome.queue;
    return outcome.facts;
  };
  return {
    at: (time: number) => {
      now = micros(time);
    },
    add: (name: string) => take(addKey(queue, objectKey(undefined, name), "added", now)),
    get: (worker: string) => take(getKey(queue, worker, now)),
    done: (name: string) => take(doneKey(queue, objectKey(undefined, name), now)),
    shutDown: () => take(shutDownClassic(queue, 0, now)),
    drain: (caller: string) => take(drainClassic(queue, caller, 0, now)),
    meter: () => take(meterClassic(queue, now)),
    queue: () => queue,
    line: () => [...inRankOrder(queue.line)].map(({ value }) => value),
  };
}

const types = (facts: readonly QueueFact[]) => facts.map(({ type }) => type);
const handedOut = (facts: readonly QueueFact[]) =>
  facts.flatMap((fact) => (fact.type === "handedOut" ? [`${fact.worker}:${fact.key}`] : []));

test("keys leave in the order of adding, and adding a queued key changes nothing", () => {
  const queue = testQueue();
  for (const name of ["a", "b"]) queue.add(name);
  expect(types(queue.add("a"))).toEqual(["coalesced"]);
  queue.add("c");
  expect(queue.line()).toEqual(["a", "b", "c"]);
  expect(queue.queue().metrics.adds).toBe(3);
});

// G2
test("a key added while being processed runs once more, behind the keys that came meanwhile", () => {
  const queue = testQueue();
  for (const name of ["a", "b", "c"]) queue.add(name);
  queue.get("w1");
  expect(types(queue.add("a"))).toEqual(["markedDirty"]);
  expect(types(queue.add("a"))).toEqual(["alreadyDirty"]);
  queue.get("w2");
  expect(queue.done("a")).toMatchObject([{ type: "processed" }, { type: "enqueued", cause: "doneWhileDirty" }]);
  expect(queue.line()).toEqual(["c", "a"]);
});

test("depth counts a key that is dirty while being processed, the length does not", () => {
  const queue = testQueue();
  queue.add("a");
  queue.get("w1");
  queue.add("a");
  expect(queue.queue().line.size).toBe(0);
  expect(totalDepth(queue.queue().metrics)).toBe(1);
});

test("the worker that is idle longest gets the next key", () => {
  const queue = testQueue();
  expect(types(queue.get("w1"))).toEqual(["getBlocked"]);
  queue.get("w2");
  expect(handedOut(queue.add("a"))).toEqual(["w1:a"]);
  expect(handedOut(queue.add("b"))).toEqual(["w2:b"]);
});

test("latency runs from the add, also for a key added while being processed", () => {
  const queue = testQueue();
  queue.add("a");
  queue.get("w1");
  queue.at(2_000);
  queue.add("a");
  queue.at(5_000);
  queue.done("a");
  expect(queue.get("w1")).toMatchObject([{ type: "handedOut", latencyUs: 3_000 }]);
});

// G4
test("after ShutDown adds are ignored and what is queued is still handed out", () => {
  const queue = testQueue();
  queue.add("a");
  queue.add("b");
  queue.get("w1");
  queue.add("a");
  queue.shutDown();
  expect(types(queue.add("c"))).toEqual(["addIgnored"]);
  queue.done("a");
  expect(handedOut([...queue.get("w1"), ...queue.get("w2")])).toEqual(["w1:b", "w2:a"]);
  expect(types(queue.get("w3"))).toEqual(["getRefused"]);
});

test("ShutDown releases every blocked worker and may be called again", () => {
  const queue = testQueue();
  queue.get("w1");
  queue.get("w2");
  expect(types(queue.shutDown())).toEqual(["shutDown", "getRefused", "getRefused"]);
  expect(types(queue.shutDown())).toEqual(["shutDown"]);
});

// G5
test("a drain waits for keys being processed and not for queued ones", () => {
  const queued = testQueue();
  queued.add("a");
  queued.add("b");
  expect(types(queued.drain("d"))).toEqual(["shutDown", "drainReturned"]);
  const processing = testQueue();
  processing.add("a");
  processing.add("b");
  processing.get("w1");
  expect(types(processing.drain("d"))).toEqual(["shutDown", "drainBlocked"]);
  expect(types(processing.done("a"))).toEqual(["processed", "drainReturned"]);
  expect(processing.line()).toEqual(["b"]);
});

// §9.3, X12
test("of two drain callers the last Done releases the later one; the other hangs until ShutDown", () => {
  const queue = testQueue();
  queue.add("a");
  queue.get("w1");
  queue.drain("d1");
  queue.drain("d2");
  expect(queue.done("a")).toContainEqual({ type: "drainReturned", caller: "d2" });
  expect(queue.queue().waiters).toHaveLength(1);
  expect(queue.shutDown()).toContainEqual({ type: "drainReturned", caller: "d1" });
});

test("ShutDown ends a waiting drain although a key is still being processed", () => {
  const queue = testQueue();
  queue.add("a");
  queue.get("w1");
  queue.drain("d");
  expect(queue.shutDown()).toContainEqual({ type: "drainReturned", caller: "d" });
});

// G6, §9.4
test("Done without Get puts a second copy into the line and drives the depth below zero", () => {
  const queue = testQueue();
  queue.add("a");
  expect(queue.done("a")).toMatchObject([{ type: "enqueued", cause: "doneWithoutGet" }]);
  expect(queue.line()).toEqual(["a", "a"]);
  expect(handedOut([...queue.get("w1"), ...queue.get("w2")])).toEqual(["w1:a", "w2:a"]);
  expect(totalDepth(queue.queue().metrics)).toBe(-1);
});

test("Done of an unknown key does nothing", () => {
  expect(types(testQueue().done("a"))).toEqual(["doneIgnored"]);
});

test("the unfinished-work gauges are refreshed every 500 ms until ShutDown", () => {
  const queue = testQueue();
  queue.add("a");
  queue.at(100_000);
  queue.get("w1");
  expect(nextMeterOf(queue.queue())).toBe(500_000);
  queue.at(500_000);
  expect(queue.meter()).toEqual([{ type: "workMeasured", totalUs: 400_000, longestUs: 400_000 }]);
  expect(nextMeterOf(queue.queue())).toBe(1_000_000);
  queue.shutDown();
  expect(nextMeterOf(queue.queue())).toBeUndefined();
});
