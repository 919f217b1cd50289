import type { Side } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import { useCompareTexts } from "./use-compare-texts.ts";
import { letterOf } from "./wanted-sides.ts";

/** What a side is called, and the same behind its letter. */
export function useSideName(): (side: Side, index: number) => { readonly called: string; readonly title: string } {
  const text = useCompareTexts();
  const language = useApp((state) => state.view.language);
  return ({ name, branch }, index) => {
    const called = name?.[language] ?? text.fork(branch ?? 0);
    return { called, title: text.nthSide(letterOf(index), called) };
  };
}
