import { useMemo } from "react";
import { type Standing, standingsOf } from "../../projections/recording/beside.ts";
import { firstDifference } from "../../store/selectors.ts";
import { useApp } from "../app-context.tsx";

/** How events stand to what is beside the run, by `seq`: as recorded, or the first difference. */
export function useStandings(): ReadonlyMap<number, Standing> {
  const recording = useApp((state) => state.run.recording);
  const difference = useApp(firstDifference);
  return useMemo(() => {
    const standings = new Map(recording === undefined ? [] : standingsOf(recording));
    if (difference !== undefined) standings.set(difference, "differs");
    return standings;
  }, [recording, difference]);
}
