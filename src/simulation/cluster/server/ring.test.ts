import { expect, test } from "vitest";
import { type Micros, seconds } from "../../../base/time.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { revision } from "../../kubernetes/resource-version.ts";
import { logAt, logSize } from "../sliding-log.ts";
import { emptyRing, oldestStart, pushToRing, type Ring, type RingSettings } from "./ring.ts";

const settings: RingSettings = { initialCapacity: 4, lowerBound: 4, upperBound: 16, freshFor: seconds(75) };

function filled(ring: Ring, times: readonly number[], from = 2): Ring {
  let current = ring;
  for (const [i, time] of times.entries())
    current = pushToRing(current, change(from + i, seconds(time)), settings).ring;
  return current;
}

function change(at: number, time: Micros) {
  return { revision: revision(at), key: objectKey("ns", "a"), object: undefined, previous: undefined, at: time };
}

// B.3
test("a full ring doubles while its oldest event is younger than 75 s, up to its upper bound", () => {
  const doubled = filled(emptyRing(4), [0, 0, 0, 0, 74]);
  expect([doubled.capacity, logSize(doubled.entries), doubled.forgottenUpTo]).toEqual([8, 5, 0]);
  const bounded = filled(
    emptyRing(4),
    Array.from({ length: 20 }, () => 0),
  );
  expect([bounded.capacity, logSize(bounded.entries), bounded.forgottenUpTo]).toEqual([16, 16, 5]);
});

test("a full ring whose oldest event is 75 s old forgets it", () => {
  const ring = filled(emptyRing(4), [0, 0, 0, 70, 75]);
  expect([ring.capacity, logSize(ring.entries), ring.forgottenUpTo]).toEqual([4, 4, 2]);
});

test("a full ring of which three quarters are older than 75 s halves and keeps the newest half", () => {
  const big = filled(emptyRing(4), [0, 0, 0, 0, 0, 0, 0, 0]);
  expect(big.capacity).toBe(8);
  const push = pushToRing(big, change(10, seconds(76)), settings);
  expect(push).toMatchObject({ resizedFrom: 8, forgotten: 5, ring: { capacity: 4 } });
  expect(logAt(push.ring.entries, 0)?.revision).toBe(7);
});

test("on a quiet kind a ring of four events reaches back for hours", () => {
  const ring = filled(emptyRing(4), [0, 3600, 7200, 10_800]);
  expect(logAt(ring.entries, 0)?.revision).toBe(2);
});

// B.5
test("a watch can start from the list until an event is forgotten, then from before the oldest event", () => {
  expect(oldestStart(filled(emptyRing(4), [0, 0]), revision(1))).toBe(1);
  expect(oldestStart(filled(emptyRing(4), [0, 0, 0, 0, 80]), revision(1))).toBe(2);
});

// B.3: both comparisons are strict, and the second one looks at the event a quarter of the capacity from the end
test("a full ring halves only when the event a quarter from its end is older than 75 s", () => {
  const filledAt = (times: readonly number[]) => filled(emptyRing(8), times);
  const shrinksAt = (times: readonly number[], now: number) =>
    pushToRing(filledAt(times), change(99, seconds(now)), settings).resizedFrom === 8;
  const old = [0, 0, 0, 0, 0, 0];
  expect(shrinksAt([...old, 0, 0], 75)).toBe(false);
  expect(shrinksAt([...old, 0, 0], 75.001)).toBe(true);
  expect(shrinksAt([...old, 0, 50], 76)).toBe(true);
  expect(shrinksAt([...old, 50, 50], 76)).toBe(false);
});

test("a ring never shrinks below its lower bound", () => {
  const push = pushToRing(filled(emptyRing(4), [0, 0, 0, 0]), change(99, seconds(1000)), settings);
  expect(push).toMatchObject({ resizedFrom: undefined, forgotten: 1, ring: { capacity: 4 } });
});
