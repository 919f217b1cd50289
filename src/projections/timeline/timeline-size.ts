import type { SceneSize } from "./scene.ts";

/** A box that the timeline fills, CSS px. */
export type TimelineBox = { readonly width: number; readonly height: number; readonly ratio: number };

/** How a box is divided. */
export type TimelineSize = { readonly scene: SceneSize; readonly foldWidth: number };

type Measures = {
  readonly gutter: number;
  readonly minimapHeight: number;
  readonly foldWidth: number;
  /** As many lanes as the usual height should hold. */
  readonly lanes: number;
};

const LARGE: Measures = { gutter: 152, minimapHeight: 30, foldWidth: 36, lanes: 11 };
const MIDDLE: Measures = { gutter: 152, minimapHeight: 30, foldWidth: 32, lanes: 9 };
const SMALL: Measures = { gutter: 108, minimapHeight: 24, foldWidth: 32, lanes: 6 };
const PHONE: Measures = { gutter: 92, minimapHeight: 0, foldWidth: 30, lanes: 5 };

const AXIS_HEIGHT = 22;
const TALLEST_LANE = 19;
const LOWEST_LANE = 16;

/** Divides a box by its width; lanes take what the height gives them, and a higher box holds more of them. */
export function sizeTimeline({ width, height, ratio }: TimelineBox): TimelineSize {
  const { gutter, minimapHeight, foldWidth, lanes } = measuresOf(width);
  const room = height - AXIS_HEIGHT - 2 - minimapHeight;
  const laneHeight = Math.min(TALLEST_LANE, Math.max(LOWEST_LANE, Math.floor(room / lanes)));
  return { scene: { width, height, gutter, axisHeight: AXIS_HEIGHT, laneHeight, minimapHeight, ratio }, foldWidth };
}

function measuresOf(width: number): Measures {
  if (width >= 1400) return LARGE;
  if (width >= 1100) return MIDDLE;
  return width >= 600 ? SMALL : PHONE;
}
