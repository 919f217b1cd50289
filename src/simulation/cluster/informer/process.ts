import type { KubeObject } from "../../kubernetes/object.ts";
import { keyOf } from "../../kubernetes/object-key.ts";
import { type Delta, refOf } from "./delta.ts";
import {
  cachedObject,
  cachedObjects,
  type Indexer,
  replaceObjects,
  type StoreWrite,
  withVersion,
  writeObjects,
} from "./indexer.ts";

/**
 * What handlers are told. `initial` marks the initial population and a late handler's replay; a delete is a tombstone when the
 * deletion was only inferred.
 */
export type Notification =
  | { readonly type: "add"; readonly object: KubeObject; readonly initial: boolean }
  | { readonly type: "update"; readonly old: KubeObject; readonly object: KubeObject }
  | { readonly type: "delete"; readonly object: KubeObject; readonly tombstone: boolean };

/** How the cache is written, as traces name it; `none` for a SyncAll, which only reads. */
export type StoreOperation = "add" | "update" | "delete" | "replace" | "transaction" | "bookmark" | "none";

/** One store transaction and the notifications that follow it. */
export type Applied = {
  readonly store: Indexer;
  readonly operation: StoreOperation;
  readonly notifications: readonly Notification[];
};

/** Deltas that reach the cache in one write: the batch as a whole, else delta by delta. */
export type Stage = { readonly deltas: readonly Delta[]; readonly initial: boolean };

/**
 * True for an update whose old and new object have the same resource version, whatever caused it: it goes only to handlers whose
 * syncing flag is set (`cg:tools/cache/shared_informer.go:OnUpdate @v0.36.3`).
 */
export function isSyncUpdate(notification: Notification): boolean {
  return (
    notification.type === "update" &&
    notification.old.metadata.resourceVersion === notification.object.metadata.resourceVersion
  );
}

/** Splits what was popped into the writes that it becomes. */
export function stagesOf(popped: {
  readonly deltas: readonly Delta[];
  readonly initial: boolean;
  readonly batch: boolean;
}): readonly Stage[] {
  const { deltas, initial, batch } = popped;
  return batch ? [{ deltas, initial }] : deltas.map((delta) => ({ deltas: [delta], initial }));
}

/** The objects that a stage brings into the cache, as `key@resourceVersion`. */
export function refsWritten(stage: Stage): readonly string[] {
  return stage.deltas.flatMap((delta) => {
    if (delta.type === "ReplacedAll")
      return [...new Map(delta.objects.map((object) => [keyOf(object), refOf(object)])).values()];
    return "object" in delta && delta.type !== "Deleted" ? [refOf(delta.object)] : [];
  });
}

/**
 * Applies a stage: cache first, notifications after. The watch's event type does not decide what a handler hears, presence in the
 * cache does (`cg:tools/cache/controller.go:processDeltas, processDeltasInBatch, processReplacedAllInfo @v0.36.3`).
 */
export function applyStage(store: Indexer, stage: Stage): Applied {
  const [first] = stage.deltas;
  if (stage.deltas.length === 1 && first !== undefined) {
    if (first.type === "ReplacedAll") return applyReplacedAll(store, first, stage.initial);
    if (first.type === "SyncAll") return applySyncAll(store);
    if (first.type === "Bookmark") {
      return { store: withVersion(store, first.resourceVersion), operation: "bookmark", notifications: [] };
    }
  }
  const writes: StoreWrite[] = [];
  const notifications: Notification[] = [];
  let operation: StoreOperation = "none";
  for (const delta of stage.deltas) {
    if (!("object" in delta)) continue;
    const { object } = delta;
    const old = cachedObject(store, keyOf(object));
    if (delta.type === "Deleted") {
      const { tombstone } = delta;
      writes.push({
        type: "remove",
        key: keyOf(object),
        resourceVersion: tombstone ? undefined : object.metadata.resourceVersion,
      });
      notifications.push({ type: "delete", object, tombstone });
      operation = "delete";
    } else {
      writes.push({ type: "put", object });
      notifications.push(addOrUpdate(old, object, stage.initial));
      operation = old === undefined ? "add" : "update";
    }
  }
  return {
    store: writeObjects(store, writes),
    operation: writes.length > 1 ? "transaction" : operation,
    notifications,
  };
}

/** Swaps the whole cache, then tells of what is gone (by key here; in no order in the library), then of the list in its order. */
function applyReplacedAll(
  store: Indexer,
  delta: Extract<Delta, { readonly type: "ReplacedAll" }>,
  initial: boolean,
): Applied {
  const listed = new Set(delta.objects.map(keyOf));
  const gone = cachedObjects(store).filter((object) => !listed.has(keyOf(object)));
  const notifications: Notification[] = gone.map((object) => ({ type: "delete", object, tombstone: true }));
  for (const object of delta.objects)
    notifications.push(addOrUpdate(cachedObject(store, keyOf(object)), object, initial));
  return { store: replaceObjects(store, delta.objects, delta.resourceVersion), operation: "replace", notifications };
}

function applySyncAll(store: Indexer): Applied {
  const notifications = cachedObjects(store).map((object) => ({ type: "update", old: object, object }) as const);
  return { store, operation: "none", notifications };
}

function addOrUpdate(old: KubeObject | undefined, object: KubeObject, initial: boolean): Notification {
  return old === undefined ? { type: "add", object, initial } : { type: "update", old, object };
}
