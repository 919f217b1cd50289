import { assert } from "../base/assert.ts";
import { readScenario } from "./read-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { STOCK_IDS } from "./stock-ids.ts";

/** A scenario of the catalogue. */
export async function stockScenario(id: (typeof STOCK_IDS)[number]): Promise<Scenario> {
  const read = await readScenario({ type: "stock", id });
  assert(read.type === "ok", () => `the stock scenario ${id} has problems: ${JSON.stringify(read)}`);
  return read.value;
}

/** Every scenario of the catalogue, in its order. */
export async function stockScenarios(): Promise<readonly Scenario[]> {
  return Promise.all(STOCK_IDS.map(stockScenario));
}
