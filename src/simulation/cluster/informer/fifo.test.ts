import { expect, test } from "vitest";
import { deltaText } from "./delta.ts";
import {
  closeFifo,
  createFifo,
  enqueueBookmark,
  enqueueEvent,
  enqueueReplace,
  enqueueResync,
  type Fifo,
  fifoLength,
  popFifo,
  type QueueKind,
  settlePopped,
  type Written,
  waitingDeltas,
} from "./fifo.ts";
import { createIndexer, replaceObjects } from "./indexer.ts";
import { pod } from "./test-object.ts";
import type { Transform } from "./transform.ts";

const grouped: QueueKind = { type: "grouped" };
const ordered: QueueKind = { type: "ordered", atomic: false, batched: true, unlocked: false };
const atomic: QueueKind = { type: "ordered", atomic: true, batched: true, unlocked: true };

const nothing = { known: createIndexer(false), transform: { type: "none" } as Transform };

function known(...refs: readonly string[]) {
  return {
    ...nothing,
    known: replaceObjects(
      createIndexer(false),
      refs.map((ref) => pod(ref)),
      "",
    ),
  };
}

function add(fifo: Fifo, ...refs: readonly string[]): Fifo {
  return refs.reduce((queue, ref) => enqueueEvent(queue, { type: "Added", object: pod(ref) }, nothing).fifo, fifo);
}

function remove(fifo: Fifo, ref: string, environment = nothing): Written {
  return enqueueEvent(fifo, { type: "Deleted", object: pod(ref) }, environment);
}

function replace(fifo: Fifo, refs: readonly string[], environment = nothing): Fifo {
  return enqueueReplace(fifo, { objects: refs.map((ref) => pod(ref)), resourceVersion: "10" }, environment).fifo;
}

function waiting(fifo: Fifo): readonly string[] {
  return waitingDeltas(fifo).map(deltaText);
}

/** Pops until nothing is left: the deltas of each pop. */
function pops(fifo: Fifo): readonly (readonly string[])[] {
  const taken = popFifo(fifo);
  return taken === undefined
    ? []
    : [taken.popped.deltas.map(deltaText), ...pops(settlePopped(taken.fifo, taken.popped))];
}

test("DeltaFIFO groups deltas under their key and keeps all of them", () => {
  const queue = add(createFifo(grouped), "a@1", "b@2", "a@3");
  expect(pops(queue)).toEqual([["Added a@1", "Added a@3"], ["Added b@2"]]);
});

test("DeltaFIFO keeps one of two deletions in a row, the newer one if the older is a tombstone", () => {
  const twice = remove(remove(add(createFifo(grouped), "c@5"), "c@6").fifo, "c@7");
  expect(waiting(twice.fifo)).toEqual(["Added c@5", "Deleted c@6"]);
  expect(twice.steps.at(-1)).toEqual({ type: "deduplicated", key: "c" });
  const buried = replace(createFifo(grouped), [], known("c@5"));
  expect(waiting(remove(buried, "c@7").fifo)).toEqual(["Deleted c@7"]);
});

test("DeltaFIFO ignores the deletion of an object that is neither queued nor cached, RealFIFO does not", () => {
  expect(remove(createFifo(grouped), "z@9").steps).toEqual([{ type: "ignored", key: "z" }]);
  expect(waiting(remove(createFifo(grouped), "z@9", known("z@1")).fifo)).toEqual(["Deleted z@9"]);
  expect(waiting(remove(createFifo(ordered), "z@9").fifo)).toEqual(["Deleted z@9"]);
});

test("RealFIFO keeps the order of arrival", () => {
  expect(waiting(add(createFifo(ordered), "a@1", "b@2", "a@3"))).toEqual(["Added a@1", "Added b@2", "Added a@3"]);
});

test("a replace that is not atomic buries what is queued, then what is only cached, then brings the list", () => {
  const queue = replace(add(createFifo(ordered), "q@3", "a@4"), ["a@9"], known("k@1", "a@2"));
  expect(waiting(queue).slice(2)).toEqual(["Deleted q@3 (tombstone)", "Deleted k@1 (tombstone)", "Replaced a@9"]);
});

test("a queued deletion is not followed by a second one when the list lacks the object too", () => {
  const queue = replace(remove(createFifo(ordered), "q@3").fifo, []);
  expect(waiting(queue)).toEqual(["Deleted q@3"]);
});

test("the atomic queue replaces and resyncs by one delta, never merged with others of its kind", () => {
  const queue = enqueueResync(
    enqueueResync(replace(createFifo(atomic), ["a@1", "b@2"]), known("a@1").known).fifo,
    known("a@1").known,
  ).fifo;
  expect(waiting(queue)).toEqual(["ReplacedAll @10", "SyncAll", "SyncAll"]);
});

test("a resync that is not atomic leaves out what is queued already", () => {
  const queue = enqueueResync(add(createFifo(ordered), "a@3"), known("a@1", "b@2").known).fifo;
  expect(waiting(queue)).toEqual(["Added a@3", "Sync b@2"]);
});

test("only the atomic queue takes bookmarks", () => {
  expect(waiting(enqueueBookmark(createFifo(ordered), "20").fifo)).toEqual([]);
  expect(waiting(enqueueBookmark(createFifo(atomic), "20").fifo)).toEqual(["Bookmark @20"]);
});

test("a batch ends at a repeated key and at a delta about the whole collection", () => {
  const first = replace(createFifo(atomic), []);
  const queue = add(enqueueBookmark(add(first, "a@1", "b@2", "a@3", "c@4"), "5").fifo, "d@6");
  expect(pops(queue)).toEqual([
    ["ReplacedAll @10"],
    ["Added a@1", "Added b@2"],
    ["Added a@3", "Added c@4"],
    ["Bookmark @5"],
    ["Added d@6"],
  ]);
});

test("a batch does not cross the end of the initial population, and holds at most 1000 deltas", () => {
  expect(pops(add(replace(createFifo(ordered), ["a@1", "b@2"]), "c@3"))).toEqual([
    ["Replaced a@1", "Replaced b@2"],
    ["Added c@3"],
  ]);
  const many = add(createFifo(ordered), ...Array.from({ length: 1500 }, (_, index) => `n${index}@1`));
  expect(pops(many).map((deltas) => deltas.length)).toEqual([1000, 500]);
});

test("the queue counts as synced once the initial population has been processed, not when it is popped", () => {
  const queue = replace(createFifo(atomic), ["a@1"]);
  const taken = popFifo(queue);
  expect(taken?.fifo.synced).toBe(false);
  expect(taken?.popped.initial).toBe(true);
  expect(taken === undefined ? undefined : settlePopped(taken.fifo, taken.popped).synced).toBe(true);
});

test("an empty first list is synced at once, except through the atomic queue", () => {
  expect([grouped, ordered, atomic].map((kind) => replace(createFifo(kind), []).synced)).toEqual([true, true, false]);
});

test("the queue stays locked during processing, except from 0.36 on while fewer than 2000 deltas wait", () => {
  const many = Array.from({ length: 2001 }, () => "a@1");
  const holds = (kind: QueueKind, refs: readonly string[]) => popFifo(add(createFifo(kind), ...refs))?.popped.holdsLock;
  expect(holds(ordered, ["a@1"])).toBe(true);
  expect(holds(grouped, ["a@1"])).toBe(true);
  expect(holds(atomic, many.slice(1))).toBe(false);
  expect(holds(atomic, many)).toBe(true);
});

test("a closed queue discards nothing and still takes writes", () => {
  expect(fifoLength(add(closeFifo(add(createFifo(ordered), "a@1")), "b@2"))).toBe(2);
});

test("an object that fails its transform stops a list; only the atomic queue then holds nothing of it", () => {
  const environment = { ...nothing, transform: { type: "failIfLabel", label: "bad" } as Transform };
  const list = { objects: [pod("a@1"), pod("b@2", { bad: "1" })], resourceVersion: "10" };
  const results = [grouped, ordered, atomic].map((kind) => enqueueReplace(createFifo(kind), list, environment));
  expect(results.map(({ failed, fifo }) => [failed, fifo.populated, waiting(fifo)])).toEqual([
    [true, false, ["Replaced a@1"]],
    [true, false, ["Replaced a@1"]],
    [true, false, []],
  ]);
});
