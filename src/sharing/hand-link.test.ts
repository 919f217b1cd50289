import { expect, test } from "vitest";
import { encodeHandLink } from "./hand-link.ts";
import { decodeLink } from "./link.ts";
import { momentOf, someInputs } from "./sample-runs.ts";
import type { SharedRun } from "./shared-run.ts";

test("a hand-written link says what it means", () => {
  expect(
    decodeLink(
      "#/s/watch-history-gone?seed=7&at=e120&profile=classic&watchlist=off&fifo=RealFIFO-atomic&queue=priority&view=pipeline",
    ),
  ).toEqual({
    type: "ok",
    value: {
      engine: undefined,
      spec: {
        scenario: { type: "stock", id: "watch-history-gone" },
        profile: "classic",
        parts: { watchList: false, fifo: "RealFIFO atomic", queue: "priority" },
        seed: 7,
        inputs: [],
      },
      cursor: { type: "event", seq: 120 },
      digest: undefined,
      view: { view: "pipeline" },
    },
  });
  expect(decodeLink("/s/three-pods")).toMatchObject({ type: "ok", value: { cursor: { type: "start" } } });
});

test.each([
  ["at=s42", { type: "step", step: 42 }],
  ["at=c3", { type: "chapter", index: 2 }],
  ["at=12.842s", { type: "time", at: 12_842_000 }],
  ["at=end", { type: "end" }],
])("%s is a place in the run", (query, cursor) => {
  expect(decodeLink(`/s/stopping?${query}`)).toMatchObject({ type: "ok", value: { cursor } });
});

test.each([
  ["/s/thre-pods", 'There is no scenario "thre-pods". Did you mean /s/three-pods?', undefined],
  ["/s/", 'There is no scenario "". A link looks like /s/three-pods?seed=7&at=e120.', undefined],
  ["/x", 'There is no scenario "". A link looks like /s/three-pods?seed=7&at=e120.', undefined],
  ["/s/stopping?sead=7", 'A link has no "sead". Did you mean seed.', "stopping"],
  ["/s/stopping?seed=7&seed=8", '"seed" stands twice in this link.', "stopping"],
  [
    "/s/stopping?at=e999999999999",
    "at=e999999999999 is not understood; at takes a place such as e120 (event), s42 (step), c3 (chapter), 12.8s (time) or end.",
    "stopping",
  ],
  ["/s/stopping?seed=-1", "seed=-1 is not understood; seed takes a whole number from 0 to 4294967295.", "stopping"],
  [
    "/s/stopping?at=x9",
    "at=x9 is not understood; at takes a place such as e120 (event), s42 (step), c3 (chapter), 12.8s (time) or end.",
    "stopping",
  ],
  ["/s/stopping?profile=new", "profile=new is not understood; profile takes classic, in-order, current.", "stopping"],
  ["/s/stopping?watchlist=yes", "watchlist=yes is not understood; watchlist takes on or off.", "stopping"],
])("%s is a problem: %s", (link, message, scenario) => {
  expect(decodeLink(link)).toEqual({
    type: "problems",
    problems: { reason: "handWritten", scenario, problems: [{ path: "", message }] },
  });
});

const gone: SharedRun = {
  engine: undefined,
  spec: { scenario: { type: "recorded", name: "T06-410-relist-default" }, inputs: [] },
  cursor: { type: "event", seq: 40 },
  digest: undefined,
  view: {},
};

test("a recorded run has a link by hand, with a place and a view and nothing else", () => {
  expect(encodeHandLink(gone)).toBe("/v/T06-410-relist-default?at=e40");
  expect(decodeLink("#/v/T06-410-relist-default?at=e40")).toEqual({ type: "ok", value: gone });
  expect(decodeLink("/v/T14-paged")).toMatchObject({ value: { cursor: { type: "start" } } });
});

test.each([
  ["/v/", "A link to a recorded run looks like /v/T14-paged?at=e12."],
  ["/v/T14 paged", "A link to a recorded run looks like /v/T14-paged?at=e12."],
  ["/v/T14-paged?seed=7", 'A link has no "seed". There are at, view.'],
  ["/v/T14-paged?profil=x", 'A link has no "profil". There are at, view.'],
])("%s is a problem: %s", (link, message) => {
  expect(decodeLink(link)).toMatchObject({ problems: { reason: "handWritten", problems: [{ message }] } });
});

test("inputs and inline scenarios can't be written by hand", () => {
  expect(encodeHandLink(momentOf("stopping", someInputs(1)))).toBeUndefined();
  expect(
    encodeHandLink({ ...momentOf("stopping"), spec: { scenario: { type: "inline", text: "x" }, inputs: [] } }),
  ).toBeUndefined();
});

test("a view that does not exist is a problem, and the ones that do are named", () => {
  const opened = decodeLink("/s/stopping?view=pipelin");
  expect(opened.type === "problems" && opened.problems.problems[0]?.message).toMatch(
    /^view=pipelin .* takes pipeline\b/,
  );
});
