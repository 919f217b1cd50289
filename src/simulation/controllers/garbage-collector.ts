import { DEFAULT_BACKOFF } from "../cluster/queue/retry-on-conflict.ts";
import type { Handled, ReconcileRequest, ReconcileResult, ReconcilerKind, Reply, Run } from "../cluster/reconciler.ts";
import { jsonEqual } from "../kubernetes/json-equal.ts";
import { finalizersOf, type Json, type KubeObject, type OwnerReference } from "../kubernetes/object.ts";
import { objectKey } from "../kubernetes/object-key.ts";
import {
  type Asking,
  enqueueKey,
  enterPhase,
  failureOf,
  note,
  recall,
  remember,
  wasConflict,
  wasNotFound,
  write,
  writeAll,
} from "./asking.ts";
import {
  blockingDependents,
  dependentsOf,
  emptyGarbageGraph,
  FOREGROUND,
  type GarbageNode,
  garbageGraph,
  keyOfNode,
  nodesAt,
  ORPHAN,
  objectGone,
  objectSeen,
  orphaned,
} from "./garbage-graph.ts";
import { classify, find } from "./garbage-references.ts";
import { kindIdOf } from "./kind-id.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

/**
 * The garbage collector: a graph of who owns whom, built from watches on all kinds of the scenario's `watches`, and a queue of objects
 * that may have lost their last owner (`kk:pkg/controller/garbagecollector/{garbagecollector,graph_builder,operations}.go`). What it does
 * it does by live reads; the graph only says where to look.
 * Simplified: the graph is changed in the event handlers and not by a queue of its own; deletion and orphaning share one queue; whole
 * objects are watched, not their metadata; patches replace the list of owners. Left out: the look for new kinds every 30 s, Event
 * objects, cluster-scoped custom kinds as owners.
 */
export const garbageCollector: ReconcilerKind = {
  name: "GarbageCollector",
  primary: "Pod",
  queue: "classic",
  watches: [],
  options: {},
  memory: emptyGarbageGraph,
  handle: changeGraph,
  reconcile: collect,
};

function changeGraph({ notification, memory }: Parameters<ReconcilerKind["handle"]>[0]): Handled {
  const graph = garbageGraph(memory);
  const { object } = notification;
  const change =
    notification.type === "delete"
      ? objectGone(graph, object.metadata.uid)
      : objectSeen(graph, object, notification.type === "update" ? notification.old : undefined);
  return {
    memory: change.graph,
    enqueue: change.wake.map((key) => ({ key, priority: 0 })),
    ignored: "nobody has lost an owner by it",
    why: "the graph of owners",
  };
}

/** One look at an object (`garbagecollector.go:attemptToDeleteWorker, attemptToOrphanWorker`). */
function* collect({ key }: ReconcileRequest): Run {
  yield* enterPhase("fetch");
  const nodes = nodesAt(garbageGraph(yield* recall()), key);
  if (nodes.length === 0) yield* note("no longer in the graph");
  let result: ReconcileResult = {};
  for (const node of nodes) {
    const error = node.orphaning ? yield* orphan(node) : yield* attemptToDelete(node);
    if (error !== undefined) result = { error: { message: error } };
  }
  if (result.error !== undefined) return result;
  // An object that came and went between two watches would stay in the graph for ever, so it is looked up until an event tells of it.
  return nodesAt(garbageGraph(yield* recall()), key).some((node) => node.virtual) ? { requeue: true } : {};
}

/** Deletes the object if all its owners are gone. Returns an error text or undefined (`garbagecollector.go:attemptToDeleteItem`). */
function* attemptToDelete(node: GarbageNode): Asking<string | undefined> {
  if (node.beingDeleted && !node.deletingDependents) {
    yield* note("it is being deleted already: its dependents are looked at when it is gone");
    return undefined;
  }
  const found = yield* find(node, node.namespace);
  if (found.type === "failed") return found.error;
  if (found.type === "gone") return yield* forget(node);
  if (node.deletingDependents) return yield* finishForeground(node);
  const latest = found.object;
  const references = latest.metadata.ownerReferences ?? [];
  if (references.length === 0) {
    yield* note("it has no owner");
    return undefined;
  }
  yield* enterPhase("diff");
  const owners = yield* classify(node, references);
  if ("error" in owners) return owners.error;
  const { solid, dangling, waiting } = owners;
  if (solid.length > 0) {
    return dangling.length + waiting.length === 0 ? undefined : yield* keepOwners(latest, solid);
  }
  const dependents = dependentsOf(garbageGraph(yield* recall()), node);
  if (waiting.length > 0 && dependents.length > 0) {
    if (dependents.some((dependent) => dependent.deletingDependents)) {
      const error = yield* unblockOwners(latest);
      if (error !== undefined) return error;
    }
    return yield* deleteObject(latest, "Foreground");
  }
  const finalizers = finalizersOf(latest);
  const carried = finalizers.includes(FOREGROUND) ? "Foreground" : "Background";
  return yield* deleteObject(latest, finalizers.includes(ORPHAN) ? "Orphan" : carried);
}

/** The server does not know it: the graph learns that as if an event had told (`graph_builder.go:enqueueVirtualDeleteEvent`). */
function* forget(node: GarbageNode): Asking<undefined> {
  yield* note("the server does not have it");
  const { graph, wake } = objectGone(garbageGraph(yield* recall()), node.uid);
  yield* remember(graph, `${node.kind} ${node.name} is gone`);
  for (const key of wake) yield* enqueueKey({ key, priority: 0 });
  return undefined;
}

/** A foreground owner waits for its blocking dependents, then goes (`garbagecollector.go:processDeletingDependentsItem`). */
function* finishForeground(node: GarbageNode): Asking<string | undefined> {
  const blocking = blockingDependents(garbageGraph(yield* recall()), node);
  if (blocking.length === 0) {
    yield* note("no dependent blocks it any more");
    return yield* removeFinalizer(node, FOREGROUND);
  }
  yield* note(`${blocking.length} dependents block it`);
  for (const dependent of blocking) {
    if (!dependent.deletingDependents) yield* enqueueKey({ key: keyOfNode(dependent), priority: 0 });
  }
  return undefined;
}

/** Takes the references to the object off all its dependents, then its finalizer (`garbagecollector.go:attemptToOrphanWorker`). */
function* orphan(node: GarbageNode): Asking<string | undefined> {
  const dependents = dependentsOf(garbageGraph(yield* recall()), node);
  yield* note(`let go of ${dependents.length} dependents`);
  yield* enterPhase("apply");
  const replies = yield* writeAll(
    dependents.map(({ uid, owners, namespace, name, ...type }) => ({
      type: "patch",
      kind: kindIdOf(type),
      key: objectKey(namespace, name),
      merge: { metadata: { uid, ownerReferences: owners.filter((owner) => owner.uid !== node.uid) } },
    })),
  );
  const failed = replies.find((reply) => failureOf(reply) !== undefined && !wasNotFound(reply));
  if (failed !== undefined) return `orphanDependents for ${keyOfNode(node)} failed: ${failureOf(failed)}`;
  const error = yield* removeFinalizer(node, ORPHAN);
  if (error === undefined)
    yield* remember(orphaned(garbageGraph(yield* recall()), node.uid), "the dependents were let go");
  return error;
}

/** With one owner left that exists, the other references are taken away and the object stays. */
function* keepOwners(latest: KubeObject, solid: readonly OwnerReference[]): Asking<string | undefined> {
  yield* note("one owner exists: only the other references go");
  return yield* patchOwners(latest, solid);
}

/** Of two objects that wait for each other in a circle, one stops blocking. */
function* unblockOwners(latest: KubeObject): Asking<string | undefined> {
  yield* note("one of its dependents waits as well: to break the circle it stops blocking its owners");
  const owners = latest.metadata.ownerReferences ?? [];
  return yield* patchOwners(
    latest,
    owners.map((owner) => ({ ...owner, blockOwnerDeletion: false })),
  );
}

function* patchOwners(latest: KubeObject, ownerReferences: readonly OwnerReference[]): Asking<string | undefined> {
  const { uid, namespace, name } = latest.metadata;
  const merge: Json = { metadata: { uid, ownerReferences } };
  yield* enterPhase("apply");
  return failureOf(yield* write({ type: "patch", kind: kindIdOf(latest), key: objectKey(namespace, name), merge }));
}

/**
 * Deletes exactly what was looked at. If it changed meanwhile but not its owners, that makes no difference, and only the uid has to be the
 * same (`kk:pkg/controller/garbagecollector/operations.go:deleteObject`).
 */
function* deleteObject(
  latest: KubeObject,
  propagation: "Background" | "Foreground" | "Orphan",
): Asking<string | undefined> {
  const { uid, namespace = "", name, resourceVersion, ownerReferences } = latest.metadata;
  const request = {
    type: "delete",
    kind: kindIdOf(latest),
    key: objectKey(namespace, name),
    uid,
    propagation,
  } as const;
  yield* note(`no owner exists: delete (${propagation})`);
  yield* enterPhase("apply");
  const reply = yield* write({ ...request, resourceVersion });
  if (!wasConflict(reply)) return lostRace(reply);
  const found = yield* find({ ...latest, name, uid }, namespace);
  if (found.type === "gone") return undefined;
  if (found.type === "failed") return found.error;
  if (!jsonEqual(found.object.metadata.ownerReferences, ownerReferences)) return failureOf(reply);
  yield* note("it changed, but not its owners");
  return lostRace(yield* write(request));
}

/** Somebody else deleted it: an event will tell. */
function lostRace(reply: Reply): string | undefined {
  return wasNotFound(reply) ? undefined : failureOf(reply);
}

/** Takes a finalizer off, with a fresh read for each try (`operations.go:removeFinalizer`). */
function* removeFinalizer(node: GarbageNode, finalizer: string): Asking<string | undefined> {
  const tried = yield* retryOnConflict(
    () => removeOnce(node, finalizer),
    ({ error, conflict }) => (error === undefined ? "ok" : conflict ? "conflict" : "otherError"),
    { backoff: DEFAULT_BACKOFF },
  );
  return tried.type === "called" ? tried.value.error : "timed out waiting for the condition";
}

function* removeOnce(
  node: GarbageNode,
  finalizer: string,
): Asking<{ readonly error: string | undefined; readonly conflict: boolean }> {
  const done = { error: undefined, conflict: false } as const;
  const found = yield* find(node, node.namespace);
  if (found.type === "gone") return done;
  if (found.type === "failed") return { error: found.error, conflict: false };
  const finalizers = finalizersOf(found.object);
  if (!finalizers.includes(finalizer)) return done;
  const { resourceVersion } = found.object.metadata;
  const merge: Json = {
    metadata: { resourceVersion, finalizers: finalizers.filter((each) => each !== finalizer) },
  };
  yield* enterPhase("apply");
  const reply = yield* write({ type: "patch", kind: kindIdOf(node), key: objectKey(node.namespace, node.name), merge });
  return { error: failureOf(reply), conflict: wasConflict(reply) };
}
