import { expect, test } from "vitest";
import { micros } from "../../base/time.ts";
import type { Notification, Reply } from "../cluster/reconciler.ts";
import type { KubeObject, OwnerReference } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import { failure } from "../kubernetes/status.ts";
import { accept, type Desk, readFrom, runByHand } from "./answer-desk.ts";
import { garbageCollector } from "./garbage-collector.ts";
import { emptyGarbageGraph, type GarbageGraph, garbageGraph } from "./garbage-graph.ts";

// apiserver E.3; kk:pkg/controller/garbagecollector.
type Sample = {
  uid?: string;
  owners?: readonly OwnerReference[];
  deleting?: boolean;
  finalizers?: readonly string[];
  rv?: string;
  namespace?: string;
};

function object(kind: string, name: string, options: Sample = {}): KubeObject {
  const { uid = `uid-${name}`, owners, deleting = false, finalizers, rv = "10", namespace = "demo" } = options;
  return {
    apiVersion: kind === "ReplicaSet" ? "apps/v1" : "v1",
    kind,
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion: rv,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...(owners === undefined ? {} : { ownerReferences: owners }),
      ...(deleting ? { deletionTimestamp: "2026-01-01T00:00:01Z" } : {}),
      ...(finalizers === undefined ? {} : { finalizers }),
    },
  };
}

function ownedBy(name: string, options: { uid?: string; blocks?: boolean } = {}): OwnerReference {
  const { uid = `uid-${name}`, blocks = true } = options;
  return { apiVersion: "apps/v1", kind: "ReplicaSet", name, uid, controller: true, blockOwnerDeletion: blocks };
}

const owner = object("ReplicaSet", "web");
const child = object("Pod", "a", { owners: [ownedBy("web")] });

function handle(graph: GarbageGraph, notification: Notification) {
  const { memory, enqueue } = garbageCollector.handle({
    kind: notification.object.kind,
    notification,
    memory: graph,
    now: micros(0),
    lookUp: () => undefined,
    list: () => [],
  });
  return { graph: garbageGraph(memory), woken: enqueue.map(({ key }) => key) };
}

const added = (each: KubeObject): Notification => ({ type: "add", object: each, initial: false });
const updated = (old: KubeObject, each: KubeObject): Notification => ({ type: "update", old, object: each });
const deleted = (each: KubeObject): Notification => ({ type: "delete", object: each, tombstone: false });

/** The graph after these objects were added. */
function graphOf(objects: readonly KubeObject[]): GarbageGraph {
  return objects.reduce((graph, each) => handle(graph, added(each)).graph, emptyGarbageGraph);
}

function collect(key: string, graph: GarbageGraph, live: readonly KubeObject[], desk: Partial<Desk> = {}) {
  const run = runByHand(garbageCollector, key, { store: [], live: readFrom(live), memory: graph, ...desk });
  const woken = run.asks.flatMap((ask) => (ask.type === "enqueue" ? [ask.enqueue.key] : []));
  return {
    ...run,
    requests: run.writes.flat(),
    woken,
    graph: garbageGraph(run.memory),
    error: run.result.error?.message,
  };
}

test("the deletion of an owner queues its dependents, and its absence is remembered", () => {
  const { graph, woken } = handle(graphOf([owner, child]), deleted(owner));
  expect(woken).toEqual(["demo/Pod:a"]);
  expect(Object.keys(graph.nodes)).toEqual(["uid-a"]);
  const run = collect("demo/Pod:a", graph, [child]);
  expect(run.requests).toEqual([
    { type: "delete", kind: "Pod", key: "demo/a", uid: "uid-a", resourceVersion: "10", propagation: "Background" },
  ]);
  // Only the object itself is read: the owner is known to be gone.
  expect(run.asks.filter(({ type }) => type === "getLive")).toHaveLength(1);
});

test("an owner that no event has told of gets a virtual node and is looked up on the server", () => {
  const { graph, woken } = handle(emptyGarbageGraph, added(child));
  expect(woken).toEqual(["demo/ReplicaSet:web"]);
  expect(graph.nodes["uid-web"]).toMatchObject({ virtual: true, dependents: ["uid-a"] });
  // It exists: look again until an event tells of it.
  expect(collect("demo/ReplicaSet:web", graph, [owner, child]).result).toEqual({ requeue: true });
  // It does not: out of the graph, and its dependents are looked at.
  const gone = collect("demo/ReplicaSet:web", graph, [child]);
  expect({ woken: gone.woken, nodes: Object.keys(gone.graph.nodes), result: gone.result }).toEqual({
    woken: ["demo/Pod:a"],
    nodes: ["uid-a"],
    result: {},
  });
});

test("an owner of that name with another uid is not the owner", () => {
  const graph = graphOf([child]);
  const next = object("ReplicaSet", "web", { uid: "uid-next" });
  expect(collect("demo/Pod:a", graph, [child, next]).requests).toMatchObject([{ type: "delete", key: "demo/a" }]);
});

test("an object with one existing owner stays and loses the other references", () => {
  const both = object("Pod", "a", { owners: [ownedBy("web"), ownedBy("old")] });
  const { requests } = collect("demo/Pod:a", graphOf([owner, both]), [owner, both]);
  expect(requests).toEqual([
    {
      type: "patch",
      kind: "Pod",
      key: "demo/a",
      merge: { metadata: { uid: "uid-a", ownerReferences: [ownedBy("web")] } },
    },
  ]);
});

test("an object whose owners exist is left alone", () => {
  expect(collect("demo/Pod:a", graphOf([owner, child]), [owner, child])).toMatchObject({ requests: [], result: {} });
});

test("an owner in another namespace counts as missing", () => {
  const elsewhere = object("ReplicaSet", "web", { namespace: "other" });
  const { graph, woken } = handle(graphOf([child]), added(elsewhere));
  expect(woken).toEqual(["demo/Pod:a"]);
  expect(collect("demo/Pod:a", graph, [child, elsewhere]).requests).toMatchObject([{ type: "delete" }]);
});

const leaving = object("ReplicaSet", "web", { deleting: true, finalizers: ["foregroundDeletion"], rv: "11" });

test("a foreground deletion queues the dependents and the owner", () => {
  const { graph, woken } = handle(graphOf([owner, child]), updated(owner, leaving));
  expect(woken).toEqual(["demo/Pod:a", "demo/ReplicaSet:web"]);
  expect(graph.nodes["uid-web"]?.deletingDependents).toBe(true);
});

test("a dependent of a foreground owner is deleted; one with dependents of its own in the foreground", () => {
  const { graph } = handle(graphOf([owner, child]), updated(owner, leaving));
  expect(collect("demo/Pod:a", graph, [leaving, child]).requests).toMatchObject([{ propagation: "Background" }]);
  const grandchild = object("ConfigMap", "b", {
    owners: [{ apiVersion: "v1", kind: "Pod", name: "a", uid: "uid-a" }],
  });
  const deeper = handle(graph, added(grandchild)).graph;
  expect(collect("demo/Pod:a", deeper, [leaving, child, grandchild]).requests).toMatchObject([
    { type: "delete", propagation: "Foreground" },
  ]);
});

test("a foreground owner waits for the dependents that block it, and not for others", () => {
  const { graph } = handle(graphOf([owner, child]), updated(owner, leaving));
  const waiting = collect("demo/ReplicaSet:web", graph, [leaving, child]);
  expect({ requests: waiting.requests, woken: waiting.woken }).toEqual({ requests: [], woken: ["demo/Pod:a"] });
  const loose = object("Pod", "a", { owners: [ownedBy("web", { blocks: false })] });
  const free = handle(graphOf([owner, loose]), updated(owner, leaving)).graph;
  expect(collect("demo/ReplicaSet:web", free, [leaving, loose]).requests).toEqual([
    {
      type: "patch",
      kind: "ReplicaSet",
      key: "demo/web",
      merge: { metadata: { resourceVersion: "11", finalizers: [] } },
    },
  ]);
});

test("the last dependent's deletion queues the foreground owner", () => {
  const { graph } = handle(graphOf([owner, child]), updated(owner, leaving));
  expect(handle(graph, deleted(child)).woken).toEqual(["demo/ReplicaSet:web"]);
});

test("orphaning takes the references off the dependents, then the finalizer off the owner", () => {
  const orphaning = object("ReplicaSet", "web", { deleting: true, finalizers: ["orphan", "x"], rv: "11" });
  const { graph, woken } = handle(graphOf([owner, child]), updated(owner, orphaning));
  expect(woken).toEqual(["demo/ReplicaSet:web"]);
  expect(collect("demo/ReplicaSet:web", graph, [orphaning, child]).requests).toEqual([
    { type: "patch", kind: "Pod", key: "demo/a", merge: { metadata: { uid: "uid-a", ownerReferences: [] } } },
    {
      type: "patch",
      kind: "ReplicaSet",
      key: "demo/web",
      merge: { metadata: { resourceVersion: "11", finalizers: ["x"] } },
    },
  ]);
});

// operations.go:deleteObject.
test("a conflict on deletion is tried without the version if the owners are the same, else returned", () => {
  const conflict: Reply = {
    type: "status",
    status: failure(409, "Conflict", "the ResourceVersion in the precondition"),
  };
  const graph = graphOf([child]);
  const run = (second: KubeObject) => {
    let reads = 0;
    return collect("demo/Pod:a", graph, [], {
      live: (kind, key) => {
        if (kind !== "Pod") return readFrom([])(kind, key);
        reads += 1;
        return { type: "object", object: reads === 1 ? child : second };
      },
      reply: (request, index) => (index === 0 ? conflict : accept(request, index)),
    });
  };
  const changed = run(object("Pod", "a", { owners: [ownedBy("web")], rv: "12" }));
  expect(changed.requests[1]).toEqual({
    type: "delete",
    kind: "Pod",
    key: "demo/a",
    uid: "uid-a",
    propagation: "Background",
  });
  expect(changed.error).toBeUndefined();
  expect(run(object("Pod", "a", { owners: [ownedBy("next")], rv: "12" })).error).toBe(
    "the ResourceVersion in the precondition",
  );
});

test("an object that is being deleted is left alone until it is gone", () => {
  const going = object("Pod", "a", { owners: [ownedBy("web")], deleting: true });
  expect(collect("demo/Pod:a", graphOf([going]), [going])).toMatchObject({ requests: [], result: {} });
});

test("an owner of a kind that the server does not serve is an error, not a missing owner", () => {
  const strange = object("Pod", "a", { owners: [{ apiVersion: "x.io/v1", kind: "Thing", name: "t", uid: "uid-t" }] });
  const live = (kind: string): Reply =>
    kind === "Pod"
      ? { type: "object", object: strange }
      : { type: "status", status: failure(404, "", "404 page not found") };
  const run = collect("demo/Pod:a", graphOf([strange]), [], { live });
  expect({ requests: run.requests, error: run.error }).toEqual({
    requests: [],
    error: "unable to get REST mapping for x.io/v1/Thing.",
  });
});

test("two objects that wait for each other stop blocking, so that both can go", () => {
  const podOwner: OwnerReference = { apiVersion: "v1", kind: "Pod", name: "a", uid: "uid-a", blockOwnerDeletion: true };
  const first = object("ReplicaSet", "web", { owners: [podOwner], deleting: true, finalizers: ["foregroundDeletion"] });
  const graph = graphOf([first, child]);
  const { requests } = collect("demo/Pod:a", graph, [first, child]);
  expect(requests).toMatchObject([
    { type: "patch", merge: { metadata: { ownerReferences: [{ name: "web", blockOwnerDeletion: false }] } } },
    { type: "delete", propagation: "Foreground" },
  ]);
});

test("a key stands for all objects of its kind and name that the graph knows", () => {
  const before = object("Pod", "a", { uid: "uid-0", owners: [ownedBy("web")] });
  const graph = graphOf([before, child]);
  const { requests } = collect(objectKey("demo", "Pod:a"), graph, [child]);
  // uid-0 is not on the server any more: out of the graph. uid-a has lost its owner: deleted.
  expect(requests).toMatchObject([{ type: "delete", uid: "uid-a" }]);
});
