import { useApp } from "../app-context.tsx";

/** Virtual time at the cursor, µs: countdowns are drawn from it, so paused means still. */
export function useNow(): number {
  return useApp((state) => state.frame.current?.at ?? 0);
}

/** How much of a span has passed, 0 to 1. */
export function passedShare(now: number, since: number, until: number): number {
  return until <= since ? 1 : Math.min(1, Math.max(0, (now - since) / (until - since)));
}
