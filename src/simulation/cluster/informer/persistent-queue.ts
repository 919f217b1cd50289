import { append, emptyList, itemAt, itemsOf, listOf, type PersistentList } from "../../../base/persistent-list.ts";

/** An immutable first-in-first-out line; all operations are O(log n) or better, amortized. */
export type PersistentQueue<T> = {
  readonly items: PersistentList<T>;
  /** How many items of `items` have left the line already. */
  readonly head: number;
};

/** The line without items. */
export function emptyQueue<T>(): PersistentQueue<T> {
  return { items: emptyList(), head: 0 };
}

/** How many items wait. */
export function queueLength<T>(queue: PersistentQueue<T>): number {
  return queue.items.length - queue.head;
}

/** The line with one more item at its end. */
export function enqueued<T>(queue: PersistentQueue<T>, item: T): PersistentQueue<T> {
  return { ...queue, items: append(queue.items, item) };
}

/** The item `index` places behind the first one. */
export function queuedAt<T>(queue: PersistentQueue<T>, index: number): T | undefined {
  return index < 0 ? undefined : itemAt(queue.items, queue.head + index);
}

/** The line without its first `count` items. What has left is forgotten once it outweighs what waits. */
export function dequeued<T>(queue: PersistentQueue<T>, count = 1): PersistentQueue<T> {
  const head = Math.min(queue.head + count, queue.items.length);
  if (head === queue.items.length) return emptyQueue();
  if (head > 64 && head * 2 > queue.items.length) return { items: listOf(itemsOf(queue.items, head)), head: 0 };
  return { items: queue.items, head };
}

/** The waiting items, first come first. */
export function queuedItems<T>(queue: PersistentQueue<T>): Generator<T> {
  return itemsOf(queue.items, queue.head);
}
