import { useMemo } from "react";
import { matchEvents } from "../../projections/timeline/match-events.ts";
import { useApp } from "../app-context.tsx";

/** The events that pass the filter, ascending; all of them without one. */
export function useFilteredEvents(): Uint32Array {
  const columns = useApp((state) => state.trace.columns);
  const filter = useApp((state) => state.view.filter);
  return useMemo(() => {
    const test = matchEvents(columns, filter);
    const all = new Uint32Array(columns.length);
    for (let event = 0; event < all.length; event++) all[event] = event;
    return test === undefined ? all : all.filter(test);
  }, [columns, filter]);
}
