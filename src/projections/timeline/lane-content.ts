import { type Axis, xOfEvent } from "./axis.ts";
import { type LaneTrack, OPEN } from "./lane-index.ts";
import { lowerBound, type TimelineColumns, textOf } from "./timeline-columns.ts";

/** A state that lasted, px from the plot's left edge. */
export type BandShape = {
  readonly event: number;
  readonly x0: number;
  readonly x1: number;
  /** Whether its start is in view: only then has it an edge. */
  readonly starts: boolean;
  readonly tone: number;
  /** Text within the band; empty when its event has a mark, which then carries the text. */
  readonly label: string;
};

/** One event that shows. */
export type MarkShape = {
  readonly event: number;
  readonly x: number;
  readonly mark: number;
  readonly tone: number;
  readonly label: string;
};

/** What is in view of a lane. */
export type LaneContent = { readonly bands: readonly BandShape[]; readonly marks: readonly MarkShape[] };

const NARROWEST_BAND = 2;

/** The bands and marks of a lane that are in view. */
export function laneContent(track: LaneTrack, columns: TimelineColumns, axis: Axis): LaneContent {
  return { bands: bandsInView(track, columns, axis), marks: marksInView(track, columns, axis) };
}

function bandsInView(track: LaneTrack, columns: TimelineColumns, axis: Axis): readonly BandShape[] {
  const bands: BandShape[] = [];
  const head = columns.length - 1;
  const from = Math.max(0, lowerBound(track.bandStarts, track.bandCount, axis.first) - 1);
  for (let index = from; index < track.bandCount; index++) {
    const event = track.bandStarts[index] ?? OPEN;
    if (event >= axis.last || event > head) break;
    const end = track.bandEnds[index] ?? OPEN;
    const start = xOfEvent(axis, columns, event);
    const stop = end > head ? xOfEvent(axis, columns, head) : xOfEvent(axis, columns, end);
    const x0 = Math.max(start, -NARROWEST_BAND);
    const x1 = Math.min(Math.max(stop, start + NARROWEST_BAND), axis.width);
    if (x1 <= 0) continue;
    const label = columns.mark[event] === 0 ? textOf(columns, columns.label[event]) : "";
    bands.push({ event, x0, x1, starts: start >= 0, tone: columns.tone[event] ?? 0, label });
  }
  return bands;
}

function marksInView(track: LaneTrack, columns: TimelineColumns, axis: Axis): readonly MarkShape[] {
  const marks: MarkShape[] = [];
  for (let index = lowerBound(track.events, track.eventCount, axis.first); index < track.eventCount; index++) {
    const event = track.events[index] ?? OPEN;
    if (event >= axis.last) break;
    const mark = columns.mark[event] ?? 0;
    if (mark === 0) continue;
    const label = textOf(columns, columns.label[event]);
    marks.push({ event, x: xOfEvent(axis, columns, event), mark, tone: columns.tone[event] ?? 0, label });
  }
  return marks;
}
