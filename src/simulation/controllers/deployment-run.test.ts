import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { DraftObject } from "../kubernetes/object.ts";
import { conditionIn } from "./deployment-conditions.ts";
import { statusSum, wantedPods } from "./deployment-replica-sets.ts";
import { existing, objectsOf, patchAt, runSmallPlan } from "./small-plan.ts";

const web: DraftObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "demo" },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "main", image: "web:1" }] } },
  },
};
const controllers = [
  { reconciler: "Deployment", watches: ["Deployment", "ReplicaSet", "Pod"] },
  { reconciler: "ReplicaSet", watches: ["ReplicaSet", "Pod"] },
];
const image = (tag: string) => ({
  spec: {
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "main", image: `web:${tag}` }] } },
  },
});

test("a rolling update ends with new pods only, within its bounds at every step", () => {
  let most = 0;
  let fewest = Number.POSITIVE_INFINITY;
  const run = runSmallPlan(
    { controllers, given: [web], script: [patchAt(seconds(6), "Deployment", "web", image("2"))], until: seconds(20) },
    (world) => {
      const sets = objectsOf(world, "ReplicaSet");
      most = Math.max(most, wantedPods(sets));
      if (world.now > seconds(6)) fewest = Math.min(fewest, statusSum(sets, "availableReplicas"));
      return undefined;
    },
  );
  const deployment = existing(run, "Deployment", "web");
  expect(deployment.status).toMatchObject({
    replicas: 3,
    updatedReplicas: 3,
    availableReplicas: 3,
    observedGeneration: 2,
  });
  expect(conditionIn(deployment.status, "Progressing")).toMatchObject({ reason: "NewReplicaSetAvailable" });
  expect(deployment.metadata.annotations).toMatchObject({ "deployment.kubernetes.io/revision": "2" });
  expect(
    run
      .all("ReplicaSet")
      .map(({ spec }) => spec?.replicas)
      .sort(),
  ).toEqual([0, 3]);
  const images = run.all("Pod").map(({ spec }) => JSON.stringify(spec?.containers));
  expect(images.every((text) => text.includes("web:2"))).toBe(true);
  expect({ most, fewest }).toEqual({ most: 4, fewest: 3 });
  expect(run.violations).toEqual([]);
});

test("in the end nobody writes any more", () => {
  const run = runSmallPlan({ controllers, given: [web], until: seconds(60) });
  const lastCommit = run.events.findLast(({ fact }) => fact.type === "etcd.commit");
  expect(lastCommit?.at).toBeLessThan(seconds(10));
});

test("Recreate never has pods of two templates", () => {
  let mixed = 0;
  const recreating = { ...web, spec: { ...web.spec, strategy: { type: "Recreate" } } };
  const run = runSmallPlan(
    {
      controllers,
      given: [recreating],
      script: [patchAt(seconds(6), "Deployment", "web", image("2"))],
      until: seconds(30),
    },
    (world) => {
      const hashes = objectsOf(world, "Pod").map(({ metadata }) => metadata.labels?.["pod-template-hash"]);
      if (new Set(hashes).size > 1) mixed += 1;
      return undefined;
    },
  );
  expect(existing(run, "Deployment", "web").status).toMatchObject({ updatedReplicas: 3, availableReplicas: 3 });
  expect(mixed).toBe(0);
});
