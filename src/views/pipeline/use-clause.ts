import { useMemo } from "react";
import { clauseOf, type EventTexts, type ToldEvent } from "../../projections/sentences.ts";
import { useMessages } from "../messages-context.tsx";

/** Tells an event in the language on the screen, as a clause; the same words everywhere. */
export function useClause(): (event: ToldEvent) => string {
  const { events, clauses } = useMessages();
  return useMemo(() => {
    const texts: EventTexts = events;
    return (event) => clauseOf(texts, clauses.unknown, event);
  }, [events, clauses]);
}
