import { type Playback, playFrame, stopped } from "../session/playback.ts";
import type { AppState } from "./app-state.ts";
import type { AppStore } from "./app-store.ts";
import { canGoOn } from "./selectors.ts";

/** The browser's clock, or a test's. */
export type FrameClock = {
  readonly request: (callback: (now: number) => void) => number;
  readonly cancel: (handle: number) => void;
};

/** At most this many events for one frame of the screen, so that a busy instant cannot freeze the page. */
const mostEvents = 4_000;

/** Lets virtual time run while `view.playing` is set. Returns how to stop it for good. */
export function startPlayClock(store: AppStore, clock: FrameClock): () => void {
  let playback: Playback = stopped;
  let isPlaying = false;
  let handle = 0;
  const onFrame = (now: number) => {
    if (!isPlaying) return;
    const result = playFrame(playback, { now, ...inputOf(store.getState()) });
    playback = result.playback;
    if (result.until !== undefined) store.actions.advance(result.until, mostEvents);
    handle = clock.request(onFrame);
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.view.playing && state.run !== before.run && hasToStop(state, before)) {
      store.actions.setView({ playing: false });
      return;
    }
    if (state.view.playing === isPlaying) return;
    isPlaying = state.view.playing;
    if (!isPlaying) return clock.cancel(handle);
    playback = stopped;
    handle = clock.request(onFrame);
  });
  return () => {
    unsubscribe();
    isPlaying = false;
    clock.cancel(handle);
  };
}

function inputOf(state: AppState) {
  const { cursor } = state.run;
  const { columns } = state.trace;
  const known = cursor.seq + 1 < columns.length ? columns.at[cursor.seq + 1] : undefined;
  return {
    speed: state.view.speed,
    at: cursor.at,
    nextAt: known ?? state.frame.current?.next[0]?.at,
    folds: state.view.axis !== "real",
    waiting: state.pending.inFlight.length > 0,
  };
}

/** At a breakpoint, at a broken invariant of the modelled controllers, and at the end. */
function hasToStop(state: AppState, before: AppState): boolean {
  const isBroken = (state.frame.current?.violations.length ?? 0) > (before.frame.current?.violations.length ?? 0);
  return state.run.stoppedAt !== undefined || isBroken || !canGoOn(state);
}
