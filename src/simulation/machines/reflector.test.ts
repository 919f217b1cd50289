import { expect, test } from "vitest";
import type { AnyMachineSnapshot } from "xstate";
import { startMachine, stateText, stepMachine } from "../kernel/machine.ts";
import { reachableStates } from "./reachable-states.ts";
import { type ReflectorEvent, type ReflectorInput, reflectorMachine } from "./reflector.ts";

const input: ReflectorInput = { watchList: false, backoffReset: "sinceLastReset", now: 0 };
const drawn = { now: 0, jitter: 0 };

/** Plays events; `wait` lets the wait in progress end. Returns the state and what was asked for by the last event. */
function run(events: readonly (ReflectorEvent | "wait")[], given: Partial<ReflectorInput> = {}) {
  let snapshot: AnyMachineSnapshot = startMachine(reflectorMachine, { ...input, ...given }).snapshot;
  let effects: readonly unknown[] = [];
  for (const event of events) {
    const timer = { type: `xstate.after.backoff.reflector.${stateText(snapshot.value)}`, ...drawn };
    const step = stepMachine(reflectorMachine, snapshot, event === "wait" ? timer : event);
    snapshot = step.snapshot;
    effects = step.effects.map(({ type, params }) => (params === undefined ? type : { type, ...params }));
  }
  return { state: stateText(snapshot.value), context: snapshot.context, effects };
}

const listed = { type: "listAnswered", resourceVersion: "10", paged: false } as const;
const watching: readonly ReflectorEvent[] = [
  { type: "start" },
  listed,
  { type: "replaced", ...drawn },
  { type: "watchOpened" },
];
const gone = { type: "watchErrored", fault: "gone", ...drawn } as const;
const faults = ["refused", "tooManyRequests", "gone", "other"] as const;

test("every state is reachable and only a stopped reflector stays as it is", () => {
  const events: readonly ReflectorEvent[] = [
    { type: "start" },
    { type: "stop", ...drawn },
    { type: "pageAnswered", continue: "p2" },
    { type: "pageExpired" },
    listed,
    { type: "replaced", ...drawn },
    { type: "replaceFailed", ...drawn },
    { type: "watchOpened" },
    { type: "eventTaken", resourceVersion: "10", added: true },
    { type: "initialEventsEnded", resourceVersion: "10" },
    { type: "watchClosed", lasted: 0, ...drawn },
    { type: "watchClosed", lasted: 2_000_000, ...drawn },
    ...faults.flatMap((fault) => [
      { type: "listFailed", fault, ...drawn } as const,
      { type: "watchRefused", fault, ...drawn } as const,
      { type: "watchErrored", fault, ...drawn } as const,
    ]),
  ];
  const reached = reachableStates(reflectorMachine, {
    inputs: [input, { ...input, watchList: true }],
    events,
    within: (context) => Number(context["backoffSteps"]) <= 1 && Number(context["eventCount"]) <= 1,
  });
  expect(reached).toMatchObject({ unreachable: [], deadEnds: [] });
});

test("the very first list asks for any version in pages of 500, a relist for the last one without limit", () => {
  expect(run([{ type: "start" }]).effects).toEqual([
    { type: "sendList", resourceVersion: "0", limit: 500, continue: "" },
  ]);
  expect(run([...watching, gone, "wait"]).effects).toEqual([
    { type: "sendList", resourceVersion: "10", limit: 0, continue: "" },
  ]);
});

test("a first list in pages keeps the limit for ever", () => {
  const paged = [
    { type: "start" },
    { type: "pageAnswered", continue: "p2" },
    { type: "listAnswered", resourceVersion: "10", paged: true },
    { type: "replaced", ...drawn },
    { type: "watchOpened" },
    gone,
    "wait",
  ] as const;
  expect(run(paged).effects).toEqual([{ type: "sendList", resourceVersion: "10", limit: 500, continue: "" }]);
});

test("a list whose version is unusable is repeated at once at the most recent one, but only once", () => {
  const failed = { type: "listFailed", fault: "tooLarge", ...drawn } as const;
  const relist = [...watching, gone, "wait", failed] as const;
  expect(run(relist)).toMatchObject({
    state: "listing.mostRecent",
    effects: [
      { type: "reportUnavailable", value: true, changed: true },
      { type: "sendList", resourceVersion: "", limit: 0, continue: "" },
    ],
  });
  expect(run([...relist, failed]).state).toBe("backingOff");
  expect(run([...relist, failed, "wait"]).effects).toEqual([
    { type: "sendList", resourceVersion: "", limit: 500, continue: "" },
  ]);
});

test("the flag for an unusable version is taken back by a list that succeeds, before it is queued", () => {
  const failed = { type: "listFailed", fault: "gone", ...drawn } as const;
  const { effects, context } = run([{ type: "start" }, failed, listed]);
  expect(effects.slice(0, 2)).toMatchObject([
    { type: "reportUnavailable", value: false, changed: true },
    { type: "replaceStore" },
  ]);
  expect(context.unavailable).toBe(false);
});

test("an ERROR event ends ListAndWatch without an error, a refused connect with one that the error handler gets", () => {
  const types = (events: readonly ReflectorEvent[]) => run(events).effects.map((effect) => JSON.stringify(effect));
  expect(types([...watching, gone]).filter((text) => text.includes("callErrorHandler"))).toEqual([]);
  const refused = { type: "watchRefused", fault: "other", ...drawn } as const;
  expect(types([...watching.slice(0, 3), refused])).toContain('{"type":"callErrorHandler","stage":"watch"}');
});

test("the resync clock runs from the first watch of a ListAndWatch to its return, across further watches", () => {
  expect(run(watching.slice(0, 3)).effects).toContain("startResync");
  const rewatched = run([...watching, { type: "watchClosed", lasted: 2_000_000, ...drawn }]).effects;
  expect(rewatched).not.toContain("stopResync");
  expect(run([...watching, gone]).effects).toContain("stopResync");
});

test("ADDED events leave the version alone on a watch that began at no particular one, until another event comes", () => {
  const blind = [{ type: "start" }, { ...listed, resourceVersion: "" }, ...watching.slice(2)] as const;
  const added = { type: "eventTaken", resourceVersion: "5", added: true } as const;
  const modified = { type: "eventTaken", resourceVersion: "12", added: false } as const;
  expect(run([...blind, added]).context.lastSyncVersion).toBe("");
  expect(run([...blind, added, modified]).context.lastSyncVersion).toBe("12");
  expect(run([...blind, added, modified, { ...added, resourceVersion: "13" }]).context.lastSyncVersion).toBe("13");
});

test("waits double from 0.8 s to 30 s, each between once and twice its base", () => {
  const refused = { type: "watchRefused", fault: "refused", now: 0, jitter: 0.5 } as const;
  const events: (ReflectorEvent | "wait")[] = watching.slice(0, 3);
  const waits: number[] = [];
  for (let step = 0; step < 8; step++) {
    events.push(refused);
    waits.push(run(events).context.waitMs);
    events.push("wait");
  }
  expect(waits).toEqual([1200, 2400, 4800, 9600, 19_200, 38_400, 45_000, 45_000]);
});

test("since 0.36 the waits restart two minutes after the last restart, before that only after two minutes without a wait", () => {
  const refused = (seconds: number) =>
    ({ type: "watchRefused", fault: "refused", now: seconds * 1_000_000, jitter: 0 }) as const;
  const outage = [...watching.slice(0, 3), refused(60), "wait", refused(121)] as const;
  expect(run(outage).context.waitMs).toBe(800);
  expect(run(outage, { backoffReset: "sinceLastUse" }).context.waitMs).toBe(1600);
  const calm = [...watching.slice(0, 3), refused(60), "wait", refused(181)] as const;
  expect(run(calm, { backoffReset: "sinceLastUse" }).context.waitMs).toBe(800);
});

test("a streaming list asks for the most recent at first and for the last version later, and its stream goes on as the watch", () => {
  const first = run([{ type: "start" }], { watchList: true });
  expect(first.effects).toContainEqual({ type: "openWatch", resourceVersion: "", sendInitialEvents: true });
  const ended = { type: "initialEventsEnded", resourceVersion: "10" } as const;
  const streamed = [{ type: "start" }, { type: "watchOpened" }, ended, { type: "replaced", ...drawn }] as const;
  expect(run(streamed, { watchList: true })).toMatchObject({
    state: "watching.streaming",
    context: { lastSyncVersion: "10" },
  });
  const again = run([...streamed, gone, "wait"], { watchList: true });
  expect(again.effects).toContainEqual({ type: "openWatch", resourceVersion: "10", sendInitialEvents: true });
});
