import { useEffect } from "react";
import type { EventRow } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";

const none: readonly EventRow[] = [];

/** All events of some types, asked of the worker as far as the run is known. `types` must stay the same list. */
export function useFactRows(types: readonly string[]): readonly EventRow[] {
  const { needTypes } = useActions();
  const events = useApp((state) => state.trace.columns.length);
  const typed = useApp((state) => state.trace.typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that is behind the run is asked for again
  useEffect(() => needTypes(types), [needTypes, types, events, typed]);
  return typed?.types === types ? typed.list : none;
}
