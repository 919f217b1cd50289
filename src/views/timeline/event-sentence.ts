import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { useClause } from "../pipeline/use-clause.ts";

/** One event as a sentence, with the markup of `RichText`; empty until its fields are here. */
export function useSentence(event: number): string {
  const row = useApp((state) => state.trace.rows.get(event));
  const { clauses } = useMessages();
  const clause = useClause();
  return row === undefined ? "" : clauses.sentence(clause(row));
}
