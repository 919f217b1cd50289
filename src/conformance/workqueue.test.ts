// Goal: the simulated queues, reconcile loop, leader election and retry do what the real libraries did.
// Method: replay recorded runs of them, instant by instant. The few runs beside this file are always replayed; all
// others are found by LOOPSCOPE_VECTORS, or in ../shared/vectors next to the checkout.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replayWorkqueueVector } from "./workqueue-runner.ts";
import { readWorkqueueVector } from "./workqueue-vector.ts";

const shipped = join(import.meta.dirname, "vectors/workqueue");
const recorded = join(process.env.LOOPSCOPE_VECTORS ?? "../shared/vectors", "workqueue");

for (const folder of [shipped, recorded]) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  for (const file of files) {
    const vector = readWorkqueueVector(readFileSync(join(folder, file), "utf8"));
    test(`${vector.subject} replays ${vector.name}: ${vector.title} (${folder === shipped ? "shipped" : "all"})`, () => {
      expect(replayWorkqueueVector(vector)).toBeUndefined();
    });
  }
}

test("there are recorded runs of every subject to replay", () => {
  const vectors = readdirSync(shipped).map((file) => readWorkqueueVector(readFileSync(join(shipped, file), "utf8")));
  expect(new Set(vectors.map((vector) => vector.subject)).size).toBe(7);
});
