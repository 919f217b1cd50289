import { expect, test } from "vitest";
import type { ViewId } from "../scenarios/view-ids.ts";
import type { Command } from "../session/protocol.ts";
import { createAppStore } from "./app-store.ts";
import { startPlayClock } from "./play-clock.ts";
import { activeSeq } from "./selectors.ts";
import { advancedReport, createTestChannel, openedReport, testInfo, testRow } from "./test-channel.ts";
import { testChapter, testScenario } from "./test-scenario.ts";

function openStore(events = 100) {
  const channel = createTestChannel();
  const store = createAppStore({ channel, readLibrary: async () => [] });
  store.actions.open({ scenario: { type: "stock", id: "three-pods" }, inputs: [] });
  channel.report(openedReport(1, events));
  const sentOf = <T extends Command["type"]>(type: T) =>
    channel.sent.filter((command): command is Extract<Command, { type: T }> => command.type === type);
  return { channel, store, sentOf };
}

test("while scrubbing, one seek is in flight and the latest wanted one follows", () => {
  const { channel, store, sentOf } = openStore();
  for (const seq of [10, 20, 30, 40]) store.actions.seek({ type: "event", seq });
  expect(sentOf("seek").map((command) => command.to)).toEqual([{ type: "event", seq: 10 }]);
  channel.report(advancedReport(1, 10));
  expect(sentOf("seek").map((command) => command.to)).toEqual([
    { type: "event", seq: 10 },
    { type: "event", seq: 40 },
  ]);
  channel.report(advancedReport(1, 40));
  expect(sentOf("seek")).toHaveLength(2);
});

test("each run gets a number of its own, also when the one before was not opened", () => {
  const { channel, store, sentOf } = openStore();
  const spec = { scenario: { type: "inline", text: "x" }, inputs: [] } as const;
  store.actions.open(spec);
  store.actions.open(spec);
  channel.report({ type: "rejected", run: 3, problems: [{ path: "", message: "no" }] });
  expect(sentOf("open").map((command) => command.run)).toEqual([1, 2, 3]);
  expect(store.getState().run.id).toBe(1);
});

test("rows around the cursor and its chain are asked for once", () => {
  const { channel, store, sentOf } = openStore();
  store.actions.move(1);
  channel.report(advancedReport(1, 60));
  expect(sentOf("readEvents").at(-1)).toMatchObject({ from: 17, to: 76 });
  expect(sentOf("readChain").at(-1)).toMatchObject({ seq: 60 });
  const before = channel.sent.length;
  store.actions.needRows(20, 70);
  store.actions.needChain(60);
  expect(channel.sent).toHaveLength(before);
});

test("known rows are not asked for again, and what is missing in between is asked for as one span", () => {
  const { channel, store, sentOf } = openStore();
  const { query } = sentOf("readEvents").at(-1) ?? { query: -1 };
  channel.report({ type: "events", run: 1, query, rows: [0, 1, 2, 3].map(testRow) });
  store.actions.needRows(0, 30);
  expect(sentOf("readEvents").at(-1)).toMatchObject({ from: 4, to: 30 });
});

test("versions are asked for once for as many events as there are, and kept until another branch is shown", () => {
  const { channel, store, sentOf } = openStore();
  store.actions.needVersions();
  store.actions.needVersions();
  expect(sentOf("readVersions")).toHaveLength(1);
  const { query } = sentOf("readVersions")[0] ?? { query: -1 };
  channel.report({ type: "versions", run: 1, query, versions: [] });
  const { versions, columns } = store.getState().trace;
  expect(versions).toEqual({ events: columns.length, list: [] });
  store.actions.needVersions();
  expect(sentOf("readVersions")).toHaveLength(1);
});

test("what is hovered is explained before what is selected, and that before the cursor", () => {
  const { store } = openStore();
  expect(activeSeq(store.getState())).toBe(0);
  store.actions.select({ seq: 7 });
  expect(activeSeq(store.getState())).toBe(7);
  store.actions.hover({ seq: 9 });
  expect(activeSeq(store.getState())).toBe(9);
});

test("acting in the past compares the two futures once the fork is there", () => {
  const { channel, store } = openStore();
  store.actions.interveneAndCompare({ type: "compact" });
  expect(store.getState().view.flowView.id).toBe("pipeline");
  channel.report(advancedReport(1, 1, { info: testInfo(1, 100, { branch: 1 }) }));
  expect(store.getState().view).toMatchObject({ flowView: { id: "compare" }, sides: { a: 0, b: 1 } });
});

test("playing advances once per frame, waits for the answer, and stops at a breakpoint", () => {
  const { channel, store, sentOf } = openStore();
  let onFrame: (now: number) => void = () => undefined;
  startPlayClock(store, {
    request: (callback) => {
      onFrame = callback;
      return 1;
    },
    cancel: () => undefined,
  });
  store.actions.setView({ playing: true, speed: 1, axis: "real" });
  onFrame(0);
  onFrame(16);
  onFrame(32);
  expect(sentOf("advance")).toMatchObject([{ until: 16_000 }]);
  channel.report(advancedReport(1, 16));
  onFrame(48);
  expect(sentOf("advance")).toMatchObject([{ until: 16_000 }, { until: 48_000 }]);
  channel.report(advancedReport(1, 20, { stoppedAt: 3 }));
  expect(store.getState().view.playing).toBe(false);
});

test("playing stops at the end of the run", () => {
  const { channel, store } = openStore();
  startPlayClock(store, { request: () => 1, cancel: () => undefined });
  store.actions.setView({ playing: true });
  channel.report(advancedReport(1, 99));
  expect(store.getState().view.playing).toBe(false);
});

test("breakpoints hold in the next run as well", () => {
  const { channel, store, sentOf } = openStore();
  store.actions.setBreakpoints([{ id: 1, type: "watch.close" }]);
  store.actions.open({ scenario: { type: "stock", id: "sandbox" }, inputs: [] });
  channel.report(openedReport(2, 10));
  expect(sentOf("breakpoints").map((command) => command.run)).toEqual([1, 2]);
});

test("a run opens in the view of its link, else in that of its chapter; a choice lasts as long as the scenario", () => {
  const channel = createTestChannel();
  const chapters = [testChapter({ view: "pipeline", focus: "etcd" })];
  const store = createAppStore({ channel, readLibrary: async () => [] });
  const show = (run: number, id: string, chapter: number, view?: ViewId) => {
    const spec = { scenario: { type: "stock", id }, inputs: [] } as const;
    store.actions.open(spec, view === undefined ? {} : { view });
    const begun = { index: 0, seq: chapter, step: 0, at: 0, answerSeq: undefined };
    const scenario = testScenario({ id, chapters });
    channel.report(openedReport(run, 10, { scenario, info: testInfo(run, 10, { spec, chapters: [begun] }) }));
    return store.getState().view.flowView;
  };
  const elsewhere = "elsewhere" as ViewId;
  expect(show(1, "a", 5, elsewhere)).toEqual({ id: elsewhere });
  expect(show(2, "a", 5)).toEqual({ id: elsewhere });
  expect(show(3, "a", 0)).toEqual({ id: "pipeline", passing: true });
  store.actions.setView({ flowView: { id: elsewhere } });
  expect(show(4, "b", 5)).toEqual({ id: "pipeline" });
});

test("a run opens looking at what its chapter speaks of, until the first step", () => {
  const channel = createTestChannel();
  const store = createAppStore({ channel, readLibrary: async () => [] });
  store.actions.open({ scenario: { type: "stock", id: "a" }, inputs: [] });
  const scenario = testScenario({ chapters: [testChapter({ focus: "etcd" })] });
  const begun = { index: 0, seq: 0, step: 0, at: 0, answerSeq: undefined };
  channel.report(openedReport(1, 10, { scenario, info: testInfo(1, 10, { chapters: [begun] }) }));
  expect(store.getState().view.selected).toEqual({ actor: "etcd", passing: true });
  store.actions.move(1);
  channel.report(advancedReport(1, 1));
  expect(store.getState().view.selected).toEqual({});
});

test("the catalogue is read once, when somebody looks at it", async () => {
  const all = [testScenario({ id: "a" })];
  let reads = 0;
  const readLibrary = async () => {
    reads += 1;
    return all;
  };
  const store = createAppStore({ channel: createTestChannel(), readLibrary });
  expect(store.getState().library).toBeUndefined();
  store.actions.needLibrary();
  await Promise.resolve();
  await Promise.resolve();
  store.actions.needLibrary();
  expect([store.getState().library, reads]).toEqual([all, 1]);
});
