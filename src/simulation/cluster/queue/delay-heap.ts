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
  return risen({ ...heap, size: heap.size + 1 }, heap.size, delay);
}

/** The heap in which a waiting key is due at another time. */
export function withReadyAt(heap: DelayHeap, delay: Delay): DelayHeap {
  const place = defined(valueAt(heap.places, delay.key), `waiting entry of ${delay.key}`);
  const child = earlierChild(heap, place);
  const sinks = child !== undefined && slot(heap, child).readyAt < delay.readyAt;
  return sinks ? sunk(heap, place, delay) : risen(heap, place, delay);
}

/** The heap without the entry that is due first. */
export function withoutFirstDelay(heap: DelayHeap): DelayHeap {
  const size = heap.size - 1;
  const shrunk: DelayHeap = { ...heap, size, places: withoutKey(heap.places, slot(heap, 0).key) };
  return size === 0 ? shrunk : sunk(shrunk, 0, slot(heap, size));
}

function slot(heap: DelayHeap, place: number): Delay {
  return defined(itemAt(heap.slots, place), `slot ${place} of the delay heap`);
}

function placed(heap: DelayHeap, place: number, delay: Delay): DelayHeap {
  const slots = place < heap.slots.length ? replaceAt(heap.slots, place, delay) : append(heap.slots, delay);
  return { ...heap, slots, places: withEntry(heap.places, delay.key, place) };
}

/** Puts `delay` at `start` and lets it rise past later entries. */
function risen(heap: DelayHeap, start: number, delay: Delay): DelayHeap {
  let current = heap;
  let place = start;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const above = slot(current, parent);
    if (above.readyAt <= delay.readyAt) break;
    current = placed(current, place, above);
    place = parent;
  }
  return placed(current, place, delay);
}

/** Puts `delay` at `start` and lets it sink past earlier entries. */
function sunk(heap: DelayHeap, start: number, delay: Delay): DelayHeap {
  let current = heap;
  let place = start;
  for (let child = earlierChild(heap, place); child !== undefined; child = earlierChild(current, place)) {
    const below = slot(current, child);
    if (below.readyAt >= delay.readyAt) break;
    current = placed(current, place, below);
    place = child;
  }
  return placed(current, place, delay);
}

/** The child that is due first, the left one of equals; undefined for a leaf. */
function earlierChild(heap: DelayHeap, place: number): number | undefined {
  const left = 2 * place + 1;
  if (left >= heap.size) return undefined;
  const right = left + 1;
  return right < heap.size && slot(heap, right).readyAt < slot(heap, left).readyAt ? right : left;
}
