import { expect, test } from "vitest";
import { calls, GONE, H1, lastState, play, RUN, SECOND, sendError } from "./informer-play.ts";
import type { Observation, VectorStep } from "./informer-vector.ts";

// What a stop, and what comes together with it, does to client-go's informers; each rule by a small script of its own.

const TWO_HANDLERS = {
  handlers: [
    { id: "h1", callDuration: 5 * SECOND },
    { id: "h2", callDuration: 0 },
  ],
};
const H2: VectorStep = { at: 0, do: "addHandler", handler: "h2" };

test("Run returns when the call in progress of a removed handler has returned, too (sharedProcessor.run waits for the group of all goroutines)", () => {
  const observed = play({
    options: TWO_HANDLERS,
    steps: [
      H1,
      H2,
      RUN,
      { at: SECOND, do: "removeHandler", handler: "h1" },
      { at: 2 * SECOND, do: "stop" },
      { at: 2 * SECOND, do: "awaitRun" },
    ],
  });
  expect(timesOf(observed, "handler.removed")).toEqual([1]);
  expect(timesOf(observed, "run.return")).toEqual([5]);
});

test("RemoveEventHandler waits while the processor ends, which holds listenersLock until the calls in progress have returned (sharedProcessor.run)", () => {
  const observed = play({
    options: TWO_HANDLERS,
    steps: [
      H1,
      H2,
      RUN,
      { at: 2 * SECOND, do: "stop" },
      { at: 3 * SECOND, do: "removeHandler", handler: "h2" },
      { at: 3 * SECOND, do: "shutdownHandler", handler: "h2" },
    ],
  });
  expect(timesOf(observed, "handler.removed")).toEqual([5]);
  expect(timesOf(observed, "handler.shutdown")).toEqual([5]);
});

test("RemoveEventHandler and ShutDownEventHandler fail for a handle that is none (sharedProcessor.removeListener)", () => {
  const observed = play({
    steps: [RUN, { at: 0, do: "removeHandler", handler: "h1" }, { at: 0, do: "shutdownHandler", handler: "h1" }],
  });
  const answers = observed.filter(({ type }) => type === "handler.removed" || type === "handler.shutdown");
  expect(answers.map(({ ok }) => ok)).toEqual([false, false]);
});

test("a handler that joins while the stop is held up by a streaming list gets the cache and is synced (AddEventHandlerWithOptions, listener.watchSynced)", () => {
  const observed = play({
    options: { watchListClient: true, handlers: [{ id: "h1", callDuration: 0 }] },
    watches: [
      {
        onOpen: [
          { event: { type: "ADDED", object: { name: "a", rv: "5" } } },
          {
            event: {
              type: "BOOKMARK",
              object: { name: "", rv: "10", annotations: { "k8s.io/initial-events-end": "true" } },
            },
          },
        ],
      },
      { error: { network: "ECONNREFUSED" } },
    ],
    steps: [
      RUN,
      sendError(SECOND, GONE), // backoff 1.2 s; then the refusal, and a wait of 2.4 s that no stop cuts short
      { at: 3 * SECOND, do: "stop" },
      { ...H1, at: 3 * SECOND },
      { at: 3 * SECOND, do: "state" },
    ],
  });
  expect(calls(observed)).toEqual(['3 OnAdd "a@5"']);
  expect(lastState(observed)).toMatchObject({ handlers: { h1: true }, isStopped: false });
});

test("the resync phase of a handler starts when it asks to join, not when the item at hand lets it in (newProcessListener before blockDeltas)", () => {
  const observed = play({
    options: {
      resyncPeriod: 10 * SECOND,
      handlers: [{ id: "h1", callDuration: 0, resyncPeriod: 20 * SECOND }],
      slowStoreWrites: [{ object: "a@5", duration: 5 * SECOND }],
    },
    steps: [RUN, { ...H1, at: 0 }, { at: 21 * SECOND, do: "state" }],
  });
  expect(timesOf(observed, "handler.added")).toEqual([5]);
  expect(observed.filter(({ type }) => type === "resync.tick").map(({ t, due }) => [t / SECOND, due])).toEqual([
    [10, []],
    [20, ["h1"]],
  ]);
});

test("WaitForCacheSync gives up at once when its context is cancelled, and says true to what has synced all the same (wait.PollImmediateUntil)", () => {
  const stop: VectorStep = { at: 0, do: "stop" };
  const wait: VectorStep = { at: 3 * SECOND, do: "waitForCacheSync" };
  const never = play({ lists: [{ error: { network: "EOF" } }], steps: [RUN, stop, wait] });
  const synced = play({ steps: [RUN, stop, wait] });
  const answers = [never, synced].map((observed) => observed.at(-1));
  expect(answers).toEqual([false, true].map((ok) => ({ t: 3 * SECOND, type: "waitForCacheSync.return", ok })));
});

test("a list that a stop leaves behind goes on page by page and asks for the most recent if it must, when its client heeds no context", () => {
  const observed = play({
    lists: [
      { rv: "10", items: [{ name: "a", rv: "5" }], continue: "p2", delay: 2 * SECOND },
      { error: { status: GONE }, delay: SECOND },
      { error: { status: GONE }, delay: SECOND },
      { rv: "20", items: [], continue: "more" },
      { rv: "20", items: [] },
    ],
    steps: [RUN, { at: SECOND, do: "stop" }, { at: 9 * SECOND, do: "state" }],
  });
  // `pager.go:list`: the next page; the full list at the first version once the token has expired. `reflector.go:list`: then "" and the limit.
  expect(
    observed
      .filter(({ type }) => type === "list.request" || type === "reflector.rvUnavailable" || type === "run.return")
      .map(({ t, type, rv, limit, continue: token }) => [t / SECOND, type, rv, limit, token]),
  ).toEqual([
    [0, "list.request", "0", 500, undefined],
    [1, "run.return", undefined, undefined, undefined],
    [2, "list.request", "", 500, "p2"],
    [3, "list.request", "0", undefined, undefined],
    [4, "reflector.rvUnavailable", undefined, undefined, undefined],
    [4, "list.request", "", 500, undefined],
    [4, "list.request", "", 500, "more"],
  ]);
  expect(lastState(observed)).toMatchObject({ store: [], lastSyncRV: "", isStopped: true });
});

function timesOf(observed: readonly Observation[], wanted: string): readonly number[] {
  return observed.filter(({ type }) => type === wanted).map(({ t }) => t / SECOND);
}
