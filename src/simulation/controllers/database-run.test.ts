import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import type { DraftObject, JsonObject } from "../kubernetes/object.ts";
import { databaseKinds, databaseKindsWithoutStatus } from "./database-kinds.ts";
import { existing, patchAt, runSmallPlan, type SmallPlan } from "./small-plan.ts";

const orders: DraftObject = {
  apiVersion: "example.com/v1",
  kind: "Database",
  metadata: { name: "orders", namespace: "demo" },
  spec: { engine: "postgres", size: 10 },
};

function run(plan: Partial<SmallPlan> & { readonly options?: JsonObject }) {
  const { options = {}, ...rest } = plan;
  const controllers = [{ reconciler: "Database", watches: ["Database", "ConfigMap"], options }];
  return runSmallPlan({ controllers, crds: databaseKinds, given: [orders], until: seconds(20), ...rest });
}

test("the Database converges, and an edit is carried to its ConfigMap with the next generation", () => {
  const result = run({ script: [patchAt(seconds(5), "Database", "orders", { spec: { size: 20 } })] });
  expect(existing(result, "Database", "orders")).toMatchObject({
    metadata: { generation: 2 },
    status: { phase: "Ready", observedGeneration: 2 },
  });
  expect(existing(result, "ConfigMap", "orders-config").data).toEqual({ engine: "postgres", size: "20" });
  expect(result.violations).toEqual([]);
});

test("a dependency that comes up later turns Failed into Ready by its event, ahead of the back-off", () => {
  const waiting = { ...orders, spec: { ...orders.spec, dependency: "storage" } };
  const storage: DraftObject = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "storage", namespace: "demo" },
    data: { state: "down" },
  };
  const result = run({
    given: [waiting, storage],
    script: [patchAt(seconds(8), "ConfigMap", "storage", { data: { state: "up" } })],
    until: seconds(9),
  });
  const phases = result.facts("reconcile.note").map(({ text }) => text);
  expect(phases.some((text) => text.startsWith("status Failed"))).toBe(true);
  expect(existing(result, "Database", "orders").status).toMatchObject({ phase: "Ready" });
});

test("without the status subresource, /status is not found, and the error is tried again for ever", () => {
  const result = run({ crds: databaseKindsWithoutStatus, until: seconds(3) });
  const answers = result.facts("client.response").filter(({ verb, kind }) => verb === "update" && kind === "Database");
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([404]));
  expect(result.facts("reconcile.end").every(({ row }) => row === "1b")).toBe(true);
});

// apiserver D.3: without the subresource a status write bumps the generation, so it is never the one that was observed.
test("a status written with the object raises the generation each time: the controller never comes to rest", () => {
  const result = run({ crds: databaseKindsWithoutStatus, options: { status: "main" }, until: seconds(3) });
  const { metadata, status } = existing(result, "Database", "orders");
  expect(metadata.generation).toBeGreaterThan(20);
  expect(status?.observedGeneration).toBeLessThan(metadata.generation ?? 0);
});

test("the instance in the cloud is gone before the Database is", () => {
  const action: Action = { type: "delete", target: { kind: "Database", namespace: "demo", name: "orders" } };
  const result = run({ options: { outside: true }, script: [{ at: seconds(5), action }] });
  const deletions = result
    .facts("etcd.commit")
    .filter(({ verb }) => verb === "delete")
    .map(({ kind }) => kind);
  expect(deletions).toEqual(["CloudInstance", "Database"]);
  expect(result.violations).toEqual([]);
});
