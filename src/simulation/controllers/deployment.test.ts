import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { Reply } from "../cluster/reconciler.ts";
import type { JsonObject, KubeObject, StringMap } from "../kubernetes/object.ts";
import { failure } from "../kubernetes/status.ts";
import { accept, type Desk, runByHand } from "./answer-desk.ts";
import { deploymentReconciler } from "./deployment.ts";
import { strategyOf, templateHash, templateOf, withHash } from "./deployment-spec.ts";
import { ownedBy, samplePod } from "./sample-objects.ts";

// apiserver E.2. The API server's defaults are not applied here: 25% each way, 600 s, 10 revisions.
function deployment(
  replicas: number,
  options: { image?: string; spec?: JsonObject; status?: JsonObject } = {},
): KubeObject {
  const { image = "web:1", spec, status } = options;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: {
      name: "web",
      namespace: "demo",
      uid: "d-1",
      resourceVersion: "10",
      generation: 2,
      creationTimestamp: "2026-01-01T00:00:00Z",
      annotations: { "deployment.kubernetes.io/revision": "1" },
    },
    spec: { replicas, selector: { matchLabels: { app: "web" } }, template: template(image), ...spec },
    ...(status === undefined ? {} : { status }),
  };
}

function template(image: string): JsonObject {
  return { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "main", image }] } };
}

type Sample = { image: string; size: number; available?: number; age?: number; annotations?: StringMap; most?: number };

/** A ReplicaSet `web-<image>` of the Deployment, sized for `desired` replicas. */
function replicaSet(
  desired: number,
  { image, size, available = size, age = 0, annotations, most }: Sample,
): KubeObject {
  const name = `web-${image.replace(":", "-")}`;
  const surge = most ?? desired + Math.ceil(desired / 4);
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name,
      namespace: "demo",
      uid: `uid-${name}`,
      resourceVersion: "20",
      generation: 1,
      creationTimestamp: `2026-01-01T00:00:0${age}Z`,
      labels: { app: "web" },
      annotations: annotations ?? {
        "deployment.kubernetes.io/revision": String(age + 1),
        "deployment.kubernetes.io/desired-replicas": String(desired),
        "deployment.kubernetes.io/max-replicas": String(surge),
      },
      ownerReferences: [ownedBy("web", "d-1", "Deployment")],
    },
    spec: {
      replicas: size,
      selector: { matchLabels: { app: "web" } },
      template: withHash(template(image), "h"),
    },
    status: { replicas: size, readyReplicas: available, availableReplicas: available, observedGeneration: 1 },
  };
}

function sync(store: readonly KubeObject[], desk: Partial<Desk> = {}) {
  const run = runByHand(deploymentReconciler, "demo/web", { store, ...desk });
  const requests = run.writes.flat();
  const sizes = requests.flatMap((request) =>
    request.type === "update" && request.object.kind === "ReplicaSet"
      ? [[request.object.metadata.name, request.object.spec?.replicas]]
      : [],
  );
  const statuses = requests.flatMap((request) =>
    request.type === "update" && request.subresource === "status" ? [request.object] : [],
  );
  return { ...run, requests, sizes, statuses, error: run.result.error?.message };
}

const conditions = (object: KubeObject | undefined) =>
  Object.fromEntries(
    ((object?.status?.conditions ?? []) as readonly JsonObject[]).map(({ type, status, reason }) => [
      type,
      `${status} ${reason}`,
    ]),
  );

test("surge is rounded up, unavailability down, and both cannot be 0", () => {
  const strategy = (replicas: number, maxSurge: number | string, maxUnavailable: number | string) =>
    strategyOf(deployment(replicas, { spec: { strategy: { rollingUpdate: { maxSurge, maxUnavailable } } } }));
  expect(strategyOf(deployment(10))).toEqual({ type: "RollingUpdate", maxSurge: 3, maxUnavailable: 2 });
  expect(strategy(3, "25%", "25%")).toEqual({ type: "RollingUpdate", maxSurge: 1, maxUnavailable: 0 });
  expect(strategy(3, 0, "10%")).toEqual({ type: "RollingUpdate", maxSurge: 0, maxUnavailable: 1 });
});

test("a template without a ReplicaSet gets one, named by its hash, with the revision after the last", () => {
  const { requests } = sync([deployment(3, { image: "web:2" }), replicaSet(3, { image: "web:1", size: 3 })]);
  const hash = templateHash(template("web:2"), 0);
  expect(requests[0]).toMatchObject({
    type: "create",
    object: {
      metadata: {
        name: `web-${hash}`,
        labels: { app: "web", "pod-template-hash": hash },
        ownerReferences: [{ kind: "Deployment", name: "web", uid: "d-1", controller: true }],
        annotations: {
          "deployment.kubernetes.io/revision": "2",
          "deployment.kubernetes.io/desired-replicas": "3",
          "deployment.kubernetes.io/max-replicas": "4",
        },
      },
      // 3 desired and 1 to spare, and 3 are there: one.
      spec: { replicas: 1, selector: { matchLabels: { app: "web", "pod-template-hash": hash } } },
    },
  });
});

// sync.go:getNewReplicaSet throws the answer of its status update away.
test("after it made a ReplicaSet, the sync writes the status twice with the same version: the second write meets a conflict", () => {
  const conflict: Reply = { type: "status", status: failure(409, "Conflict", "the object has been modified") };
  const run = sync([deployment(3)], { reply: (request, index) => (index === 2 ? conflict : accept(request, index)) });
  expect(run.statuses.map(({ metadata }) => metadata.resourceVersion)).toEqual(["10", "10"]);
  expect(run.statuses[0]?.metadata.annotations).toEqual({ "deployment.kubernetes.io/revision": "1" });
  expect(conditions(run.statuses[0])).toEqual({ Progressing: "True NewReplicaSetCreated" });
  expect(run.error).toBe("the object has been modified");
});

test("a new pod that is not available yet holds the old ones back", () => {
  const { sizes, said } = sync([
    deployment(3, { image: "web:2" }),
    replicaSet(3, { image: "web:1", size: 3 }),
    replicaSet(3, { image: "web:2", size: 1, available: 0, age: 1 }),
  ]);
  expect(sizes).toEqual([]);
  expect(said).toContain("3 pods have to stay and 1 new ones are not available yet: wait");
});

test("an available new pod lets one old pod go, and the next sync lets one more in", () => {
  const first = sync([
    deployment(3, { image: "web:2" }),
    replicaSet(3, { image: "web:1", size: 3 }),
    replicaSet(3, { image: "web:2", size: 1, age: 1 }),
  ]);
  expect(first.sizes).toEqual([["web-web-1", 2]]);
  const second = sync([
    deployment(3, { image: "web:2" }),
    replicaSet(3, { image: "web:1", size: 2 }),
    replicaSet(3, { image: "web:2", size: 1, age: 1 }),
  ]);
  expect(second.sizes).toEqual([["web-web-2", 2]]);
});

// rolling.go:cleanupUnhealthyReplicas before scaleDownOldReplicaSetsForRollingUpdate.
test("old pods that are not available go first, whatever their number of spare ones", () => {
  const { sizes } = sync([
    deployment(10, { image: "web:3" }),
    replicaSet(10, { image: "web:1", size: 4 }),
    replicaSet(10, { image: "web:2", size: 5, available: 2, age: 1 }),
    replicaSet(10, { image: "web:3", size: 4, available: 4, age: 2 }),
  ]);
  // 13 in all, 8 have to stay, all 4 new are available: 5 may go. The 3 broken ones, then 10 available − 8 = 2 of the oldest.
  expect(sizes).toEqual([
    ["web-web-2", 2],
    ["web-web-1", 2],
  ]);
});

// The example of the Kubernetes documentation, "Proportional scaling": 10 → 15 in the middle of a rollout that is stuck.
test("a change of size during a rollout is shared by the ReplicaSets in proportion to their size", () => {
  const spec = { strategy: { rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } };
  const { sizes } = sync([
    deployment(15, { image: "web:2", spec }),
    replicaSet(10, { image: "web:1", size: 8, most: 13 }),
    replicaSet(10, { image: "web:2", size: 5, available: 0, age: 1, most: 13 }),
  ]);
  expect(sizes).toEqual([
    ["web-web-1", 11],
    ["web-web-2", 7],
  ]);
});

test("a paused Deployment says so and does not roll out, but follows its size", () => {
  const paused = sync([
    deployment(3, { image: "web:2", spec: { paused: true } }),
    replicaSet(3, { image: "web:1", size: 3 }),
  ]);
  expect(paused.requests.filter(({ type }) => type === "create")).toEqual([]);
  expect(conditions(paused.statuses[0])).toMatchObject({ Progressing: "Unknown DeploymentPaused" });
  const resized = sync([
    deployment(5, { image: "web:2", spec: { paused: true } }),
    replicaSet(3, { image: "web:1", size: 3 }),
  ]);
  expect(resized.sizes).toEqual([["web-web-1", 5]]);
});

test("a rollback takes the old ReplicaSet again and gives it a new number", () => {
  const { requests } = sync([
    deployment(3, { image: "web:1" }),
    replicaSet(3, { image: "web:1", size: 0 }),
    replicaSet(3, { image: "web:2", size: 3, age: 1 }),
  ]);
  expect(requests[0]).toMatchObject({
    type: "update",
    object: {
      metadata: {
        name: "web-web-1",
        annotations: {
          "deployment.kubernetes.io/revision": "3",
          "deployment.kubernetes.io/revision-history": "1",
        },
      },
    },
  });
});

test("a name that another template has is a collision: it is counted, and the next hash differs", () => {
  const store = [deployment(3, { image: "web:2" })];
  const taken = { ...replicaSet(3, { image: "web:9", size: 0 }) };
  const name = `web-${templateHash(template("web:2"), 0)}`;
  const other = { ...taken, metadata: { ...taken.metadata, name } };
  const exists: Reply = {
    type: "status",
    status: failure(409, "AlreadyExists", `replicasets.apps "${name}" already exists`),
  };
  const run = sync([...store, other], {
    reply: (request, index) => (request.type === "create" ? exists : accept(request, index)),
  });
  expect(run.statuses[0]?.status).toMatchObject({ collisionCount: 1 });
  expect(run.error).toBe(`replicasets.apps "${name}" already exists`);
  expect(templateHash(template("web:2"), 1)).not.toBe(templateHash(template("web:2"), 0));
});

test("Recreate empties the old ReplicaSets, waits for their pods, and only then makes the new one", () => {
  const spec = { strategy: { type: "Recreate" } };
  const next = deployment(2, { image: "web:2", spec });
  const full = replicaSet(2, { image: "web:1", size: 2, most: 2 });
  expect(sync([next, full]).sizes).toEqual([["web-web-1", 0]]);
  const empty = replicaSet(2, { image: "web:1", size: 0 });
  const last = samplePod("a", { owner: ownedBy("web-web-1", "uid-web-web-1") });
  const waiting = sync([next, empty, last]);
  expect(waiting.said).toContain("1 old pods still run: wait");
  expect(waiting.requests.filter(({ type }) => type === "create")).toEqual([]);
  const gone = sync([next, empty, { ...last, status: { phase: "Succeeded" } }]);
  expect(gone.requests[0]).toMatchObject({ type: "create", object: { spec: { replicas: 2 } } });
});

// progress.go:syncRolloutStatus, deployment_util.go:DeploymentTimedOut.
test("a rollout without progress for longer than the deadline is reported, and looked at again when it is due", () => {
  const begun = {
    type: "Progressing",
    status: "True",
    reason: "ReplicaSetUpdated",
    message: 'ReplicaSet "web-web-1" is progressing.',
    lastUpdateTime: "2026-01-01T00:00:10Z",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  };
  const missing = {
    type: "Available",
    status: "False",
    reason: "MinimumReplicasUnavailable",
    message: "Deployment does not have minimum availability.",
    lastUpdateTime: "2026-01-01T00:00:00Z",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  };
  const status = {
    observedGeneration: 2,
    replicas: 3,
    updatedReplicas: 3,
    unavailableReplicas: 3,
    conditions: [begun, missing],
  };
  const store = [
    deployment(3, { spec: { progressDeadlineSeconds: 30 }, status }),
    replicaSet(3, { image: "web:1", size: 3, available: 0 }),
  ];
  const early = sync(store, { now: seconds(20) });
  expect({ writes: early.requests, result: early.result }).toEqual({
    writes: [],
    result: { requeueAfter: seconds(21) },
  });
  const late = sync(store, { now: seconds(41) });
  expect(conditions(late.statuses[0])).toEqual({
    Available: "False MinimumReplicasUnavailable",
    Progressing: "False ProgressDeadlineExceeded",
  });
});

test("a rollout is complete when all pods are new and available", () => {
  const { statuses } = sync([deployment(3), replicaSet(3, { image: "web:1", size: 3 })]);
  expect(statuses.at(-1)?.status).toMatchObject({
    observedGeneration: 2,
    replicas: 3,
    updatedReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
  });
  expect(conditions(statuses.at(-1))).toEqual({
    Progressing: "True NewReplicaSetAvailable",
    Available: "True MinimumReplicasAvailable",
  });
});

test("the template comparison leaves out the hash label", () => {
  const made = replicaSet(3, { image: "web:1", size: 3 });
  expect(templateOf(made)).not.toEqual(template("web:1"));
  expect(sync([deployment(3), made]).requests.filter(({ type }) => type === "create")).toEqual([]);
});

test("old ReplicaSets beyond the limit of history are deleted, oldest revision first, once the rollout is complete", () => {
  const complete = { observedGeneration: 2, replicas: 1, updatedReplicas: 1, availableReplicas: 1, readyReplicas: 1 };
  const store = [
    deployment(1, { image: "web:4", spec: { revisionHistoryLimit: 1 }, status: complete }),
    ...[1, 2, 3].map((n) => replicaSet(1, { image: `web:${n}`, size: 0, age: n - 1 })),
    replicaSet(1, { image: "web:4", size: 1, age: 3 }),
  ];
  const deleted = sync(store).requests.flatMap((request) => (request.type === "delete" ? [request.key] : []));
  expect(deleted).toEqual(["demo/web-web-1", "demo/web-web-2"]);
});

// deployment_controller.go:handleErr, maxRetries 15.
test("a sync that failed 15 times in a row is tried once more and then dropped without an error", () => {
  const reply = (): Reply => ({ type: "network", reason: "ECONNREFUSED" });
  const fail = (retries: number) => sync([deployment(3)], { reply, memory: { "demo/web": retries } });
  expect(fail(14)).toMatchObject({ error: "ECONNREFUSED", memory: { "demo/web": 15 } });
  expect(fail(15)).toMatchObject({ result: {}, memory: {} });
});

// deployment_controller.go:handleErr; sync.go:getNewReplicaSet.
test("a ReplicaSet that cannot be made because the namespace goes away is neither reported nor tried again", () => {
  const refused = (causes: readonly { readonly reason: string; readonly message: string }[]) =>
    sync([deployment(3, { spec: { progressDeadlineSeconds: 600 } })], {
      memory: { "demo/web": 3 },
      reply: (request, index) =>
        request.type === "create"
          ? { type: "status", status: failure(403, "Forbidden", "forbidden", { causes }) }
          : accept(request, index),
    });
  const leaving = refused([{ reason: "NamespaceTerminating", message: "namespace demo is being terminated" }]);
  expect(leaving).toMatchObject({ statuses: [], result: {}, memory: {} });
  expect(refused([])).toMatchObject({ error: "forbidden", memory: { "demo/web": 4 } });
});
