import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stockStrips } from "./stock-strips.ts";

const stock = join(import.meta.dirname, "../../scenarios/stock");

test("every scenario of the catalogue has a fingerprint with something in it, and its chapters in order", () => {
  const ids = readdirSync(stock).map((file) => file.replace(/\.yaml$/, ""));
  expect(ids.length).toBeGreaterThan(1);
  expect(ids.filter((id) => (stockStrips[id]?.bands.length ?? 0) === 0)).toEqual([]);
  for (const { chapters } of Object.values(stockStrips)) expect(chapters).toEqual(chapters.toSorted((a, b) => a - b));
});

test("the fingerprint of a lost watch shows the failure and the wait that follows it", () => {
  const tones = stockStrips["watch-history-gone"]?.bands.map(({ tone }) => tone);
  expect(tones).toEqual(expect.arrayContaining(["failed", "waiting"]));
});
