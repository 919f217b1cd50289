import {
  emptyMap,
  type PersistentMap,
  sortedKeys,
  sortedValues,
  valueAt,
  withEntry,
  withoutKey,
} from "../../../base/persistent-map.ts";
import { controllerOf, type KubeObject, labelsOf } from "../../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../../kubernetes/object-key.ts";

/**
 * The ways in which the cache can be asked for several objects: by namespace, by one label (`key=value`), by the uid of the
 * controlling owner.
 */
export type IndexName = "namespace" | "label" | "owner";

type Keys = PersistentMap<ObjectKey, true>;
type Index = PersistentMap<string, Keys>;

/**
 * The informer's cache (`cg:tools/cache/store.go:cache` over `thread_safe_store.go:threadSafeMap` @v0.36.3). `resourceVersion` is the
 * cache's own, `LastStoreSyncResourceVersion`; it stays "" when `tracksVersion` is off (before atomic events, 0.36).
 */
export type Indexer = {
  readonly objects: PersistentMap<ObjectKey, KubeObject>;
  readonly indices: Readonly<Partial<Record<IndexName, Index>>>;
  readonly tracksVersion: boolean;
  readonly resourceVersion: string;
};

/** One write to the cache. A deletion without `resourceVersion` (a tombstone's) leaves the cache's version alone. */
export type StoreWrite =
  | { readonly type: "put"; readonly object: KubeObject }
  | { readonly type: "remove"; readonly key: ObjectKey; readonly resourceVersion: string | undefined };

/** An empty cache. */
export function createIndexer(tracksVersion: boolean, names: readonly IndexName[] = ["namespace"]): Indexer {
  const indices: Partial<Record<IndexName, Index>> = {};
  for (const name of names) indices[name] = emptyMap();
  return { objects: emptyMap(), indices, tracksVersion, resourceVersion: "" };
}

/** The object at `key`, as the lister would return it. */
export function cachedObject(indexer: Indexer, key: ObjectKey): KubeObject | undefined {
  return valueAt(indexer.objects, key);
}

/** All objects by sorted key. The library's order is that of a Go map, that is, none. */
export function cachedObjects(indexer: Indexer): readonly KubeObject[] {
  return sortedValues(indexer.objects);
}

/** The objects under `value` of an index, by sorted key; undefined when the cache has no such index. */
export function indexedObjects(indexer: Indexer, name: IndexName, value: string): readonly KubeObject[] | undefined {
  const index = indexer.indices[name];
  if (index === undefined) return undefined;
  const found: KubeObject[] = [];
  for (const key of sortedKeys(valueAt(index, value) ?? emptyMap<ObjectKey, true>())) {
    const object = valueAt(indexer.objects, key);
    if (object !== undefined) found.push(object);
  }
  return found;
}

/** What stands in the indices: each value with its keys, both in order and at most `most` of them; `more` counts the rest. */
export function indexContents({ indices }: Indexer, most: number) {
  return (Object.keys(indices) as IndexName[]) // the record's own keys
    .map((name) => {
      const index = indices[name] ?? emptyMap<string, Keys>();
      const values = sortedKeys(index).slice(0, most);
      const shown = values.map((value) => {
        const keys = sortedKeys(valueAt(index, value) ?? emptyMap<ObjectKey, true>());
        return { value, keys: keys.slice(0, most), more: Math.max(0, keys.length - most) };
      });
      return { name, values: shown, more: index.size - values.length };
    });
}

/** Applies writes in one transaction: readers see all of them or none. The last write sets the cache's version. */
export function writeObjects(indexer: Indexer, writes: readonly StoreWrite[]): Indexer {
  let { objects, indices } = indexer;
  for (const write of writes) {
    const key = write.type === "put" ? keyOf(write.object) : write.key;
    const next = write.type === "put" ? write.object : undefined;
    indices = reindexed(indices, key, valueAt(objects, key), next);
    objects = next === undefined ? withoutKey(objects, key) : withEntry(objects, key, next);
  }
  const last = writes.at(-1);
  const version = last?.type === "put" ? last.object.metadata.resourceVersion : last?.resourceVersion;
  return withVersion({ ...indexer, objects, indices }, version);
}

/** Exchanges the whole content at once and takes the list's version. */
export function replaceObjects(indexer: Indexer, objects: readonly KubeObject[], resourceVersion: string): Indexer {
  const names = Object.keys(indexer.indices) as IndexName[]; // the record's own keys
  const empty = createIndexer(indexer.tracksVersion, names);
  const filled = writeObjects(
    empty,
    objects.map((object) => ({ type: "put", object }) as const),
  );
  return withVersion(filled, resourceVersion);
}

/** Moves the cache's version without touching an object: what a bookmark does. */
export function withVersion(indexer: Indexer, resourceVersion: string | undefined): Indexer {
  return indexer.tracksVersion && resourceVersion !== undefined ? { ...indexer, resourceVersion } : indexer;
}

function reindexed(
  indices: Indexer["indices"],
  key: ObjectKey,
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): Indexer["indices"] {
  const changed: Partial<Record<IndexName, Index>> = {};
  for (const name of Object.keys(indices) as IndexName[]) {
    // the record's own keys
    let index = indices[name] ?? emptyMap<string, Keys>();
    const old = before === undefined ? [] : indexValues(name, before);
    const now = after === undefined ? [] : indexValues(name, after);
    for (const value of old) if (!now.includes(value)) index = withoutIndexed(index, value, key);
    for (const value of now) {
      if (!old.includes(value))
        index = withEntry(index, value, withEntry(valueAt(index, value) ?? emptyMap(), key, true));
    }
    changed[name] = index;
  }
  return changed;
}

function withoutIndexed(index: Index, value: string, key: ObjectKey): Index {
  const keys = withoutKey(valueAt(index, value) ?? emptyMap<ObjectKey, true>(), key);
  return keys.size === 0 ? withoutKey(index, value) : withEntry(index, value, keys);
}

function indexValues(name: IndexName, object: KubeObject): readonly string[] {
  switch (name) {
    case "namespace":
      return object.metadata.namespace === undefined ? [] : [object.metadata.namespace];
    case "label":
      return Object.entries(labelsOf(object)).map(([label, value]) => `${label}=${value}`);
    case "owner": {
      const owner = controllerOf(object);
      return owner === undefined ? [] : [owner.uid];
    }
  }
}
