import type { AppState } from "./app-state.ts";

export type Span = { readonly from: number; readonly to: number };

/** The smallest span that holds every event of from..to (both included) that is neither known nor asked for. */
export function missingRows(state: AppState, from: number, to: number): Span | undefined {
  const { rows, columns } = state.trace;
  const last = Math.min(to, columns.length - 1);
  const asked = [...state.pending.asked.values()].filter((question) => question.type === "rows");
  const isKnown = (seq: number) =>
    rows.has(seq) || asked.some((question) => question.from <= seq && seq <= question.to);
  let first = Math.max(from, 0);
  while (first <= last && isKnown(first)) first++;
  let end = last;
  while (end >= first && isKnown(end)) end--;
  return first > end ? undefined : { from: first, to: end };
}
