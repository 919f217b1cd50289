import { expect, test } from "vitest";
import { conditionOf } from "../../kubernetes/condition.ts";
import type { DraftObject, JsonObject, KubeObject } from "../../kubernetes/object.ts";
import { seedDefinitions } from "../definitions-given.ts";
import type { ApiRequest } from "./request.ts";
import { listServerCache } from "./server-caches.ts";
import {
  createRequest,
  database,
  deleteRequest,
  line,
  objectIn,
  patchRequest,
  statusIn,
  type TestCluster,
  testCluster,
  watchIn,
} from "./test-cluster.ts";

const who = { kind: "CustomResourceDefinition", user: "u", client: "c" } as const;
const name = "databases.example.com";
const cleanup = "customresourcecleanup.apiextensions.k8s.io";

/** A cluster whose kinds have their definitions, and a watch of those. */
function withDefinitions() {
  const cluster = testCluster();
  cluster.setEtcd(seedDefinitions(cluster.etcd(), cluster.server().kinds));
  cluster.apply(listServerCache(cluster.server(), who.kind, cluster.etcd()));
  const watch = watchIn(cluster.handle({ verb: "watch", ...who, options: { resourceVersion: "1" } }));
  return { cluster, seen: () => cluster.take(who.kind, watch).events.map(line) };
}

const read: ApiRequest = { verb: "get", ...who, name, options: {} };
const removal: ApiRequest = { verb: "delete", ...who, name, options: {} };

function put(body: KubeObject, subresource?: "status"): ApiRequest {
  return { verb: "update", ...who, name, ...(subresource === undefined ? {} : { subresource }), body, options: {} };
}

function deleted(cluster: TestCluster): KubeObject {
  cluster.pass(4);
  return objectIn(cluster.handle(removal));
}

test("a custom kind has a definition that is established, under its plural and its group", () => {
  const { cluster } = withDefinitions();
  const definition = objectIn(cluster.handle(read));
  expect(definition).toMatchObject({
    apiVersion: "apiextensions.k8s.io/v1",
    metadata: { name, generation: 1, resourceVersion: "1" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "databases", singular: "database", kind: "Database", listKind: "DatabaseList" },
      versions: [{ name: "v1", served: true, storage: true, subresources: { status: {} } }],
    },
    status: { storedVersions: ["v1"] },
  });
  expect(conditionOf(definition, "Established")).toMatchObject({ status: "True", reason: "InitialNamesAccepted" });
});

test("DELETE marks it without a grace period, adds the finalizer of its objects and says so; the kind is served still", () => {
  const { cluster, seen } = withDefinitions();
  cluster.handle(createRequest(database("a")));
  const marked = deleted(cluster);
  expect(marked.metadata).toMatchObject({
    deletionTimestamp: "2026-01-01T00:00:04Z",
    finalizers: [cleanup],
    generation: 1,
  });
  expect(marked.metadata).not.toHaveProperty("deletionGracePeriodSeconds");
  expect(conditionOf(marked, "Terminating")).toEqual({
    type: "Terminating",
    status: "True",
    reason: "InstanceDeletionPending",
    message: "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
    lastTransitionTime: "2026-01-01T00:00:04Z",
  });
  expect(seen()).toEqual([`MODIFIED ${name}@3`]);
  const patch: JsonObject = { spec: { size: 2 } };
  expect(objectIn(cluster.handle(patchRequest("Database", "a", patch))).spec).toEqual({ size: 2 });
  expect(statusIn(cluster.handle(deleteRequest("Database", "a"))).code).toBe(200);
});

test("nothing of its kind is created any more, by POST or by apply", () => {
  const { cluster } = withDefinitions();
  deleted(cluster);
  const text = "create not allowed while custom resource definition is terminating";
  expect(statusIn(cluster.handle(createRequest(database("late"))))).toMatchObject({
    code: 403,
    reason: "Forbidden",
    message: `databases.example.com "late" is forbidden: ${text}`,
  });
  const unnamed: DraftObject = database("", { metadata: { generateName: "late-", namespace: "ns" } });
  expect(statusIn(cluster.handle(createRequest(unnamed))).message).toBe(`databases.example.com is forbidden: ${text}`);
  const { subresource: _none, ...target } = patchRequest("Database", "late", {}) as Extract<
    ApiRequest,
    { verb: "patch" }
  >;
  const body = { type: "apply", config: database("late") } as const;
  expect(statusIn(cluster.handle({ ...target, body, options: { fieldManager: "m" } })).code).toBe(403);
});

test("a second DELETE is one of any object with finalizers: it only gets the grace period of 0", () => {
  const { cluster, seen } = withDefinitions();
  deleted(cluster);
  expect(objectIn(cluster.handle(removal)).metadata).toMatchObject({ deletionGracePeriodSeconds: 0 });
  expect(seen()).toEqual([`MODIFIED ${name}@2`, `MODIFIED ${name}@3`]);
});

// ax:registry/customresourcedefinition/strategy.go:statusStrategy takes the metadata too.
test("/status takes the metadata, so the finalizer goes with the last status: DELETED alone", () => {
  const { cluster, seen } = withDefinitions();
  const { finalizers: _gone, ...metadata } = deleted(cluster).metadata;
  const emptied = { ...objectIn(cluster.handle(read)), metadata };
  expect(objectIn(cluster.handle(put(emptied, "status"))).metadata.finalizers).toBeUndefined();
  expect(seen()).toEqual([`MODIFIED ${name}@2`, `DELETED ${name}@3`]);
  expect(statusIn(cluster.handle(read)).code).toBe(404);
});

// as:registry/generic/registry/store.go:DeleteCollection deletes with the store's own Delete, which knows nothing of definitions.
test("with the whole collection it goes at once, and its objects stay in etcd", () => {
  const { cluster, seen } = withDefinitions();
  cluster.handle(createRequest(database("a")));
  cluster.handle({ verb: "deletecollection", ...who, options: { fieldSelector: `metadata.name=${name}` } });
  expect(seen()).toEqual([`DELETED ${name}@3`]);
  expect(cluster.etcd().kinds.Database?.values.size).toBe(1);
});

test("its spec counts generations, and a PUT needs a version", () => {
  const { cluster } = withDefinitions();
  const definition = objectIn(cluster.handle(read));
  const changed = { ...definition, spec: { ...definition.spec, preserveUnknownFields: false } };
  expect(objectIn(cluster.handle(put(changed))).metadata.generation).toBe(2);
  const { resourceVersion: _any, ...metadata } = definition.metadata;
  expect(statusIn(cluster.handle(put({ ...changed, metadata: metadata as KubeObject["metadata"] })))).toMatchObject({
    code: 422,
  });
});
