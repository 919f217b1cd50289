import type { AppStore } from "../../store/app-store.ts";
import { actorOfLane, eventOnLane } from "./lane-choice.ts";
import type { TimelineController } from "./timeline-controller.ts";

/** What a key press on the timeline may look at. */
export type TimelineKey = {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
};

const PAN_STEP = 80;

/**
 * Does what a key stands for while the timeline has the focus, and says whether it did. Stepping stays with the page's
 * own keys; with Alt the arrows pan.
 */
export function pressTimelineKey(timeline: TimelineController, store: AppStore, press: TimelineKey): boolean {
  if (press.ctrlKey || press.metaKey) return false;
  switch (press.key) {
    case "+":
    case "=":
      timeline.zoom(1.5);
      return true;
    case "-":
    case "_":
      timeline.zoom(1 / 1.5);
      return true;
    case "0":
      timeline.fit();
      return true;
    case "PageUp":
      timeline.panPage(-1);
      return true;
    case "PageDown":
      timeline.panPage(1);
      return true;
    case "ArrowUp":
      return pickNeighbour(timeline, store, -1);
    case "ArrowDown":
      return pickNeighbour(timeline, store, 1);
    case "ArrowLeft":
    case "ArrowRight":
      if (!press.altKey) return false;
      timeline.pan(press.key === "ArrowLeft" ? PAN_STEP : -PAN_STEP);
      return true;
    case "Enter":
      return seekOnLane(timeline, store, press.shiftKey ? -1 : 1);
    case "Escape":
      return letGoOfLane(timeline);
    default:
      return false;
  }
}

function pickNeighbour(timeline: TimelineController, store: AppStore, direction: 1 | -1): boolean {
  const { index } = timeline;
  if (index === undefined) return false;
  const { seq } = store.getState().run.cursor;
  const lane = timeline.lanes.neighbour(direction, index.columns.strings[index.columns.lane[seq] ?? 0]);
  if (lane === undefined) return false;
  timeline.lanes.picked = lane;
  store.actions.select({ actor: actorOfLane(index, lane, seq) });
  timeline.redraw();
  return true;
}

/** The next event of the picked lane, or with a direction of −1 the one before. */
function seekOnLane(timeline: TimelineController, store: AppStore, direction: 1 | -1): boolean {
  const { index, lanes } = timeline;
  if (index === undefined || lanes.picked === undefined) return false;
  const event = eventOnLane(index, lanes.picked, store.getState().run.cursor.seq, direction);
  if (event !== undefined) timeline.seek(event);
  return true;
}

function letGoOfLane(timeline: TimelineController): boolean {
  if (timeline.lanes.picked === undefined) return false;
  timeline.lanes.picked = undefined;
  timeline.redraw();
  // The page's own Escape clears the selection as well.
  return false;
}
