import { expect, test } from "vitest";
import {
  course,
  GONE,
  H1,
  lastState,
  NO_LIBRARY,
  play,
  queued,
  RUN,
  SECOND,
  send,
  sendError,
} from "./informer-play.ts";
import { runInformerVector } from "./informer-runner.ts";
import type { VectorEvent } from "./informer-vector.ts";

// Rare answers to LIST and rare events of WATCH, as client-go takes them: `tools/cache/reflector.go:list, watch, handleAnyWatch` and
// `tools/pager/pager.go:list @v0.36.3`.

const a = { name: "a", rv: "5" };

test("a first list that comes in pages keeps the limit for relists, also when it was asked for again at the most recent version", () => {
  const observed = play({
    lists: [{ error: { status: GONE } }, { rv: "10", items: [a], continue: "p2" }, { rv: "10", items: [] }],
    steps: [RUN, sendError(0, GONE), { at: 2 * SECOND, do: "state" }],
  });
  expect(course(observed)).toEqual([
    "0 LIST 0 limit 500",
    '0 LIST "" limit 500',
    '0 LIST "" limit 500 from p2',
    "0 WATCH 10",
    "0 backoff loop 0.8",
    "1.2 LIST 10 limit 500",
    "1.2 WATCH 10",
  ]);
});

test("the full list after an expired page is taken as it is, even if it names a next page", () => {
  const observed = play({
    lists: [
      { rv: "10", items: [a], continue: "p2" },
      { error: { status: GONE } },
      { rv: "12", items: [{ name: "b", rv: "11" }], continue: "p3" },
    ],
    steps: [RUN, { at: 0, do: "state" }],
  });
  expect(course(observed)).toEqual(["0 LIST 0 limit 500", '0 LIST "" limit 500 from p2', "0 LIST 0", "0 WATCH 12"]);
  expect(lastState(observed)).toMatchObject({ store: ["b@11"], lastSyncRV: "12" });
});

test("an old server's word for a version too large counts only in an error with details", () => {
  const tooLarge = { code: 504, reason: "Timeout", message: "Too large resource version: 20, current: 10" };
  const lists = (details?: object) => [
    { rv: "10", items: [a] },
    { error: { status: { ...tooLarge, ...details } } },
    { rv: "20" },
  ];
  const steps = [RUN, sendError(0, GONE), { at: 1_300_000, do: "state" }];
  expect(course(play({ lists: lists({ details: {} }), steps })).slice(3)).toEqual([
    "1.2 LIST 10",
    '1.2 LIST ""',
    "1.2 WATCH 20",
  ]);
  expect(course(play({ lists: lists(), steps })).slice(3)).toEqual([
    "1.2 LIST 10",
    "1.2 error handler",
    "1.2 backoff loop 1.6",
  ]);
});

test("an ERROR event that carries no Status ends the watch like any other error", () => {
  const odd: VectorEvent = { type: "ERROR", object: { wrongType: "*v1.APIGroup" } };
  const observed = play({
    steps: [RUN, { at: 0, do: "watch.send", watch: 1, event: odd }, { at: 2 * SECOND, do: "state" }],
  });
  expect(course(observed).slice(2)).toEqual(["0 backoff loop 0.8", "1.2 LIST 10", "1.2 WATCH 10"]);
});

test("on a watch from no version neither ADDED nor an event of unknown type moves the version, MODIFIED does", () => {
  const observed = play({
    lists: [{ rv: "", items: [a] }],
    steps: [
      RUN,
      send(0, "ADDED", { name: "b", rv: "7" }),
      send(0, "ODD", { name: "b", rv: "8" }),
      send(0, "MODIFIED", { name: "b", rv: "9" }),
      send(0, "ODD", { name: "b", rv: "10" }),
    ],
  });
  expect(observed.filter(({ type }) => type === "reflector.rv").map(({ rv }) => rv)).toEqual(["", "9", "10"]);
});

test("after a streaming list every event moves the version, even if its bookmark told none", () => {
  const observed = play({
    options: { watchListClient: true, handlers: [] },
    steps: [
      RUN,
      send(0, "BOOKMARK", { name: "", rv: "", annotations: { "k8s.io/initial-events-end": "true" } }),
      send(0, "ADDED", { name: "b", rv: "7" }),
    ],
  });
  expect(observed.filter(({ type }) => type === "reflector.rv").map(({ rv }) => rv)).toEqual(["", "7"]);
});

test("a streaming list that ends within a second after its bookmark counts as a very short watch", () => {
  const observed = play({
    options: { watchListClient: true, handlers: [] },
    steps: [
      RUN,
      send(5 * SECOND, "BOOKMARK", { name: "", rv: "10", annotations: { "k8s.io/initial-events-end": "true" } }),
      { at: 5_500_000, do: "watch.close", watch: 1 },
      { at: 7 * SECOND, do: "state" },
    ],
  });
  expect(course(observed)).toEqual(['0 WATCHLIST ""', "5.5 backoff loop 0.8", "6.7 WATCHLIST 10"]);
});

test("before 0.36 a bookmark does not wait for the queue's lock, later it does not have to", () => {
  const script = {
    options: { handlers: [], slowStoreWrites: [{ object: "a@11", duration: 10 * SECOND }] },
    steps: [
      RUN,
      send(0, "MODIFIED", { name: "a", rv: "11" }),
      send(0, "BOOKMARK", { name: "", rv: "12" }),
      { at: 11 * SECOND, do: "state" },
    ],
  };
  for (const era of ["classic", "inOrder", "current"] as const) {
    const versions = play({ ...script, era }).filter(({ type }) => type === "reflector.rv");
    expect(versions.map(({ t, rv }) => `${t / SECOND} ${rv}`)).toEqual(["0 10", "0 11", "0 12"]);
  }
});

test("a script that waits for what never happens fails instead of running on with the resync timer", () => {
  const wait = () =>
    play({
      options: { resyncPeriod: 60 * SECOND, handlers: [{ id: "h1", callDuration: 0 }] },
      steps: [H1, RUN, send(0, "ADDED", { name: "b", rv: "11" }, 7)],
    });
  expect(wait).toThrow("never happens");
});

test("a bare queue names objects with their uid where the script gives one", () => {
  const { observed } = runInformerVector({
    name: "script",
    title: "",
    kind: "queue",
    era: "inOrder",
    library: { ...NO_LIBRARY, gates: {} },
    options: { queue: "RealFIFO" },
    script: { steps: [{ at: 0, do: "add", object: { ...a, uid: "u1" } }] },
    draws: [],
    observed: [],
    unordered: {},
  });
  expect(queued(observed)).toEqual(['{"type":"Added","object":"a@5#u1"}']);
});
