/** What playing remembers from one frame of the screen to the next. */
export type Playback = {
  /** Time of the frame up to which virtual time was asked for, in ms; undefined before the first. */
  readonly last: number | undefined;
  /** An idle gap that is being crossed, and at which speed. */
  readonly gap: { readonly until: number; readonly speed: number } | undefined;
};

/** What playing needs to know at a frame of the screen. */
export type PlaybackInput = {
  /** Time of this frame in ms. */
  readonly now: number;
  /** Virtual seconds in one real second. */
  readonly speed: number;
  /** The cursor, µs. */
  readonly at: number;
  /** Time of the next event, µs; undefined when it is not known. */
  readonly nextAt: number | undefined;
  /** Whether idle gaps are crossed quickly, as the elastic axis draws them. */
  readonly folds: boolean;
  /** Whether the last advance has not been answered yet. */
  readonly waiting: boolean;
};

/** Playing that has not begun. */
export const stopped: Playback = { last: undefined, gap: undefined };

/** An idle gap takes at most this long on the screen. */
const longestGapMs = 700;
/** A page that was hidden does not catch up with what it missed. */
const longestFrameMs = 100;

/** The playback after this frame, and the virtual time to advance to, if any. One advance is in flight at a time. */
export function playFrame(
  playback: Playback,
  input: PlaybackInput,
): { readonly playback: Playback; readonly until: number | undefined } {
  const { now, at } = input;
  if (playback.last === undefined) return { playback: { last: now, gap: undefined }, until: undefined };
  if (input.waiting) return { playback, until: undefined };
  const elapsed = Math.min(now - playback.last, longestFrameMs);
  const gap = gapOf(playback, input);
  const microsPerMs = 1_000 * (gap?.speed ?? input.speed);
  const reached = Math.floor(at + elapsed * microsPerMs);
  if (reached <= at) return { playback: { ...playback, gap }, until: undefined };
  // What is less than a microsecond is kept for the next frame.
  const last = now - Math.max(0, elapsed - (reached - at) / microsPerMs);
  return { playback: { last, gap }, until: gap === undefined ? reached : Math.min(reached, gap.until) };
}

/** The gap that the cursor is in, when it would take too long at the chosen speed. */
function gapOf(playback: Playback, { at, nextAt, speed, folds }: PlaybackInput): Playback["gap"] {
  if (!folds || nextAt === undefined || nextAt <= at) return undefined;
  // The speed is set on entering and kept: it would fall with what is left of the gap.
  if (playback.gap?.until === nextAt) return playback.gap;
  const needed = (nextAt - at) / (longestGapMs * 1_000);
  return needed > speed ? { until: nextAt, speed: needed } : undefined;
}
