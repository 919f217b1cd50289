import { useMemo } from "react";
import { tellingChain } from "../../projections/why.ts";
import { activeChain } from "../../store/selectors.ts";
import { useApp } from "../app-context.tsx";

/** The numbers that the inspector gives to the causes of the active event, by event. */
export function useChainNumbers(): ReadonlyMap<number, number> {
  const chain = useApp(activeChain);
  return useMemo(() => new Map(tellingChain(chain ?? []).map(({ seq }, index) => [seq, index + 1])), [chain]);
}
