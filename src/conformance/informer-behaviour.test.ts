import { expect, test } from "vitest";
import { calls, course, GONE, H1, lastState, play, queued, RUN, SECOND, send, sendError } from "./informer-play.ts";
import type { Observation } from "./informer-vector.ts";

// Rules of client-go's informers (fidelity: informer.md §2, §4, §5), each shown by a small script of its own.

test("a watch that closes at once without an event leads to a backoff and a relist at the last version", () => {
  const observed = play({ watches: [{ closedAtOnce: true }], steps: [H1, RUN, { at: 3 * SECOND, do: "state" }] });
  expect(course(observed)).toEqual([
    "0 LIST 0 limit 500",
    "0 WATCH 10",
    "0 backoff loop 0.8",
    "1.2 LIST 10",
    "1.2 WATCH 10",
  ]);
  expect(calls(observed)).toEqual(['0 OnAdd "a@5"', "1.2 OnUpdate a@5 a@5"]);
});

test("a watch that ended with an event or after a second is opened again at once, from the last version", () => {
  const observed = play({
    steps: [
      RUN,
      send(0, "MODIFIED", { name: "a", rv: "12" }),
      { at: 0, do: "watch.close", watch: 1 },
      { at: 2 * SECOND, do: "watch.close", watch: 2 },
    ],
  });
  expect(course(observed)).toEqual(["0 LIST 0 limit 500", "0 WATCH 10", "0 WATCH 12", "2 WATCH 12"]);
});

test("a relist whose version is gone asks for the most recent at once, without limit", () => {
  const list = { rv: "40", items: [{ name: "a", rv: "5" }] };
  const observed = play({
    lists: [{ rv: "10", items: [{ name: "a", rv: "5" }] }, { error: { status: GONE } }, list],
    steps: [RUN, sendError(0, GONE), { at: 5 * SECOND, do: "state" }],
  });
  expect(course(observed)).toEqual([
    "0 LIST 0 limit 500",
    "0 WATCH 10",
    "0 backoff loop 0.8",
    "1.2 LIST 10",
    '1.2 LIST ""',
    "1.2 WATCH 40",
  ]);
});

test("a list whose continue token expired is asked for again in full at its first version", () => {
  const observed = play({
    lists: [
      { rv: "10", items: [{ name: "a", rv: "5" }], continue: "p2" },
      { error: { status: GONE } },
      { rv: "12", items: [{ name: "a", rv: "11" }] },
    ],
    steps: [RUN, { at: 0, do: "state" }],
  });
  expect(course(observed)).toEqual(["0 LIST 0 limit 500", '0 LIST "" limit 500 from p2', "0 LIST 0", "0 WATCH 12"]);
  expect(lastState(observed)).toMatchObject({ store: ["a@11"], lastSyncRV: "12" });
});

test("a refused watch is tried again in place with a growing wait, without relist or error handler", () => {
  const refused = { error: { network: "ECONNREFUSED" } } as const;
  const observed = play({ watches: [refused, refused], steps: [RUN, { at: 10 * SECOND, do: "state" }] });
  expect(course(observed)).toEqual([
    "0 LIST 0 limit 500",
    "0 WATCH 10",
    "0 backoff watchConnect 0.8",
    "1.2 WATCH 10",
    "1.2 backoff watchConnect 1.6",
    "3.6 WATCH 10",
  ]);
});

test("an ERROR event 500 leads to a backoff and a relist, and the error handler is not called", () => {
  const observed = play({
    steps: [RUN, sendError(0, { code: 500, reason: "InternalError" }), { at: 2 * SECOND, do: "state" }],
  });
  expect(course(observed)).toEqual([
    "0 LIST 0 limit 500",
    "0 WATCH 10",
    "0 backoff loop 0.8",
    "1.2 LIST 10",
    "1.2 WATCH 10",
  ]);
});

test("an older list is applied as it is and the version goes back", () => {
  const observed = play({
    lists: [
      { rv: "20", items: [{ name: "a", rv: "15" }] },
      { rv: "10", items: [{ name: "a", rv: "5" }] },
    ],
    steps: [H1, RUN, sendError(0, GONE), { at: 3 * SECOND, do: "state" }],
  });
  expect(calls(observed)).toEqual(['0 OnAdd "a@15"', "1.2 OnUpdate a@15 a@5"]);
  expect(lastState(observed)).toMatchObject({ lastSyncRV: "10", storeRV: "10", store: ["a@5"] });
});

test("DeltaFIFO queues a relist before its deletions, RealFIFO the deletions first, the atomic queue one delta", () => {
  const script = {
    lists: [
      {
        rv: "10",
        items: [
          { name: "a", rv: "5" },
          { name: "b", rv: "7" },
        ],
      },
      { rv: "30", items: [{ name: "a", rv: "25" }] },
    ],
    steps: [RUN, sendError(0, GONE), { at: 3 * SECOND, do: "state" }],
  };
  const buried = '{"type":"Deleted","object":{"tombstone":"b","object":"b@7"}}';
  const replaced = '{"type":"Replaced","object":"a@25"}';
  expect(queued(play({ ...script, era: "classic" })).slice(2)).toEqual([replaced, buried]);
  expect(queued(play({ ...script, era: "inOrder" })).slice(2)).toEqual([buried, replaced]);
  expect(queued(play(script)).slice(1)).toEqual(['{"type":"ReplacedAll","rv":"30","objects":["a@25"]}']);
});

test("a deletion of an object that nobody knows reaches handlers, except through DeltaFIFO", () => {
  const steps = [H1, RUN, send(0, "DELETED", { name: "zzz", rv: "11" }), { at: 0, do: "state" }];
  expect(calls(play({ steps, era: "inOrder" }))).toContain('0 OnDelete "zzz@11"');
  expect(calls(play({ steps, era: "classic" }))).toEqual(['0 OnAdd "a@5"']);
});

test("an empty first list counts as synced in Replace, or with the atomic queue once it is popped", () => {
  const script = { lists: [{ rv: "10", items: [] }], steps: [RUN, { at: 0, do: "state" }] };
  const pops = (observed: readonly Observation[]) =>
    observed.filter(({ type }) => type === "fifo.pop" || type === "synced").map(({ type }) => type);
  expect(pops(play({ ...script, era: "classic" }))).toEqual(["synced"]);
  expect(pops(play({ ...script, era: "inOrder" }))).toEqual(["synced"]);
  expect(pops(play(script))).toEqual(["fifo.pop", "synced"]);
});

test("the reflector's version runs ahead while the queue is processed, and a relist queues behind what waits", () => {
  const slow = { slowStoreWrites: [{ object: "a@11", duration: 10 * SECOND }] };
  const observed = play({
    options: { handlers: [{ id: "h1", callDuration: 0 }], ...slow },
    lists: [
      {
        rv: "10",
        items: [
          { name: "a", rv: "5" },
          { name: "b", rv: "6" },
        ],
      },
      { rv: "30", items: [{ name: "b", rv: "25" }] },
    ],
    steps: [
      H1,
      RUN,
      send(0, "MODIFIED", { name: "a", rv: "11" }),
      send(0, "ADDED", { name: "c", rv: "12" }),
      send(0, "DELETED", { name: "b", rv: "13" }),
      sendError(0, GONE),
      { at: 5 * SECOND, do: "state", fields: ["lastSyncRV"] },
      { at: 11 * SECOND, do: "state" },
    ],
  });
  expect(course(observed)).toContain("1.2 LIST 13");
  expect(observed.find(({ type }) => type === "state")).toMatchObject({ lastSyncRV: "30" });
  expect(calls(observed).slice(2)).toEqual([
    "10 OnUpdate a@5 a@11",
    '10 OnAdd "c@12"',
    '10 OnDelete "b@13"',
    '10 OnDelete {"tombstone":"a","object":"a@11"}',
    '10 OnDelete {"tombstone":"c","object":"c@12"}',
    '10 OnAdd "b@25"',
  ]);
});

test("before 0.36 the reflector waits for the queue while an item is processed", () => {
  const observed = play({
    era: "inOrder",
    options: { handlers: [], slowStoreWrites: [{ object: "a@11", duration: 10 * SECOND }] },
    steps: [
      RUN,
      send(0, "MODIFIED", { name: "a", rv: "11" }),
      send(0, "ADDED", { name: "c", rv: "12" }),
      { at: 11 * SECOND, do: "state" },
    ],
  });
  const versions = observed.filter(({ type }) => type === "reflector.rv").map(({ t, rv }) => `${t / SECOND} ${rv}`);
  expect(versions).toEqual(["0 10", "0 11", "10 12"]);
  expect(lastState(observed)).toMatchObject({ store: ["a@11", "c@12"] });
});

test("a stop while the reflector waits for the queue lets it finish that one write", () => {
  const observed = play({
    era: "inOrder",
    options: { handlers: [], slowStoreWrites: [{ object: "a@11", duration: 10 * SECOND }] },
    steps: [
      RUN,
      send(0, "MODIFIED", { name: "a", rv: "11" }),
      send(0, "ADDED", { name: "c", rv: "12" }),
      { at: 1 * SECOND, do: "stop" },
      { at: 1 * SECOND, do: "awaitRun" },
      { at: 1 * SECOND, do: "state" },
    ],
  });
  expect(course(observed).slice(-2)).toEqual(["10 backoff loop 0.8", "10 returned"]);
  expect(lastState(observed)).toMatchObject({ store: ["a@11"], lastSyncRV: "12", isStopped: true });
});
