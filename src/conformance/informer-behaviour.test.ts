import { expect, test } from "vitest";
import { runInformerVector } from "./informer-runner.ts";
import type { InformerVector, Observation, VectorItem, VectorStatus, VectorStep } from "./informer-vector.ts";

// Rules of client-go's informers (fidelity: informer.md §2, §4, §5), each shown by a small script of its own.

type Script = {
  readonly era?: InformerVector["era"];
  readonly options?: InformerVector["options"];
  readonly lists?: InformerVector["script"]["lists"];
  readonly watches?: InformerVector["script"]["watches"];
  readonly steps: readonly VectorStep[];
};

const SECOND = 1_000_000;
const RUN: VectorStep = { at: 0, do: "run" };
const H1: VectorStep = { at: 0, do: "addHandler", handler: "h1" };

/** Plays a script. Every wait is its base and a half, every watch asks for 450 s. */
function play(script: Script): readonly Observation[] {
  const era = script.era ?? "current";
  const gates = {
    InOrderInformers: era !== "classic",
    InOrderInformersBatchProcess: true,
    AtomicFIFO: era === "current",
    UnlockWhileProcessingFIFO: era === "current",
    WatchListClient: true,
  };
  const draws = Array.from({ length: 200 }, (_, index) => ({
    purpose: index % 2 === 0 ? "backoff" : "watchTimeout",
    u: 0.5,
  }));
  return runInformerVector({
    name: "script",
    kind: "informer",
    era,
    library: { gates },
    options: { resyncPeriod: 0, watchListClient: false, handlers: [{ id: "h1", callDuration: 0 }], ...script.options },
    script: {
      lists: script.lists ?? [{ rv: "10", items: [{ name: "a", rv: "5" }] }],
      watches: script.watches ?? [],
      steps: script.steps,
    },
    draws,
    observed: [],
    unordered: {},
  });
}

function send(at: number, type: string, object: VectorItem, watch = 1): VectorStep {
  return { at, do: "watch.send", watch, event: { type, object } };
}

function sendError(at: number, status: VectorStatus, watch = 1): VectorStep {
  return { at, do: "watch.send", watch, event: { type: "ERROR", status } };
}

const GONE = { code: 410, reason: "Expired" };

/** What the reflector did, as `seconds what`. */
function course(observed: readonly Observation[]): readonly string[] {
  return observed.flatMap((entry) => {
    const line = courseLine(entry);
    return line === undefined ? [] : [`${entry.t / SECOND} ${line}`];
  });
}

function courseLine(entry: Observation): string | undefined {
  switch (entry.type) {
    case "list.request":
      return `LIST ${entry.rv === "" ? '""' : entry.rv}${entry.limit === undefined ? "" : ` limit ${entry.limit}`}${entry.continue === undefined ? "" : ` from ${entry.continue}`}`;
    case "watch.request":
      return `${entry.sendInitialEvents === true ? "WATCHLIST" : "WATCH"} ${entry.rv === "" ? '""' : entry.rv}`;
    case "errorHandler.call":
      return "error handler";
    case "run.return":
      return "returned";
    case "backoff":
      return `backoff ${entry.purpose} ${Number(entry.base) / SECOND}`;
    default:
      return undefined;
  }
}

/** What a handler was called with, as `seconds method object`. */
function calls(observed: readonly Observation[], handler = "h1"): readonly string[] {
  return observed
    .filter((entry) => entry.type === "handler.call" && entry.handler === handler)
    .map(
      ({ t, fn, object, old, new: now }) =>
        `${t / SECOND} ${fn} ${fn === "OnUpdate" ? `${old} ${now}` : JSON.stringify(object)}`,
    );
}

function queued(observed: readonly Observation[]): readonly string[] {
  return observed.filter(({ type }) => type === "fifo.enqueue").map(({ delta }) => JSON.stringify(delta));
}

function lastState(observed: readonly Observation[]): Observation | undefined {
  return observed.findLast(({ type }) => type === "state");
}

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
