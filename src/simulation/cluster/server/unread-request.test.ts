// Rows 405 and 413 of fidelity C.4. The words of built-in kinds are those of the router (go-restful v3.13.0 finds the path but no route for the method:
// 405; no path: 404) as apiserver pkg/server/handler.go:serviceErrorHandler puts them; those of custom kinds are
// apiextensions-apiserver pkg/apiserver/customresource_handler.go:serveResource, serveStatus @v0.36.3.
import { expect, test } from "vitest";
import type { JsonObject } from "../../kubernetes/object.ts";
import type { ApiRequest } from "./request.ts";
import {
  configMap,
  createRequest,
  database,
  deleteRequest,
  getRequest,
  objectIn,
  patchRequest,
  statusIn,
  testCluster,
  updateRequest,
} from "./test-cluster.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "x", namespace: "ns" } };
const widget = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "x", namespace: "ns" } };
const collection = { user: "u", client: "c", options: {} } as const;
const generic = "the server does not allow this method on the requested resource";
const noRoute = "the server could not find the requested resource";

function onStatus(request: ApiRequest): ApiRequest {
  return { ...request, subresource: "status" } as ApiRequest; // all verbs here have the field
}

test.each<readonly [string, ApiRequest, number, string, JsonObject]>([
  ["a POST to the status of a pod", onStatus(createRequest(pod)), 405, generic, {}],
  ["a DELETE of the status of a pod", onStatus(deleteRequest("Pod", "x")), 405, generic, {}],
  [
    "a POST to the status of a custom resource",
    onStatus(createRequest(database("x"))),
    405,
    'create is not supported on resources of kind "databases.example.com"',
    { group: "example.com", kind: "databases" },
  ],
  [
    "a DELETE of the status of a custom resource",
    onStatus(deleteRequest("Database", "x")),
    405,
    'delete is not supported on resources of kind "databases.example.com"',
    { group: "example.com", kind: "databases" },
  ],
  ["a PUT of the collection of pods", updateRequest({ ...pod, metadata: { namespace: "ns" } }), 405, generic, {}],
  [
    "a DELETE of the collection of namespaces",
    { verb: "deletecollection", kind: "Namespace", ...collection },
    405,
    generic,
    {},
  ],
  ["a DELETE of the status of a kind without one", onStatus(deleteRequest("ConfigMap", "x")), 404, noRoute, {}],
  [
    "a DELETE of the status of a custom resource without one",
    onStatus(deleteRequest("Widget", "x")),
    404,
    'widgets.example.com "x" not found',
    { name: "x", group: "example.com", kind: "widgets" },
  ],
])("%s is refused before anybody looks for the object", (_, request, code, message, details) => {
  const cluster = testCluster();
  cluster.handle(createRequest(pod));
  cluster.handle(createRequest(database("x")));
  cluster.handle(createRequest(widget));
  const { revision } = cluster.etcd();
  expect(statusIn(cluster.handle(request))).toMatchObject({
    code,
    reason: code === 405 ? "MethodNotAllowed" : "NotFound",
    message,
    details,
  });
  expect(cluster.etcd().revision).toBe(revision);
});

test("a PUT of a collection of custom resources finds its handler, which misses the name", () => {
  const status = statusIn(testCluster().handle(updateRequest({ ...database("x"), metadata: { namespace: "ns" } })));
  expect(status).toMatchObject({ code: 400, reason: "BadRequest", message: "name must be provided" });
});

test("GET and PUT of a status that is there, and a DELETE of a collection that may go, are served", () => {
  const cluster = testCluster();
  const made = objectIn(cluster.handle(createRequest(database("x"))));
  expect(objectIn(cluster.handle(onStatus(getRequest("Database", "x"))))).toEqual(made);
  expect(objectIn(cluster.handle(updateRequest({ ...made, status: { ready: true } }, "status"))).status).toEqual({
    ready: true,
  });
  cluster.handle({ verb: "deletecollection", kind: "Database", namespace: "ns", ...collection });
  expect(statusIn(cluster.handle(getRequest("Database", "x"))).code).toBe(404);
});

/** A ConfigMap whose JSON is that many bytes long. */
function mapOfSize(bytes: number) {
  const empty = JSON.stringify(configMap("a", { text: "" })).length;
  return configMap("a", { text: "x".repeat(bytes - empty) });
}

test("a body of 3 MiB is read, one with a byte more is not: 413, and nothing is stored", () => {
  const cluster = testCluster();
  const { revision } = cluster.etcd();
  expect(statusIn(cluster.handle(createRequest(mapOfSize(3_145_729))))).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "Request entity too large: limit is 3145728",
    reason: "RequestEntityTooLarge",
    code: 413,
  });
  expect(cluster.etcd().revision).toBe(revision);
  expect(objectIn(cluster.handle(createRequest(mapOfSize(3_145_728)))).metadata.name).toBe("a");
});

test("bytes are counted, not characters, and only those of the body: an object may grow past the limit by patches", () => {
  const cluster = testCluster({ settings: { maxRequestBodyBytes: 200 } });
  const status = (request: ApiRequest) => {
    const { outcome } = cluster.handle(request);
    return outcome.type === "response" && outcome.response.type === "status" ? outcome.response.status.code : 200;
  };
  expect(status(createRequest(configMap("a", { text: "é".repeat(60) })))).toBe(413);
  expect(status(createRequest(configMap("a", { text: "e".repeat(60) })))).toBe(200);
  expect(status(patchRequest("ConfigMap", "a", { data: { more: "e".repeat(150) } }))).toBe(200);
  expect(status(patchRequest("ConfigMap", "a", { data: { more: "e".repeat(200) } }))).toBe(413);
  const grown = objectIn(cluster.handle(getRequest("ConfigMap", "a")));
  expect(status(updateRequest(grown))).toBe(413);
});

test("who may not do it hears 403, whatever the path takes", () => {
  const cluster = testCluster({ seams: { authorize: () => false } });
  expect(statusIn(cluster.handle(onStatus(deleteRequest("Pod", "x")))).message).toBe(
    'pods "x" is forbidden: User "u" cannot delete resource "pods/status" in API group "" in the namespace "ns"',
  );
});
