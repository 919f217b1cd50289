import { expect, test } from "vitest";
import { reconcilers } from "../simulation/controllers/reconcilers.ts";
import { loadReconcilers, RECONCILER_NAMES } from "./engine.ts";

test("every controller that a scenario can name can be loaded", async () => {
  expect(RECONCILER_NAMES).toEqual(Object.keys(reconcilers));
  expect(await loadReconcilers(Object.keys(reconcilers))).toEqual(reconcilers);
});

test("only the controllers that were asked for are there", async () => {
  expect(Object.keys(await loadReconcilers(["ReplicaSet", "Unknown"]))).toEqual(["ReplicaSet"]);
});
