import { useApp } from "../app-context.tsx";

/** One event as a sentence; empty until its fields are here. */
export function useSentence(event: number): string {
  const row = useApp((state) => state.trace.rows.get(event));
  return row === undefined ? "" : row.fact.type;
}
