import { useEffect } from "react";
import type { ObjectVersion } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";

const none: readonly ObjectVersion[] = [];

/** What each write of the run left of its object, asked of the worker as far as the run is known. */
export function useVersions(): readonly ObjectVersion[] {
  const { needVersions } = useActions();
  const events = useApp((state) => state.trace.columns.length);
  const branch = useApp((state) => state.run.info?.branch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another branch with as many events has other versions
  useEffect(needVersions, [needVersions, events, branch]);
  return useApp((state) => state.trace.versions?.list ?? none);
}
