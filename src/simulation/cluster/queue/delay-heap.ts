import { defined } from "../../../base/assert.ts";
import { append, emptyList, itemAt, type PersistentList, replaceAt } from "../../../base/persistent-list.ts";
import { emptyMap, type PersistentMap, valueAt, withEntry, withoutKey } from "../../../base/persistent-map.ts";
import type { Micros } from "../../../base/time.ts";
import type { ObjectKey } from "../../kubernetes/object-key.ts";

/** A key that waits for its time. */
export type Delay = { readonly key: ObjectKey; readonly readyAt: Micros };

/**
 * The binary heap of the delaying queue, at most one entry per key, ordered by `readyAt` alone. Keys with equal times
 * leave it in the order that Go's container/heap gives them, which is neither the order of adding nor that of the
 * names (`cg:util/workqueue/delaying_queue.go:waitForPriorityQueue @32ce75a7`).
 */
export type DelayHeap = {
  readonly size: number;
  /** The heap; places at and beyond `size` hold left-overs. */
  readonly slots: PersistentList<Delay>;
  /** Where in `slots` a key stands. */
  readonly places: PersistentMap<ObjectKey, number>;
};

/** The heap without entries. */
export function emptyDelays(): DelayHeap {
  return { size: 0, slots: emptyList(), places: emptyMap() };
}

/** The entry that is due first, or undefined. */
export function firstDelay(heap: DelayHeap): Delay | undefined {
  return heap.size === 0 ? undefined : itemAt(heap.slots, 0);
}

/** When `key` is due, or undefined when it does not wait. */
export function readyAtOf(heap: DelayHeap, key: ObjectKey): Micros | undefined {
  const place = valueAt(heap.places, key);
  return place === undefined ? undefined : slot(heap, place).readyAt;
}

/** All waiting keys in the order of their times, equal times by key. */
export function delaysInOrder(heap: DelayHeap): readonly Delay[] {
  const delays: Delay[] = [];
  for (let place = 0; place < heap.size; place++) delays.push(slot(heap, place));
  return delays.sort((a, b) => a.readyAt - b.readyAt || (a.key < b.key ? -1 : 1));
}

/** The heap with a new entry; its key must not be waiting. */
export function withDelay(heap: DelayHeap, delay: Delay): DelayHeap {
  return up(placed({ ...heap, size: heap.size + 1 }, heap.size, delay), heap.size);
}

/** The heap in which a waiting key is due at another time. */
export function withReadyAt(heap: DelayHeap, delay: Delay): DelayHeap {
  const place = defined(valueAt(heap.places, delay.key), `waiting entry of ${delay.key}`);
  const changed = placed(heap, place, delay);
  const sunk = down(changed, place);
  return sunk === changed ? up(changed, place) : sunk;
}

/** The heap without the entry that is due first. */
export function withoutFirstDelay(heap: DelayHeap): DelayHeap {
  const last = heap.size - 1;
  const swappedHeap = swapped(heap, 0, last);
  const places = withoutKey(swappedHeap.places, slot(heap, 0).key);
  return down({ ...swappedHeap, size: last, places }, 0);
}

function slot(heap: DelayHeap, place: number): Delay {
  return defined(itemAt(heap.slots, place), `slot ${place} of the delay heap`);
}

function placed(heap: DelayHeap, place: number, delay: Delay): DelayHeap {
  const slots = place < heap.slots.length ? replaceAt(heap.slots, place, delay) : append(heap.slots, delay);
  return { ...heap, slots, places: withEntry(heap.places, delay.key, place) };
}

function swapped(heap: DelayHeap, a: number, b: number): DelayHeap {
  const atA = slot(heap, a);
  return placed(placed(heap, a, slot(heap, b)), b, atA);
}

function isEarlier(heap: DelayHeap, a: number, b: number): boolean {
  return slot(heap, a).readyAt < slot(heap, b).readyAt;
}

function up(heap: DelayHeap, start: number): DelayHeap {
  let risen = heap;
  let place = start;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isEarlier(risen, place, parent)) break;
    risen = swapped(risen, parent, place);
    place = parent;
  }
  return risen;
}

function down(heap: DelayHeap, start: number): DelayHeap {
  let sunk = heap;
  let place = start;
  for (;;) {
    const left = 2 * place + 1;
    if (left >= heap.size) break;
    const right = left + 1;
    const child = right < heap.size && isEarlier(sunk, right, left) ? right : left;
    if (!isEarlier(sunk, child, place)) break;
    sunk = swapped(sunk, place, child);
    place = child;
  }
  return sunk;
}
