import { expect, test } from "vitest";
import type { DraftObject, JsonObject, KubeObject } from "../../kubernetes/object.ts";
import {
  configMap,
  createRequest,
  database,
  line,
  objectIn,
  patchRequest,
  statusIn,
  type TestCluster,
  testCluster,
  updateRequest,
  watchIn,
  watchRequest,
} from "./test-cluster.ts";

function withDatabase(): { cluster: TestCluster; db: KubeObject } {
  const cluster = testCluster();
  return { cluster, db: objectIn(cluster.handle(createRequest(database("db")))) };
}

const widget: DraftObject = {
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "w", namespace: "ns" },
  spec: { size: 1 },
};

const deployment: DraftObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "ns", labels: { app: "web" } },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "c", image: "i:1" }] } },
  },
};

// G8, D.4
test("with a status subresource the main endpoint ignores status, and /status ignores everything else", () => {
  const { cluster, db } = withDatabase();
  const watch = watchIn(cluster.handle(watchRequest("Database", { resourceVersion: "2" })));
  const main = objectIn(cluster.handle(updateRequest({ ...db, spec: { size: 2 }, status: { phase: "X" } })));
  expect(main).toMatchObject({ spec: { size: 2 }, metadata: { generation: 2 } });
  expect(main.status).toBeUndefined();
  expect(cluster.facts()).toContainEqual({ type: "statusIgnored", key: "ns/db" });
  const body = {
    ...main,
    spec: { size: 9 },
    status: { phase: "Ready" },
    metadata: { ...main.metadata, labels: { a: "b" } },
  };
  const status = objectIn(cluster.handle(updateRequest(body, "status")));
  expect(status).toMatchObject({ spec: { size: 2 }, status: { phase: "Ready" }, metadata: { generation: 2 } });
  expect(status.metadata.labels).toBeUndefined();
  expect(cluster.facts()).toContainEqual({ type: "bodyIgnoredBesideStatus", key: "ns/db" });
  expect(cluster.facts()).toContainEqual({ type: "generationKept", key: "ns/db", generation: 2, why: "onlyStatus" });
  expect(cluster.take("Database", watch).events.map(line)).toEqual(["MODIFIED db@3", "MODIFIED db@4"]);
});

// G9, D.4
test("without a status subresource /status is 404, and a status written through the main endpoint bumps generation", () => {
  const cluster = testCluster();
  const w = objectIn(cluster.handle(createRequest(widget)));
  expect(statusIn(cluster.handle(patchRequest("Widget", "w", { status: {} }, "status")))).toMatchObject({
    code: 404,
    reason: "NotFound",
    message: 'widgets.example.com "w" not found',
  });
  const next = objectIn(cluster.handle(updateRequest({ ...w, status: { phase: "Ready" } })));
  expect(next).toMatchObject({ status: { phase: "Ready" }, metadata: { generation: 2 } });
});

test("a built-in kind without /status answers the path with plain 404", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(configMap("a")));
  expect(statusIn(cluster.handle(patchRequest("ConfigMap", "a", {}, "status"))).message).toBe(
    "the server could not find the requested resource",
  );
});

// D.4: built-ins differ in what /status takes of the metadata
test("a Deployment's /status keeps spec and labels but takes annotations; a Pod's keeps owner references but takes labels", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(deployment));
  const patch = {
    metadata: { labels: { app: "x" }, annotations: { a: "1" } },
    spec: { replicas: 5 },
    status: { replicas: 1 },
  };
  const next = objectIn(cluster.handle(patchRequest("Deployment", "web", patch, "status")));
  expect(next).toMatchObject({
    metadata: { labels: { app: "web" }, annotations: { a: "1" }, generation: 1 },
    spec: { replicas: 1 },
    status: { replicas: 1 },
  });
  const pod: DraftObject = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", namespace: "ns" },
    spec: { nodeName: "n" },
  };
  cluster.handle(createRequest(pod));
  const owner = { apiVersion: "v1", kind: "Pod", name: "o", uid: "o" };
  const change = {
    metadata: { labels: { a: "b" }, ownerReferences: [owner], deletionTimestamp: "2026-01-01T00:00:00Z" },
  };
  const { metadata } = objectIn(cluster.handle(patchRequest("Pod", "p", change, "status")));
  expect(metadata.labels).toEqual({ a: "b" });
  expect(metadata.ownerReferences).toBeUndefined();
  expect(metadata.deletionTimestamp).toBeUndefined();
});

// D.3, one line per row
test.each<[string, string, JsonObject, number | undefined]>([
  ["a custom resource's spec", "Database", { spec: { size: 2 } }, 2],
  [
    "a custom resource's labels, finalizers and owners",
    "Database",
    { metadata: { labels: { a: "b" }, finalizers: ["x/y"] } },
    1,
  ],
  ["a custom resource's other field", "Database", { extra: 1 }, 2],
  ["a Deployment's spec", "Deployment", { spec: { replicas: 3 } }, 2],
  ["a Deployment's annotations", "Deployment", { metadata: { annotations: { a: "b" } } }, 2],
  ["a Deployment's labels", "Deployment", { metadata: { labels: { a: "b" } } }, 1],
  ["a ReplicaSet's annotations", "ReplicaSet", { metadata: { annotations: { a: "b" } } }, 1],
  ["a ReplicaSet's spec", "ReplicaSet", { spec: { replicas: 3 } }, 2],
  ["a Pod's spec", "Pod", { spec: { nodeName: "n" } }, 2],
  ["a ConfigMap's data", "ConfigMap", { data: { a: "b" } }, undefined],
  ["generation itself", "Database", { metadata: { generation: 9 } }, 1],
  ["a custom resource's status without a subresource", "Widget", { status: { phase: "X" } }, 2],
  ["a custom resource's labels without a subresource", "Widget", { metadata: { labels: { a: "b" } } }, 1],
  ["a custom resource's annotations and owners", "Database", { metadata: { annotations: { a: "b" } } }, 1],
  ["a Job's spec", "Job", { spec: { parallelism: 2 } }, 2],
  ["a Pod's labels", "Pod", { metadata: { labels: { a: "b" } } }, 1],
  ["a Secret's data", "Secret", { data: { a: "b" } }, undefined],
  ["a Service's spec", "Service", { spec: { type: "ClusterIP" } }, undefined],
])("changing %s gives the generation of D.3", (_what, kind, patch, generation) => {
  const cluster = testCluster();
  const named = { name: "x", namespace: "ns" };
  const bodies: Record<string, DraftObject> = {
    Database: database("x"),
    Deployment: { ...deployment, metadata: named },
    ReplicaSet: { ...deployment, kind: "ReplicaSet", metadata: named },
    Pod: { apiVersion: "v1", kind: "Pod", metadata: named, spec: {} },
    Widget: { ...widget, metadata: named },
    Job: { apiVersion: "batch/v1", kind: "Job", metadata: named, spec: {} },
    Secret: { apiVersion: "v1", kind: "Secret", metadata: named },
    Service: { apiVersion: "v1", kind: "Service", metadata: named, spec: {} },
    ConfigMap: configMap("x"),
  };
  cluster.handle(createRequest(bodies[kind] ?? configMap("x")));
  expect(objectIn(cluster.handle(patchRequest(kind, "x", patch))).metadata.generation).toBe(generation);
});

test("Nodes and Namespaces count no generation", () => {
  const cluster = testCluster();
  for (const kind of ["Node", "Namespace"]) {
    const body: DraftObject = { apiVersion: "v1", kind, metadata: { name: "x" }, spec: {} };
    const { namespace: _n, ...create } = createRequest(body);
    expect(objectIn(cluster.handle(create)).metadata.generation).toBeUndefined();
    const { namespace: _m, ...change } = patchRequest(kind, "x", { spec: { a: 1 } });
    expect(objectIn(cluster.handle(change)).metadata.generation).toBeUndefined();
  }
});

// D.4: RV and uid in the body of /status are preconditions, and spec and status share one version
test("a status write with the version of before a spec write gets 409, as does one with another uid", () => {
  const { cluster, db } = withDatabase();
  objectIn(cluster.handle(patchRequest("Database", "db", { spec: { size: 2 } })));
  const status = { phase: "Ready" };
  expect(statusIn(cluster.handle(updateRequest({ ...db, status }, "status")))).toMatchObject({
    code: 409,
    reason: "Conflict",
    message: expect.stringContaining("the object has been modified"),
  });
  const foreign = { ...db, metadata: { ...db.metadata, resourceVersion: "3", uid: "other" }, status };
  expect(statusIn(cluster.handle(updateRequest(foreign, "status"))).message).toContain("UID in precondition: other");
  const current = { ...db, metadata: { ...db.metadata, resourceVersion: "3" }, status };
  expect(objectIn(cluster.handle(updateRequest(current, "status")))).toMatchObject({ status, spec: { size: 2 } });
});

test("a PUT to /status that the kind does not have is the object's 404, also where there is no such object", () => {
  const cluster = testCluster();
  const body: DraftObject = { ...widget, metadata: { name: "none", namespace: "ns" }, status: {} };
  expect(statusIn(cluster.handle(updateRequest(body, "status")))).toMatchObject({
    code: 404,
    reason: "NotFound",
    message: 'widgets.example.com "none" not found',
  });
});
