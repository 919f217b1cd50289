// The messages are those of encoding/json's UnmarshalTypeError, as API servers send them for such bodies.
import { expect, test } from "vitest";
import { type DraftObject, isJsonObject, type Json, jsonAt } from "../../kubernetes/object.ts";
import { configMap, createRequest, database, objectIn, patchRequest, statusIn, testCluster } from "./test-cluster.ts";

const deployment: DraftObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "ns" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [] } },
  },
};

/** The object with a value at a dotted path. */
function withValue(object: DraftObject, path: string, value: Json): DraftObject {
  const put = (inside: Json | undefined, [field = "", ...rest]: readonly string[]): Json => ({
    ...(isJsonObject(inside) ? inside : {}),
    [field]: rest.length === 0 ? value : put(jsonAt(inside, field), rest),
  });
  return put(object, path.split(".")) as DraftObject;
}

test.each<readonly [path: string, value: Json, error: string]>([
  ["metadata.labels", ["a"], "array into Go struct field ObjectMeta.metadata.labels of type map[string]string"],
  ["metadata.labels", { app: 1 }, "number into Go struct field ObjectMeta.metadata.labels of type string"],
  ["metadata.annotations", { a: true }, "bool into Go struct field ObjectMeta.metadata.annotations of type string"],
  ["metadata.finalizers", "x", "string into Go struct field ObjectMeta.metadata.finalizers of type []string"],
  ["metadata.finalizers", [{}], "object into Go struct field ObjectMeta.metadata.finalizers of type string"],
  [
    "metadata.ownerReferences",
    ["x"],
    "string into Go struct field ObjectMeta.metadata.ownerReferences of type v1.OwnerReference",
  ],
  [
    "metadata.ownerReferences",
    [{ name: 5 }],
    "number into Go struct field OwnerReference.metadata.ownerReferences.name of type string",
  ],
  ["metadata.generateName", 5, "number into Go struct field ObjectMeta.metadata.generateName of type string"],
  ["spec", [], "array into Go struct field Deployment.spec of type v1.DeploymentSpec"],
  ["spec.replicas", "3", "string into Go struct field DeploymentSpec.spec.replicas of type int32"],
  ["spec.replicas", 1.5, "number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32"],
  ["spec.replicas", 3_000_000_000, "number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32"],
  [
    "spec.template.metadata.labels",
    { app: 1 },
    "number into Go struct field ObjectMeta.spec.template.metadata.labels of type string",
  ],
  ["spec.selector", "x", "string into Go struct field DeploymentSpec.spec.selector of type v1.LabelSelector"],
])("a body with %s: %j gets 400 with the decoder's error", (path, value, error) => {
  const status = statusIn(testCluster().handle(createRequest(withValue(deployment, path, value))));
  expect(status).toMatchObject({ code: 400, reason: "BadRequest" });
  expect(status.message).toBe(
    `Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal ${error}`,
  );
});

test("null is nothing: a field without a value, an empty text in a map, an empty owner in a list", () => {
  const cluster = testCluster();
  const body = withValue(withValue(deployment, "metadata.annotations", null), "metadata.labels", { app: null });
  const created = objectIn(cluster.handle(createRequest(body)));
  expect(created.metadata).toMatchObject({ labels: { app: "" } });
  expect(created.metadata).not.toHaveProperty("annotations");
  const owned = withValue(withValue(deployment, "metadata.name", "owned"), "metadata.ownerReferences", [null]);
  expect(statusIn(cluster.handle(createRequest(owned)))).toMatchObject({
    code: 422,
    details: {
      causes: [
        { field: "metadata.ownerReferences.apiVersion", message: 'Invalid value: "": version must not be empty' },
        { field: "metadata.ownerReferences.kind", message: 'Invalid value: "": kind must not be empty' },
        { field: "metadata.ownerReferences.name", message: 'Invalid value: "": name must not be empty' },
        { field: "metadata.ownerReferences.uid", message: 'Invalid value: "": uid must not be empty' },
      ],
    },
  });
});

test("a patch that makes an object undecodable gets 422 that names no kind", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(configMap("a")));
  const status = statusIn(cluster.handle(patchRequest("ConfigMap", "a", { metadata: { labels: { app: 1 } } })));
  expect(status).toMatchObject({ code: 422, reason: "Invalid", details: { causes: [{ field: "patch" }] } });
  expect(status.message).toMatch(
    /^ "" is invalid: patch: Invalid value: "\{.*\}": json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string$/,
  );
});

test("of a custom resource only the metadata has a type", () => {
  const cluster = testCluster();
  expect(objectIn(cluster.handle(createRequest(withValue(database("db"), "spec", ["any"])))).spec).toEqual(["any"]);
  const status = statusIn(cluster.handle(createRequest(withValue(database("odd"), "metadata.labels", "x"))));
  expect(status.message).toContain("of type map[string]string");
});
