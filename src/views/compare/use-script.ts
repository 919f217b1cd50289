import { useEffect } from "react";
import { useShallow } from "zustand/react/shallow";
import type { AppState } from "../../store/app-state.ts";
import type { ScriptFocus } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { wantedSides } from "./wanted-sides.ts";

/** The runs along their script, as far as they are known; undefined until this part of them has come. */
export function useScript({ part, about }: ScriptFocus): AppState["run"]["script"] {
  const script = useApp((state) => state.run.script);
  const branch = useApp((state) => state.run.info?.branch);
  const events = useApp((state) => state.run.info?.headEvents);
  const asked = useApp((state) => state.pending.askedScript);
  const wanted = useApp(useShallow(wantedSides));
  const { needScript } = useActions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another branch, or more of this one, has other rows
  useEffect(() => {
    if (!asked) needScript(wanted, { part, about });
  }, [asked, wanted, part, about, branch, events, needScript]);
  const isIt =
    script !== undefined &&
    script.focus.part === part &&
    script.focus.about === about &&
    JSON.stringify(script.of) === JSON.stringify(wanted);
  return isIt ? script : undefined;
}
