import { type AxisInput, layoutAxis, type TimelineView, xOfEvent } from "./axis.ts";
import { panBy, viewAround, withEvent } from "./view-moves.ts";

/** How a view came about, and how the cursor moved since. */
export type Follow = {
  /** Chosen for the person; false as soon as they moved or zoomed it. */
  readonly isOurs: boolean;
  /** Whether the playhead was in the picture before the cursor moved. */
  readonly wasSeen: boolean;
  readonly isPlaying: boolean;
};

/** While playing, the playhead stops here and the lanes move on below it. */
const STOP_SHARE = 0.86;

/**
 * The view after the cursor has moved. A step or a seek always ends within the picture. While playing, a person who
 * panned away is left alone. A view that was chosen for the person is chosen anew when the playhead leaves it.
 */
export function followCursor(view: TimelineView, input: AxisInput, cursor: number, follow: Follow): TimelineView {
  if (cursor < 0) return view;
  const x = xOfEvent(layoutAxis(view, input), input.columns, cursor);
  const isInside = x >= 4 && x <= input.width * (follow.isPlaying || follow.isOurs ? STOP_SHARE : 0.98);
  if (isInside) return view;
  if (follow.isOurs) return viewAround(view.type, input, cursor);
  if (!follow.isPlaying) return withEvent(view, cursor, input);
  if (!follow.wasSeen) return view;
  const over = x - input.width * STOP_SHARE;
  return x < 0 || over > input.width * 0.5 ? withEvent(view, cursor, input) : panBy(view, -over, input);
}
