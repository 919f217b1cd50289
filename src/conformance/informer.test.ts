import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { compareWithVector } from "./informer-compare.ts";
import { runInformerVector } from "./informer-runner.ts";
import { readInformerVector } from "./informer-vector.ts";

// The recorded runs lie beside the checkout; a selection of them is part of it, for those who have only the checkout.
const everything = process.env.LOOPSCOPE_VECTORS ?? resolve(import.meta.dirname, "../../../shared/vectors");
const selection = join(import.meta.dirname, "vectors");
const root = existsSync(join(everything, "informer")) ? everything : selection;

for (const folder of ["informer", "http"]) {
  for (const file of readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".json"))
    .sort()) {
    const vector = readInformerVector(readFileSync(join(root, folder, file), "utf8"));
    test(`the informer runs as recorded: ${vector.name}`, () => {
      expect(compareWithVector(vector, runInformerVector(vector))).toEqual([]);
    });
  }
}
