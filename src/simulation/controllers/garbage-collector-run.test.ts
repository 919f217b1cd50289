import { expect, test } from "vitest";
import { type Micros, seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import type { DraftObject } from "../kubernetes/object.ts";
import { runSmallPlan } from "./small-plan.ts";

const web: DraftObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "demo" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "main", image: "web:1" }] } },
  },
};
const controllers = [
  { reconciler: "Deployment", watches: ["Deployment", "ReplicaSet", "Pod"] },
  { reconciler: "ReplicaSet", watches: ["ReplicaSet", "Pod"] },
  { reconciler: "GarbageCollector", watches: ["Deployment", "ReplicaSet", "Pod"], workers: 4 },
];

function deleteAt(at: Micros, propagation: "Background" | "Foreground" | "Orphan") {
  const action: Action = {
    type: "delete",
    target: { kind: "Deployment", namespace: "demo", name: "web" },
    propagation,
  };
  return { at, action };
}

function deletionOrder(propagation: "Background" | "Foreground") {
  const run = runSmallPlan({
    controllers,
    given: [web],
    script: [deleteAt(seconds(5), propagation)],
    until: seconds(30),
  });
  const deletions = run
    .facts("etcd.commit")
    .filter(({ verb }) => verb === "delete")
    .map(({ kind }) => kind);
  return { run, deletions };
}

test("background: the Deployment goes first, then its ReplicaSet, then the pods", () => {
  const { run, deletions } = deletionOrder("Background");
  expect(deletions).toEqual(["Deployment", "ReplicaSet", "Pod", "Pod"]);
  expect(run.violations).toEqual([]);
});

test("foreground: the pods go first, the Deployment last", () => {
  const { run, deletions } = deletionOrder("Foreground");
  expect(deletions).toEqual(["Pod", "Pod", "ReplicaSet", "Deployment"]);
  expect(run.violations).toEqual([]);
});

test("orphan: the ReplicaSet and its pods live on without the Deployment", () => {
  const run = runSmallPlan({ controllers, given: [web], script: [deleteAt(seconds(5), "Orphan")], until: seconds(30) });
  expect(run.get("Deployment", "web")).toBeUndefined();
  const [replicaSet] = run.all("ReplicaSet");
  expect(replicaSet?.metadata.ownerReferences ?? []).toEqual([]);
  expect(run.all("Pod")).toHaveLength(2);
  expect(run.violations).toEqual([]);
});
