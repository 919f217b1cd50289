import { expect, test } from "vitest";
import type { DraftObject, JsonObject, KubeObject } from "../../kubernetes/object.ts";
import { webhookDenied } from "../../kubernetes/status-error.ts";
import type { Admit } from "./admission.ts";
import type { ApiRequest } from "./request.ts";
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

function withMap(options: Parameters<typeof testCluster>[0] = {}): { cluster: TestCluster; a: KubeObject } {
  const cluster = testCluster(options);
  return { cluster, a: objectIn(cluster.handle(createRequest(configMap("a", { k: "v" })))) };
}

function withDatabase(): { cluster: TestCluster; db: KubeObject } {
  const cluster = testCluster();
  return { cluster, db: objectIn(cluster.handle(createRequest(database("db")))) };
}

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

function jsonPatch(kind: string, name: string, patch: readonly JsonObject[]): ApiRequest {
  const target = { verb: "patch", kind, namespace: "ns", name, options: {}, user: "u", client: "c" } as const;
  return { ...target, body: { type: "json", patch } };
}

function strategic(kind: string, name: string, patch: JsonObject): ApiRequest {
  const target = { verb: "patch", kind, namespace: "ns", name, options: {}, user: "u", client: "c" } as const;
  return { ...target, body: { type: "strategic", patch } };
}

// G2, A.2 (i), I.3
test("a PUT or PATCH that changes nothing answers with the old version, writes nothing, and no watcher hears of it", () => {
  const { cluster, a } = withMap();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "2" })));
  const { resourceVersion: _rv, ...unversioned } = a.metadata;
  for (const request of [
    updateRequest(a),
    updateRequest({ ...a, metadata: unversioned }),
    patchRequest("ConfigMap", "a", {}),
    patchRequest("ConfigMap", "a", { metadata: { labels: {} } }),
  ]) {
    const handled = cluster.handle(request);
    expect(objectIn(handled).metadata.resourceVersion).toBe("2");
    expect(handled.facts).toContainEqual({ type: "unchangedWrite", kind: "ConfigMap", key: "ns/a", revision: 2 });
  }
  expect(cluster.etcd().revision).toBe(2);
  expect(cluster.take("ConfigMap", watch).events).toEqual([]);
});

// G3, I.4
test("a PUT with a stale version gets 409 Conflict and writes nothing", () => {
  const { cluster, a } = withMap();
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "2" })));
  expect(objectIn(cluster.handle(updateRequest({ ...a, data: { k: "1" } }))).metadata.resourceVersion).toBe("3");
  expect(statusIn(cluster.handle(updateRequest({ ...a, data: { k: "2" } })))).toMatchObject({
    code: 409,
    reason: "Conflict",
    message:
      'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
    details: { name: "a", kind: "configmaps" },
  });
  expect(cluster.take("ConfigMap", watch).events.map(line)).toEqual(["MODIFIED a@3"]);
});

// G4, D.1
test("a PUT without a version overwrites a built-in object, and is refused with 422 for a custom one", () => {
  const { cluster } = withMap();
  expect(objectIn(cluster.handle(updateRequest(configMap("a", { k: "2" })))).data).toEqual({ k: "2" });
  cluster.handle(createRequest(database("db")));
  expect(statusIn(cluster.handle(updateRequest(database("db", { spec: { size: 2 } }))))).toMatchObject({
    code: 422,
    message:
      'databases.example.com "db" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    details: { kind: "databases" },
  });
});

// G5
test("a PUT with the uid of another object gets 409 that names both uids", () => {
  const { cluster, a } = withMap();
  const status = statusIn(cluster.handle(updateRequest({ ...a, metadata: { ...a.metadata, uid: "other" } })));
  expect(status).toMatchObject({ code: 409, reason: "Conflict" });
  expect(status.message).toContain(
    "Key: /registry/configmaps/ns/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, UID in object meta: uid-1",
  );
});

test("a PUT or PATCH of an object that is not there gets 404", () => {
  const cluster = testCluster();
  expect(statusIn(cluster.handle(updateRequest(configMap("a"))))).toMatchObject({
    code: 404,
    message: 'configmaps "a" not found',
  });
  expect(statusIn(cluster.handle(patchRequest("ConfigMap", "a", {}))).code).toBe(404);
});

// C.4, 400
test("a PUT whose name is not that of the path gets 400", () => {
  const { cluster, a } = withMap();
  const request = { ...updateRequest(a), name: "b" } as ApiRequest;
  expect(statusIn(cluster.handle(request))).toMatchObject({
    code: 400,
    message: "the name of the object (a) does not match the name on the URL (b)",
  });
});

// D.2
test("a PATCH without a version applies to whatever is current; one with a stale version gets 409", () => {
  const { cluster } = withMap();
  cluster.handle(patchRequest("ConfigMap", "a", { data: { x: "1" } }));
  expect(objectIn(cluster.handle(patchRequest("ConfigMap", "a", { data: { y: "2" } }))).data).toEqual({
    k: "v",
    x: "1",
    y: "2",
  });
  const stale = patchRequest("ConfigMap", "a", { metadata: { resourceVersion: "2" }, data: { z: "3" } });
  expect(statusIn(cluster.handle(stale))).toMatchObject({ code: 409, reason: "Conflict" });
});

test("a merge patch deletes by null and replaces lists", () => {
  const { cluster, db } = withDatabase();
  const next = objectIn(
    cluster.handle(patchRequest("Database", db.metadata.name, { spec: { size: null, hosts: ["a"] } })),
  );
  expect(next.spec).toEqual({ hosts: ["a"] });
});

test("a JSON patch changes by path; a failed test or a missing path gets 422", () => {
  const { cluster } = withMap();
  const ok = jsonPatch("ConfigMap", "a", [
    { op: "test", path: "/data/k", value: "v" },
    { op: "replace", path: "/data/k", value: "w" },
    { op: "add", path: "/metadata/annotations", value: { "x/y": "1" } },
    { op: "remove", path: "/metadata/annotations/x~1y" },
  ]);
  expect(objectIn(cluster.handle(ok)).data).toEqual({ k: "w" });
  for (const patch of [
    { op: "test", path: "/data/k", value: "v" },
    { op: "remove", path: "/data/none" },
  ]) {
    expect(statusIn(cluster.handle(jsonPatch("ConfigMap", "a", [patch])))).toMatchObject({
      code: 422,
      reason: "Invalid",
    });
  }
  expect(statusIn(cluster.handle(jsonPatch("ConfigMap", "a", [{ op: "frob", path: "/data" }]))).code).toBe(400);
});

test("a strategic merge patch merges containers by name and owner references by uid, and is refused for custom kinds", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(deployment));
  const owner = (uid: string) => ({ apiVersion: "v1", kind: "Pod", name: uid, uid });
  cluster.handle(strategic("Deployment", "web", { metadata: { ownerReferences: [owner("1"), owner("2")] } }));
  const containers = [
    { name: "c", image: "i:2" },
    { name: "d", image: "j:1" },
  ];
  const next = objectIn(
    cluster.handle(
      strategic("Deployment", "web", {
        metadata: { ownerReferences: [{ $patch: "delete", uid: "1" }] },
        spec: { template: { spec: { containers } } },
      }),
    ),
  );
  expect(next.spec?.template).toMatchObject({ spec: { containers } });
  expect(next.metadata.ownerReferences).toEqual([owner("2")]);
  cluster.handle(createRequest(database("db")));
  expect(statusIn(cluster.handle(strategic("Database", "db", {})))).toMatchObject({
    code: 415,
    reason: "UnsupportedMediaType",
  });
});

test("a PATCH cannot rename an object or change its uid", () => {
  const { cluster } = withMap();
  expect(statusIn(cluster.handle(patchRequest("ConfigMap", "a", { metadata: { name: "b" } }))).code).toBe(400);
  expect(statusIn(cluster.handle(patchRequest("ConfigMap", "a", { metadata: { uid: "x" } })))).toMatchObject({
    code: 422,
    details: { causes: [{ field: "metadata.uid" }] },
  });
});

test("a ReplicaSet's selector cannot be changed", () => {
  const cluster = testCluster();
  cluster.handle(createRequest({ ...deployment, kind: "ReplicaSet" }));
  const patch = { spec: { selector: { matchLabels: { app: "x" } }, template: { metadata: { labels: { app: "x" } } } } };
  expect(statusIn(cluster.handle(patchRequest("ReplicaSet", "web", patch))).message).toMatch(
    /^ReplicaSet.apps "web" is invalid: spec.selector: Invalid value: .*: field is immutable$/,
  );
});

test("fields may be called as what every object of the language has", () => {
  const { cluster } = withMap();
  const patch = { data: { constructor: "x", toString: "y" }, metadata: { labels: { constructor: "z" } } };
  const { data, metadata } = objectIn(cluster.handle(patchRequest("ConfigMap", "a", patch)));
  expect({ data, labels: metadata.labels }).toEqual({
    data: { k: "v", constructor: "x", toString: "y" },
    labels: { constructor: "z" },
  });
});

/** An admission chain that counts nothing but names each call. */
const countingAdmit: Admit = ({ object, phase }) => ({
  type: "allowed",
  object,
  calls: [{ hook: `${phase}-hook`, verdict: "unchanged", round: 1 }],
});

// A.2 (iii), (iv)
test("an update that first looks at a stale cache is decided on fresh data, and its hooks are called twice", () => {
  const { cluster, a } = withMap({ seams: { admit: countingAdmit } });
  cluster.setSyncs(false);
  const fresh = objectIn(cluster.handle(updateRequest({ ...a, data: { k: "1" } })));
  const handled = cluster.handle(updateRequest({ ...fresh, data: { k: "2" } }));
  expect(objectIn(handled).data).toEqual({ k: "2" });
  expect(handled.facts).toContainEqual({ type: "staleCacheReread", key: "ns/a", cached: 2, stored: 3 });
  expect(handled.facts.filter((fact) => fact.type === "admissionCalled").map((fact) => fact.hook)).toEqual([
    "mutating-hook",
    "mutating-hook",
    "validating-hook",
  ]);
});

test("what would not change a stale object is no unchanged write when it changes the stored one", () => {
  const { cluster } = withMap();
  cluster.setSyncs(false);
  cluster.handle(patchRequest("ConfigMap", "a", { data: { k: "x" } }));
  const handled = cluster.handle(patchRequest("ConfigMap", "a", { data: { k: "v" } }));
  expect(objectIn(handled)).toMatchObject({ data: { k: "v" }, metadata: { resourceVersion: "4" } });
  expect(handled.facts.map(({ type }) => type)).not.toContain("unchangedWrite");
});

test("a PATCH that first looks at a stale cache meets a failed compare and is applied again", () => {
  const { cluster } = withMap();
  cluster.setSyncs(false);
  cluster.handle(patchRequest("ConfigMap", "a", { data: { x: "1" } }));
  const handled = cluster.handle(patchRequest("ConfigMap", "a", { data: { y: "2" } }));
  expect(objectIn(handled).data).toEqual({ k: "v", x: "1", y: "2" });
  expect(handled.facts).toContainEqual({ type: "writeRetried", key: "ns/a", attempt: 2 });
});

// D.1
test("mutating admission runs even for an update that then fails with 409; validating admission does not", () => {
  const { cluster, a } = withMap({ seams: { admit: countingAdmit } });
  cluster.handle(updateRequest({ ...a, data: { k: "1" } }));
  const handled = cluster.handle(updateRequest({ ...a, data: { k: "2" } }));
  expect(statusIn(handled).code).toBe(409);
  expect(handled.facts).toEqual([
    { type: "admissionCalled", phase: "mutating", hook: "mutating-hook", verdict: "unchanged", round: 1 },
  ]);
});

// D.5
test("no finalizer can be added to a terminating object; keeping and removing are fine", () => {
  const cluster = testCluster();
  cluster.handle(
    createRequest(database("db", { metadata: { name: "db", namespace: "ns", finalizers: ["a/1", "a/2"] } })),
  );
  cluster.handle(deleteRequest("Database", "db"));
  const finalizers = (list: readonly string[]) =>
    cluster.handle(patchRequest("Database", "db", { metadata: { finalizers: [...list] } }));
  expect(statusIn(finalizers(["a/1", "a/2", "x"]))).toMatchObject({
    code: 422,
    details: { causes: [{ reason: "FieldValueForbidden", field: "metadata.finalizers" }] },
    message:
      'Database.example.com "db" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"x"}',
  });
  expect(objectIn(finalizers(["a/2"])).metadata.finalizers).toEqual(["a/2"]);
});

test("what the server owns cannot be changed or unset by an update", () => {
  const cluster = testCluster();
  cluster.handle(createRequest(database("db", { metadata: { name: "db", namespace: "ns", finalizers: ["a/1"] } })));
  cluster.handle(deleteRequest("Database", "db"));
  const before = objectIn(cluster.handle(getRequest("Database", "db")));
  const metadata = {
    name: "db",
    namespace: "ns",
    finalizers: ["a/1"],
    resourceVersion: before.metadata.resourceVersion,
  };
  const after = objectIn(cluster.handle(updateRequest({ ...before, metadata, spec: { size: 5 } })));
  const { resourceVersion: _a, generation: _b, ...kept } = before.metadata;
  expect(after.metadata).toMatchObject(kept);
  expect(after.metadata.generation).toBe((before.metadata.generation ?? 0) + 1);
});

// D.1 step 2: `as:registry/generic/registry/store.go:Update`, AllowCreateOnUpdate of Service and Lease
test("a PUT of a Service or a Lease that is not there creates it with 201; of other kinds it is 404", () => {
  const cluster = testCluster();
  for (const [apiVersion, kind] of [
    ["v1", "Service"],
    ["coordination.k8s.io/v1", "Lease"],
  ] as const) {
    const body: DraftObject = {
      apiVersion,
      kind,
      metadata: { name: "x", namespace: "ns", resourceVersion: "7" },
      spec: {},
    };
    expect(cluster.handle(updateRequest(body)).outcome).toMatchObject({ response: { code: 201 } });
  }
  expect(statusIn(cluster.handle(updateRequest(configMap("x")))).code).toBe(404);
});

function hooksOf(handled: ReturnType<TestCluster["handle"]>): readonly string[] {
  return handled.facts.flatMap((fact) => (fact.type === "admissionCalled" ? [fact.hook] : []));
}

// D.1: the order of the steps
test("the uid is compared before any webhook is called", () => {
  const { cluster, a } = withMap({ seams: { admit: countingAdmit } });
  const handled = cluster.handle(updateRequest({ ...a, metadata: { ...a.metadata, uid: "other" } }));
  expect(statusIn(handled).code).toBe(409);
  expect(hooksOf(handled)).toEqual([]);
});

test("a stale version is found before the object is validated, and validating webhooks see only what is valid", () => {
  const { cluster, a } = withMap({ seams: { admit: countingAdmit } });
  const labels = { "-bad": "x" };
  const invalid = { ...a, metadata: { ...a.metadata, labels } };
  const early = cluster.handle(updateRequest(invalid));
  expect(statusIn(early).code).toBe(422);
  expect(hooksOf(early)).toEqual(["mutating-hook"]);
  cluster.handle(updateRequest({ ...a, data: { k: "1" } }));
  expect(statusIn(cluster.handle(updateRequest(invalid))).code).toBe(409);
});

test("a validating webhook can keep the last finalizer from going, and the object with it", () => {
  const cluster = testCluster({
    seams: {
      admit: ({ phase, operation, object }) =>
        phase === "validating" && operation === "UPDATE"
          ? { type: "denied", status: webhookDenied("h", "no"), calls: [] }
          : { type: "allowed", object, calls: [] },
    },
  });
  cluster.handle(createRequest(database("db", { metadata: { name: "db", namespace: "ns", finalizers: ["a/b"] } })));
  cluster.handle(deleteRequest("Database", "db"));
  expect(statusIn(cluster.handle(patchRequest("Database", "db", { metadata: { finalizers: null } }))).code).toBe(400);
  expect(objectIn(cluster.handle(getRequest("Database", "db"))).metadata.finalizers).toEqual(["a/b"]);
});

test("validation comes behind the webhooks: a mutating one can make an object invalid", () => {
  const { cluster, a } = withMap({
    seams: {
      admit: ({ phase, operation, object }) => ({
        type: "allowed",
        object:
          phase === "mutating" && operation === "UPDATE" && object !== undefined
            ? { ...object, metadata: { ...object.metadata, labels: { "-bad": "x" } } }
            : object,
        calls: [],
      }),
    },
  });
  expect(statusIn(cluster.handle(updateRequest({ ...a, data: { k: "1" } }))).code).toBe(422);
});
