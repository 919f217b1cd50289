// §1.2, §1.4 and §1.5 of the specification: the same script on both queues.
import fc from "fast-check";
import { expect, test } from "vitest";
import { micros, milliseconds, seconds } from "../../../base/time.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { CONTROLLER_DEFAULT, EXPONENTIAL_DEFAULT } from "./limiter.ts";
import type { QueueFact, QueueOutcome } from "./queue-fact.ts";
import {
  addToQueue,
  advanceQueue,
  createQueue,
  doneInQueue,
  drainQueue,
  forgetInQueue,
  getFromQueue,
  nextWakeOf,
  type QueueKind,
  requeuesOf,
  shutDownQueue,
  viewOf,
  type WorkQueue,
} from "./work-queue.ts";

const hour = seconds(3600);

/** A queue under test with its own clock. */
function testQueue(kind: QueueKind) {
  const limiter = kind === "classic" ? CONTROLLER_DEFAULT : EXPONENTIAL_DEFAULT;
  let queue = createQueue(kind, { limiter, meterPeriodUs: undefined }, micros(0));
  let now = micros(0);
  const take = (outcome: QueueOutcome<WorkQueue>): readonly QueueFact[] => {
    queue = outcome.queue;
    return outcome.facts;
  };
  const keyOf = (name: string) => objectKey(undefined, name);
  return {
    until: (time: number) => {
      const facts: QueueFact[] = [];
      for (let at = nextWakeOf(queue); at !== undefined && at <= time; at = nextWakeOf(queue)) {
        facts.push(...take(advanceQueue(queue, at)));
      }
      now = micros(time);
      return facts;
    },
    add: (name: string, priority = 0) => take(addToQueue(queue, { type: "add", key: keyOf(name), priority }, now)),
    addAfter: (name: string, afterUs: number, priority = 0) =>
      take(addToQueue(queue, { type: "addAfter", key: keyOf(name), afterUs: micros(afterUs), priority }, now)),
    addRateLimited: (name: string, priority = 0) =>
      take(addToQueue(queue, { type: "addRateLimited", key: keyOf(name), priority }, now)),
    get: (worker = "w") => take(getFromQueue(queue, worker, now)),
    done: (name: string) => take(doneInQueue(queue, keyOf(name), now)),
    forget: (name: string) => take(forgetInQueue(queue, keyOf(name))),
    shutDown: () => take(shutDownQueue(queue, now)),
    drain: () => take(drainQueue(queue, "d", now)),
    requeues: (name: string) => requeuesOf(queue, keyOf(name)),
    ready: () => viewOf(queue).ready.map(({ key }) => key as string),
    view: () => viewOf(queue),
  };
}

const types = (facts: readonly QueueFact[]) => facts.map(({ type }) => type);
const handedOut = (facts: readonly QueueFact[]) =>
  facts.flatMap((fact) => (fact.type === "handedOut" ? [fact.key as string] : []));

for (const kind of ["classic", "priority"] as const) {
  // G7
  test(`${kind}: a delayed key is due at its time and not before`, () => {
    const queue = testQueue(kind);
    expect(queue.addAfter("a", 50_000)).toMatchObject([{ type: "delayStarted", readyAt: 50_000 }]);
    queue.until(49_999);
    expect(queue.view().length).toBe(0);
    expect(types(queue.until(50_000))).toEqual(["delayElapsed", "enqueued"]);
    expect(queue.view()).toMatchObject({ length: 1, metrics: { adds: 1, retries: 1 } });
  });

  // G8, P4
  test(`${kind}: of several delays the earliest wins and the key comes once`, () => {
    const queue = testQueue(kind);
    queue.addAfter("a", seconds(30));
    expect(types(queue.addAfter("a", seconds(5)))).toEqual(["delayMovedEarlier"]);
    expect(types(queue.addAfter("a", seconds(60)))).toEqual(["laterDelayDropped"]);
    expect(types(queue.until(hour))).toEqual(["delayElapsed", "enqueued"]);
    expect(queue.view().metrics.retries).toBe(3);
  });

  // G16
  test(`${kind}: forgetting resets the failures and cancels no delay`, () => {
    const queue = testQueue(kind);
    queue.addRateLimited("a");
    queue.addRateLimited("a");
    expect(queue.forget("a")).toEqual([{ type: "limiterForgotten", key: "a", requeues: 2 }]);
    expect(queue.requeues("a")).toBe(0);
    expect(types(queue.until(milliseconds(5)))).toContain("enqueued");
  });

  test(`${kind}: a key being processed is handed to nobody else until Done`, () => {
    const queue = testQueue(kind);
    queue.add("a");
    queue.get("w1");
    queue.add("a");
    expect(types(queue.get("w2"))).toEqual(["getBlocked"]);
    expect(handedOut(queue.done("a"))).toEqual(["a"]);
  });

  test(`${kind}: a delay that runs out during processing makes the key run right after Done`, () => {
    const queue = testQueue(kind);
    queue.add("a");
    queue.get("w1");
    queue.addAfter("a", 1_000);
    queue.until(1_000);
    expect(types(queue.get("w2"))).toEqual(["getBlocked"]);
    expect(handedOut(queue.done("a"))).toEqual(["a"]);
  });

  test(`${kind}: a delay of zero or less is none`, () => {
    const queue = testQueue(kind);
    queue.addAfter("a", 0);
    queue.addAfter("b", -5);
    expect(queue.ready()).toEqual(["a", "b"]);
  });

  test(`${kind}: earlier versions of a queue stay as they were`, () => {
    const before = createQueue(kind, { limiter: EXPONENTIAL_DEFAULT, meterPeriodUs: undefined }, micros(0));
    addToQueue(before, { type: "add", key: objectKey(undefined, "a"), priority: 0 }, micros(0));
    expect(viewOf(before).length).toBe(0);
  });
}

type Move = readonly ["add" | "addAfter" | "addRateLimited" | "finish" | "wait", string];

const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.tuple(fc.constantFrom("add", "addAfter", "addRateLimited", "finish", "wait"), fc.constantFrom("a", "b", "c", "d")),
  { maxLength: 60 },
);

for (const kind of ["classic", "priority"] as const) {
  // §1.1: at least one Get that starts later than the last Add of a key, and never two workers on one key
  test(`${kind}: whatever happens, no key is held twice and every added key is handed out afterwards`, () => {
    fc.assert(
      fc.property(moves, (script) => {
        const queue = testQueue(kind);
        const held = new Map<string, string>();
        const owed = new Set<string>();
        let time = 0;
        const see = (facts: readonly QueueFact[]) => {
          for (const fact of facts) {
            if (fact.type !== "handedOut") continue;
            expect([...held.values()]).not.toContain(fact.key);
            held.set(fact.worker, fact.key);
            owed.delete(fact.key);
          }
        };
        const finish = () => {
          const [worker, key] = [...held][0] ?? [];
          if (worker === undefined || key === undefined) return;
          held.delete(worker);
          see(queue.done(key));
          see(queue.get(worker));
        };
        for (const worker of ["w1", "w2"]) see(queue.get(worker));
        for (const [move, key] of script) {
          if (move === "finish") finish();
          else if (move === "wait") {
            time += 7_000;
            see(queue.until(time));
          } else {
            owed.add(key);
            see(move === "addAfter" ? queue.addAfter(key, 20_000) : queue[move](key));
          }
        }
        see(queue.until(time + 10 * hour));
        while (held.size > 0) finish();
        expect([...owed]).toEqual([]);
        expect(queue.view()).toMatchObject({ length: 0, metrics: { depth: {} }, waiting: [], processing: [] });
      }),
    );
  });
}

// G9, C9
test("an add while a delay runs: classic runs the key twice, priority once", () => {
  const runs = (kind: QueueKind) => {
    const queue = testQueue(kind);
    queue.addAfter("a", hour);
    queue.until(seconds(60));
    const added = types(queue.add("a"));
    const first = handedOut(queue.get());
    queue.done("a");
    queue.until(2 * hour);
    return { added, runs: [...first, ...handedOut(queue.get())].length };
  };
  expect(runs("classic")).toEqual({ added: ["enqueued", "delayStillPending"], runs: 2 });
  expect(runs("priority")).toEqual({ added: ["delayAbsorbed", "enqueued"], runs: 1 });
});

// C7: the delay asked for during the run is the one of RequeueAfter
test("a delay asked for a key that is due already: classic keeps it, priority swallows it", () => {
  const asked = (kind: QueueKind) => {
    const queue = testQueue(kind);
    queue.add("a");
    queue.get();
    queue.add("a");
    return types(queue.addAfter("a", hour));
  };
  expect(asked("classic")).toEqual(["delayStarted"]);
  expect(asked("priority")).toEqual(["delaySwallowed"]);
});

test("the length counts a key that is due again while being processed only on the priority queue", () => {
  const lengthOf = (kind: QueueKind) => {
    const queue = testQueue(kind);
    queue.add("a");
    queue.get();
    queue.add("a");
    return queue.view().length;
  };
  expect([lengthOf("classic"), lengthOf("priority")]).toEqual([0, 1]);
});

test("shutdown: classic hands out what is queued, priority nothing", () => {
  const after = (kind: QueueKind) => {
    const queue = testQueue(kind);
    queue.add("a");
    queue.addAfter("b", hour);
    const told = queue.shutDown();
    return { told, got: types(queue.get()) };
  };
  const lost = { type: "shutDown", drain: false, waitingLost: 1 };
  expect(after("classic")).toEqual({ told: [{ ...lost, readyLost: 0 }], got: ["handedOut"] });
  expect(after("priority")).toEqual({ told: [{ ...lost, readyLost: 1 }], got: ["getRefused"] });
});

// §9.5
test("after shutdown AddRateLimited still counts a failure on the classic queue only", () => {
  const failures = (kind: QueueKind) => {
    const queue = testQueue(kind);
    queue.shutDown();
    queue.addRateLimited("a");
    return { failures: queue.requeues("a"), retries: queue.view().metrics.retries };
  };
  expect(failures("classic")).toEqual({ failures: 1, retries: 0 });
  expect(failures("priority")).toEqual({ failures: 0, retries: 0 });
});

test("a second shutdown is ignored by the classic queue and panics on the priority queue", () => {
  const second = (kind: QueueKind) => {
    const queue = testQueue(kind);
    queue.shutDown();
    return types(queue.shutDown());
  };
  expect(second("classic")).toEqual([]);
  expect(second("priority")).toEqual(["panicked"]);
});

// cr:pkg/controller/priorityqueue/priorityqueue.go:ShutDownWithDrain @86a0d40e is ShutDown: it closes the channel again.
test("on the priority queue a drain after a shutdown panics, and a shutdown after a drain", () => {
  const shut = testQueue("priority");
  shut.shutDown();
  expect(shut.drain()).toEqual([{ type: "panicked", operation: "shutDownWithDrain" }]);
  const drained = testQueue("priority");
  drained.drain();
  expect(drained.shutDown()).toEqual([{ type: "panicked", operation: "shutDown" }]);
});

test("a drain waits on the classic queue and returns at once on the priority queue", () => {
  const drained = (kind: QueueKind) => {
    const queue = testQueue(kind);
    queue.add("a");
    queue.get();
    return types(queue.drain());
  };
  expect(drained("classic")).toEqual(["shutDown", "drainBlocked"]);
  expect(drained("priority")).toEqual(["shutDown", "drainReturned"]);
});

test("no delay runs out after a drain of the classic queue has begun", () => {
  const queue = testQueue("classic");
  queue.addAfter("a", 1_000);
  queue.drain();
  expect(queue.until(hour)).toEqual([]);
});
