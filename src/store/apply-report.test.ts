import { expect, test } from "vitest";
import { type AppState, initialState } from "./app-state.ts";
import { applyReport } from "./apply-report.ts";
import { advancedReport, openedReport, testChunk, testFrame, testInfo, testRow } from "./test-channel.ts";

function opening(run: number): AppState {
  const spec = { scenario: { type: "stock", id: "three-pods" }, inputs: [] } as const;
  return {
    ...initialState,
    pending: { ...initialState.pending, opening: { run, spec, at: undefined, view: undefined } },
  };
}

function opened(): AppState {
  return applyReport(opening(1), openedReport(1, 100));
}

function asking(state: AppState, type: "move" | "seek" | "advance" | "choose", direction: 1 | -1 = 1): AppState {
  return { ...state, pending: { ...state.pending, inFlight: [...state.pending.inFlight, { type, direction }] } };
}

test("an opened run replaces everything of the one before", () => {
  const state = opened();
  expect(state.run.id).toBe(1);
  expect(state.trace.columns.length).toBe(100);
  expect(state.pending.opening).toBeUndefined();
});

test("reports of a run that is neither shown nor awaited are dropped", () => {
  const state = opened();
  expect(applyReport(state, advancedReport(7, 5))).toBe(state);
});

test("while another run is being opened, the one on the screen goes on", () => {
  const state = { ...opened(), pending: opening(2).pending };
  expect(applyReport(state, advancedReport(1, 5)).run.cursor.seq).toBe(5);
});

test("a run that can not be opened leaves the one on the screen, and says what is wrong", () => {
  const state = { ...opened(), pending: opening(2).pending };
  const problems = [{ path: "then[0]", line: 3, message: "no such action" }];
  const next = applyReport(state, { type: "rejected", run: 2, problems });
  expect(next.run).toBe(state.run);
  expect(next.pending.opening).toBeUndefined();
  expect(next.view.problems).toBe(problems);
});

test.each([
  ["move", 1, "step"],
  ["move", -1, "back"],
  ["choose", 1, "step"],
  ["advance", 1, "play"],
] as const)("the answer to %s %i counts as a %s", (type, direction, moved) => {
  const next = applyReport(asking(opened(), type, direction), advancedReport(1, 5));
  expect(next.frame).toEqual({ current: testFrame(5), previous: testFrame(0), moved });
  expect(next.pending.inFlight).toEqual([]);
});

test("the answer to seek counts as a jump, and what changed is seen against the step before it", () => {
  const next = applyReport(asking(opened(), "seek"), advancedReport(1, 5, { before: testFrame(4) }));
  expect(next.frame).toEqual({ current: testFrame(5), previous: testFrame(4), moved: "jump" });
});

test("what the story looks at is let go with the first step; what somebody chose stays", () => {
  const looking = (selected: AppState["view"]["selected"], type: "move" | "seek") => {
    const state = asking(opened(), type);
    return applyReport({ ...state, view: { ...state.view, selected } }, advancedReport(1, 5)).view.selected;
  };
  expect(looking({ actor: "etcd", passing: true }, "move")).toEqual({});
  expect(looking({ actor: "etcd", passing: true }, "seek")).toEqual({ actor: "etcd", passing: true });
  expect(looking({ actor: "etcd" }, "move")).toEqual({ actor: "etcd" });
});

test("commands are answered in the order in which they were sent", () => {
  const state = asking(asking(opened(), "move"), "seek");
  const first = applyReport(state, advancedReport(1, 1));
  expect(first.frame.moved).toBe("step");
  expect(applyReport(first, advancedReport(1, 9)).frame.moved).toBe("jump");
});

test("events answer the question with their number, and no other", () => {
  const state = opened();
  const asked = {
    ...state,
    pending: { ...state.pending, asked: new Map([[4, { type: "rows", from: 2, to: 4 } as const]]) },
  };
  const rows = [testRow(2), testRow(3)];
  expect(applyReport(asked, { type: "events", run: 1, query: 5, rows })).toBe(asked);
  const next = applyReport(asked, { type: "events", run: 1, query: 4, rows });
  expect(next.trace.rows.get(3)).toEqual(testRow(3));
  expect(next.pending.asked.size).toBe(0);
});

test("another branch keeps the rows before the parting and forgets those after", () => {
  const state = opened();
  const known = { ...state, trace: { ...state.trace, rows: new Map([2, 8].map((seq) => [seq, testRow(seq)])) } };
  const next = applyReport(known, advancedReport(1, 5, { columns: testChunk(5, 10), info: testInfo(1, 15) }));
  expect([...next.trace.rows.keys()]).toEqual([2]);
  expect(next.trace.columns.length).toBe(15);
});

test("new events leave the known rows as they are", () => {
  const state = opened();
  const next = applyReport(state, advancedReport(1, 5, { columns: testChunk(100, 10) }));
  expect(next.trace.rows).toBe(state.trace.rows);
  expect(next.trace.columns.length).toBe(110);
});

test("a failure of ours stops playing and keeps the picture", () => {
  const state = { ...asking(opened(), "advance"), view: { ...initialState.view, playing: true } };
  const spec = testInfo(1, 1).spec;
  const next = applyReport(state, { type: "failed", run: 1, message: "oh", step: 3, spec, lastEvents: [] });
  expect(next.view.playing).toBe(false);
  expect(next.run.failure?.message).toBe("oh");
  expect(next.frame.current).toBe(state.frame.current);
  expect(next.pending.inFlight).toEqual([]);
});

test("what came along with a report needs no question, and what is known stays as it is", () => {
  const told = { rows: [testRow(4), testRow(5)], chains: [[testRow(4), testRow(5)]] };
  const state = applyReport(asking(opened(), "move"), advancedReport(1, 5, { told }));
  expect([...state.trace.rows.keys()]).toEqual([4, 5]);
  expect(state.trace.chains.get(5)).toEqual([testRow(4), testRow(5)]);
  const again = applyReport(asking(state, "move"), advancedReport(1, 5, { told: structuredClone(told) }));
  expect(again.trace.rows).toBe(state.trace.rows);
  expect(again.trace.chains).toBe(state.trace.chains);
});

test("parts of the frame that a step leaves alone keep their identity", () => {
  const state = applyReport(asking(opened(), "move"), advancedReport(1, 5));
  expect(state.frame.current?.etcd).toBe(state.frame.previous?.etcd);
  expect(state.frame.current?.step).toBe(5);
});
