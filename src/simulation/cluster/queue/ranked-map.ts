/** Where an entry stands: compared number by number, smallest first. All ranks of one map have the same length. */
export type Rank = readonly number[];

/** An immutable map ordered by rank with O(log n) insert, remove and first; versions share what they have in common. */
export type RankedMap<V> = { readonly size: number; readonly root: RankedNode<V> | undefined };

/** An entry of a ranked map. */
export type Ranked<V> = { readonly rank: Rank; readonly value: V };

/** A node of a height-balanced tree. */
type RankedNode<V> = Ranked<V> & {
  readonly height: number;
  readonly left: RankedNode<V> | undefined;
  readonly right: RankedNode<V> | undefined;
};

/** The map without entries. */
export function emptyRanked<V>(): RankedMap<V> {
  return { size: 0, root: undefined };
}

/** The map with `value` at `rank`; an entry of the same rank is replaced. */
export function withRank<V>(map: RankedMap<V>, rank: Rank, value: V): RankedMap<V> {
  const grown = find(map.root, rank) === undefined ? 1 : 0;
  return { size: map.size + grown, root: insert(map.root, { rank, value }) };
}

/** The map without the entry at `rank`; the same map when there is none. */
export function withoutRank<V>(map: RankedMap<V>, rank: Rank): RankedMap<V> {
  if (find(map.root, rank) === undefined) return map;
  return { size: map.size - 1, root: remove(map.root, rank) };
}

/** The entry of the smallest rank, or undefined. */
export function firstRanked<V>(map: RankedMap<V>): Ranked<V> | undefined {
  return map.root === undefined ? undefined : leftmost(map.root);
}

/** All entries, smallest rank first. */
export function* inRankOrder<V>(map: RankedMap<V>): Generator<Ranked<V>> {
  yield* walk(map.root);
}

function* walk<V>(node: RankedNode<V> | undefined): Generator<Ranked<V>> {
  if (node === undefined) return;
  yield* walk(node.left);
  yield node;
  yield* walk(node.right);
}

function compare(a: Rank, b: Rank): number {
  for (let index = 0; index < a.length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function find<V>(root: RankedNode<V> | undefined, rank: Rank): RankedNode<V> | undefined {
  let node = root;
  while (node !== undefined) {
    const order = compare(rank, node.rank);
    if (order === 0) return node;
    node = order < 0 ? node.left : node.right;
  }
  return undefined;
}

function leftmost<V>(root: RankedNode<V>): RankedNode<V> {
  let node = root;
  while (node.left !== undefined) node = node.left;
  return node;
}

function insert<V>(node: RankedNode<V> | undefined, entry: Ranked<V>): RankedNode<V> {
  if (node === undefined) return joined(entry, undefined, undefined);
  const order = compare(entry.rank, node.rank);
  if (order === 0) return joined(entry, node.left, node.right);
  return order < 0
    ? balanced(node, insert(node.left, entry), node.right)
    : balanced(node, node.left, insert(node.right, entry));
}

function remove<V>(node: RankedNode<V> | undefined, rank: Rank): RankedNode<V> | undefined {
  if (node === undefined) return undefined;
  const order = compare(rank, node.rank);
  if (order < 0) return balanced(node, remove(node.left, rank), node.right);
  if (order > 0) return balanced(node, node.left, remove(node.right, rank));
  if (node.left === undefined || node.right === undefined) return node.left ?? node.right;
  const next = leftmost(node.right);
  return balanced(next, node.left, remove(node.right, next.rank));
}

function heightOf<V>(node: RankedNode<V> | undefined): number {
  return node === undefined ? 0 : node.height;
}

function joined<V>(entry: Ranked<V>, left: RankedNode<V> | undefined, right: RankedNode<V> | undefined): RankedNode<V> {
  const height = 1 + Math.max(heightOf(left), heightOf(right));
  return { rank: entry.rank, value: entry.value, height, left, right };
}

/** Joins two subtrees whose heights differ by two at most, and turns them so that they differ by one at most. */
function balanced<V>(
  entry: Ranked<V>,
  left: RankedNode<V> | undefined,
  right: RankedNode<V> | undefined,
): RankedNode<V> {
  if (left !== undefined && left.height > heightOf(right) + 1) {
    const inner = left.right;
    if (inner === undefined || heightOf(left.left) >= inner.height) {
      return joined(left, left.left, joined(entry, inner, right));
    }
    return joined(inner, joined(left, left.left, inner.left), joined(entry, inner.right, right));
  }
  if (right !== undefined && right.height > heightOf(left) + 1) {
    const inner = right.left;
    if (inner === undefined || heightOf(right.right) >= inner.height) {
      return joined(right, joined(entry, left, inner), right.right);
    }
    return joined(inner, joined(entry, left, inner.left), joined(right, inner.right, right.right));
  }
  return joined(entry, left, right);
}
