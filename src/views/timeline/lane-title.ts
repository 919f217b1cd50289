import { useCallback } from "react";
import { readLane } from "../../projections/timeline/lane-order.ts";
import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";

/** Names lanes as the timeline does. The process is added where there are several. */
export function useLaneTitle(): (lane: string) => string {
  const { timeline: text } = useMessages();
  const hasSeveral = useApp((state) => (state.frame.current?.processes.length ?? 0) > 1);
  return useCallback((lane: string) => text.lane(readLane(lane), hasSeveral), [text, hasSeveral]);
}
