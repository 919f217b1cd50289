import { useEffect, useMemo } from "react";
import { subjectOf } from "../../projections/inspect.ts";
import type { Scope } from "../../projections/node-lines.ts";
import { placeOf } from "../../projections/sentences.ts";
import { readTruth, type Subject, type Truth, truthSubject } from "../../projections/truth.ts";
import type { AppState } from "../../store/app-state.ts";
import type { EventRow } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { useTold } from "./use-told.ts";

/** Events before the cursor that are looked through for the object's history. */
const LOOK_BACK = 1_536;
const AT_ONCE = 512;

/** Who knew what of the compared object, from the frame and from the events of the near past. */
export function useTruth(scope: Scope): Truth | undefined {
  const frame = useApp((state) => state.frame.current);
  const selected = useApp((state) => state.view.selected);
  const rows = useHistory();
  const { row } = useTold();
  const told = useMemo(() => (row === undefined ? undefined : subjectOf(row.fact, placeOf(row.actor).kind)), [row]);
  return useMemo(() => {
    if (frame === undefined) return undefined;
    const subject: Subject | undefined = truthSubject(frame, scope, selected) ?? told;
    return subject === undefined ? undefined : readTruth(frame, { ...scope, kind: subject.kind }, subject, rows);
  }, [frame, scope, selected, told, rows]);
}

/** The rows up to the cursor, oldest first. Asks for those that are missing while time stands still. */
export function useHistory(): readonly EventRow[] {
  const { needRows } = useActions();
  const seq = useApp((state) => state.run.cursor.seq);
  const playing = useApp((state) => state.view.playing);
  const known = useApp((state) => state.trace.rows);
  useEffect(() => {
    if (playing || seq < 0) return;
    for (let to = seq; to >= 0 && to > seq - LOOK_BACK; to -= AT_ONCE) needRows(Math.max(0, to - AT_ONCE + 1), to);
  }, [seq, playing, needRows]);
  return useMemo(() => rowsUpTo(known, seq), [known, seq]);
}

function rowsUpTo(known: AppState["trace"]["rows"], seq: number): readonly EventRow[] {
  const rows: EventRow[] = [];
  for (let each = seq; each >= 0 && each > seq - LOOK_BACK; each--) {
    const row = known.get(each);
    if (row !== undefined) rows.push(row);
  }
  return rows.reverse();
}
