import { expect, test } from "vitest";
import { clusterNames, fnv1a, shardNames, shardOf } from "./tenant-plan.ts";

// Vectors of the FNV reference, 32 bits.
test.each([
  ["", 0x811c9dc5],
  ["a", 0xe40c292c],
  ["foobar", 0xbf9cf968],
])("FNV-1a of %j is %i", (text, hash) => {
  expect(fnv1a(text)).toBe(hash);
});

test("a tenant's shard depends on its name alone", () => {
  expect(shardOf("tenant-1", 1)).toBe("shard-00");
  expect(shardNames(16)[fnv1a("tenant-1") % 16]).toBe(shardOf("tenant-1", 16));
});

test("clusters ask in turns: one of each tenant, then the next of each", () => {
  expect(clusterNames([3, 1, 2])).toEqual([
    "cluster-1-1",
    "cluster-2-1",
    "cluster-3-1",
    "cluster-1-2",
    "cluster-3-2",
    "cluster-1-3",
  ]);
});
