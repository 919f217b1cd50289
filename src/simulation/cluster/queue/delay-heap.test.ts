import fc from "fast-check";
import { expect, test } from "vitest";
import { micros } from "../../../base/time.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import {
  type DelayHeap,
  delaysInOrder,
  emptyDelays,
  firstDelay,
  readyAtOf,
  withDelay,
  withoutFirstDelay,
  withReadyAt,
} from "./delay-heap.ts";

function delay(name: string, readyAt: number) {
  return { key: objectKey(undefined, name), readyAt: micros(readyAt) };
}

function drained(heap: DelayHeap): readonly string[] {
  const keys: string[] = [];
  let rest = heap;
  for (let first = firstDelay(rest); first !== undefined; first = firstDelay(rest)) {
    keys.push(first.key);
    rest = withoutFirstDelay(rest);
  }
  return keys;
}

test("keys come out by time, moved ones at their new time", () => {
  const times = fc.array(fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 9999 })));
  fc.assert(
    fc.property(times, (pairs) => {
      const unique = pairs.map(([first, second], index) => ({
        name: `k${index}`,
        first,
        second: second + index / 1000,
      }));
      let heap = emptyDelays();
      for (const { name, first } of unique) heap = withDelay(heap, delay(name, first));
      for (const { name, second } of unique) heap = withReadyAt(heap, delay(name, second * 1000));
      const expected = [...unique].sort((a, b) => micros(a.second * 1000) - micros(b.second * 1000));
      expect(drained(heap)).toEqual(expected.map(({ name }) => name));
      expect(delaysInOrder(heap).map(({ key }) => key)).toEqual(expected.map(({ name }) => name));
    }),
  );
});

// X25 of the recorded runs
test("keys of one time come out in the order of Go's heap, not in the order of adding", () => {
  let heap = emptyDelays();
  for (const name of ["a", "b", "c", "d", "e"]) heap = withDelay(heap, delay(name, 10_000));
  heap = withDelay(heap, delay("f", 9_000));
  expect(drained(heap)).toEqual(["f", "c", "e", "d", "a", "b"]);
});

test("a key that came out no longer waits", () => {
  const heap = withoutFirstDelay(withDelay(emptyDelays(), delay("a", 5)));
  expect(readyAtOf(heap, objectKey(undefined, "a"))).toBeUndefined();
  expect(heap.size).toBe(0);
});
