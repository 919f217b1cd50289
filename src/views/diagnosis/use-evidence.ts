import { useEffect, useMemo } from "react";
import type { Evidence } from "../../projections/diagnosis/read-out.ts";
import type { EventRow } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";

/** Events that a log is read from: what the page keeps with all fields at a time. */
const WINDOW = 5_000;

/** Everything that read-outs are made of, at the cursor. Rows are asked for only where a log is read. */
export function useEvidence(needsEvents: boolean): Evidence | undefined {
  const frame = useApp((state) => state.frame.current);
  const scenario = useApp((state) => state.run.scenario);
  const seq = useApp((state) => state.run.cursor.seq);
  const rows = useApp((state) => state.trace.rows);
  const { needRows } = useActions();
  const from = Math.max(0, seq - WINDOW + 1);
  // One question brings a part of the window; each answer asks for the next part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows that came decide what is still missing
  useEffect(() => {
    if (needsEvents && seq >= 0) needRows(from, seq);
  }, [needsEvents, from, seq, rows, needRows]);
  const events = useMemo(() => (needsEvents ? between(rows, from, seq) : []), [needsEvents, rows, from, seq]);
  return useMemo(() => {
    if (frame === undefined || scenario === undefined) return undefined;
    return { frame, controllers: scenario.controllers, crds: scenario.cluster.crds, events };
  }, [frame, scenario, events]);
}

function between(rows: ReadonlyMap<number, EventRow>, from: number, to: number): readonly EventRow[] {
  const found: EventRow[] = [];
  for (let seq = from; seq <= to; seq++) {
    const row = rows.get(seq);
    if (row !== undefined) found.push(row);
  }
  return found;
}
