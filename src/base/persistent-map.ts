import { hashText } from "./digest.ts";

/**
 * An immutable map from strings with O(log32 n) read and write; versions share what they have in common.
 * Its iteration order depends on the set of keys alone, never on how the map came about.
 */
export type PersistentMap<K extends string, V> = {
  readonly size: number;
  readonly root: MapNode<K, V> | undefined;
};

type Leaf<K, V> = { readonly type: "leaf"; readonly hash: number; readonly key: K; readonly value: V };
type Collision<K, V> = { readonly type: "collision"; readonly hash: number; readonly leaves: readonly Leaf<K, V>[] };
type Branch<K, V> = { readonly type: "branch"; readonly bitmap: number; readonly children: readonly MapNode<K, V>[] };
type MapNode<K, V> = Leaf<K, V> | Collision<K, V> | Branch<K, V>;

/** The map without entries. */
export function emptyMap<K extends string, V>(): PersistentMap<K, V> {
  return { size: 0, root: undefined };
}

/** A map of the given entries; later ones win. */
export function mapOf<K extends string, V>(entries: Iterable<readonly [K, V]>): PersistentMap<K, V> {
  let map = emptyMap<K, V>();
  for (const [key, value] of entries) map = withEntry(map, key, value);
  return map;
}

/** The value at `key`, or undefined. */
export function valueAt<K extends string, V>(map: PersistentMap<K, V>, key: K): V | undefined {
  const hash = hashText(key);
  let node = map.root;
  for (let shift = 0; node !== undefined; shift += 5) {
    if (node.type === "leaf") return node.key === key ? node.value : undefined;
    if (node.type === "collision") return node.leaves.find((leaf) => leaf.key === key)?.value;
    const bit = 1 << ((hash >>> shift) & 31);
    node = (node.bitmap & bit) === 0 ? undefined : node.children[indexOf(node.bitmap, bit)];
  }
  return undefined;
}

/** Whether there is an entry at `key`, even one whose value is undefined. */
export function hasKey<K extends string, V>(map: PersistentMap<K, V>, key: K): boolean {
  const hash = hashText(key);
  let node = map.root;
  for (let shift = 0; node !== undefined; shift += 5) {
    if (node.type === "leaf") return node.key === key;
    if (node.type === "collision") return node.leaves.some((leaf) => leaf.key === key);
    const bit = 1 << ((hash >>> shift) & 31);
    node = (node.bitmap & bit) === 0 ? undefined : node.children[indexOf(node.bitmap, bit)];
  }
  return false;
}

/** The map with `value` at `key`. */
export function withEntry<K extends string, V>(map: PersistentMap<K, V>, key: K, value: V): PersistentMap<K, V> {
  const leaf: Leaf<K, V> = { type: "leaf", hash: hashText(key), key, value };
  if (map.root === undefined) return { size: 1, root: leaf };
  const added = { count: 0 };
  const root = insert(map.root, leaf, 0, added);
  return { size: map.size + added.count, root };
}

/** The map without `key`; the same map when it was not there. */
export function withoutKey<K extends string, V>(map: PersistentMap<K, V>, key: K): PersistentMap<K, V> {
  if (map.root === undefined) return map;
  const root = remove(map.root, hashText(key), key, 0);
  return root === map.root ? map : { size: map.size - 1, root };
}

/** All entries. Their order is a function of the set of keys. */
export function entriesOf<K extends string, V>(map: PersistentMap<K, V>): readonly (readonly [K, V])[] {
  return leavesOf(map).map(({ key, value }) => [key, value] as const);
}

/** All values, in the order of `entriesOf`. */
export function valuesOf<K extends string, V>(map: PersistentMap<K, V>): readonly V[] {
  return leavesOf(map).map(({ value }) => value);
}

/** All keys, sorted: the order for everything that a person or another machine can see. */
export function sortedKeys<K extends string, V>(map: PersistentMap<K, V>): readonly K[] {
  return leavesOf(map)
    .map(({ key }) => key)
    .sort();
}

/** All values in the order of their sorted keys. */
export function sortedValues<K extends string, V>(map: PersistentMap<K, V>): readonly V[] {
  return leavesOf(map)
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ value }) => value);
}

function indexOf(bitmap: number, bit: number): number {
  let below = bitmap & (bit - 1);
  below -= (below >>> 1) & 0x55555555;
  below = (below & 0x33333333) + ((below >>> 2) & 0x33333333);
  return Math.imul((below + (below >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function insert<K, V>(node: MapNode<K, V>, leaf: Leaf<K, V>, shift: number, added: { count: number }): MapNode<K, V> {
  switch (node.type) {
    case "leaf":
      if (node.key === leaf.key) return leaf;
      added.count = 1;
      return join(node, leaf, shift);
    case "collision": {
      if (node.hash !== leaf.hash) {
        added.count = 1;
        return join(node, leaf, shift);
      }
      const others = node.leaves.filter((other) => other.key !== leaf.key);
      added.count = node.leaves.length === others.length ? 1 : 0;
      return collide([...others, leaf]);
    }
    case "branch": {
      const bit = 1 << ((leaf.hash >>> shift) & 31);
      const index = indexOf(node.bitmap, bit);
      const children = node.children.slice();
      const child = children[index];
      if ((node.bitmap & bit) === 0 || child === undefined) {
        added.count = 1;
        children.splice(index, 0, leaf);
        return { type: "branch", bitmap: node.bitmap | bit, children };
      }
      children[index] = insert(child, leaf, shift + 5, added);
      return { type: "branch", bitmap: node.bitmap, children };
    }
  }
}

/** Puts two nodes with different keys under one; equal hashes end in a collision node in key order. */
function join<K, V>(a: Leaf<K, V> | Collision<K, V>, b: Leaf<K, V>, shift: number): MapNode<K, V> {
  if (a.hash === b.hash && a.type === "leaf") return collide([a, b]);
  const slotA = (a.hash >>> shift) & 31;
  const slotB = (b.hash >>> shift) & 31;
  if (slotA === slotB) return { type: "branch", bitmap: 1 << slotA, children: [join(a, b, shift + 5)] };
  return { type: "branch", bitmap: (1 << slotA) | (1 << slotB), children: slotA < slotB ? [a, b] : [b, a] };
}

function collide<K, V>(leaves: readonly Leaf<K, V>[]): Collision<K, V> {
  const sorted = [...leaves].sort((a, b) => (a.key < b.key ? -1 : 1));
  return { type: "collision", hash: sorted[0]?.hash ?? 0, leaves: sorted };
}

function remove<K, V>(node: MapNode<K, V>, hash: number, key: K, shift: number): MapNode<K, V> | undefined {
  switch (node.type) {
    case "leaf":
      return node.key === key ? undefined : node;
    case "collision": {
      const leaves = node.leaves.filter((leaf) => leaf.key !== key);
      if (leaves.length === node.leaves.length) return node;
      return leaves.length === 1 ? leaves[0] : collide(leaves);
    }
    case "branch": {
      const bit = 1 << ((hash >>> shift) & 31);
      const index = indexOf(node.bitmap, bit);
      const child = node.children[index];
      if ((node.bitmap & bit) === 0 || child === undefined) return node;
      const left = remove(child, hash, key, shift + 5);
      return left === child ? node : shrink(node, bit, index, left);
    }
  }
}

/** Replaces one child; a branch left with a single leaf gives way to it, so that equal sets have equal shapes. */
function shrink<K, V>(
  node: Branch<K, V>,
  bit: number,
  index: number,
  child: MapNode<K, V> | undefined,
): MapNode<K, V> | undefined {
  const children = node.children.slice();
  if (child === undefined) children.splice(index, 1);
  else children[index] = child;
  const [only] = children;
  if (only === undefined) return undefined;
  if (children.length === 1 && only.type !== "branch") return only;
  return { type: "branch", bitmap: child === undefined ? node.bitmap & ~bit : node.bitmap, children };
}

function leavesOf<K extends string, V>({ root }: PersistentMap<K, V>): Leaf<K, V>[] {
  const leaves: Leaf<K, V>[] = [];
  if (root !== undefined) collectLeaves(root, leaves);
  return leaves;
}

function collectLeaves<K, V>(node: MapNode<K, V>, leaves: Leaf<K, V>[]): void {
  if (node.type === "leaf") leaves.push(node);
  else if (node.type === "collision") leaves.push(...node.leaves);
  else for (const child of node.children) collectLeaves(child, leaves);
}
