import { expect, test } from "vitest";
import {
  dequeued,
  emptyQueue,
  enqueued,
  type PersistentQueue,
  queuedAt,
  queuedItems,
  queueLength,
} from "./persistent-queue.ts";

function queueOf(count: number): PersistentQueue<number> {
  let queue = emptyQueue<number>();
  for (let item = 0; item < count; item++) queue = enqueued(queue, item);
  return queue;
}

test("items leave in the order in which they came", () => {
  const queue = dequeued(queueOf(5), 2);
  expect([...queuedItems(queue)]).toEqual([2, 3, 4]);
  expect([queueLength(queue), queuedAt(queue, 0), queuedAt(queue, 9), queuedAt(queue, -1)]).toEqual([
    3,
    2,
    undefined,
    undefined,
  ]);
});

test("a long-lived queue forgets what has left it", () => {
  let queue = queueOf(100);
  for (let item = 0; item < 10_000; item++) queue = enqueued(dequeued(queue), item);
  expect(queueLength(queue)).toBe(100);
  expect(queue.items.length).toBeLessThan(1_000);
});

test("an earlier version of a queue stays as it was", () => {
  const before = queueOf(3);
  enqueued(dequeued(before), 9);
  expect([...queuedItems(before)]).toEqual([0, 1, 2]);
});
