import { expect, test } from "vitest";
import type { DraftObject } from "../../kubernetes/object.ts";
import { webhookDenied } from "../../kubernetes/status-error.ts";
import type { ApiRequest } from "./request.ts";
import {
  configMap,
  createRequest,
  database,
  deleteRequest,
  line,
  objectIn,
  statusIn,
  testCluster,
  watchIn,
  watchRequest,
} from "./test-cluster.ts";

function replicaSet(spec: DraftObject["spec"] = {}): DraftObject {
  const template = { metadata: { labels: { app: "web" } } };
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: { name: "web", namespace: "ns" },
    spec: { selector: { matchLabels: { app: "web" } }, template, ...spec },
  };
}

function namespace(name: string): ApiRequest {
  const body: DraftObject = { apiVersion: "v1", kind: "Namespace", metadata: { name, finalizers: ["hold"] } };
  return { verb: "create", kind: "Namespace", body, options: {}, user: "u", client: "c" };
}

// G1
test("a POST answers 201 with the object at the revision of the write, and watchers get ADDED", () => {
  const cluster = testCluster();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "1" })));
  cluster.pass(5);
  const handled = cluster.handle(createRequest(configMap("a", { k: "v" })));
  expect(handled.outcome).toEqual({
    type: "response",
    response: {
      type: "object",
      code: 201,
      object: {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: {
          name: "a",
          namespace: "ns",
          uid: "uid-2",
          resourceVersion: "2",
          creationTimestamp: "2026-01-01T00:00:05Z",
        },
        data: { k: "v" },
      },
    },
  });
  expect(handled.facts).toContainEqual({
    type: "committed",
    kind: "ConfigMap",
    key: "ns/a",
    revision: 2,
    change: "created",
  });
  expect(cluster.take("ConfigMap", watch).events.map(line)).toEqual(["ADDED a@2"]);
});

// G6
test("a second POST of a name gets 409 AlreadyExists", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(configMap("a")));
  expect(statusIn(cluster.handle(createRequest(configMap("a"))))).toMatchObject({
    code: 409,
    reason: "AlreadyExists",
    message: 'configmaps "a" already exists',
    details: { name: "a", kind: "configmaps" },
  });
  expect(cluster.etcd().revision).toBe(2);
});

// D.5: name reuse
test("while the old holder of a name terminates, the 409 says so", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(configMap("a", {}, { finalizers: ["example.com/hold"] })));
  cluster.handle(deleteRequest("ConfigMap", "a"));
  expect(statusIn(cluster.handle(createRequest(configMap("a")))).message).toBe(
    'object is being deleted: configmaps "a" already exists',
  );
});

// G7, A.1.6
test("a POST with a resource version gets 500 without a reason", () => {
  const status = statusIn(testCluster().handle(createRequest(configMap("a", {}, { resourceVersion: "5" }))));
  expect(status).toMatchObject({ code: 500, message: "resourceVersion should not be set on objects to be created" });
  expect(status.reason).toBeUndefined();
});

// G6, C.4
test("generateName tries eight names and then gives up with 409 and Retry-After 1", () => {
  const cluster = testCluster();
  const body = { ...configMap(""), metadata: { generateName: "web-", namespace: "ns" } };
  const made = Array.from({ length: 8 }, () => objectIn(cluster.handle(createRequest(body))).metadata.name);
  expect(made.slice(0, 3)).toEqual(["web-aaaaa", "web-bbbbb", "web-ccccc"]);
  expect(cluster.facts().filter((fact) => fact.type === "nameGenerated" && fact.taken).length).toBe(7);
  expect(statusIn(cluster.handle(createRequest(body)))).toMatchObject({
    code: 409,
    reason: "AlreadyExists",
    message: expect.stringMatching(/was not able to generate a unique name for the object$/),
    details: { retryAfterSeconds: 1 },
  });
});

// D.3
test.each([
  ["Database", 1],
  ["ReplicaSet", 1],
  ["Pod", 1],
  ["Widget", 1],
  ["ConfigMap", undefined],
])("a new %s has generation %s, whatever the client sent", (kind, generation) => {
  const bodies: Record<string, DraftObject> = {
    Database: database("web"),
    ReplicaSet: replicaSet(),
    Pod: { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "ns" }, spec: {} },
    Widget: { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "web", namespace: "ns" } },
    ConfigMap: configMap("web"),
  };
  const body = bodies[kind] ?? configMap("web");
  const sent = { ...body, metadata: { ...body.metadata, generation: 7, uid: "mine", deletionTimestamp: "x" } };
  const { metadata } = objectIn(testCluster().handle(createRequest(sent)));
  expect(metadata.generation).toBe(generation);
  expect(metadata.uid).toBe("uid-1");
  expect(metadata.deletionTimestamp).toBeUndefined();
});

// D.4
test("a status in the body of a POST is dropped where the status has its own endpoint, and kept elsewhere", () => {
  const cluster = testCluster();
  const status = { phase: "Ready" };
  expect(objectIn(cluster.handle(createRequest(database("a", { status })))).status).toBeUndefined();
  expect(cluster.facts()).toContainEqual({ type: "statusIgnored", key: "ns/a" });
  const widget: DraftObject = {
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: { name: "w", namespace: "ns" },
    status,
  };
  expect(objectIn(cluster.handle(createRequest(widget))).status).toEqual(status);
  const pod: DraftObject = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p", namespace: "ns" },
    spec: {},
    status,
  };
  expect(objectIn(cluster.handle(createRequest(pod))).status).toEqual({ phase: "Pending" });
});

// G30
test("a POST into a missing namespace gets 404, into a terminating one 403, into the built-in ones 201", () => {
  const cluster = testCluster({ settings: { checksNamespaces: true } });
  expect(statusIn(cluster.handle(createRequest(configMap("a"))))).toMatchObject({
    code: 404,
    message: 'namespaces "ns" not found',
    details: { name: "ns", kind: "namespaces" },
  });
  cluster.handle(namespace("ns"));
  expect(objectIn(cluster.handle(createRequest(configMap("a")))).metadata.name).toBe("a");
  const removal = { verb: "delete", kind: "Namespace", name: "ns", options: {}, user: "u", client: "c" } as const;
  expect(objectIn(cluster.handle(removal)).status).toEqual({ phase: "Terminating" });
  expect(statusIn(cluster.handle(createRequest(configMap("b"))))).toMatchObject({
    code: 403,
    reason: "Forbidden",
    message: 'configmaps "b" is forbidden: unable to create new content in namespace ns because it is being terminated',
    details: { causes: [{ reason: "NamespaceTerminating", field: "metadata.namespace" }] },
  });
  const body = configMap("a", {}, { namespace: "default" });
  const request: ApiRequest = {
    verb: "create",
    kind: "ConfigMap",
    namespace: "default",
    body,
    options: {},
    user: "u",
    client: "c",
  };
  expect(objectIn(cluster.handle(request)).metadata.namespace).toBe("default");
});

// C.4, 400
test.each<[string, DraftObject, string]>([
  [
    "another namespace",
    configMap("a", {}, { namespace: "other" }),
    "the namespace of the provided object does not match the namespace sent on the request",
  ],
  ["another kind", { ...configMap("a"), kind: "Secret" }, "cannot be handled as a ConfigMap"],
  [
    "another API version",
    { ...configMap("a"), apiVersion: "v2" },
    "the API version in the data (v2) does not match the expected API version (v1)",
  ],
])("a body of %s than the path gets 400", (_what, body, message) => {
  const status = statusIn(testCluster().handle(createRequest(body, "ConfigMap")));
  expect(status).toMatchObject({ code: 400, reason: "BadRequest" });
  expect(status.message).toContain(message);
});

// C.4, 422
test.each<[string, DraftObject, string]>([
  ["a name that is no DNS name", configMap("A_b"), 'ConfigMap "A_b" is invalid: metadata.name: Invalid value: "A_b": '],
  ["no name at all", configMap(""), "metadata.name: Required value: name or generateName is required"],
  ["a label that is none", configMap("a", {}, { labels: { "-x": "y" } }), 'metadata.labels: Invalid value: "-x": '],
  [
    "negative replicas",
    replicaSet({ replicas: -1 }),
    "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
  ],
  [
    "a selector that misses its template",
    replicaSet({ selector: { matchLabels: { app: "x" } } }),
    "`selector` does not match template `labels`",
  ],
  ["no selector", { ...replicaSet(), spec: {} }, "spec.selector: Required value"],
  [
    "two controllers",
    configMap(
      "a",
      {},
      {
        ownerReferences: ["x", "y"].map((name) => ({
          apiVersion: "v1",
          kind: "Pod",
          name,
          uid: name,
          controller: true,
        })),
      },
    ),
    "Only one reference can have Controller set to true",
  ],
])("a POST with %s gets 422", (_what, body, message) => {
  const status = statusIn(testCluster().handle(createRequest(body)));
  expect(status).toMatchObject({ code: 422, reason: "Invalid" });
  expect(status.message).toContain(message);
});

test("a ReplicaSet without replicas gets one", () => {
  expect(objectIn(testCluster().handle(createRequest(replicaSet()))).spec?.replicas).toBe(1);
});

test("a dry run answers and writes nothing", () => {
  const cluster = testCluster();
  const request = { ...createRequest(configMap("a")), options: { dryRun: true } } as ApiRequest;
  expect(objectIn(cluster.handle(request)).metadata.resourceVersion).toBe("");
  expect(cluster.etcd().revision).toBe(1);
});

// D.7, G31
test("admission changes the object before it is stored, refuses it, or fails", () => {
  const mutating = testCluster({
    seams: {
      admit: ({ phase, object }) => ({
        type: "allowed",
        object: phase === "mutating" && object !== undefined ? { ...object, data: { by: "hook" } } : object,
        calls: phase === "mutating" ? [{ hook: "h.example.com", verdict: "changed", round: 1 }] : [],
      }),
    },
  });
  const handled = mutating.handle(createRequest(configMap("a")));
  expect(objectIn(handled).data).toEqual({ by: "hook" });
  expect(handled.facts[0]).toEqual({
    type: "admissionCalled",
    phase: "mutating",
    hook: "h.example.com",
    verdict: "changed",
    round: 1,
  });
  const status = webhookDenied("h.example.com", "no");
  const denying = testCluster({
    seams: {
      admit: ({ phase, object }) =>
        phase === "mutating"
          ? { type: "allowed", object, calls: [] }
          : { type: "denied", status, calls: [{ hook: "h.example.com", verdict: "denied", round: 1 }] },
    },
  });
  expect(statusIn(denying.handle(createRequest(configMap("a")))).message).toBe(status.message);
  expect(denying.etcd().revision).toBe(1);
});

test("the schema of a custom resource refuses an object with 422", () => {
  const cluster = testCluster({
    seams: { validate: (info) => (info.custom ? [{ type: "required", field: "spec.engine", detail: "" }] : []) },
  });
  expect(statusIn(cluster.handle(createRequest(database("a")))).message).toBe(
    'Database.example.com "a" is invalid: spec.engine: Required value',
  );
});
