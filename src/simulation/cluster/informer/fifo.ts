import {
  emptyMap,
  type PersistentMap,
  sortedKeys,
  valueAt,
  withEntry,
  withoutKey,
} from "../../../base/persistent-map.ts";
import type { KubeObject } from "../../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../../kubernetes/object-key.ts";
import { type Delta, deltaKey, type ObjectDelta } from "./delta.ts";
import { cachedObject, type Indexer } from "./indexer.ts";
import {
  dequeued,
  emptyQueue,
  enqueued,
  type PersistentQueue,
  queuedAt,
  queuedItems,
  queueLength,
} from "./persistent-queue.ts";
import { type Transform, transformPasses } from "./transform.ts";

/**
 * Which queue stands between reflector and cache. `grouped` is DeltaFIFO (client-go up to 0.32: deltas wait per key), `ordered` is
 * RealFIFO (since 0.33: strictly in order of arrival). `batched` (0.35) takes up to 1000 deltas at once; `atomic` (0.36) replaces and
 * resyncs by one delta; `unlocked` (0.36) lets the reflector go on while deltas are processed.
 */
export type QueueKind =
  | { readonly type: "grouped" }
  | { readonly type: "ordered"; readonly atomic: boolean; readonly batched: boolean; readonly unlocked: boolean };

/**
 * The queue between reflector and process loop, as a value (`cg:tools/cache/delta_fifo.go`, `cg:tools/cache/the_real_fifo.go` @v0.36.3).
 * `initialCount` entries of the first Replace are still to be processed; `synced` never turns back.
 */
export type Fifo = {
  readonly kind: QueueKind;
  readonly entries: PersistentQueue<Delta>;
  /** DeltaFIFO only: the distinct keys in line, and their deltas. */
  readonly keys: PersistentQueue<ObjectKey>;
  readonly groups: PersistentMap<ObjectKey, readonly ObjectDelta[]>;
  readonly populated: boolean;
  readonly initialCount: number;
  readonly synced: boolean;
  readonly closed: boolean;
};

/** What one Pop took. `entries` is what it counts for against the initial population. */
export type Popped = {
  readonly deltas: readonly Delta[];
  readonly initial: boolean;
  /** More than one delta, processed as one transaction. */
  readonly batch: boolean;
  readonly entries: number;
  /** The queue stays locked while these are processed, so that the reflector has to wait. */
  readonly holdsLock: boolean;
};

/** What a write to the queue did, in order, for the trace. */
export type QueueStep =
  | { readonly type: "transformed"; readonly object: KubeObject; readonly passed: boolean }
  | { readonly type: "enqueued"; readonly delta: Delta }
  /** The newest two deltas of the key were both Deleted; only one is kept (`delta_fifo.go:dedupDeltas`). */
  | { readonly type: "deduplicated"; readonly key: ObjectKey }
  /** DeltaFIFO: a deletion of an object that is neither queued nor cached. */
  | { readonly type: "ignored"; readonly key: ObjectKey };

/** A queue after a write. `failed` when the transform refused an object; what was queued before it stays queued. */
export type Written = { readonly fifo: Fifo; readonly steps: readonly QueueStep[]; readonly failed: boolean };

const BATCH_SIZE = 1000;

/** An empty queue. */
export function createFifo(kind: QueueKind): Fifo {
  return {
    kind,
    entries: emptyQueue(),
    keys: emptyQueue(),
    groups: emptyMap(),
    populated: false,
    initialCount: 0,
    synced: false,
    closed: false,
  };
}

/** How many entries wait: deltas, or keys for DeltaFIFO. */
export function fifoLength(fifo: Fifo): number {
  return fifo.kind.type === "grouped" ? queueLength(fifo.keys) : queueLength(fifo.entries);
}

/** All waiting deltas in the order in which they will be popped. */
export function waitingDeltas(fifo: Fifo): readonly Delta[] {
  if (fifo.kind.type === "ordered") return [...queuedItems(fifo.entries)];
  return [...queuedItems(fifo.keys)].flatMap((key) => valueAt(fifo.groups, key) ?? []);
}

/** Add, Update or Delete of one object (a watch event). The queue counts as populated even if the object is refused. */
export function enqueueEvent(
  fifo: Fifo,
  event: { readonly type: "Added" | "Updated" | "Deleted"; readonly object: KubeObject },
  environment: { readonly known: Indexer; readonly transform: Transform },
): Written {
  const writing = beginWrite(checkSynced({ ...fifo, populated: true }));
  const { object } = event;
  const key = keyOf(object);
  const unknown = cachedObject(environment.known, key) === undefined && valueAt(fifo.groups, key) === undefined;
  if (fifo.kind.type === "grouped" && event.type === "Deleted" && unknown) {
    writing.steps.push({ type: "ignored", key });
    return writing;
  }
  push(
    writing,
    event.type === "Deleted" ? { type: "Deleted", object, tombstone: false } : { type: event.type, object },
    environment.transform,
  );
  return writing;
}

/** Replace with the result of a list. `known` are the cached objects, which the eras without atomic events compare with. */
export function enqueueReplace(
  fifo: Fifo,
  list: { readonly objects: readonly KubeObject[]; readonly resourceVersion: string },
  environment: { readonly known: Indexer; readonly transform: Transform },
): Written {
  const { kind } = fifo;
  const writing = beginWrite(fifo);
  if (kind.type === "grouped") replaceGrouped(writing, list.objects, environment);
  else if (kind.atomic) replaceAtomically(writing, list, environment.transform);
  else replaceInOrder(writing, list.objects, environment);
  if (writing.failed || fifo.populated) return writing;
  const deletions = writing.steps.filter((step) => step.type === "enqueued" && step.delta.type === "Deleted").length;
  const keys = new Set(list.objects.map(keyOf));
  const initialCount = kind.type === "grouped" ? keys.size + deletions : fifoLength(writing.fifo);
  return { ...writing, fifo: checkSynced({ ...writing.fifo, populated: true, initialCount }) };
}

/** Resync: Sync of each cached object that is not queued already, or one SyncAll when atomic. Never contacts the server. */
export function enqueueResync(fifo: Fifo, known: Indexer): Written {
  const writing = beginWrite(fifo);
  if (fifo.kind.type === "ordered" && fifo.kind.atomic) {
    push(writing, { type: "SyncAll" });
    return writing;
  }
  const queued = queuedKeys(fifo);
  for (const key of sortedKeys(known.objects)) {
    const object = cachedObject(known, key);
    if (object !== undefined && !queued.has(key)) push(writing, { type: "Sync", object });
  }
  return writing;
}

/** A bookmark. Only the atomic queue takes it; the others do not even ask for their lock (`the_real_fifo.go:Bookmark @v0.36.3`). */
export function enqueueBookmark(fifo: Fifo, resourceVersion: string): Written {
  const writing = beginWrite(fifo);
  if (takesBookmarks(fifo)) push(writing, { type: "Bookmark", resourceVersion });
  return writing;
}

/** Whether bookmarks go through the queue. */
export function takesBookmarks({ kind }: Fifo): boolean {
  return kind.type === "ordered" && kind.atomic;
}

/** Close: nothing is discarded and later writes are accepted, but an empty Pop no longer waits. */
export function closeFifo(fifo: Fifo): Fifo {
  return { ...fifo, closed: true };
}

/** Pop or PopBatch; undefined when nothing waits. What was taken is gone whatever becomes of it: nothing is ever put back. */
export function popFifo(fifo: Fifo): { readonly fifo: Fifo; readonly popped: Popped } | undefined {
  const initial = !fifo.synced;
  if (fifo.kind.type === "grouped") {
    const key = queuedAt(fifo.keys, 0);
    if (key === undefined) return undefined;
    const deltas = valueAt(fifo.groups, key) ?? [];
    const rest = { ...fifo, keys: dequeued(fifo.keys), groups: withoutKey(fifo.groups, key) };
    return { fifo: rest, popped: { deltas, initial, batch: false, entries: 1, holdsLock: true } };
  }
  const deltas = fifo.kind.batched ? headBatch(fifo) : headDelta(fifo);
  if (deltas.length === 0) return undefined;
  const rest = { ...fifo, entries: dequeued(fifo.entries, deltas.length) };
  const holdsLock = !(fifo.kind.unlocked && fifoLength(rest) < 2 * BATCH_SIZE);
  return { fifo: rest, popped: { deltas, initial, batch: deltas.length > 1, entries: deltas.length, holdsLock } };
}

/** What was popped is processed, with success or not: only now may the queue count as synced. */
export function settlePopped(fifo: Fifo, popped: Popped): Fifo {
  return checkSynced({ ...fifo, initialCount: Math.max(0, fifo.initialCount - popped.entries) });
}

/** Keys with something in line. */
function queuedKeys(fifo: Fifo): ReadonlySet<ObjectKey> {
  if (fifo.kind.type === "grouped") return new Set(queuedItems(fifo.keys));
  const keys = new Set<ObjectKey>();
  for (const delta of queuedItems(fifo.entries)) {
    const key = deltaKey(delta);
    if (key !== undefined) keys.add(key);
  }
  return keys;
}

function checkSynced(fifo: Fifo): Fifo {
  return fifo.synced || !(fifo.populated && fifo.initialCount === 0) ? fifo : { ...fifo, synced: true };
}

function headDelta(fifo: Fifo): readonly Delta[] {
  const first = queuedAt(fifo.entries, 0);
  return first === undefined ? [] : [first];
}

/** The head of the line up to a repeated key, a delta about the whole collection, or the end of the initial population. */
function headBatch(fifo: Fifo): readonly Delta[] {
  const limit = !fifo.synced && fifo.initialCount > 0 ? Math.min(BATCH_SIZE, fifo.initialCount) : BATCH_SIZE;
  const batch: Delta[] = [];
  const keys = new Set<ObjectKey>();
  while (batch.length < limit) {
    const delta = queuedAt(fifo.entries, batch.length);
    if (delta === undefined) break;
    const key = deltaKey(delta);
    if (key === undefined) return batch.length === 0 ? [delta] : batch;
    if (keys.has(key)) break;
    keys.add(key);
    batch.push(delta);
  }
  return batch;
}

/** A write in the making; it never leaves the function that began it before it is finished. */
type Writing = { fifo: Fifo; readonly steps: QueueStep[]; failed: boolean };

function beginWrite(fifo: Fifo): Writing {
  return { fifo, steps: [], failed: false };
}

/** Appends one delta. Everything but Sync and tombstones goes through the transform on its way in. */
function push(writing: Writing, delta: Delta, transform: Transform = { type: "none" }): void {
  const { fifo, steps } = writing;
  const skipsTransform = !("object" in delta) || delta.type === "Sync" || (delta.type === "Deleted" && delta.tombstone);
  if (!skipsTransform && !passTransform(writing, delta.object, transform)) return;
  steps.push({ type: "enqueued", delta });
  if (fifo.kind.type === "ordered" || !("object" in delta)) {
    writing.fifo = { ...fifo, entries: enqueued(fifo.entries, delta) };
    return;
  }
  const key = keyOf(delta.object);
  const before = valueAt(fifo.groups, key);
  const [group, collapsed] = grouped(before ?? [], delta);
  if (collapsed) steps.push({ type: "deduplicated", key });
  const keys = before === undefined ? enqueued(fifo.keys, key) : fifo.keys;
  writing.fifo = { ...fifo, keys, groups: withEntry(fifo.groups, key, group) };
}

function passTransform(writing: Writing, object: KubeObject, transform: Transform): boolean {
  if (transform.type === "none") return true;
  const passed = transformPasses(transform, object);
  writing.steps.push({ type: "transformed", object, passed });
  writing.failed = !passed;
  return passed;
}

/** Two Deleted in a row collapse: the newer is kept if the older is a tombstone, else the older (`delta_fifo.go:isDeletionDup`). */
function grouped(deltas: readonly ObjectDelta[], delta: ObjectDelta): readonly [readonly ObjectDelta[], boolean] {
  const last = deltas.at(-1);
  if (delta.type !== "Deleted" || last?.type !== "Deleted") return [[...deltas, delta], false];
  return last.tombstone ? [[...deltas.slice(0, -1), delta], true] : [deltas, true];
}

type Environment = { readonly known: Indexer; readonly transform: Transform };

function replaceAtomically(
  writing: Writing,
  list: { readonly objects: readonly KubeObject[]; readonly resourceVersion: string },
  transform: Transform,
): void {
  for (const object of list.objects) if (!passTransform(writing, object, transform)) return;
  push(writing, { type: "ReplacedAll", ...list });
}

/** Deletions first: of what is queued, then of what is only cached; then the list (`the_real_fifo.go:Replace`). */
function replaceInOrder(writing: Writing, objects: readonly KubeObject[], { known, transform }: Environment): void {
  const listed = new Set(objects.map(keyOf));
  const newest = new Map<ObjectKey, ObjectDelta>();
  for (const delta of queuedItems(writing.fifo.entries)) if ("object" in delta) newest.set(keyOf(delta.object), delta);
  for (const [key, { type, object }] of newest) {
    if (!listed.has(key) && type !== "Deleted") push(writing, { type: "Deleted", object, tombstone: true });
  }
  buryUnlisted(writing, known, (key) => listed.has(key) || newest.has(key));
  pushReplaced(writing, objects, transform);
}

/** The list first, then the deletions: the reverse of RealFIFO (`delta_fifo.go:Replace`). */
function replaceGrouped(writing: Writing, objects: readonly KubeObject[], { known, transform }: Environment): void {
  const before = writing.fifo;
  const listed = new Set(objects.map(keyOf));
  pushReplaced(writing, objects, transform);
  if (writing.failed) return;
  for (const key of queuedItems(before.keys)) {
    const newest = valueAt(before.groups, key)?.at(-1);
    if (newest !== undefined && !listed.has(key))
      push(writing, { type: "Deleted", object: newest.object, tombstone: true });
  }
  const queued = queuedKeys(before);
  buryUnlisted(writing, known, (key) => listed.has(key) || queued.has(key));
}

function pushReplaced(writing: Writing, objects: readonly KubeObject[], transform: Transform): void {
  for (const object of objects) {
    push(writing, { type: "Replaced", object }, transform);
    if (writing.failed) return;
  }
}

function buryUnlisted(writing: Writing, known: Indexer, isAccountedFor: (key: ObjectKey) => boolean): void {
  for (const key of sortedKeys(known.objects)) {
    const object = cachedObject(known, key);
    if (object !== undefined && !isAccountedFor(key)) push(writing, { type: "Deleted", object, tombstone: true });
  }
}
