import { jsonEqual } from "../kubernetes/json-equal.ts";
import { finalizersOf, isTerminating, type Json, type KubeObject, type OwnerReference } from "../kubernetes/object.ts";
import { type ObjectKey, objectKey } from "../kubernetes/object-key.ts";
import { kindIdOf } from "./kind-id.ts";

/** The finalizers that stand for the two policies in which the owner stays until its dependents are dealt with. */
export const FOREGROUND = "foregroundDeletion";
export const ORPHAN = "orphan";

/** What names an object beside its uid. `namespace` is "" for cluster-scoped ones. */
type Identity = {
  readonly uid: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
};

/** An object in the graph (`kk:pkg/controller/garbagecollector/graph.go:node`). */
export type GarbageNode = Identity & {
  readonly owners: readonly OwnerReference[];
  /** Uids of the objects that name it as owner. */
  readonly dependents: readonly string[];
  /** Known from references only; no event has told of it. */
  readonly virtual: boolean;
  readonly beingDeleted: boolean;
  /** It is deleted in the foreground and waits for its dependents. */
  readonly deletingDependents: boolean;
  /** It is being deleted and its dependents have to be let go. */
  readonly orphaning: boolean;
};

/** The collector's memory. `absent` are owners that were found missing, newest last. */
export type GarbageGraph = {
  readonly nodes: Readonly<Record<string, GarbageNode>>;
  readonly absent: readonly string[];
};

/** A fresh collector knows nothing. */
export const emptyGarbageGraph: GarbageGraph = { nodes: {}, absent: [] };

/** Most absent owners that are remembered (`kk:pkg/controller/garbagecollector/garbagecollector.go:NewReferenceCache`). */
const MOST_ABSENT = 500;

/** Reads the memory of a garbage collector. */
export function garbageGraph(memory: Json): GarbageGraph {
  // Only the functions of this file write it, beginning with the empty one.
  return memory as unknown as GarbageGraph;
}

/** A graph after a change, and the nodes that have to be looked at because of it. */
export type GraphChange = { readonly graph: GarbageGraph; readonly wake: readonly ObjectKey[] };

/** The key under which a node is queued: its kind and name in its namespace. Upstream queues the node itself. */
export function keyOfNode({ apiVersion, kind, namespace, name }: Omit<Identity, "uid">): ObjectKey {
  return objectKey(namespace, `${kindIdOf({ apiVersion, kind })}:${name}`);
}

/** The nodes with that key: more than one while a deleted object and the next one of its name are both in the graph. */
export function nodesAt({ nodes }: GarbageGraph, key: ObjectKey): readonly GarbageNode[] {
  return Object.values(nodes).filter((node) => keyOfNode(node) === key);
}

/** The nodes that name this one as owner. */
export function dependentsOf({ nodes }: GarbageGraph, node: GarbageNode): readonly GarbageNode[] {
  return node.dependents.flatMap((uid) => nodes[uid] ?? []);
}

/** The dependents without which a foreground deletion cannot end (`graph.go:blockingDependents`). */
export function blockingDependents(graph: GarbageGraph, node: GarbageNode): readonly GarbageNode[] {
  return dependentsOf(graph, node).filter(({ owners }) =>
    owners.some((owner) => owner.uid === node.uid && owner.blockOwnerDeletion === true),
  );
}

/** Whether that owner was found missing before, by a dependent in that namespace. */
export function isKnownAbsent({ absent }: GarbageGraph, owner: OwnerReference, namespace: string): boolean {
  return absent.includes(absentKey(owner, namespace));
}

/** Remembers that an owner is missing. */
export function withAbsent(graph: GarbageGraph, owner: OwnerReference, namespace: string): GarbageGraph {
  const key = absentKey(owner, namespace);
  if (graph.absent.includes(key)) return graph;
  return { ...graph, absent: [...graph.absent, key].slice(-MOST_ABSENT) };
}

/** An object was seen, for the first time or changed (`graph_builder.go:processGraphChanges`). */
export function objectSeen(graph: GarbageGraph, object: KubeObject, old: KubeObject | undefined): GraphChange {
  const draft = draftOf(graph);
  const before = draft.nodes.get(object.metadata.uid);
  if (before === undefined) insert(draft, object);
  else observe(draft, before, object);
  followTransition(draft, object, old);
  return settled(draft);
}

/** An object is gone (`graph_builder.go:processGraphChanges`). */
export function objectGone(graph: GarbageGraph, uid: string): GraphChange {
  const draft = draftOf(graph);
  const node = draft.nodes.get(uid);
  if (node === undefined) return { graph, wake: [] };
  draft.nodes.delete(uid);
  for (const owner of node.owners) removeDependent(draft, owner.uid, uid);
  if (node.dependents.length > 0) draft.absent = withAbsent(graph, node, node.namespace).absent;
  for (const dependent of node.dependents) wake(draft, dependent);
  // A foreground owner looks whether this was its last dependent.
  for (const owner of node.owners) if (draft.nodes.get(owner.uid)?.deletingDependents === true) wake(draft, owner.uid);
  return settled(draft);
}

/** The dependents of an orphaning object have been let go. */
export function orphaned(graph: GarbageGraph, uid: string): GarbageGraph {
  const node = graph.nodes[uid];
  if (node === undefined) return graph;
  return { ...graph, nodes: { ...graph.nodes, [uid]: { ...node, orphaning: false } } };
}

type Draft = {
  readonly nodes: Map<string, GarbageNode>;
  absent: readonly string[];
  readonly wake: Set<ObjectKey>;
};

function draftOf({ nodes, absent }: GarbageGraph): Draft {
  return { nodes: new Map(Object.entries(nodes)), absent, wake: new Set() };
}

function settled({ nodes, absent, wake: woken }: Draft): GraphChange {
  return { graph: { nodes: Object.fromEntries(nodes), absent }, wake: [...woken] };
}

function insert(draft: Draft, object: KubeObject): void {
  const { uid, ownerReferences: owners = [] } = object.metadata;
  draft.nodes.set(uid, {
    ...identityOf(object),
    owners,
    dependents: [],
    virtual: false,
    beingDeleted: isTerminating(object),
    deletingDependents: isTerminating(object) && finalizersOf(object).includes(FOREGROUND),
    orphaning: false,
  });
  for (const owner of owners) addDependent(draft, uid, owner);
}

/** Brings a node up to date. One that was known from references only becomes real, maybe with another name or namespace. */
function observe(draft: Draft, before: GarbageNode, object: KubeObject): void {
  const owners = object.metadata.ownerReferences ?? [];
  const identity = identityOf(object);
  const beingDeleted = before.beingDeleted || isTerminating(object);
  draft.nodes.set(before.uid, { ...before, ...identity, owners, beingDeleted, virtual: false });
  if (before.virtual && keyOfNode(before) !== keyOfNode(identity)) {
    // Dependents in another namespace named an owner that they cannot have.
    for (const dependent of before.dependents) {
      if (draft.nodes.get(dependent)?.namespace !== identity.namespace) wake(draft, dependent);
    }
  }
  if (jsonEqual(before.owners, owners)) return;
  unblockOwners(draft, before.owners, owners);
  for (const owner of owners) {
    if (!before.owners.some(({ uid }) => uid === owner.uid)) addDependent(draft, before.uid, owner);
  }
  for (const owner of before.owners) {
    if (!owners.some(({ uid }) => uid === owner.uid)) removeDependent(draft, owner.uid, before.uid);
  }
}

/** An owner that is not blocked any more may be able to go (`graph_builder.go:addUnblockedOwnersToDeleteQueue`). */
function unblockOwners(draft: Draft, before: readonly OwnerReference[], after: readonly OwnerReference[]): void {
  for (const owner of before) {
    const now = after.find(({ uid }) => uid === owner.uid);
    if (owner.blockOwnerDeletion === true && now?.blockOwnerDeletion !== true) wake(draft, owner.uid);
  }
}

/** An owner that nobody has told of gets a node of its own, and is looked up (`graph_builder.go:addDependentToOwners`). */
function addDependent(draft: Draft, uid: string, owner: OwnerReference): void {
  const namespace = draft.nodes.get(uid)?.namespace ?? "";
  const known = draft.nodes.get(owner.uid);
  if (known !== undefined) {
    draft.nodes.set(owner.uid, { ...known, dependents: [...known.dependents, uid] });
    const isWrong = known.namespace !== "" && known.namespace !== namespace;
    if (isWrong) wake(draft, uid);
    return;
  }
  const { apiVersion, kind, name } = owner;
  draft.nodes.set(owner.uid, {
    uid: owner.uid,
    apiVersion,
    kind,
    name,
    namespace: CLUSTER_SCOPED.includes(kind) ? "" : namespace,
    owners: [],
    dependents: [uid],
    virtual: true,
    beingDeleted: false,
    deletingDependents: false,
    orphaning: false,
  });
  wake(draft, owner.uid);
}

/** Kinds of owners that have no namespace. Upstream asks the server's discovery. */
const CLUSTER_SCOPED: readonly string[] = ["Node", "Namespace", "CustomResourceDefinition"];

function removeDependent(draft: Draft, owner: string, uid: string): void {
  const node = draft.nodes.get(owner);
  if (node === undefined) return;
  draft.nodes.set(owner, { ...node, dependents: node.dependents.filter((each) => each !== uid) });
}

/** A deletion that begins with one of the two finalizers (`graph_builder.go:processTransitions, deletionStartsWithFinalizer`). */
function followTransition(draft: Draft, object: KubeObject, old: KubeObject | undefined): void {
  const { uid } = object.metadata;
  const node = draft.nodes.get(uid);
  if (node === undefined) return;
  if (beginsDeletionWith(ORPHAN, object, old)) {
    draft.nodes.set(uid, { ...node, orphaning: true });
    wake(draft, uid);
    return;
  }
  if (!beginsDeletionWith(FOREGROUND, object, old)) return;
  draft.nodes.set(uid, { ...node, deletingDependents: true });
  for (const dependent of node.dependents) wake(draft, dependent);
  wake(draft, uid);
}

function beginsDeletionWith(finalizer: string, object: KubeObject, old: KubeObject | undefined): boolean {
  const has = (each: KubeObject) => isTerminating(each) && finalizersOf(each).includes(finalizer);
  return has(object) && (old === undefined || !has(old));
}

function wake(draft: Draft, uid: string): void {
  const node = draft.nodes.get(uid);
  if (node !== undefined) draft.wake.add(keyOfNode(node));
}

function identityOf({ apiVersion, kind, metadata }: KubeObject): Identity {
  const { uid, namespace = "", name } = metadata;
  return { uid, apiVersion, kind, namespace, name };
}

function absentKey({ apiVersion, kind, name, uid }: Omit<Identity, "namespace">, namespace: string): string {
  return `${namespace}/${apiVersion}/${kind}/${name}/${uid}`;
}
