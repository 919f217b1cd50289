import type { KubeObject } from "../../kubernetes/object.ts";
import { keyOf, type ObjectKey } from "../../kubernetes/object-key.ts";

/**
 * What the reflector puts into the queue (`cg:tools/cache/delta_fifo.go:DeltaType`, `the_real_fifo.go` @v0.36.3).
 * A Deleted is a tombstone (`DeletedFinalStateUnknown`) when the deletion was only inferred: its object is the last one known.
 */
export type Delta =
  | { readonly type: "Added" | "Updated" | "Replaced" | "Sync"; readonly object: KubeObject }
  | { readonly type: "Deleted"; readonly object: KubeObject; readonly tombstone: boolean }
  | { readonly type: "ReplacedAll"; readonly resourceVersion: string; readonly objects: readonly KubeObject[] }
  | { readonly type: "SyncAll" }
  | { readonly type: "Bookmark"; readonly resourceVersion: string };

/** The deltas that are about one object. */
export type ObjectDelta = Extract<Delta, { readonly object: KubeObject }>;

/** Names of the deltas. */
export type DeltaType = Delta["type"];

/** The key a delta is about, or undefined for those about the whole collection. */
export function deltaKey(delta: Delta): ObjectKey | undefined {
  return "object" in delta ? keyOf(delta.object) : undefined;
}

/** An object as traces name it: `key@resourceVersion`. */
export function refOf(object: KubeObject): string {
  return `${keyOf(object)}@${object.metadata.resourceVersion}`;
}

/** A delta in one word group: `Updated web/a@12`, `Deleted web/a@12 (tombstone)`, `ReplacedAll @10`, `SyncAll`, `Bookmark @20`. */
export function deltaText(delta: Delta): string {
  switch (delta.type) {
    case "Deleted":
      return `Deleted ${refOf(delta.object)}${delta.tombstone ? " (tombstone)" : ""}`;
    case "ReplacedAll":
    case "Bookmark":
      return `${delta.type} @${delta.resourceVersion}`;
    case "SyncAll":
      return "SyncAll";
    default:
      return `${delta.type} ${refOf(delta.object)}`;
  }
}
