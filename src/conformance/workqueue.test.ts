// Goal: the simulated queues, reconcile loop, leader election and retry do what the real libraries did.
// Method: replay recorded runs of them, instant by instant.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { vectorFiles } from "./vector-files.ts";
import { compareWorkqueue } from "./workqueue-comparison.ts";
import { runWorkqueueVector } from "./workqueue-runner.ts";
import { readWorkqueueVector } from "./workqueue-vector.ts";

const vectors = vectorFiles("workqueue").map((file) => readWorkqueueVector(readFileSync(file, "utf8")));

for (const vector of vectors) {
  test(`${vector.subject} replays ${vector.name}: ${vector.title}`, () => {
    expect(compareWorkqueue(vector, runWorkqueueVector(vector).observed).differences).toEqual([]);
  });
}

test("there are recorded runs of every subject to replay", () => {
  expect(new Set(vectors.map((vector) => vector.subject)).size).toBe(7);
});
