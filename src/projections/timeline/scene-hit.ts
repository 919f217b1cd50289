import { valueAt, xOfEvent } from "./axis.ts";
import { laneContent } from "./lane-content.ts";
import { OPEN } from "./lane-index.ts";
import { laneTop, type Scene, type SceneLane } from "./scene.ts";
import { lowerBound, type TimelineColumns } from "./timeline-columns.ts";

/** What is under a pointer. */
export type Hit =
  | { readonly type: "event"; readonly event: number; readonly lane: string }
  | { readonly type: "lane"; readonly lane: string }
  | { readonly type: "axis" }
  | { readonly type: "gutter"; readonly lane: string }
  | { readonly type: "minimap" }
  | { readonly type: "fork"; readonly branch: number }
  | { readonly type: "nothing" };

const NEAR = 7;

/** What is at a place of the canvas: the nearest mark of the lane, else the band, else the lane itself. */
export function hitAt(scene: Scene, columns: TimelineColumns, lanes: readonly SceneLane[], x: number, y: number): Hit {
  const { size } = scene;
  const plotX = x - size.gutter;
  if (y < size.axisHeight) return { type: "axis" };
  if (size.minimapHeight > 0 && y >= size.height - size.minimapHeight) return minimapHit(scene, plotX, y);
  const index = Math.floor((y - laneTop(size, 0)) / size.laneHeight);
  const lane = lanes[index];
  if (lane === undefined || index < 0) return { type: "nothing" };
  const { name } = lane.track;
  if (plotX < -2) return { type: "gutter", lane: name };
  const isDense = scene.rows[index]?.density !== undefined;
  const event = isDense ? nearestEvent(scene, columns, lane, plotX) : eventAt(scene, columns, lane, plotX);
  return event === undefined ? { type: "lane", lane: name } : { type: "event", event, lane: name };
}

/** The nearest mark, else the band. */
function eventAt({ axis }: Scene, columns: TimelineColumns, { track }: SceneLane, x: number): number | undefined {
  const { bands, marks } = laneContent(track, columns, axis);
  let nearest: { readonly event: number; readonly distance: number } | undefined;
  for (const mark of marks) {
    const distance = Math.abs(mark.x - x);
    if (distance <= NEAR && (nearest === undefined || distance < nearest.distance))
      nearest = { event: mark.event, distance };
  }
  return nearest?.event ?? bands.find(({ x0, x1 }) => x >= x0 - 3 && x <= x1)?.event;
}

/** Where events are too many to be drawn one by one: the lane's nearest. */
function nearestEvent({ axis }: Scene, columns: TimelineColumns, { track }: SceneLane, x: number): number | undefined {
  const value = valueAt(axis, x);
  const first = axis.type === "order" ? Math.ceil(value - 0.5) : lowerBound(columns.at, columns.length, value);
  const index = lowerBound(track.events, track.eventCount, first);
  const near = [index - 1, index]
    .map((at) => (at < 0 || at >= track.eventCount ? OPEN : (track.events[at] ?? OPEN)))
    .filter((event) => event !== OPEN)
    .map((event) => ({ event, distance: Math.abs(xOfEvent(axis, columns, event) - x) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near === undefined || near.distance > NEAR ? undefined : near.event;
}

function minimapHit({ minimap, size }: Scene, x: number, y: number): Hit {
  const row = y - (size.height - size.minimapHeight);
  if (row > 17) {
    const fork = minimap?.forks.find(({ x: from, end, nameWidth }) => x >= from - 6 && x <= end + 8 + nameWidth);
    if (fork !== undefined) return { type: "fork", branch: fork.id };
  }
  return { type: "minimap" };
}
