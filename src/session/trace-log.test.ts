import { expect, test } from "vitest";
import { EMPTY_DIGEST } from "../base/digest.ts";
import { micros } from "../base/time.ts";
import type { LaneReading } from "../simulation/cluster/lanes.ts";
import type { TraceEvent } from "../simulation/kernel/world.ts";
import { TraceLog } from "./trace-log.ts";

const reading: LaneReading = { lane: "a", mark: "tick", band: "same", tone: "ok", label: "l" };

/** Values that look like others: digits with and without a leading zero, long ones, lists, what is absent. */
const facts = [
  {
    type: "a.b",
    rv: "123",
    key: "demo/web",
    n: 4,
    fraction: 0.5,
    yes: true,
    no: false,
    list: ["x", "1"],
    none: undefined,
  },
  { type: "a.b", rv: "0", key: "", n: -1, fraction: 0, yes: false, no: true, list: [], none: undefined },
  {
    type: "a.b",
    rv: "007",
    key: "1e5",
    n: 2 ** 40 + 0.5,
    fraction: 1,
    yes: true,
    no: true,
    list: [[1]],
    none: undefined,
  },
  {
    type: "a.b",
    rv: "12345678901234567890",
    key: "-5",
    n: 0,
    fraction: 0,
    yes: true,
    no: true,
    list: [],
    none: undefined,
  },
  { type: "c.d", key: "other fields" },
  { type: "c.d", name: "of the same type" },
];

function logOf(count: number): TraceLog {
  const log = new TraceLog();
  for (const [seq, fact] of facts.slice(0, count).entries())
    log.append([eventAt(seq, fact)], EMPTY_DIGEST, () => reading);
  return log;
}

function eventAt(seq: number, fact: TraceEvent["fact"]): TraceEvent {
  return { seq, step: seq, at: micros(seq * 10), actor: "a", cause: seq === 0 ? undefined : seq - 1, fact };
}

test("an event comes back as it was appended, field by field and in their order", () => {
  const log = logOf(facts.length);
  for (const [seq, fact] of facts.entries()) {
    expect(log.event(seq)).toEqual(eventAt(seq, fact));
    expect(Object.keys(log.event(seq).fact)).toEqual(Object.keys(fact));
  }
});

test("a log that begins with a part of another one goes its own way", () => {
  const log = logOf(4);
  const fork = new TraceLog({ of: log, steps: 2 });
  fork.append([eventAt(2, { type: "fork" })], EMPTY_DIGEST, () => reading);
  expect([fork.length, fork.event(1).fact, fork.event(2).fact]).toEqual([3, facts[1], { type: "fork" }]);
  expect([log.length, log.event(2).fact]).toEqual([4, facts[2]]);
});

test("versions take no room in the table of texts", () => {
  const log = new TraceLog();
  for (let seq = 0; seq < 100; seq++)
    log.append(
      [eventAt(seq, { type: "store.write", rv: String(1_000 + seq) } as TraceEvent["fact"])],
      EMPTY_DIGEST,
      () => reading,
    );
  expect(log.strings.size).toBe(4); // "", the actor, the type, the label
});
