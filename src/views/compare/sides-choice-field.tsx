import { useShallow } from "zustand/react/shallow";
import type { AppState } from "../../store/app-state.ts";
import { comparesRuns } from "../../store/selectors.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { useCompareTexts } from "./use-compare-texts.ts";
import { wantedSides } from "./wanted-sides.ts";

/** Between what the scenario compares and the forks of this run, when there are both. */
export function SidesChoiceField() {
  const text = useCompareTexts();
  const info = useApp((state) => state.run.info);
  const wanted = useApp(useShallow(wantedSides));
  const { setView } = useActions();
  const hasVariants = useApp(comparesRuns);
  const pairs = (info?.branches ?? []).flatMap(({ id, parent }) =>
    parent === undefined ? [] : [{ type: "branches", a: parent, b: id } as const],
  );
  const choices = [...(hasVariants ? [{ type: "variants" } as const] : []), ...pairs];
  if (choices.length < 2) return null;
  return (
    <Segmented
      label={text.which}
      value={keyOf(wanted)}
      options={choices.map((choice) => ({
        value: keyOf(choice),
        text: choice.type === "variants" ? text.variants : text.pair(text.fork(choice.a), text.fork(choice.b)),
      }))}
      onChange={(value) => {
        const sides = choices.find((choice) => keyOf(choice) === value);
        if (sides !== undefined) setView({ sides });
      }}
    />
  );
}

function keyOf(choice: AppState["view"]["sides"]): string {
  return choice.type === "variants" ? choice.type : `${choice.a} ${choice.b}`;
}
