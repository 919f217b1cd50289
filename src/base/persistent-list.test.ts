import fc from "fast-check";
import { expect, test } from "vitest";
import { append, emptyList, itemAt, itemsOf, listOf, replaceAt } from "./persistent-list.ts";

test("a persistent list agrees with an array after any edits", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 2_500 }),
      fc.array(fc.tuple(fc.nat(2_499), fc.integer()), { maxLength: 20 }),
      (items, edits) => {
        const array = [...items];
        let list = listOf(items);
        for (const [index, item] of edits) {
          if (index < array.length) array[index] = item;
          list = replaceAt(list, index, item);
        }
        expect(list.length).toBe(array.length);
        expect([...itemsOf(list)]).toEqual(array);
        expect([...itemsOf(list, 30, 70)]).toEqual(array.slice(30, 70));
      },
    ),
  );
});

test("every length across the borders of the levels keeps all items", () => {
  let list = emptyList<number>();
  for (let index = 0; index < 33_000; index++) list = append(list, index);
  for (const index of [0, 31, 32, 1_023, 1_024, 32_767, 32_768, 32_999]) expect(itemAt(list, index)).toBe(index);
  expect(itemAt(list, 33_000)).toBeUndefined();
  expect(itemAt(list, -1)).toBeUndefined();
});

test("appending to one version leaves the others as they were", () => {
  const base = listOf([1, 2, 3]);
  const a = append(base, 4);
  const b = append(base, 5);
  expect([[...itemsOf(base)], [...itemsOf(a)], [...itemsOf(b)]]).toEqual([
    [1, 2, 3],
    [1, 2, 3, 4],
    [1, 2, 3, 5],
  ]);
});
