import { expect, test } from "vitest";
import type { ReconcilerKind, Reply } from "../cluster/reconciler.ts";
import type { JsonObject, KubeObject, OwnerReference, StringMap } from "../kubernetes/object.ts";
import { failure } from "../kubernetes/status.ts";
import { accept, type Desk, readFrom, runByHand } from "./answer-desk.ts";
import { knativeConfigurationReconciler } from "./knative-configuration.ts";
import { knativeRouteReconciler } from "./knative-route.ts";
import { knativeServiceReconciler } from "./knative-service.ts";

// apiserver F.1, F.3.
type Sample = {
  name?: string;
  generation?: number;
  spec?: JsonObject;
  status?: JsonObject;
  labels?: StringMap;
  owner?: OwnerReference;
};

function serving(kind: string, options: Sample = {}): KubeObject {
  const { name = "hello", generation = 1, spec, status, labels, owner } = options;
  return {
    apiVersion: "serving.knative.dev/v1",
    kind,
    metadata: {
      name,
      namespace: "demo",
      uid: `${kind}-${name}`,
      resourceVersion: "10",
      generation,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...(labels === undefined ? {} : { labels }),
      ...(owner === undefined ? {} : { ownerReferences: [owner] }),
    },
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
}

const ownedBy = (kind: string): OwnerReference => ({
  apiVersion: "serving.knative.dev/v1",
  kind,
  name: "hello",
  uid: `${kind}-hello`,
  controller: true,
  blockOwnerDeletion: true,
});
const ready = (status: string, reason = "", message = "") => ({
  conditions: [{ type: "Ready", status, reason, message, lastTransitionTime: "" }],
});

function reconcile(kind: ReconcilerKind, store: readonly KubeObject[], desk: Partial<Desk> = {}) {
  const run = runByHand(kind, "demo/hello", { store, ...desk });
  const requests = run.writes.flat();
  const statuses = requests.flatMap((request) =>
    request.type === "update" && request.subresource === "status" ? [request.object.status ?? {}] : [],
  );
  const status: JsonObject = statuses.at(-1) ?? {};
  const conditions = Array.isArray(status.conditions)
    ? status.conditions.map((each: JsonObject) => `${each.type} ${each.status} ${each.reason ?? ""}`.trim())
    : [];
  return { ...run, requests, statuses, status, conditions, error: run.result.error?.message };
}

const template = { spec: { containers: [{ image: "hello:1" }] } };
const service = serving("Service", { spec: { template } });
const labels = { "serving.knative.dev/service": "hello" };

test("while the Configuration has not seen its newest generation the Service calls it out of date, and goes on to the Route", () => {
  const stale = serving("Configuration", {
    generation: 2,
    spec: { template },
    labels,
    owner: ownedBy("Service"),
    status: { observedGeneration: 1 },
  });
  const run = reconcile(knativeServiceReconciler, [service, stale]);
  expect(run.conditions).toContain("ConfigurationsReady Unknown OutOfDate");
  expect(run.requests).toContainEqual(
    expect.objectContaining({ type: "create", object: expect.objectContaining({ kind: "Route" }) }),
  );
});

test("with a Revision name of the user's choice the Route waits for the Configuration", () => {
  const named = { metadata: { name: "hello-blue" }, ...template };
  const stale = serving("Configuration", {
    generation: 2,
    spec: { template: named },
    labels,
    owner: ownedBy("Service"),
    status: { observedGeneration: 1 },
  });
  const run = reconcile(knativeServiceReconciler, [serving("Service", { spec: { template: named } }), stale]);
  expect(run.requests.filter(({ type }) => type === "create")).toEqual([]);
});

test("a Configuration of that name that somebody else owns is an error and a condition", () => {
  const foreign = serving("Configuration", { spec: { template }, labels });
  const run = reconcile(knativeServiceReconciler, [service, foreign]);
  expect(run.error).toBe('service: "hello" does not own configuration: "hello"');
  expect(run.conditions).toContain("Ready False NotOwned");
  // Even a failed run has observed its generation.
  expect(run.status.observedGeneration).toBe(1);
});

test("the status is computed once and tried again on a fresh object after a conflict", () => {
  const conflict: Reply = { type: "status", status: failure(409, "Conflict", "modified") };
  const fresh = { ...service, metadata: { ...service.metadata, resourceVersion: "77" }, status: { note: "newer" } };
  const run = reconcile(knativeServiceReconciler, [service], {
    live: readFrom([fresh]),
    reply: (request, index) =>
      request.type === "update" && request.object.metadata.resourceVersion === "10" ? conflict : accept(request, index),
  });
  const updates = run.requests.flatMap((request) =>
    request.type === "update" ? [[request.object.metadata.resourceVersion, request.object.status?.note]] : [],
  );
  // What the newer status said is overwritten by the whole computed one.
  expect(updates).toEqual([
    ["10", undefined],
    ["77", undefined],
  ]);
  expect(run.error).toBeUndefined();
});

test("after five conflicts the run fails with the conflict", () => {
  const conflict: Reply = { type: "status", status: failure(409, "Conflict", "modified") };
  const run = reconcile(knativeServiceReconciler, [service], {
    reply: (request, index) => (request.type === "update" ? conflict : accept(request, index)),
  });
  expect({ tries: run.statuses.length, error: run.error }).toEqual({ tries: 5, error: "modified" });
});

const configuration = serving("Configuration", { generation: 3, spec: { template } });

test("each generation of a Configuration has one Revision, named by the generation", () => {
  const run = reconcile(knativeConfigurationReconciler, [configuration]);
  expect(run.requests[0]).toMatchObject({
    type: "create",
    object: {
      kind: "Revision",
      metadata: {
        name: "hello-00003",
        labels: { "serving.knative.dev/configuration": "hello", "serving.knative.dev/configurationGeneration": "3" },
      },
      spec: template.spec,
    },
  });
  expect(run.status).toMatchObject({ latestCreatedRevisionName: "hello-00003", observedGeneration: 3 });
});

test("a Revision that exists although the store does not know it is an error that the user does not see", () => {
  const exists: Reply = { type: "status", status: failure(409, "AlreadyExists", "it exists") };
  const run = reconcile(knativeConfigurationReconciler, [configuration], {
    reply: (request, index) => (request.type === "create" ? exists : accept(request, index)),
  });
  expect(run.error).toBe("failed to create Revision: it exists");
  expect(run.conditions).toEqual(["Ready Unknown NewObservedGenFailure"]);
});

function revision(generation: number, status: JsonObject): KubeObject {
  const name = `hello-0000${generation}`;
  return serving("Revision", {
    name,
    owner: ownedBy("Configuration"),
    labels: {
      "serving.knative.dev/configuration": "hello",
      "serving.knative.dev/configurationGeneration": String(generation),
    },
    status: { observedGeneration: 1, ...status },
  });
}

test("a failed newest Revision makes the Configuration fail, and an older ready one stays the latest ready one", () => {
  const before = { observedGeneration: 2, latestReadyRevisionName: "hello-00002", ...ready("True") };
  const run = reconcile(knativeConfigurationReconciler, [
    { ...configuration, status: before },
    revision(2, ready("True")),
    revision(3, ready("False", "ExitCode1", "boom")),
  ]);
  expect(run.status).toMatchObject({
    latestCreatedRevisionName: "hello-00003",
    latestReadyRevisionName: "hello-00002",
  });
  expect(run.conditions).toEqual(["Ready False RevisionFailed"]);
});

const toLatest = { traffic: [{ configurationName: "hello", latestRevision: true, percent: 100 }] };

test("a Route waits for the first ready Revision, and asks to be told", () => {
  const route = serving("Route", { spec: toLatest });
  const run = reconcile(knativeRouteReconciler, [route, serving("Configuration", { status: ready("Unknown") })]);
  expect(run.conditions).toContain("AllTrafficAssigned Unknown RevisionMissing");
  expect(run.memory).toEqual({ "Configuration demo/hello": ["demo/hello"] });
});

test("a Route keeps the latest ready Revision whatever became of it, but a named one has to be ready", () => {
  const store = [
    serving("Configuration", { status: { latestReadyRevisionName: "hello-00002", ...ready("False") } }),
    revision(2, ready("False")),
  ];
  const latest = reconcile(knativeRouteReconciler, [serving("Route", { spec: toLatest }), ...store]);
  expect(latest.conditions).toContain("AllTrafficAssigned True");
  const named = serving("Route", { spec: { traffic: [{ revisionName: "hello-00002", percent: 100 }] } });
  expect(reconcile(knativeRouteReconciler, [named, ...store]).conditions).toContain(
    "AllTrafficAssigned False RevisionMissing",
  );
});

test("a target that does not exist is named in the condition", () => {
  const route = serving("Route", { spec: { traffic: [{ revisionName: "nope", percent: 100 }] } });
  expect(reconcile(knativeRouteReconciler, [route]).conditions).toContain("AllTrafficAssigned False RevisionMissing");
});
