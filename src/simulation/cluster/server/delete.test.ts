import { expect, test } from "vitest";
import type { DraftMeta, DraftObject, JsonObject } from "../../kubernetes/object.ts";
import type { ApiRequest, DeleteOptions } from "./request.ts";
import type { WatchId } from "./server-fact.ts";
import {
  configMap,
  createRequest,
  database,
  deleteRequest,
  getRequest,
  line,
  listIn,
  objectIn,
  patchRequest,
  statusIn,
  type TestCluster,
  testCluster,
  watchIn,
  watchRequest,
} from "./test-cluster.ts";

type Watched = { readonly cluster: TestCluster; readonly seen: () => readonly string[] };

/** A cluster with one object and a watch that begins after its creation. */
function watched(body: DraftObject): Watched {
  const cluster = testCluster();
  const made = objectIn(cluster.handle(createRequest(body)));
  const { resourceVersion } = made.metadata;
  const watch: WatchId = watchIn(cluster.handle(watchRequest(body.kind, { resourceVersion })));
  return { cluster, seen: () => cluster.take(body.kind, watch).events.map(line) };
}

function pod(spec: JsonObject = {}): DraftObject {
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p", namespace: "ns" }, spec };
}

function held(metadata: DraftMeta = {}): DraftObject {
  return database("db", { metadata: { name: "db", namespace: "ns", finalizers: ["example.com/hold"], ...metadata } });
}

// G11, D.5
test.each([
  ["ConfigMap", configMap("db"), "configmaps"],
  ["Database", database("db"), "databases"],
])(
  "a %s without finalizers is gone at once: DELETED at a new revision, Status Success with its uid",
  (kind, body, resource) => {
    const { cluster, seen } = watched(body);
    const status = statusIn(cluster.handle(deleteRequest(kind, "db")));
    expect(status).toMatchObject({
      status: "Success",
      code: 200,
      details: { name: "db", kind: resource, uid: "uid-1" },
    });
    expect(seen()).toEqual(["DELETED db@3"]);
    expect(statusIn(cluster.handle(deleteRequest(kind, "db"))).code).toBe(404);
  },
);

test("a few kinds answer the deletion with the object, at the revision of the deletion", () => {
  const service: DraftObject = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "s", namespace: "ns" },
    spec: {},
  };
  const { cluster } = watched(service);
  expect(objectIn(cluster.handle(deleteRequest("Service", "s"))).metadata.resourceVersion).toBe("3");
});

// G10, D.5, I.7
test("an object with a finalizer is marked, stays, and goes with its last finalizer: only DELETED, still listing it", () => {
  const { cluster, seen } = watched(held());
  cluster.pass(9);
  const marked = objectIn(cluster.handle(deleteRequest("Database", "db")));
  expect(marked.metadata).toMatchObject({
    deletionTimestamp: "2026-01-01T00:00:09Z",
    deletionGracePeriodSeconds: 0,
    generation: 2,
  });
  expect(seen()).toEqual(["MODIFIED db@3"]);
  const again = objectIn(cluster.handle(deleteRequest("Database", "db")));
  expect(again.metadata.resourceVersion).toBe("3");
  expect(cluster.facts()).toContainEqual({
    type: "deletionUnchanged",
    key: "ns/db",
    waitsFor: { type: "finalizers", finalizers: ["example.com/hold"] },
  });
  const watch = watchIn(cluster.handle(watchRequest("Database", { resourceVersion: "3" })));
  const emptied = objectIn(cluster.handle(patchRequest("Database", "db", { metadata: { finalizers: [] } })));
  expect(emptied.metadata.finalizers).toBeUndefined();
  expect(cluster.facts()).toContainEqual({ type: "lastFinalizerRemoved", key: "ns/db" });
  const { events } = cluster.take("Database", watch);
  expect(events.map(line)).toEqual(["DELETED db@4"]);
  expect(events[0]).toMatchObject({ object: { metadata: { finalizers: ["example.com/hold"] } } });
  expect(statusIn(cluster.handle(getRequest("Database", "db"))).code).toBe(404);
});

test("removing a finalizer of an object that is not being deleted is an ordinary update", () => {
  const { cluster, seen } = watched(held());
  cluster.handle(patchRequest("Database", "db", { metadata: { finalizers: null } }));
  expect(seen()).toEqual(["MODIFIED db@3"]);
});

// G12
test.each<[string, DeleteOptions, string]>([
  [
    "uid",
    { preconditions: { uid: "other" } },
    "the UID in the precondition (other) does not match the UID in record (uid-1)",
  ],
  [
    "resourceVersion",
    { preconditions: { resourceVersion: "1" } },
    "the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (2)",
  ],
])("a deletion with another %s gets 409 that names the Kind", (_what, options, text) => {
  const { cluster, seen } = watched(configMap("a"));
  const status = statusIn(cluster.handle(deleteRequest("ConfigMap", "a", options)));
  expect(status).toMatchObject({ code: 409, reason: "Conflict", details: { kind: "ConfigMap" } });
  expect(status.message).toContain(`Operation cannot be fulfilled on ConfigMap "a": ${text}`);
  expect(seen()).toEqual([]);
});

test("a deletion whose preconditions hold goes through", () => {
  const { cluster, seen } = watched(configMap("a"));
  cluster.handle(deleteRequest("ConfigMap", "a", { preconditions: { uid: "uid-1", resourceVersion: "2" } }));
  expect(seen()).toEqual(["DELETED a@3"]);
});

// G26, D.5
test("a running pod is marked with a timestamp in the future, then removed by the kubelet: MODIFIED, MODIFIED, DELETED", () => {
  const { cluster, seen } = watched(pod({ nodeName: "n1" }));
  cluster.pass(10);
  expect(objectIn(cluster.handle(deleteRequest("Pod", "p"))).metadata).toMatchObject({
    deletionTimestamp: "2026-01-01T00:00:40Z",
    deletionGracePeriodSeconds: 30,
    generation: 2,
  });
  cluster.pass(5);
  const options = { gracePeriodSeconds: 0, preconditions: { uid: "uid-1" } };
  const gone = objectIn(cluster.handle(deleteRequest("Pod", "p", options)));
  expect(gone.metadata).toMatchObject({
    deletionTimestamp: "2026-01-01T00:00:15Z",
    deletionGracePeriodSeconds: 0,
    resourceVersion: "5",
  });
  expect(seen()).toEqual(["MODIFIED p@3", "MODIFIED p@4", "DELETED p@5"]);
});

test("the grace period comes from the options, else from the pod, else it is 30 s", () => {
  const grace = (spec: JsonObject, options: DeleteOptions) => {
    const { cluster } = watched(pod({ nodeName: "n1", ...spec }));
    return objectIn(cluster.handle(deleteRequest("Pod", "p", options))).metadata.deletionGracePeriodSeconds;
  };
  expect(grace({ terminationGracePeriodSeconds: 60 }, { gracePeriodSeconds: 5 })).toBe(5);
  expect(grace({ terminationGracePeriodSeconds: 60 }, {})).toBe(60);
  expect(grace({}, {})).toBe(30);
  expect(grace({}, { gracePeriodSeconds: -1 })).toBe(1);
});

// G27, D.5
test.each<[string, JsonObject, JsonObject, DeleteOptions]>([
  ["without a node", {}, {}, {}],
  ["that succeeded", { nodeName: "n1" }, { phase: "Succeeded" }, {}],
  ["that failed", { nodeName: "n1" }, { phase: "Failed" }, {}],
  ["forced with grace 0", { nodeName: "n1" }, { phase: "Running" }, { gracePeriodSeconds: 0 }],
])("a pod %s is marked and removed at once", (_what, spec, status, options) => {
  const cluster = testCluster();
  cluster.handle(createRequest(pod(spec)));
  cluster.handle(patchRequest("Pod", "p", { status }, "status"));
  const watch = watchIn(cluster.handle(watchRequest("Pod", { resourceVersion: String(cluster.etcd().revision) })));
  objectIn(cluster.handle(deleteRequest("Pod", "p", options)));
  expect(cluster.take("Pod", watch).events.map((event) => event.type)).toEqual(["MODIFIED", "DELETED"]);
});

// D.5
test("a terminating pod ignores a longer grace period and takes a shorter one", () => {
  const { cluster, seen } = watched(pod({ nodeName: "n1" }));
  cluster.handle(deleteRequest("Pod", "p"));
  cluster.pass(2);
  expect(
    objectIn(cluster.handle(deleteRequest("Pod", "p", { gracePeriodSeconds: 60 }))).metadata.deletionGracePeriodSeconds,
  ).toBe(30);
  expect(objectIn(cluster.handle(deleteRequest("Pod", "p"))).metadata.resourceVersion).toBe("3");
  expect(objectIn(cluster.handle(deleteRequest("Pod", "p", { gracePeriodSeconds: 10 }))).metadata).toMatchObject({
    deletionGracePeriodSeconds: 10,
    deletionTimestamp: "2026-01-01T00:00:10Z",
    generation: 2,
  });
  cluster.pass(18);
  expect(objectIn(cluster.handle(deleteRequest("Pod", "p", { gracePeriodSeconds: 5 }))).metadata).toMatchObject({
    deletionGracePeriodSeconds: 1,
    deletionTimestamp: "2026-01-01T00:00:20Z",
  });
  expect(seen().map((text) => text.split(" ")[0])).toEqual(["MODIFIED", "MODIFIED", "MODIFIED"]);
});

test("a pod with a finalizer stays when its grace period is over", () => {
  const cluster = testCluster();
  const body = pod({ nodeName: "n1" });
  cluster.handle(
    createRequest({ ...body, metadata: { ...body.metadata, finalizers: ["batch.kubernetes.io/job-tracking"] } }),
  );
  cluster.handle(deleteRequest("Pod", "p", { gracePeriodSeconds: 0 }));
  expect(objectIn(cluster.handle(getRequest("Pod", "p"))).metadata.deletionGracePeriodSeconds).toBe(0);
  cluster.handle(patchRequest("Pod", "p", { metadata: { finalizers: null } }));
  expect(statusIn(cluster.handle(getRequest("Pod", "p"))).code).toBe(404);
});

// G28, D.5: the part of propagation that the API server does
test.each<[DeleteOptions["propagationPolicy"], readonly string[] | undefined]>([
  ["Foreground", ["foregroundDeletion"]],
  ["Orphan", ["orphan"]],
  ["Background", undefined],
])(
  "with policy %s the object is marked with that policy's finalizer, or goes at once",
  (propagationPolicy, finalizers) => {
    const { cluster, seen } = watched(configMap("a"));
    cluster.handle(deleteRequest("ConfigMap", "a", propagationPolicy === undefined ? {} : { propagationPolicy }));
    expect(seen()).toEqual([finalizers === undefined ? "DELETED a@3" : "MODIFIED a@3"]);
    if (finalizers === undefined) return;
    expect(objectIn(cluster.handle(getRequest("ConfigMap", "a"))).metadata.finalizers).toEqual(finalizers);
  },
);

test("a Job is orphaning by default, and a finalizer that is there already decides over the default", () => {
  const job: DraftObject = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "j", namespace: "ns" }, spec: {} };
  const { cluster } = watched(job);
  expect(objectIn(cluster.handle(deleteRequest("Job", "j"))).metadata.finalizers).toEqual(["orphan"]);
  const second = watched({ ...job, metadata: { ...job.metadata, finalizers: ["foregroundDeletion"] } });
  expect(objectIn(second.cluster.handle(deleteRequest("Job", "j"))).metadata.finalizers).toEqual([
    "foregroundDeletion",
  ]);
});

test("a deletion that names a policy replaces the finalizer of another one", () => {
  const { cluster } = watched(configMap("a", {}, { finalizers: ["orphan"] }));
  const marked = objectIn(cluster.handle(deleteRequest("ConfigMap", "a", { propagationPolicy: "Foreground" })));
  expect(marked.metadata.finalizers).toEqual(["foregroundDeletion"]);
});

test("a collection is deleted one by one, each with an event of its own", () => {
  const cluster = testCluster();
  for (const name of ["a", "b", "c"]) {
    cluster.handle(createRequest(configMap(name, {}, name === "b" ? { labels: { keep: "1" } } : {})));
  }
  const watch = watchIn(cluster.handle(watchRequest("ConfigMap", { resourceVersion: "4" })));
  const request: ApiRequest = {
    verb: "deletecollection",
    kind: "ConfigMap",
    namespace: "ns",
    options: { labelSelector: "!keep" },
    user: "u",
    client: "c",
  };
  expect(listIn(cluster.handle(request)).items.length).toBe(2);
  expect(cluster.take("ConfigMap", watch).events.map(line)).toEqual(["DELETED a@5", "DELETED c@6"]);
});

test("a dry run of a deletion deletes nothing", () => {
  const { cluster, seen } = watched(configMap("a"));
  expect(statusIn(cluster.handle(deleteRequest("ConfigMap", "a", { dryRun: true }))).status).toBe("Success");
  expect(seen()).toEqual([]);
});

test("a pod that loses its last finalizer during its grace period stays until that is over", () => {
  const cluster = testCluster();
  const body = pod({ nodeName: "n1" });
  cluster.handle(createRequest({ ...body, metadata: { ...body.metadata, finalizers: ["example.com/hold"] } }));
  cluster.handle(deleteRequest("Pod", "p"));
  cluster.handle(patchRequest("Pod", "p", { metadata: { finalizers: null } }));
  expect(objectIn(cluster.handle(getRequest("Pod", "p"))).metadata.deletionGracePeriodSeconds).toBe(30);
});

// D.5: precedence of propagation: options, then a finalizer that is there, then the kind's default
test("without a policy an orphan finalizer that is there stays and decides", () => {
  const { cluster } = watched(configMap("a", {}, { finalizers: ["orphan"] }));
  expect(objectIn(cluster.handle(deleteRequest("ConfigMap", "a"))).metadata.finalizers).toEqual(["orphan"]);
  const background = watched(configMap("a", {}, { finalizers: ["orphan"] }));
  background.cluster.handle(deleteRequest("ConfigMap", "a", { propagationPolicy: "Background" }));
  expect(background.seen()).toEqual(["DELETED a@3"]);
});

test("a deletion is only marked once: generation rises by one however often DELETE is called", () => {
  const { cluster, seen } = watched(held());
  for (let n = 0; n < 3; n++) cluster.handle(deleteRequest("Database", "db"));
  expect(objectIn(cluster.handle(getRequest("Database", "db"))).metadata.generation).toBe(2);
  expect(seen()).toEqual(["MODIFIED db@3"]);
});
