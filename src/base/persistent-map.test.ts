import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyMap, entriesOf, hasKey, mapOf, sortedKeys, valueAt, withEntry, withoutKey } from "./persistent-map.ts";

const edits = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.option(fc.integer(), { nil: undefined })), {
  maxLength: 300,
});

test("a persistent map agrees with a native map after any edits", () => {
  fc.assert(
    fc.property(edits, (list) => {
      const native = new Map<string, number>();
      let map = emptyMap<string, number>();
      for (const [key, value] of list) {
        if (value === undefined) {
          native.delete(key);
          map = withoutKey(map, key);
        } else {
          native.set(key, value);
          map = withEntry(map, key, value);
        }
      }
      expect(map.size).toBe(native.size);
      expect(sortedKeys(map)).toEqual([...native.keys()].sort());
      for (const [key] of list) {
        expect(valueAt(map, key)).toBe(native.get(key));
        expect(hasKey(map, key)).toBe(native.has(key));
      }
    }),
  );
});

test("the order of entries depends on the set of keys, not on how the map came about", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 100 }),
      fc.integer({ min: 0, max: 99 }),
      (keys, pick) => {
        const entries = keys.map((key, index) => [key, index] as const);
        const forward = mapOf(entries);
        const extra = `${keys[pick] ?? ""}+`;
        const detour = withoutKey(withEntry(mapOf([...entries].reverse()), extra, -1), extra);
        const expected = entries.filter(([key]) => key !== extra);
        expect([...entriesOf(detour)]).toEqual([...entriesOf(mapOf(expected))]);
        expect(forward.size).toBe(keys.length);
      },
    ),
  );
});

test("an edit leaves the map it started from as it was", () => {
  const before = mapOf([
    ["a", 1],
    ["b", 2],
  ]);
  withEntry(before, "a", 9);
  withoutKey(before, "b");
  expect([valueAt(before, "a"), valueAt(before, "b"), before.size]).toEqual([1, 2, 2]);
});

test("keys with the same hash live side by side", () => {
  const [a, b] = collidingKeys();
  const map = mapOf([
    [a, 1],
    [b, 2],
    ["other", 3],
  ]);
  expect([valueAt(map, a), valueAt(map, b), map.size]).toEqual([1, 2, 3]);
  const without = withoutKey(map, a);
  expect([valueAt(without, a), valueAt(without, b), without.size]).toEqual([undefined, 2, 2]);
});

function collidingKeys(): readonly [string, string] {
  // FNV-1a folds one unit at a time, so two prefixes with equal state make any two texts that share the rest collide.
  const seen = new Map<number, string>();
  for (let index = 0; ; index++) {
    const key = `k${index}`;
    let hash = 0x811c9dc5 | 0;
    for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    const other = seen.get(hash);
    if (other !== undefined) return [other, key];
    seen.set(hash, key);
  }
}
