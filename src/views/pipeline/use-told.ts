import { useEffect } from "react";
import { headlineOf } from "../../projections/why.ts";
import type { AppState } from "../../store/app-state.ts";
import type { EventRow } from "../../store/run-types.ts";
import { activeRow } from "../../store/selectors.ts";
import { useActions, useApp } from "../app-context.tsx";

/** The event that the page tells now, and its causal past. */
export type Told = { readonly row: EventRow | undefined; readonly chain: readonly EventRow[] | undefined };

/** What was pointed at, else what says most of the step at the cursor. */
export function useTold(): Told {
  const row = useApp(toldRow);
  const chain = useApp(toldChain);
  const playing = useApp((state) => state.view.playing);
  const { needChain } = useActions();
  const seq = row?.seq ?? -1;
  useEffect(() => {
    if (!playing && seq >= 0) needChain(seq);
  }, [seq, playing, needChain]);
  return { row, chain };
}

/** The causal past of the event that is told, oldest first, itself last; undefined until it is known. */
export function toldChain(state: AppState): readonly EventRow[] | undefined {
  const row = toldRow(state);
  return row === undefined ? undefined : state.trace.chains.get(row.seq);
}

/** The event that the page tells while nothing is pointed at. */
export function standingRow(state: AppState): EventRow | undefined {
  const { view, run, trace } = state;
  const { seq } = view.selected;
  if (seq !== undefined) return trace.rows.get(seq);
  return headlineOf(trace.rows, run.cursor, view.grain === "event" || isInsideStep(state));
}

/** The actor that the page speaks of: the chosen one, else that of the told event. Hovering does not change it. */
export function toldActor(state: AppState): string | undefined {
  return state.view.selected.actor ?? standingRow(state)?.actor;
}

function toldRow(state: AppState): EventRow | undefined {
  const { hovered, selected } = state.view;
  return (hovered.seq ?? selected.seq) === undefined ? standingRow(state) : activeRow(state);
}

/** Moves end with a step. Inside one stands only who chose that very event: a chapter, a row, a mark, a breakpoint. */
function isInsideStep({ run: { cursor }, trace: { columns } }: AppState): boolean {
  return cursor.seq + 1 < columns.length && columns.step[cursor.seq + 1] === cursor.step;
}
