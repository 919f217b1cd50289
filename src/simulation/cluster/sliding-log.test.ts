import { expect, test } from "vitest";
import {
  appendToLog,
  emptyLog,
  entriesAfter,
  forgetOldest,
  indexOfRevision,
  logAt,
  logSize,
  type SlidingLog,
} from "./sliding-log.ts";

type Entry = { readonly revision: number };

function logOf(count: number, forgotten: number): SlidingLog<Entry> {
  let log = emptyLog<Entry>();
  for (let i = 1; i <= count; i++) log = appendToLog(log, { revision: i * 10 });
  return forgetOldest(log, forgotten);
}

test("forgetting the oldest entries leaves the rest readable from both ends", () => {
  const log = logOf(500, 300);
  expect(logSize(log)).toBe(200);
  expect(logAt(log, 0)).toEqual({ revision: 3010 });
  expect(logAt(log, -1)).toEqual({ revision: 5000 });
  expect(logAt(log, 200)).toBeUndefined();
  expect(logAt(log, -201)).toBeUndefined();
});

test("a revision is found whether or not an entry has it", () => {
  const log = logOf(100, 20);
  expect([0, 210, 215, 1000, 1001].map((revision) => indexOfRevision(log, revision))).toEqual([0, 0, 1, 79, 80]);
  expect([...entriesAfter(log, 985)].map((entry) => entry.revision)).toEqual([990, 1000]);
});

test("entries that are forgotten are let go in the end", () => {
  expect(logOf(1000, 900).items.length).toBe(100);
  expect(logSize(forgetOldest(logOf(10, 0), 99))).toBe(0);
});
