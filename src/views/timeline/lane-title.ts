import { useCallback } from "react";
import { readLane } from "../../projections/timeline/lane-order.ts";
import { useApp } from "../app-context.tsx";
import { useTimelineTexts } from "./use-timeline-texts.ts";

/** Names lanes as the timeline does: with the process where there are several, or where it is no controller. */
export function useLaneTitle(): (lane: string) => string {
  const text = useTimelineTexts();
  const processes = useApp((state) => state.frame.current?.processes);
  return useCallback(
    (name: string) => {
      const lane = readLane(name);
      const isAlone = processes?.length === 1 && processes[0]?.name === lane.process;
      return text.lane(lane, !isAlone);
    },
    [text, processes],
  );
}
