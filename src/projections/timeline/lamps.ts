import { type Axis, xOfEvent } from "./axis.ts";
import type { TimelineColumns } from "./timeline-columns.ts";

/** A lamp over the lanes: an event that is as recorded; lit when the run has come to it. */
export type Lamp = { readonly x: number; readonly isLit: boolean };

/** The lamps in sight, at most one a pixel. `isAsRecorded` is asked of each event in sight. */
export function lampsOf(
  axis: Axis,
  columns: TimelineColumns,
  isAsRecorded: ((event: number) => boolean) | undefined,
  cursor: number,
): readonly Lamp[] {
  if (isAsRecorded === undefined) return [];
  const lamps = new Map<number, Lamp>();
  for (let event = Math.max(0, axis.first); event < Math.min(axis.last, columns.length); event++) {
    const x = xOfEvent(axis, columns, event);
    const pixel = Math.round(x);
    if (x < 0 || x > axis.width || lamps.has(pixel) || !isAsRecorded(event)) continue;
    lamps.set(pixel, { x, isLit: event <= cursor });
  }
  return [...lamps.values()];
}
