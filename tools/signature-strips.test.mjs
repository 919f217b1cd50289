import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { signatureStrip } from "../src/projections/signature-strip.ts";
import { stockScenarios } from "../src/scenarios/catalog.ts";
import { indexOfMoment } from "../src/scenarios/expect.ts";
import { runHeadless } from "../src/scenarios/headless-run.ts";
import { planOf } from "../src/scenarios/plan-of.ts";
import { readLane } from "../src/simulation/cluster/lane-of.ts";
import { stripsFile, stripsText } from "./signature-strips.mjs";

test("every scenario's fingerprint is that of its run", async () => {
  const text = await stripsText({ stockScenarios, planOf, runHeadless, readLane, indexOfMoment, signatureStrip });
  const kept = JSON.parse(readFileSync(stripsFile, "utf8"));
  expect(kept, "run: node tools/signature-strips.mjs").toEqual(JSON.parse(text));
});
