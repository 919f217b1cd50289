import { expect, test } from "vitest";
import type { BandShape, MarkShape } from "./lane-content.ts";
import { type PlaceInput, placeTexts } from "./place-texts.ts";

const band = (x0: number, x1: number, label: string): BandShape => ({ event: 1, x0, x1, starts: true, tone: 3, label });
const mark = (x: number, label: string, event = 2): MarkShape => ({ event, x, mark: 1, tone: 0, label });
/** A text of n letters is 6 n px wide. */
const place = (input: Partial<PlaceInput>) =>
  placeTexts({
    content: { bands: [], marks: [] },
    widthOf: (text) => text.length * 6,
    blocked: [],
    playhead: undefined,
    width: 1000,
    ...input,
  });

test("a band's text stands in its widest stretch that no fold cuts", () => {
  const texts = place({
    content: { bands: [band(100, 400, "watching")], marks: [] },
    blocked: [{ left: 150, right: 186 }],
  });
  expect(texts).toMatchObject([{ text: "watching", left: 192, place: "band" }]);
});

test("a band's text that does not fit is left out", () => {
  expect(place({ content: { bands: [band(100, 150, "watching")], marks: [] } })).toEqual([]);
});

test("a band's text ends before the playhead or begins behind it", () => {
  const content = { bands: [band(100, 300, "watching")], marks: [] };
  expect(place({ content, playhead: 120 })[0]?.left).toBeGreaterThan(120);
  const [before] = place({ content, playhead: 280 });
  expect((before?.left ?? 0) + (before?.width ?? 0)).toBeLessThan(280);
});

test("a mark's text stands right of it, left where the playhead is near", () => {
  const content = { bands: [], marks: [mark(200, "900")] };
  expect(place({ content })).toMatchObject([{ left: 208, place: "mark" }]);
  expect(place({ content, playhead: 212 })).toMatchObject([{ left: 174 }]);
});

test("no text touches the next mark, another text or an arrow", () => {
  expect(
    place({
      content: { bands: [], marks: [mark(200, "655"), mark(212, "", 3)] },
      blocked: [{ left: 180, right: 192 }],
    }),
  ).toEqual([]);
  const texts = place({ content: { bands: [], marks: [mark(200, "655"), mark(240, "780", 3)] } });
  expect(texts.map(({ left }) => left)).toEqual([208, 248]);
});
