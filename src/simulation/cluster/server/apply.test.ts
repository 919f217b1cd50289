// Goal: server-side apply as kubectl and controllers meet it. Expectations: `merge/update.go` of sigs.k8s.io/structured-merge-diff,
// `am:util/managedfields @v0.36.3`, `as:endpoints/handlers/patch.go @v0.36.3`, fidelity apiserver A.2, C.4, D.2, G29.
import { expect, test } from "vitest";
import type { DraftObject, JsonObject } from "../../kubernetes/object.ts";
import { objectKey } from "../../kubernetes/object-key.ts";
import { etcdGet } from "../etcd.ts";
import type { ApiRequest, WriteOptions } from "./request.ts";
import {
  configMap,
  createRequest,
  database,
  deleteRequest,
  getRequest,
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

function apply(config: DraftObject, manager: string, options: WriteOptions = {}, subresource?: "status"): ApiRequest {
  const target = { verb: "patch", kind: config.kind, namespace: "ns", name: config.metadata.name ?? "" } as const;
  const part = subresource === undefined ? {} : { subresource };
  const body = { type: "apply", config } as const;
  return { ...target, ...part, body, options: { fieldManager: manager, ...options }, user: "u", client: manager };
}

const as = (client: string, request: ApiRequest): ApiRequest => ({ ...request, client });

function deployment(spec: JsonObject = {}): DraftObject {
  const labels = { app: "web" };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "ns" },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i:1" }] } },
      ...spec,
    },
  };
}

/** Who owns what, in short lines: `a Apply .data.x`. */
function owners(cluster: TestCluster, kind: string, name: string): readonly string[] {
  const managers = etcdGet(cluster.etcd(), kind, objectKey("ns", name))?.managers ?? [];
  return managers.flatMap(({ manager, operation, fields }) =>
    fields.map((field) => `${manager} ${operation} ${field.replaceAll("\n", "/")}`),
  );
}

// G29
test("an apply creates what is not there with 201; another value by another manager gets 409 with its owner; force takes the field", () => {
  const cluster = testCluster();
  const made = cluster.handle(apply(deployment({ replicas: 2 }), "a"));
  expect(made.outcome).toMatchObject({ response: { code: 201 } });
  const watch = watchIn(cluster.handle(watchRequest("Deployment", { resourceVersion: "2" })));
  const refused = statusIn(cluster.handle(apply(deployment({ replicas: 3 }), "b")));
  expect(refused).toMatchObject({
    code: 409,
    reason: "Conflict",
    message: 'Apply failed with 1 conflict: conflict with "a": .spec.replicas',
    details: { causes: [{ reason: "FieldManagerConflict", message: 'conflict with "a"', field: ".spec.replicas" }] },
  });
  expect(cluster.take("Deployment", watch).events).toEqual([]);
  const forced = cluster.handle(apply(deployment({ replicas: 3 }), "b", { force: true }));
  expect(objectIn(forced).spec?.replicas).toBe(3);
  expect(forced.facts).toContainEqual(
    expect.objectContaining({
      type: "fieldsApplied",
      manager: "b",
      took: [expect.objectContaining({ field: "f:spec\nf:replicas" })],
    }),
  );
  expect(cluster.take("Deployment", watch).events.map(line)).toEqual(["MODIFIED web@3"]);
  const lines = owners(cluster, "Deployment", "web");
  expect(lines).toContain("b Apply f:spec/f:replicas");
  expect(lines).not.toContain("a Apply f:spec/f:replicas");
  expect(statusIn(cluster.handle(apply(deployment({ replicas: 2 }), "a"))).message).toContain('conflict with "b"');
});

test("two managers that apply the same value share the field, and each of them can stop to apply it", () => {
  const cluster = testCluster();
  for (const manager of ["a", "b"]) objectIn(cluster.handle(apply(configMap("m", { x: "1" }), manager)));
  expect(owners(cluster, "ConfigMap", "m")).toEqual(["a Apply f:data/f:x", "b Apply f:data/f:x"]);
  expect(objectIn(cluster.handle(apply(configMap("m", { y: "2" }), "a"))).data).toEqual({ x: "1", y: "2" });
  expect(objectIn(cluster.handle(apply(configMap("m", { z: "3" }), "b"))).data).toEqual({ y: "2", z: "3" });
  expect(cluster.facts()).toContainEqual(expect.objectContaining({ type: "fieldsApplied", dropped: ["f:data\nf:x"] }));
});

test("what a manager applied and leaves out goes, also an item of a list; what others own there stays", () => {
  const cluster = testCluster();
  const pod = (containers: readonly JsonObject[]) =>
    deployment({ template: { metadata: { labels: { app: "web" } }, spec: { containers } } });
  const c = { name: "c", image: "i:1" };
  const d = { name: "d", image: "j:1" };
  cluster.handle(apply(pod([c, d]), "a"));
  const merged = objectIn(cluster.handle(apply(pod([{ name: "e", image: "k:1" }]), "b")));
  expect(merged.spec?.template).toMatchObject({ spec: { containers: [c, d, { name: "e" }] } });
  const pruned = objectIn(cluster.handle(apply(pod([c]), "a")));
  expect(pruned.spec?.template).toMatchObject({ spec: { containers: [c, { name: "e", image: "k:1" }] } });
});

test("an empty map that is applied takes nothing away", () => {
  const cluster = testCluster();
  cluster.handle(apply(configMap("m", { x: "1" }), "a"));
  expect(objectIn(cluster.handle(apply(configMap("m", {}), "b"))).data).toEqual({ x: "1" });
});

// A.2: a repeated apply is no write
test("an apply that repeats itself writes nothing, and nobody hears of it", () => {
  const cluster = testCluster();
  cluster.handle(apply(configMap("m", { x: "1" }), "a"));
  cluster.pass(60);
  const again = cluster.handle(apply(configMap("m", { x: "1" }), "a"));
  expect(objectIn(again).metadata.resourceVersion).toBe("2");
  expect(again.facts).toContainEqual({ type: "unchangedWrite", kind: "ConfigMap", key: "ns/m", revision: 2 });
  expect(cluster.etcd().revision).toBe(2);
});

test("becoming an owner of a field is a write, although no field changes", () => {
  const cluster = testCluster();
  const first = objectIn(cluster.handle(apply(deployment(), "a")));
  const shared = objectIn(cluster.handle(apply(deployment(), "b")));
  expect(shared.metadata.resourceVersion).toBe("3");
  expect(shared.metadata.generation).toBe(first.metadata.generation);
});

test("a PUT or PATCH never conflicts: it takes the fields that it changes, and the applier meets that at its next apply", () => {
  const cluster = testCluster();
  cluster.handle(apply(deployment({ replicas: 2 }), "kubectl"));
  cluster.handle(as("hpa", patchRequest("Deployment", "web", { spec: { replicas: 5 } })));
  expect(owners(cluster, "Deployment", "web")).toContain("hpa Update f:spec/f:replicas");
  expect(statusIn(cluster.handle(apply(deployment({ replicas: 2 }), "kubectl"))).message).toBe(
    'Apply failed with 1 conflict: conflict with "hpa" using apps/v1: .spec.replicas',
  );
  // Leaving the field out gives it up without taking it away: the applier does not own it any more.
  expect(objectIn(cluster.handle(apply(deployment(), "kubectl"))).spec?.replicas).toBe(5);
});

test("one name that updates and one that applies are two managers", () => {
  const cluster = testCluster();
  cluster.handle(as("kubectl", createRequest(configMap("m", { x: "1", y: "1" }))));
  expect(statusIn(cluster.handle(apply(configMap("m", { x: "2" }), "kubectl"))).message).toBe(
    'Apply failed with 1 conflict: conflict with "kubectl" using v1: .data.x',
  );
});

test("who creates an object owns its defaults too; who applies it owns only what it wrote", () => {
  const [created, applied] = [testCluster(), testCluster()];
  created.handle(as("kubectl", createRequest(deployment())));
  applied.handle(apply(deployment(), "kubectl"));
  expect(owners(created, "Deployment", "web")).toContain("kubectl Update f:spec/f:replicas");
  expect(owners(applied, "Deployment", "web")).not.toContain("kubectl Apply f:spec/f:replicas");
  expect(objectIn(applied.handle(getRequest("Deployment", "web"))).spec?.replicas).toBe(1);
});

// C.4: N conflicts
test("all conflicts are named at once, by manager", () => {
  const cluster = testCluster();
  cluster.handle(apply(configMap("m", { x: "1" }), "a"));
  cluster.handle(apply(configMap("m", { y: "1" }), "b"));
  const { message, details } = statusIn(cluster.handle(apply(configMap("m", { x: "2", y: "2" }), "c")));
  expect(message).toBe('Apply failed with 2 conflicts: conflicts with "a":\n- .data.x\nconflicts with "b":\n- .data.y');
  expect(details?.causes).toHaveLength(2);
});

test("managedFields stand on an object from its first apply on, appliers first, nested as FieldsV1", () => {
  const cluster = testCluster();
  const plain = objectIn(cluster.handle(as("web", createRequest(configMap("m", { x: "1" })))));
  expect(plain.metadata.managedFields).toBeUndefined();
  cluster.pass(7);
  const labelled = { ...configMap("m", { y: "2" }), metadata: { name: "m", namespace: "ns", finalizers: ["a/b"] } };
  expect(objectIn(cluster.handle(apply(labelled, "kubectl"))).metadata.managedFields).toEqual([
    {
      manager: "kubectl",
      operation: "Apply",
      apiVersion: "v1",
      time: "2026-01-01T00:00:07Z",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:data": { "f:y": {} }, "f:metadata": { "f:finalizers": { 'v:"a/b"': {} } } },
    },
    {
      manager: "web",
      operation: "Update",
      apiVersion: "v1",
      time: "2026-01-01T00:00:00Z",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:data": { "f:x": {} } },
    },
  ]);
});

test("items of keyed lists are fields of their own, named by their keys", () => {
  const cluster = testCluster();
  cluster.handle(apply(deployment(), "a"));
  const { managedFields } = objectIn(cluster.handle(getRequest("Deployment", "web"))).metadata;
  expect(managedFields?.[0]?.fieldsV1).toEqual({
    "f:spec": {
      "f:selector": {},
      "f:template": {
        "f:metadata": { "f:labels": { "f:app": {} } },
        "f:spec": { "f:containers": { 'k:{"name":"c"}': { ".": {}, "f:image": {}, "f:name": {} } } },
      },
    },
  });
  const other = deployment({ template: { metadata: {}, spec: { containers: [{ name: "c", image: "i:2" }] } } });
  expect(statusIn(cluster.handle(apply(other, "b"))).details?.causes?.[0]?.field).toBe(
    '.spec.template.spec.containers[name="c"].image',
  );
});

test("lists of a custom resource have one owner as a whole", () => {
  const cluster = testCluster();
  cluster.handle(apply(database("db", { spec: { hosts: ["x"] } }), "a"));
  expect(owners(cluster, "Database", "db")).toEqual(["a Apply f:spec/f:hosts"]);
  expect(statusIn(cluster.handle(apply(database("db", { spec: { hosts: ["x", "y"] } }), "b"))).code).toBe(409);
});

test("status is owned through /status, the rest through the main endpoint", () => {
  const cluster = testCluster();
  cluster.handle(apply(database("db", { status: { phase: "X" } }), "a"));
  expect(owners(cluster, "Database", "db")).toEqual(["a Apply f:spec/f:size"]);
  cluster.handle(as("operator", patchRequest("Database", "db", { status: { phase: "Ready" } }, "status")));
  const config = database("db", { status: { phase: "Failed" } });
  expect(statusIn(cluster.handle(apply(config, "a", {}, "status"))).message).toBe(
    'Apply failed with 1 conflict: conflict with "operator" with subresource "status" using example.com/v1: .status.phase',
  );
  const forced = objectIn(cluster.handle(apply(config, "a", { force: true }, "status")));
  expect(forced).toMatchObject({ status: { phase: "Failed" }, spec: { size: 1 } });
});

// D.2
test("an apply without a field manager gets 422, one with a stale version 409", () => {
  const cluster = testCluster();
  cluster.handle(apply(configMap("m", { x: "1" }), "a"));
  expect(statusIn(cluster.handle(apply(configMap("m"), "")))).toMatchObject({
    code: 422,
    message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
  });
  const stale = configMap("m", { x: "2" }, { resourceVersion: "1" });
  expect(statusIn(cluster.handle(apply(stale, "a"))).message).toContain("the object has been modified");
});

test("an apply that empties the finalizers of a terminating object deletes it", () => {
  const cluster = testCluster();
  cluster.handle(apply(configMap("m", {}, { finalizers: ["a/b"] }), "a"));
  cluster.handle(deleteRequest("ConfigMap", "m"));
  cluster.handle(apply(configMap("m"), "a"));
  expect(statusIn(cluster.handle(getRequest("ConfigMap", "m"))).code).toBe(404);
});

test("an update that brings old managedFields along does not change who owns what", () => {
  const cluster = testCluster();
  cluster.handle(apply(configMap("m", { x: "1" }), "a"));
  const read = objectIn(cluster.handle(getRequest("ConfigMap", "m")));
  cluster.handle(apply(configMap("m", { y: "1" }), "b"));
  const { resourceVersion: _rv, ...metadata } = read.metadata;
  cluster.handle(as("web", updateRequest({ ...read, metadata, data: { x: "1", y: "1", z: "1" } })));
  expect(owners(cluster, "ConfigMap", "m")).toEqual([
    "a Apply f:data/f:x",
    "b Apply f:data/f:y",
    "web Update f:data/f:z",
  ]);
});
