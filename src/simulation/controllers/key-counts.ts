import type { Json } from "../kubernetes/object.ts";
import type { ObjectKey } from "../kubernetes/object-key.ts";
import { type Asking, recall, remember } from "./asking.ts";

/** A memory that counts something per key. */
export type KeyCounts = { readonly [key: string]: number };

/** A fresh process has counted nothing. */
export const noCounts: KeyCounts = {};

/** Reads such a memory. */
export function* countOf(key: ObjectKey): Asking<number> {
  return countsIn(yield* recall())[key] ?? 0;
}

/** Sets the count of a key; 0 forgets it. */
export function* setCount(key: ObjectKey, count: number, why: string): Asking<void> {
  const { [key]: before, ...others } = countsIn(yield* recall());
  if ((before ?? 0) === count) return;
  yield* remember(count === 0 ? others : { ...others, [key]: count }, why);
}

function countsIn(memory: Json): KeyCounts {
  // Only `setCount` writes it, beginning with the empty one.
  return memory as KeyCounts;
}
