/** An immutable list with O(log32 n) read, replace and append; versions share what they have in common. */
export type PersistentList<T> = {
  readonly length: number;
  /** Levels above the leaves. */
  readonly depth: number;
  readonly root: ListNode<T> | undefined;
};

type ListNode<T> = readonly (ListNode<T> | T)[];

const BITS = 5;
const WIDTH = 1 << BITS;
const MASK = WIDTH - 1;

/** The list without items. */
export function emptyList<T>(): PersistentList<T> {
  return { length: 0, depth: 0, root: undefined };
}

/** A list of the given items. */
export function listOf<T>(items: Iterable<T>): PersistentList<T> {
  let list = emptyList<T>();
  for (const item of items) list = append(list, item);
  return list;
}

/** The item at `index`, or undefined outside of the list. */
export function itemAt<T>(list: PersistentList<T>, index: number): T | undefined {
  if (index < 0 || index >= list.length || list.root === undefined) return undefined;
  let node = list.root;
  for (let level = list.depth; level > 0; level--) node = node[(index >>> (level * BITS)) & MASK] as ListNode<T>; // inner levels hold nodes
  return node[index & MASK] as T; // leaves hold items
}

/** The list with one more item at its end. */
export function append<T>(list: PersistentList<T>, item: T): PersistentList<T> {
  const { length, depth, root } = list;
  if (root === undefined) return { length: 1, depth: 0, root: [item] };
  if (length === 1 << ((depth + 1) * BITS)) {
    return { length: length + 1, depth: depth + 1, root: [root, pathTo(depth, item)] };
  }
  return { length: length + 1, depth, root: put(root, depth, length, item) };
}

/** The list with another item at `index`, which must lie inside. */
export function replaceAt<T>(list: PersistentList<T>, index: number, item: T): PersistentList<T> {
  if (list.root === undefined || index < 0 || index >= list.length) return list;
  return { ...list, root: put(list.root, list.depth, index, item) };
}

/** The items from `from` (inclusive) to `to` (exclusive). */
export function* itemsOf<T>(list: PersistentList<T>, from = 0, to = list.length): Generator<T> {
  const end = Math.min(to, list.length);
  for (let index = Math.max(0, from); index < end; index++) yield itemAt(list, index) as T; // inside the list
}

function pathTo<T>(depth: number, item: T): ListNode<T> {
  let node: ListNode<T> = [item];
  for (let level = 0; level < depth; level++) node = [node];
  return node;
}

function put<T>(node: ListNode<T>, level: number, index: number, item: T): ListNode<T> {
  const copy = node.slice();
  const slot = (index >>> (level * BITS)) & MASK;
  if (level === 0) copy[slot] = item;
  else {
    const child = node[slot] as ListNode<T> | undefined; // inner levels hold nodes
    copy[slot] = child === undefined ? pathTo(level - 1, item) : put(child, level - 1, index, item);
  }
  return copy;
}
