import { expect, test } from "vitest";
import { type PlaybackInput, playFrame, stopped } from "./playback.ts";

const second = 1_000_000;

function input(part: Partial<PlaybackInput>): PlaybackInput {
  return { now: 0, speed: 1, at: 0, nextAt: undefined, folds: true, waiting: false, ...part };
}

/** Plays `frames` frames of 16 ms where each advance is answered before the next frame; the times reached. */
function play(frames: number, part: Partial<PlaybackInput>, nextOf: (at: number) => number | undefined): number[] {
  const reached: number[] = [];
  let playback = stopped;
  let at = 0;
  for (let frame = 0; frame <= frames; frame++) {
    const result = playFrame(playback, input({ now: frame * 16, at, nextAt: nextOf(at), ...part }));
    playback = result.playback;
    if (result.until === undefined) continue;
    at = result.until;
    reached.push(at);
  }
  return reached;
}

test("the first frame only looks at the clock", () => {
  expect(playFrame(stopped, input({ now: 500 }))).toEqual({
    playback: { last: 500, gap: undefined },
    until: undefined,
  });
});

test("at half speed, 16 ms on the screen are 8 ms in the run", () => {
  expect(play(3, { speed: 0.5 }, () => undefined)).toEqual([8_000, 16_000, 24_000]);
});

test("while an advance is not answered, none is sent, and its time is not lost", () => {
  const { playback } = playFrame(stopped, input({ now: 0 }));
  const waiting = playFrame(playback, input({ now: 16, waiting: true }));
  expect(waiting.until).toBeUndefined();
  expect(playFrame(waiting.playback, input({ now: 32 })).until).toBe(32_000);
});

test("a page that was hidden for a minute goes on where it was", () => {
  const { playback } = playFrame(stopped, input({ now: 0 }));
  expect(playFrame(playback, input({ now: 60_000 })).until).toBe(100_000);
});

test("an idle gap of five minutes is crossed within 0.7 s and ends exactly at its event", () => {
  const event = 300 * second;
  const reached = play(50, {}, (at) => (at < event ? event : undefined));
  const crossed = reached.indexOf(event);
  expect(crossed).toBeGreaterThan(40);
  expect(crossed * 16).toBeLessThanOrEqual(700);
  expect(reached[crossed + 1]).toBe(event + 16_000);
});

test("the speed within a gap is even", () => {
  const reached = [0, ...play(10, {}, () => 300 * second)];
  const strides = reached.slice(1).map((at, index) => at - (reached[index] ?? 0));
  expect(Math.max(...strides) - Math.min(...strides)).toBeLessThanOrEqual(1);
});

test("a gap that is shorter than its bound is played at the chosen speed, and so is every gap in real proportions", () => {
  expect(play(1, {}, () => 500_000)).toEqual([16_000]);
  expect(play(1, { folds: false }, () => 300 * second)).toEqual([16_000]);
});

test("at a speed where a frame is 1.6 µs, nothing is lost to rounding", () => {
  expect(play(5, { speed: 1e-4 }, () => undefined)).toEqual([1, 3, 4, 6, 8]);
});
