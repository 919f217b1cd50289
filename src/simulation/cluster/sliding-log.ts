import { append, emptyList, itemAt, itemsOf, listOf, type PersistentList } from "../../base/persistent-list.ts";

/**
 * Entries in order of a strictly increasing `revision`, appended at the end and forgotten at the front.
 * Immutable; append and read cost O(log n), forgetting is amortised O(1) per entry.
 */
export type SlidingLog<T extends { readonly revision: number }> = {
  readonly items: PersistentList<T>;
  /** How many of `items` are forgotten already; they are dropped for good when they are the greater part. */
  readonly start: number;
};

/** The log without entries. */
export function emptyLog<T extends { readonly revision: number }>(): SlidingLog<T> {
  return { items: emptyList<T>(), start: 0 };
}

/** Number of entries that are remembered. */
export function logSize<T extends { readonly revision: number }>(log: SlidingLog<T>): number {
  return log.items.length - log.start;
}

/** The entry at `index`, counted from the oldest remembered one; negative counts from the end. */
export function logAt<T extends { readonly revision: number }>(log: SlidingLog<T>, index: number): T | undefined {
  const at = index < 0 ? log.items.length + index : log.start + index;
  return at < log.start ? undefined : itemAt(log.items, at);
}

/** The log with one more entry. */
export function appendToLog<T extends { readonly revision: number }>(log: SlidingLog<T>, entry: T): SlidingLog<T> {
  return { items: append(log.items, entry), start: log.start };
}

/** The log without its oldest `count` entries. */
export function forgetOldest<T extends { readonly revision: number }>(
  log: SlidingLog<T>,
  count: number,
): SlidingLog<T> {
  const start = Math.min(log.start + count, log.items.length);
  if (start === log.items.length) return emptyLog();
  if (start < 64 || start * 2 < log.items.length) return { items: log.items, start };
  return { items: listOf(itemsOf(log.items, start)), start: 0 };
}

/** Index (from the oldest) of the first entry with a revision of at least `revision`; the size if there is none. */
export function indexOfRevision<T extends { readonly revision: number }>(log: SlidingLog<T>, revision: number): number {
  let low = 0;
  let high = logSize(log);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = logAt(log, middle);
    if (entry !== undefined && entry.revision < revision) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Entries with a revision above `revision`, oldest first. */
export function entriesAfter<T extends { readonly revision: number }>(
  log: SlidingLog<T>,
  revision: number,
): Iterable<T> {
  return itemsOf(log.items, log.start + indexOfRevision(log, revision + 1));
}
