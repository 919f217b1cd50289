import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyRanked, firstRanked, inRankOrder, type RankedMap, withoutRank, withRank } from "./ranked-map.ts";

const ranks = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 20 })));

function fill(entries: readonly (readonly [number, number])[]): RankedMap<string> {
  return entries.reduce<RankedMap<string>>((map, rank) => withRank(map, rank, rank.join()), emptyRanked());
}

function sorted(entries: readonly (readonly [number, number])[]): readonly string[] {
  const once = new Map(entries.map((rank) => [rank.join(), rank] as const));
  return [...once.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((rank) => rank.join());
}

test("entries come out by rank, whatever the order they went in", () => {
  fc.assert(
    fc.property(ranks, (entries) => {
      const map = fill(entries);
      expect([...inRankOrder(map)].map(({ value }) => value)).toEqual(sorted(entries));
      expect(map.size).toBe(sorted(entries).length);
      expect(firstRanked(map)?.value).toBe(sorted(entries)[0]);
    }),
  );
});

test("removing keeps the order of the others and leaves the earlier version as it was", () => {
  fc.assert(
    fc.property(ranks, ranks, (entries, removed) => {
      const before = fill(entries);
      const after = removed.reduce<RankedMap<string>>((map, rank) => withoutRank(map, rank), before);
      const gone = new Set(removed.map((rank) => rank.join()));
      expect([...inRankOrder(after)].map(({ value }) => value)).toEqual(
        sorted(entries).filter((key) => !gone.has(key)),
      );
      expect([...inRankOrder(before)].map(({ value }) => value)).toEqual(sorted(entries));
    }),
  );
});

test("ten thousand entries in rising order stay a shallow tree", () => {
  let map = emptyRanked<number>();
  for (let index = 0; index < 10_000; index++) map = withRank(map, [index], index);
  expect(map.root?.height).toBeLessThanOrEqual(18); // 1.44 · log2(10^4)
});
