import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compareWithVector } from "./informer-compare.ts";
import { runInformerVector } from "./informer-runner.ts";
import { readInformerVector } from "./informer-vector.ts";
import { vectorFiles } from "./vector-files.ts";

for (const file of [...vectorFiles("informer"), ...vectorFiles("http")]) {
  const vector = readInformerVector(readFileSync(file, "utf8"));
  test(`the informer runs as recorded: ${vector.name}`, () => {
    expect(compareWithVector(vector, runInformerVector(vector).observed).differences).toEqual([]);
  });
}
