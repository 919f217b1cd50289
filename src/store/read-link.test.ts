import { expect, test } from "vitest";
import type { ViewId } from "../scenarios/view-ids.ts";
import { decodeLink } from "../sharing/link.ts";
import { initialState } from "./app-state.ts";
import { readLink } from "./read-link.ts";
import { linkOfRun } from "./run-link.ts";
import { testInfo } from "./test-channel.ts";

const spec = { scenario: { type: "stock", id: "three-pods" }, inputs: [] } as const;
const digest = "0f7f3a91c0a1b2";

function runAt(seq: number) {
  const info = testInfo(1, 100, { digest, spec: { ...spec, seed: 9 } });
  return { ...initialState, run: { ...initialState.run, id: 1, info, cursor: { step: seq, seq, at: seq } } };
}

test("a link that was made opens the same run at the same event, with its digest", async () => {
  const link = await linkOfRun(runAt(42));
  const opened = await readLink(`https://example.org/loopscope/${link?.hash}`);
  expect(opened).toEqual({
    type: "ok",
    value: { spec: { ...spec, seed: 9 }, at: { type: "event", seq: 42 }, digest },
  });
});

test("the part behind # is enough, and the form by hand says the same without the digest", async () => {
  const link = await linkOfRun(runAt(42));
  expect((await readLink(link?.hash.slice(1) ?? "")).type).toBe("ok");
  expect(link?.byHand).toBe("#/s/three-pods?seed=9&at=e42");
  expect(await readLink("/s/three-pods?seed=9&at=e42")).toMatchObject({ value: { at: { type: "event", seq: 42 } } });
});

test("a link keeps the view, and one that only a newer page knows opens without it", async () => {
  const spoken = await readLink("/s/three-pods?view=pipeline");
  expect(spoken).toMatchObject({ value: { view: "pipeline" } });
  const state = runAt(42);
  const elsewhere = { id: "elsewhere" as ViewId };
  const link = await linkOfRun({ ...state, view: { ...state.view, flowView: elsewhere } });
  const opened = await readLink(link?.hash ?? "");
  expect(opened.type === "ok" && opened.value.view).toBeUndefined();
  expect(decodeLink(link?.hash ?? "")).toMatchObject({ value: { view: { view: "elsewhere" } } });
  expect(link?.hash.length).toBeLessThanOrEqual(61);
});

test("a link by hand without a place opens where its scenario opens", async () => {
  expect(await readLink("#/s/three-pods")).toEqual({ type: "ok", value: { spec } });
});

test("the link to a recorded run is the one by hand: its recording says whether it is the same", async () => {
  const state = runAt(40);
  const recorded = { scenario: { type: "recorded", name: "T14-paged" }, inputs: [] } as const;
  const link = await linkOfRun({ ...state, run: { ...state.run, info: testInfo(1, 100, { digest, spec: recorded }) } });
  expect(link).toMatchObject({ hash: "#/v/T14-paged?at=e40", byHand: "#/v/T14-paged?at=e40" });
  expect(await readLink("/v/T14-paged?at=e40")).toEqual({
    type: "ok",
    value: { spec: recorded, at: { type: "event", seq: 40 } },
  });
});

test("a damaged link says so", async () => {
  const link = await linkOfRun(runAt(42));
  const result = await readLink(link?.hash.slice(0, -3) ?? "");
  expect(result.type === "problems" && result.problems[0]?.message).toMatch(/cut or changed/);
});

test("several lines are a scenario, also when a line holds a #", async () => {
  const text = "loopscope: 1\nid: x # mine\n";
  expect(await readLink(text)).toEqual({
    type: "ok",
    value: { spec: { scenario: { type: "inline", text }, inputs: [] } },
  });
});

test("there is no link before there is a run", async () => {
  expect(await linkOfRun(initialState)).toBeUndefined();
});
