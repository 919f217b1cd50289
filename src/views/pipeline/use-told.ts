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

/** The actor that the page speaks of: the chosen one, else that of the told event. Hovering does not change it. */
export function toldActor(state: AppState): string | undefined {
  const { view, run, trace } = state;
  const { actor, seq } = view.selected;
  if (actor !== undefined) return actor;
  const row = seq === undefined ? headlineOf(trace.rows, run.cursor, view.grain === "event") : trace.rows.get(seq);
  return row?.actor;
}

function toldRow(state: AppState): EventRow | undefined {
  const { view, run, trace } = state;
  const pointed = view.hovered.seq ?? view.selected.seq;
  if (pointed !== undefined) return activeRow(state);
  return headlineOf(trace.rows, run.cursor, view.grain === "event" || isInsideStep(state));
}

/** Moves end with a step. Inside one stands only who chose that very event: a chapter, a row, a mark, a breakpoint. */
function isInsideStep({ run: { cursor }, trace: { columns } }: AppState): boolean {
  return cursor.seq + 1 < columns.length && columns.step[cursor.seq + 1] === cursor.step;
}
