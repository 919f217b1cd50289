import { expect, test } from "vitest";
import type { Band, Mark, Tone } from "../simulation/cluster/lanes.ts";
import { STRIP_WIDTH, type StripEvent, signatureStrip } from "./signature-strip.ts";

function event(at: number, lane: string, band: Band, tone: Tone, mark: Mark = "none"): StripEvent {
  return { at, reading: { lane, band, tone, mark, label: "" } };
}

const run: readonly StripEvent[] = [
  event(0, "web/Pod/reflector", "start", "ok"),
  event(0, "web/queue", "same", "idle"),
  event(1_000, "user", "same", "fault", "flag"),
  event(1_000, "web/Pod/reflector", "start", "failed"),
  event(60_000_000, "web/Pod/reflector", "start", "waiting"),
  event(61_000_000, "web/Pod/reflector", "start", "waiting"),
  event(62_000_000, "web/Pod/reflector", "end", "idle"),
  event(62_000_000, "scheduler/Pod/watch", "start", "failed"),
];

test("bands of one class that touch are one band, and none reaches beyond the strip", () => {
  const { bands } = signatureStrip(run, []);
  expect(bands.map(({ tone }) => tone)).toEqual(["ok", "failed", "waiting"]);
  expect(bands.every(({ x, w }) => x >= 0 && x + w <= STRIP_WIDTH)).toBe(true);
});

test("a wait of a minute leaves room for the millisecond before it", () => {
  const { bands } = signatureStrip(run, []);
  expect(bands[0]?.w).toBeGreaterThan(STRIP_WIDTH / 40);
});

test("what a person does stands where it happened, and a chapter where it begins", () => {
  const { marks, chapters, bands } = signatureStrip(run, [0, 1_500]);
  expect(marks).toEqual([{ lane: 0, x: bands[1]?.x, mark: "flag", tone: "fault" }]);
  expect(chapters).toEqual([bands[0]?.x, bands[1]?.x]);
});

test("only lanes of controllers count", () => {
  expect(signatureStrip(run, []).bands.every(({ lane }) => lane === 0)).toBe(true);
});
