import type { Micros } from "../../base/time.ts";

/** Order of entries at one instant; see `Rank`. */
export const RANKS = { timer: 0, input: 1, work: 2, handOut: 3 } as const;

/** At one instant matured timers come first, then inputs from outside, then finished work, then hand-outs. */
export type Rank = keyof typeof RANKS;

/** Something that will happen: a message for an actor at a time. */
export type Entry<Message> = {
  readonly at: Micros;
  readonly rank: Rank;
  /** Breaks ties: entries of one instant and rank are delivered in the order in which they were posted. */
  readonly sequence: number;
  readonly to: string;
  readonly message: Message;
  /** The event that posted this entry. */
  readonly cause: number | undefined;
  /** Set for timers, which can be cancelled. */
  readonly timer?: string;
};

/** An immutable priority queue of entries, ordered by (at, rank, sequence): a leftist heap. */
export type Agenda<Message> = HeapNode<Message> | undefined;

type HeapNode<Message> = {
  readonly entry: Entry<Message>;
  /** Length of the right spine, which keeps merging logarithmic. */
  readonly spine: number;
  /** Entries in this heap. */
  readonly size: number;
  readonly left: Agenda<Message>;
  readonly right: Agenda<Message>;
};

/** The agenda with one more entry. O(log n). */
export function schedule<Message>(agenda: Agenda<Message>, entry: Entry<Message>): Agenda<Message> {
  return merge(agenda, { entry, spine: 1, size: 1, left: undefined, right: undefined });
}

/** The first entry. O(1). */
export function firstEntry<Message>(agenda: Agenda<Message>): Entry<Message> | undefined {
  return agenda?.entry;
}

/** The agenda without its first entry. O(log n). */
export function withoutFirst<Message>(agenda: Agenda<Message>): Agenda<Message> {
  return agenda === undefined ? undefined : merge(agenda.left, agenda.right);
}

/** How many entries there are. O(1). */
export function agendaSize(agenda: Agenda<unknown>): number {
  return agenda === undefined ? 0 : agenda.size;
}

/** All entries in the order in which they would be delivered. O(n log n). */
export function entriesInOrder<Message>(agenda: Agenda<Message>): readonly Entry<Message>[] {
  const entries: Entry<Message>[] = [];
  const open: Agenda<Message>[] = [agenda];
  while (open.length > 0) {
    const node = open.pop();
    if (node === undefined) continue;
    entries.push(node.entry);
    open.push(node.left, node.right);
  }
  return entries.sort(compareEntries);
}

/** Negative when `a` is delivered before `b`. */
export function compareEntries<Message>(a: Entry<Message>, b: Entry<Message>): number {
  if (a.at !== b.at) return a.at - b.at;
  return a.rank === b.rank ? a.sequence - b.sequence : RANKS[a.rank] - RANKS[b.rank];
}

function merge<Message>(a: Agenda<Message>, b: Agenda<Message>): Agenda<Message> {
  if (a === undefined) return b;
  if (b === undefined) return a;
  return compareEntries(a.entry, b.entry) <= 0 ? joined(a, merge(a.right, b)) : joined(b, merge(b.right, a));
}

/** The entry of `top` above its left part and another one; the deeper of the two goes to the left. */
function joined<Message>({ entry, left }: HeapNode<Message>, other: Agenda<Message>): Agenda<Message> {
  const leftSpine = left === undefined ? 0 : left.spine;
  const otherSpine = other === undefined ? 0 : other.spine;
  const size = agendaSize(left) + agendaSize(other) + 1;
  return leftSpine >= otherSpine
    ? { entry, spine: otherSpine + 1, size, left, right: other }
    : { entry, spine: leftSpine + 1, size, left: other, right: left };
}
