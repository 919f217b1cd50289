import { expect, test } from "vitest";
import { calls, course, GONE, H1, lastState, play, RUN, SECOND, send, sendError } from "./informer-play.ts";
import type { VectorStep } from "./informer-vector.ts";

// Rules of client-go's informers (fidelity: informer.md §2, §4, §5), each shown by a small script of its own.

test("a streaming list that closes after an event or after a second is tried again at once, a very short one gives way to LIST", () => {
  const observed = play({
    options: { watchListClient: true, handlers: [] },
    watches: [
      { onOpen: [{ event: { type: "ADDED", object: { name: "a", rv: "5" } } }, { close: true }] },
      {},
      { closedAtOnce: true },
    ],
    steps: [RUN, { at: 2 * SECOND, do: "watch.close", watch: 2 }, { at: 2 * SECOND, do: "state" }],
  });
  expect(course(observed)).toEqual([
    '0 WATCHLIST ""',
    '0 WATCHLIST ""',
    '2 WATCHLIST ""',
    "2 LIST 0 limit 500",
    "2 WATCH 10",
  ]);
});

test("the transform runs twice on the objects of a streaming list", () => {
  const observed = play({
    options: { watchListClient: true, handlers: [], transform: { kind: "identity" } },
    steps: [
      RUN,
      send(0, "ADDED", { name: "a", rv: "5" }),
      send(0, "BOOKMARK", { name: "", rv: "10", annotations: { "k8s.io/initial-events-end": "true" } }),
    ],
  });
  expect(observed.filter(({ type }) => type === "transform.call").map(({ object }) => object)).toEqual(["a@5", "a@5"]);
});

test("a handler that is told of the first of an item's deltas finds the cache as the last one left it (delta_fifo.go:Pop, controller.go:processDeltas)", () => {
  // 600 runs of the library: nearly always; the loop hands a notification over to a goroutine and goes on.
  const observed = play({
    era: "classic",
    lists: [
      {
        rv: "10",
        items: [
          { name: "a", rv: "5" },
          { name: "a", rv: "6" },
        ],
      },
    ],
    steps: [H1, RUN],
  });
  expect(calls(observed)).toEqual(['0 OnAdd "a@5"', "0 OnUpdate a@5 a@6"]);
  expect(observed.filter(({ type }) => type === "handler.call").map(({ store }) => store)).toEqual([["a@6"], ["a@6"]]);
});

test("a stop during the wait of a refused watch ends it at once, during that of a streaming list only when it is over", () => {
  const watches = [{ error: { network: "ECONNREFUSED" } } as const];
  const steps: readonly VectorStep[] = [RUN, { at: 500_000, do: "stop" }, { at: 500_000, do: "awaitRun" }];
  const plain = play({ watches, steps });
  const streaming = play({ watches, steps, options: { watchListClient: true, handlers: [] } });
  expect(course(plain).slice(-2)).toEqual(["0.5 backoff loop 1.6", "0.5 returned"]);
  expect(course(streaming).slice(-2)).toEqual(["1.2 backoff loop 1.6", "1.2 returned"]);
});

test("before the start handlers lower the informer's resync period, afterwards they take what there is, never less than a second", () => {
  const observed = play({
    options: {
      resyncPeriod: 60 * SECOND,
      handlers: [
        { id: "h1", callDuration: 0 },
        { id: "quick", callDuration: 0, resyncPeriod: 100_000 },
        { id: "late", callDuration: 0, resyncPeriod: 500_000 },
      ],
    },
    steps: [
      H1,
      { at: 0, do: "addHandler", handler: "quick" },
      RUN,
      { at: 0, do: "addHandler", handler: "late" },
      { at: 3 * SECOND, do: "state" },
    ],
  });
  const ticks = observed.filter(({ type }) => type === "resync.tick").map(({ t, due }) => `${t / SECOND} ${due}`);
  expect(ticks).toEqual(["1 late,quick", "2 late,quick", "3 late,quick"]);
});

test("a relist starts the resync clock anew", () => {
  const observed = play({
    options: { resyncPeriod: 10 * SECOND, handlers: [{ id: "h1", callDuration: 0 }] },
    steps: [H1, RUN, sendError(8 * SECOND, GONE), { at: 25 * SECOND, do: "state" }],
  });
  expect(observed.filter(({ type }) => type === "resync.tick").map(({ t }) => t / SECOND)).toEqual([19.2]);
});

test("a resync contacts nobody", () => {
  const observed = play({
    options: { resyncPeriod: 10 * SECOND, handlers: [{ id: "h1", callDuration: 0 }] },
    steps: [H1, RUN, { at: 25 * SECOND, do: "state" }],
  });
  expect(course(observed)).toEqual(["0 LIST 0 limit 500", "0 WATCH 10"]);
  expect(calls(observed)).toEqual(['0 OnAdd "a@5"', "10 OnUpdate a@5 a@5", "20 OnUpdate a@5 a@5"]);
});

test("a handler added while the first list is under way gets the initial adds from the list", () => {
  const observed = play({
    lists: [{ rv: "10", items: [{ name: "a", rv: "5" }], delay: 2 * SECOND }],
    steps: [RUN, { at: SECOND, do: "addHandler", handler: "h1" }, { at: 3 * SECOND, do: "state" }],
  });
  expect(observed.filter(({ type }) => type === "replay")).toEqual([]);
  expect(observed.find(({ type }) => type === "handler.call")).toMatchObject({ t: 2 * SECOND, initial: true });
  expect(lastState(observed)).toMatchObject({ handlers: { h1: true } });
});

test("a handler that joins while an item is processed waits for it and then gets the cache replayed", () => {
  const observed = play({
    options: { handlers: [{ id: "h1", callDuration: 0 }], slowStoreWrites: [{ object: "a@11", duration: 4 * SECOND }] },
    steps: [RUN, send(0, "MODIFIED", { name: "a", rv: "11" }), { at: SECOND, do: "addHandler", handler: "h1" }],
  });
  expect(
    observed
      .filter(({ type }) => type === "replay" || type === "handler.added")
      .map(({ t, type }) => `${t / SECOND} ${type}`),
  ).toEqual(["4 replay", "4 handler.added"]);
  expect(calls(observed)).toEqual(['4 OnAdd "a@11"']);
});

test("a slow handler holds up neither the cache nor another handler", () => {
  const observed = play({
    options: {
      handlers: [
        { id: "slow", callDuration: 10 * SECOND },
        { id: "h1", callDuration: 0 },
      ],
    },
    steps: [
      { at: 0, do: "addHandler", handler: "slow" },
      H1,
      RUN,
      send(SECOND, "MODIFIED", { name: "a", rv: "11" }),
      send(2 * SECOND, "MODIFIED", { name: "a", rv: "12" }),
      { at: 30 * SECOND, do: "state" },
    ],
  });
  expect(calls(observed)).toEqual(['0 OnAdd "a@5"', "1 OnUpdate a@5 a@11", "2 OnUpdate a@11 a@12"]);
  expect(calls(observed, "slow")).toEqual(['0 OnAdd "a@5"', "10 OnUpdate a@5 a@11", "20 OnUpdate a@11 a@12"]);
});

test("every wait is followed by its request and every stop by one last step of the backoff", () => {
  const observed = play({
    lists: [{ error: { network: "ECONNREFUSED" } }],
    steps: [RUN, { at: 2 * SECOND, do: "stop" }, { at: 2 * SECOND, do: "awaitRun" }],
  });
  expect(course(observed)).toEqual([
    "0 LIST 0 limit 500",
    "0 error handler",
    "0 backoff loop 0.8",
    "1.2 LIST 0 limit 500",
    "1.2 error handler",
    "1.2 backoff loop 1.6",
    "2 returned",
  ]);
});
