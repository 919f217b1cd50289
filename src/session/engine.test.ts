import { expect, test } from "vitest";
import { reconcilers } from "../simulation/controllers/reconcilers.ts";
import { systems } from "../simulation/systems/systems.ts";
import { loadReconcilers, loadSystems, RECONCILER_NAMES, SYSTEM_NAMES } from "./engine.ts";

test("every controller that a scenario can name can be loaded", async () => {
  expect(RECONCILER_NAMES).toEqual(Object.keys(reconcilers));
  expect(await loadReconcilers(Object.keys(reconcilers))).toEqual(reconcilers);
});

test("every system that a scenario can name can be loaded", async () => {
  expect(SYSTEM_NAMES).toEqual(Object.keys(systems));
  expect(await loadSystems(Object.keys(systems))).toEqual(systems);
});

test("only the controllers and systems that were asked for are there", async () => {
  expect(Object.keys(await loadReconcilers(["ReplicaSet", "Unknown"]))).toEqual(["ReplicaSet"]);
  expect(Object.keys(await loadSystems(["Gateway", "Unknown"]))).toEqual(["Gateway"]);
});
