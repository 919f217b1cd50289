// §3.3 of the specification.
import { expect, test } from "vitest";
import { type Micros, micros, seconds } from "../../../base/time.ts";
import { createElector, ELECTOR_DEFAULTS, type ElectorFact, type ElectorInput, isLeader } from "./elector.ts";
import { stepElector } from "./leader-election.ts";
import type { LeaseAnswer, LeaseRecord, LeaseRequest } from "./lease-request.ts";

const refused: LeaseAnswer = { type: "failed", reason: "refused" };
const foreign: LeaseRecord = {
  holder: "other",
  leaseDurationSeconds: 15,
  acquireTime: micros(0),
  renewTime: micros(0),
  transitions: 4,
};

/** A lease store that answers at once; it refuses everything while `isDown`, and writes while `isReadOnly`. */
function testStore(initial?: LeaseRecord) {
  let lease = initial;
  let version = 1;
  const store = {
    isDown: false,
    isReadOnly: false,
    writes: [] as LeaseRecord[],
    lease: () => lease,
    remove: () => {
      lease = undefined;
    },
    set: (record: LeaseRecord) => {
      lease = record;
      version++;
    },
    answer: (request: LeaseRequest): LeaseAnswer => {
      if (store.isDown) return refused;
      if (request.verb === "create" ? lease !== undefined : lease === undefined) {
        return { type: "failed", reason: request.verb === "create" ? "alreadyExists" : "notFound" };
      }
      if (request.verb === "update" && request.resourceVersion !== String(version)) {
        return { type: "failed", reason: "conflict" };
      }
      if (request.verb !== "get" && store.isReadOnly) return { type: "failed", reason: "forbidden" };
      if (request.verb !== "get") {
        store.set(request.record);
        store.writes.push(request.record);
      }
      return lease === undefined ? refused : { type: "ok", record: lease, resourceVersion: String(version) };
    },
  };
  return store;
}

/** An elector "me" on a store, with its own clock; facts carry the time at which they came. */
function testElector(store: ReturnType<typeof testStore>, releaseOnCancel = false, jitter = 0) {
  let elector = createElector({ ...ELECTOR_DEFAULTS, identity: "me", releaseOnCancel });
  let wakeAt: Micros | undefined;
  let now: Micros = micros(0);
  const log: { readonly at: number; readonly fact: ElectorFact }[] = [];
  const step = (input: ElectorInput): void => {
    const outcome = stepElector(elector, input, jitter, now);
    elector = outcome.elector;
    wakeAt = outcome.wakeAt;
    for (const fact of outcome.facts) {
      log.push({ at: now, fact });
      if (fact.type === "requestSent")
        step({ type: "answer", id: fact.request.id, answer: store.answer(fact.request) });
    }
  };
  return {
    start: () => step({ type: "start" }),
    cancel: () => step({ type: "cancel" }),
    until: (time: number) => {
      for (let at = wakeAt; at !== undefined && at <= time; at = wakeAt) {
        now = at;
        step({ type: "wake" });
      }
      now = micros(time);
    },
    log,
    times: (type: ElectorFact["type"]) => log.filter(({ fact }) => fact.type === type).map(({ at }) => at / 1e6),
    isLeader: () => isLeader(elector),
  };
}

test("the first candidate creates the lease and renews it at once, then every 2 s", () => {
  const store = testStore();
  const elector = testElector(store);
  elector.start();
  expect(store.writes).toHaveLength(2);
  elector.until(seconds(4));
  expect(store.writes.map(({ renewTime }) => renewTime / 1e6)).toEqual([0, 0, 2, 4]);
  expect(elector.times("startedLeading")).toEqual([0]);
});

test("a held lease is tried again 2 to 4.4 s later and taken when 15 s have passed unchanged", () => {
  const store = testStore(foreign);
  const elector = testElector(store, false, 0.5);
  elector.start();
  elector.until(seconds(20));
  expect(elector.times("leaseHeldByOther")).toEqual([0, 3.2, 6.4, 9.6, 12.8]);
  expect(elector.times("startedLeading")).toEqual([16]);
  expect(store.lease()).toMatchObject({ holder: "me", transitions: 5, acquireTime: seconds(16) });
});

test("only changes that this observer sees count: a renewal restarts the 15 s, the times inside do not matter", () => {
  const store = testStore({ ...foreign, renewTime: seconds(1_000) });
  const elector = testElector(store);
  elector.start();
  elector.until(seconds(11));
  store.set({ ...foreign, renewTime: seconds(1_002) });
  elector.until(seconds(30));
  expect(elector.times("leaseChangeObserved").slice(0, 2)).toEqual([0, 12]);
  expect(elector.times("startedLeading")).toEqual([28]);
});

// §9.7
test("a renewal within the same second looks like none", () => {
  const store = testStore(foreign);
  const elector = testElector(store);
  elector.start();
  store.set({ ...foreign, renewTime: micros(900_000) });
  elector.until(seconds(20));
  expect(elector.times("startedLeading")).toEqual([16]);
});

// S3
test("a leader that cannot renew tries every 2 s and gives up 10 s after the first failing attempt", () => {
  const store = testStore();
  const elector = testElector(store);
  elector.start();
  elector.until(seconds(5));
  store.isDown = true;
  elector.until(seconds(30));
  const failed = elector.log.filter(({ fact }) => fact.type === "attemptEnded" && !fact.isSuccess);
  expect(failed.map(({ at }) => at / 1e6)).toEqual([6, 8, 10, 12, 14]);
  expect(elector.times("leaseLost")).toEqual([16]);
  expect(elector.times("stoppedLeading")).toEqual([16]);
  expect(elector.isLeader()).toBe(true); // §9.8: nobody told it otherwise
});

test("an outage shorter than the deadline changes nothing but the write that was due", () => {
  const store = testStore();
  const elector = testElector(store);
  elector.start();
  elector.until(seconds(5));
  store.isDown = true;
  elector.until(seconds(9));
  store.isDown = false;
  elector.until(seconds(12));
  expect(elector.times("leaseLost")).toEqual([]);
  expect(store.writes.at(-1)?.renewTime).toBe(seconds(12));
});

// S4
test("a cancel with release writes an empty holder for one second and keeps the transitions", () => {
  const store = testStore(foreign);
  const elector = testElector(store, true);
  elector.start();
  elector.until(seconds(17));
  elector.cancel();
  expect(store.lease()).toMatchObject({ holder: "", leaseDurationSeconds: 1, transitions: 5 });
  expect(elector.isLeader()).toBe(false);
  expect(elector.log.slice(-3).map(({ fact }) => fact.type)).toEqual(["eventRecorded", "stoppedLeading", "returned"]);
});

// §9.8
test("with release on, a lost lease is released too, as far as the API can be reached", () => {
  const store = testStore();
  const elector = testElector(store, true);
  elector.start();
  store.isDown = true;
  elector.until(micros(11_999_999));
  store.isDown = false;
  store.set({ ...foreign, holder: "me" });
  elector.until(seconds(12));
  expect(elector.times("leaseLost")).toEqual([12]);
  expect(store.lease()?.holder).toBe("");
});

test("a candidate that never led calls OnStoppedLeading all the same when it is cancelled", () => {
  const elector = testElector(testStore(foreign));
  elector.start();
  elector.until(seconds(1));
  elector.cancel();
  expect(elector.log.slice(-2).map(({ fact }) => fact.type)).toEqual(["stoppedLeading", "returned"]);
  expect(elector.times("eventRecorded")).toEqual([]);
});

// L2
test("a conflict on the fast path is healed by reading within the same attempt", () => {
  const store = testStore();
  const elector = testElector(store);
  elector.start();
  elector.until(seconds(3));
  const lease = store.lease();
  if (lease !== undefined) store.set(lease);
  elector.until(seconds(4));
  const verbs = elector.log.flatMap(({ at, fact }) =>
    fact.type === "requestEnded" && at === seconds(4) ? [`${fact.verb} ${fact.outcome}`] : [],
  );
  expect(verbs).toEqual(["update conflict", "get ok", "update ok"]);
});

// cg:tools/leaderelection/resourcelock/leaselock.go:Create, Update @32ce75a7
test("a leader whose Create of a deleted lease failed has nothing to update: its next attempt begins with reading", () => {
  const store = testStore();
  const elector = testElector(store);
  elector.start();
  elector.until(seconds(3));
  store.remove();
  store.isReadOnly = true;
  elector.until(seconds(5));
  store.isReadOnly = false;
  elector.until(seconds(6));
  const calls = elector.log.flatMap(({ at, fact }) =>
    fact.type === "requestEnded" && at >= seconds(4) ? [`${at / 1e6}: ${fact.verb} ${fact.outcome}`] : [],
  );
  expect(calls).toEqual([
    "4: update notFound",
    "4: get notFound",
    "4: create forbidden",
    "6: get notFound",
    "6: create ok",
  ]);
});

test("an answer after the client's own limit is ignored", () => {
  const elector = createElector({ ...ELECTOR_DEFAULTS, identity: "me" });
  const sent = stepElector(elector, { type: "start" }, 0, micros(0));
  expect(sent.wakeAt).toBe(seconds(5));
  const timedOut = stepElector(sent.elector, { type: "wake" }, 0, seconds(5));
  expect(timedOut.facts).toContainEqual(expect.objectContaining({ type: "requestEnded", outcome: "timeout" }));
  expect(timedOut.isJitterUsed).toBe(true);
  const late = stepElector(timedOut.elector, { type: "answer", id: 1, answer: refused }, 0, seconds(6));
  expect(late.elector).toBe(timedOut.elector);
});
