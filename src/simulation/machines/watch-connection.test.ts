import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { type WatchConnectionEvent, watchConnectionMachine } from "./watch-connection.ts";

const ends = ["deadlineReached", "fellBehind", "replayOverwritten", "cacheReset"] as const;
const everyEvent: readonly WatchConnectionEvent[] = [
  { type: "cacheBehind" },
  { type: "refused", code: 422 },
  { type: "startFailed", code: 410 },
  { type: "accepted", initial: 0 },
  { type: "accepted", initial: 2 },
  { type: "initialEventsSent" },
  { type: "eventQueued" },
  { type: "bookmarkDue" },
  { type: "streamFailed", code: 410 },
  { type: "held" },
  { type: "released" },
  { type: "silenced" },
  ...ends.flatMap((type) => [
    { type, unsent: 0 },
    { type, unsent: 3 },
  ]),
  { type: "serverStopped", polite: true, unsent: 1 },
  { type: "serverStopped", polite: false, unsent: 1 },
  { type: "clientLeft" },
  { type: "linkCut" },
  { type: "drained" },
];

function run(events: readonly WatchConnectionEvent[], allowBookmarks = true) {
  let snapshot: AnyMachineSnapshot = startMachine(watchConnectionMachine, { allowBookmarks }).snapshot;
  const effects: unknown[] = [];
  for (const event of events) {
    const step = stepMachine(watchConnectionMachine, snapshot, event);
    snapshot = step.snapshot;
    effects.push(...step.effects.map(({ type, params }) => (params === undefined ? type : { type, ...params })));
  }
  return { state: stateText(snapshot.value), context: snapshot.context, effects };
}

const open: readonly WatchConnectionEvent[] = [{ type: "accepted", initial: 0 }];

test("every state is reachable, with and without bookmarks, and only the closed connection stays as it is", () => {
  const reached = reachableStates(watchConnectionMachine, {
    inputs: [{ allowBookmarks: true }, { allowBookmarks: false }],
    events: everyEvent,
  });
  expect(reached).toMatchObject({ unreachable: [], deadEnds: [] });
});

test("from every state a closed connection can be reached by the link being cut", () => {
  for (const prefix of [[], open, [...open, { type: "held" }], [...open, { type: "silenced" }]] as const) {
    expect(run([...prefix, { type: "linkCut" }])).toMatchObject({ state: "closed", context: { reason: "linkCut" } });
  }
});

// apiserver B.4: RV in the future or unset waits up to 3 s for the cache, then goes on.
test("a watch that needs a fresher cache waits and then sends its initial events before anything else", () => {
  expect(run([{ type: "cacheBehind" }])).toMatchObject({ state: "opening.waitingForFreshCache", effects: [] });
  const started = run([{ type: "cacheBehind" }, { type: "accepted", initial: 2 }, { type: "eventQueued" }]);
  expect(started).toMatchObject({ state: "replaying", effects: ["sendHeaders", "writeInitialEvents"] });
  const flowing = run([{ type: "accepted", initial: 2 }, { type: "eventQueued" }, { type: "initialEventsSent" }]);
  expect(flowing.effects).toEqual(["sendHeaders", "writeInitialEvents", "writeQueued"]);
});

// apiserver B.5: HTTP 200, exactly one ERROR event, end of stream.
test("a version that is too old is answered with headers, one ERROR event and a clean end", () => {
  expect(run([{ type: "startFailed", code: 410 }])).toEqual({
    state: "closed",
    context: { allowBookmarks: true, reason: "errorSent", code: 410 },
    effects: ["sendHeaders", { type: "writeError", code: 410 }, { type: "endStream", reason: "errorSent", how: "eof" }],
  });
});

// apiserver B.4: bad options are an ordinary HTTP error.
test("a refused watch never becomes a stream", () => {
  expect(run([{ type: "refused", code: 422 }])).toMatchObject({
    state: "closed",
    effects: [{ type: "refuse", code: 422 }],
  });
});

// apiserver C.1: at expiry the handler just returns: EOF, no event. B.7: a slow watcher's stream ends cleanly without ERROR.
test.each([
  ["deadlineReached", "deadline"],
  ["fellBehind", "slowConsumer"],
  ["cacheReset", "cacheReset"],
] as const)("%s ends the stream cleanly and without an ERROR event", (type, reason) => {
  const atOnce = run([...open, { type, unsent: 0 }]);
  expect(atOnce.effects.slice(2)).toEqual([{ type: "endStream", reason, how: "eof" }]);
  const buffered = run([...open, { type: "held" }, { type, unsent: 2 }]);
  expect(buffered).toMatchObject({ state: "draining", context: { reason } });
  expect(run([...open, { type: "held" }, { type, unsent: 2 }, { type: "drained" }]).effects.at(-1)).toEqual({
    type: "endStream",
    reason,
    how: "eof",
  });
});

// apiserver B.7: if the ring entries needed for the replay are overwritten the stream just closes.
test("a replay that was overtaken by the ring just ends", () => {
  const { effects } = run([
    { type: "accepted", initial: 5 },
    { type: "replayOverwritten", unsent: 0 },
  ]);
  expect(effects.at(-1)).toEqual({ type: "endStream", reason: "replayOverwritten", how: "eof" });
});

// apiserver C.2: with grace period 0 the connection breaks, with one the watch ends cleanly.
test("a stopping server breaks the connection unless it has a termination grace period for watches", () => {
  expect(run([...open, { type: "serverStopped", polite: false, unsent: 4 }]).effects.at(-1)).toMatchObject({
    how: "broken",
  });
  expect(run([...open, { type: "serverStopped", polite: true, unsent: 0 }]).effects.at(-1)).toMatchObject({
    how: "eof",
  });
});

// apiserver B.6: only with allowWatchBookmarks=true; also while the initial events are being sent.
test("bookmarks are offered only to a watch that allows them", () => {
  expect(run([...open, { type: "bookmarkDue" }]).effects).toContain("offerBookmark");
  expect(run([{ type: "accepted", initial: 1 }, { type: "bookmarkDue" }]).effects).toContain("offerBookmark");
  expect(run([...open, { type: "bookmarkDue" }], false).effects).not.toContain("offerBookmark");
});

test("a held stream writes nothing until it is released, a silent one writes but no end arrives", () => {
  const held = [...open, { type: "held" }, { type: "eventQueued" }] as const;
  expect(run(held).effects).toEqual(["sendHeaders", "writeQueued"]);
  expect(run([...held, { type: "released" }]).effects).toEqual(["sendHeaders", "writeQueued", "writeQueued"]);
  expect(run([...open, { type: "silenced" }, { type: "deadlineReached", unsent: 1 }])).toMatchObject({
    state: "closed",
    context: { reason: "deadline" },
    effects: ["sendHeaders", "writeQueued", { type: "endStream", how: "broken" }],
  });
});
