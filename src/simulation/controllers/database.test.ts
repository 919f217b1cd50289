import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { Reply } from "../cluster/reconciler.ts";
import type { JsonObject, KubeObject } from "../kubernetes/object.ts";
import { failure } from "../kubernetes/status.ts";
import { accept, type Desk, readFrom, runByHand } from "./answer-desk.ts";
import { databaseReconciler } from "./database.ts";

// workqueue 5.7 to 5.10, 5.14; apiserver D.3, D.4.
type Sample = {
  generation?: number;
  spec?: JsonObject;
  status?: JsonObject;
  finalizers?: readonly string[];
  deleting?: boolean;
};

function database({ generation = 1, spec, status, finalizers, deleting = false }: Sample = {}): KubeObject {
  return {
    apiVersion: "example.com/v1",
    kind: "Database",
    metadata: {
      name: "orders",
      namespace: "demo",
      uid: "db-1",
      resourceVersion: "10",
      generation,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...(finalizers === undefined ? {} : { finalizers }),
      ...(deleting ? { deletionTimestamp: "2026-01-01T00:00:05Z" } : {}),
    },
    spec: { engine: "postgres", size: 10, ...spec },
    ...(status === undefined ? {} : { status }),
  };
}

function configMap(name: string, data: JsonObject): KubeObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name,
      namespace: "demo",
      uid: `uid-${name}`,
      resourceVersion: "5",
      creationTimestamp: "2026-01-01T00:00:00Z",
    },
    data,
  };
}

function instance(generation: number, desiredState: JsonObject): KubeObject {
  return {
    apiVersion: "cloud.example.com/v1",
    kind: "CloudInstance",
    metadata: {
      name: "orders",
      namespace: "demo",
      uid: "ci-1",
      resourceVersion: "7",
      creationTimestamp: "2026-01-01T00:00:00Z",
    },
    spec: { generation, desiredState },
  };
}

function reconcile(store: readonly KubeObject[], desk: Partial<Desk> = {}) {
  const run = runByHand(databaseReconciler, "demo/orders", { store, ...desk });
  const requests = run.writes.flat();
  const phases = requests.flatMap((request) =>
    request.type === "update" && request.object.kind === "Database" && request.object.status !== undefined
      ? [[request.subresource, request.object.status.phase, request.object.status.observedGeneration]]
      : [],
  );
  return { ...run, requests, phases, error: run.result.error?.message };
}

test("a new Database is Pending, gets its ConfigMap, and is Ready, each status with the generation that was read", () => {
  const { requests, phases, result } = reconcile([database({ generation: 4 })]);
  expect(phases).toEqual([
    ["status", "Pending", 4],
    ["status", "Ready", 4],
  ]);
  expect(requests[1]).toMatchObject({
    type: "create",
    object: {
      metadata: { name: "orders-config", ownerReferences: [{ kind: "Database", uid: "db-1", controller: true }] },
      data: { engine: "postgres", size: "10" },
    },
  });
  expect(result).toEqual({});
});

test("the second status is written with the version that the first one returned", () => {
  const versions = reconcile([database()]).requests.flatMap((request) =>
    request.type === "update" ? [request.object.metadata.resourceVersion] : [],
  );
  expect(versions).toEqual(["10", "1000"]);
});

test("a converged Database makes no request", () => {
  const owner = {
    apiVersion: "example.com/v1",
    kind: "Database",
    name: "orders",
    uid: "db-1",
    controller: true,
    blockOwnerDeletion: true,
  };
  const child = configMap("orders-config", { engine: "postgres", size: "10" });
  const owned = { ...child, metadata: { ...child.metadata, ownerReferences: [owner] } };
  const ready = database({ status: { phase: "Ready", observedGeneration: 1 } });
  expect(reconcile([ready, owned])).toMatchObject({ requests: [], result: {} });
  expect(reconcile([ready, owned], { options: { pollMs: 30_000 } }).result).toEqual({ requeueAfter: seconds(30) });
});

test("a ConfigMap of that name that somebody else controls is not taken over", () => {
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "x-1", controller: true };
  const child = configMap("orders-config", {});
  const foreign = { ...child, metadata: { ...child.metadata, ownerReferences: [owner] } };
  expect(reconcile([database(), foreign]).error).toBe(
    "Object demo/orders-config is already owned by another ConfigMap controller x",
  );
});

test("a dependency that is down makes an error each time, and after three of them the phase Failed", () => {
  const store = [database({ spec: { dependency: "storage" } }), configMap("storage", { state: "down" })];
  const first = reconcile(store);
  expect({ phases: first.phases, error: first.error }).toEqual({
    phases: [
      ["status", "Pending", 1],
      ["status", "Pending", 1],
    ],
    error: 'dependency storage is "down"',
  });
  const third = reconcile(store, { memory: { "demo/orders": 2 } });
  expect(third.phases.at(-1)).toEqual(["status", "Failed", 1]);
  expect(third.error).toBe('dependency storage is "down"');
});

test("a dependency that fails so many times works afterwards, and the count is forgotten", () => {
  const before = reconcile([database()], { options: { failTimes: 2 }, memory: { "demo/orders": 1 } });
  expect(before.error).toBe("dependency answered with an error (2 of 2)");
  const after = reconcile([database()], { options: { failTimes: 2 }, memory: { "demo/orders": 2 } });
  expect({ error: after.error, memory: after.memory }).toEqual({ error: undefined, memory: {} });
});

test("an object older than what was acted on is refused with the guard, and acted on without it", () => {
  const stale = database({ generation: 2, status: { phase: "Ready", observedGeneration: 3 } });
  expect(reconcile([stale])).toMatchObject({ requests: [], result: {} });
  expect(reconcile([stale], { options: { guard: false } }).phases.at(-1)).toEqual(["status", "Ready", 2]);
});

test("the cloud keeps the newer generation with the guard, and takes the last request without it", () => {
  const late = database({ generation: 2, finalizers: ["example.com/cloud-instance"] });
  const live = readFrom([instance(3, { engine: "postgres", size: 20 })]);
  const toCloud = (options: JsonObject) =>
    reconcile([late], { live, options: { outside: true, ...options } }).requests.filter(
      (request) => request.type === "patch" && request.kind === "CloudInstance",
    );
  expect(toCloud({})).toEqual([]);
  expect(toCloud({ guard: false })).toMatchObject([{ merge: { spec: { generation: 2, desiredState: { size: 10 } } } }]);
});

test("the status says what the cloud was seen to hold, and keeps it when the record belongs to a newer generation", () => {
  const statusOf = (generation: number, size: number) => {
    const asked = database({
      generation,
      spec: { size },
      status: { phase: "Pending", observedGeneration: 1, observedState: { size: 5 } },
      finalizers: ["example.com/cloud-instance"],
    });
    const live = readFrom([instance(3, { engine: "postgres", size: 20 })]);
    const { requests } = reconcile([asked], { live, options: { outside: true } });
    return requests.flatMap((request) => (request.type === "update" ? [request.object.status] : [])).at(-1);
  };
  expect(statusOf(4, 30)).toMatchObject({ phase: "Ready", observedState: { engine: "postgres", size: 30 } });
  expect(statusOf(2, 10)).toMatchObject({ phase: "Ready", observedState: { size: 5 } });
});

test("with the guard a write to the cloud holds only for the record that was read", () => {
  const live = readFrom([instance(1, { engine: "postgres", size: 5 })]);
  const next = database({ generation: 2, finalizers: ["example.com/cloud-instance"] });
  const { requests } = reconcile([next], { live, options: { outside: true } });
  expect(requests.find((request) => request.type === "patch")).toMatchObject({
    merge: { metadata: { resourceVersion: "7" } },
  });
});

test("the finalizer is stored before the instance is ordered", () => {
  const { requests } = reconcile([database()], { live: readFrom([]), options: { outside: true } });
  const finalizer = requests.findIndex((request) => request.type === "update" && request.subresource === undefined);
  const order = requests.findIndex((request) => request.type === "create" && request.object.kind === "CloudInstance");
  expect(finalizer).toBe(0);
  expect(order).toBeGreaterThan(0);
});

test("a Database that is being deleted gives its instance up first, and is held if that fails", () => {
  const leaving = database({ deleting: true, finalizers: ["example.com/cloud-instance"] });
  const { requests } = reconcile([leaving], { options: { outside: true } });
  expect(requests).toMatchObject([
    { type: "delete", kind: "CloudInstance", key: "demo/orders" },
    { type: "update", object: { metadata: { finalizers: [] } } },
  ]);
  const refused: Reply = { type: "network", reason: "ECONNREFUSED" };
  const held = reconcile([leaving], {
    options: { outside: true },
    reply: (request, index) => (request.type === "delete" ? refused : accept(request, index)),
  });
  expect({ writes: held.requests.length, error: held.error }).toEqual({ writes: 1, error: "ECONNREFUSED" });
});

test("a conflict on the status goes back to the queue", () => {
  const conflict: Reply = { type: "status", status: failure(409, "Conflict", "the object has been modified") };
  expect(reconcile([database()], { reply: () => conflict }).error).toBe("the object has been modified");
});
