import { useMemo } from "react";
import { chainTo, headlineOf } from "../../projections/why.ts";
import type { AppState } from "../../store/app-state.ts";
import type { EventRow } from "../../store/run-types.ts";
import { activeChain, activeRow } from "../../store/selectors.ts";
import { useApp } from "../app-context.tsx";

/** The event that the page tells now, and its causal past up to it. */
export type Told = { readonly row: EventRow | undefined; readonly chain: readonly EventRow[] | undefined };

/** The causal past that Why shows: up to the event that is told, not what followed in its step. */
export function toldChain(state: AppState): readonly EventRow[] | undefined {
  const chain = activeChain(state);
  return chain === undefined ? undefined : chainTo(chain, toldRow(state));
}

/** What was pointed at, else what the step at the cursor began with. */
export function useTold(): Told {
  const row = useApp(toldRow);
  const chain = useApp(activeChain);
  return useMemo(() => ({ row, chain: chain === undefined ? undefined : chainTo(chain, row) }), [row, chain]);
}

function toldRow(state: AppState): EventRow | undefined {
  const { view, run, trace } = state;
  const pointed = view.hovered.seq ?? view.selected.seq;
  if (pointed !== undefined) return activeRow(state);
  return headlineOf(trace.rows, run.cursor, view.grain === "event");
}
