import { EMPTY_GAPS, extendGaps, type GapIndex } from "./gap-index.ts";
import { EMPTY_LANES, extendLanes, type LaneIndex, type LaneTrack } from "./lane-index.ts";
import { inCauseOrder, type LaneName, namesProcess } from "./lane-order.ts";
import type { TimelineColumns } from "./timeline-columns.ts";

/** What the timeline looks up instead of reading all events. */
export type TraceIndex = {
  /** Names the line of history: another one is indexed anew. */
  readonly history: string;
  readonly columns: TimelineColumns;
  readonly lanes: LaneIndex;
  readonly gaps: GapIndex;
  /** All lanes in the order of cause. */
  readonly order: readonly LaneName[];
  /** Whether a lane's title has to name its process. */
  readonly namesProcess: (lane: LaneName) => boolean;
  readonly trackOf: ReadonlyMap<string, LaneTrack>;
};

/** The index of these columns: what `previous` has of the same history is kept, and only what came since is read. */
export function indexTrace(previous: TraceIndex | undefined, history: string, columns: TimelineColumns): TraceIndex {
  if (previous?.columns === columns && previous.history === history) return previous;
  const goesOn = previous !== undefined && previous.history === history && columns.length >= previous.columns.length;
  const lanes = extendLanes(goesOn ? previous.lanes : EMPTY_LANES, columns);
  const gaps = extendGaps(goesOn ? previous.gaps : EMPTY_GAPS, columns);
  const sameLanes = goesOn && lanes.tracks.length === previous.lanes.tracks.length;
  const order = sameLanes ? previous.order : inCauseOrder(lanes.tracks.map(({ name }) => name));
  return {
    history,
    columns,
    lanes,
    gaps,
    order,
    namesProcess: sameLanes ? previous.namesProcess : namesProcess(order),
    trackOf: new Map(lanes.tracks.map((track) => [track.name, track])),
  };
}
