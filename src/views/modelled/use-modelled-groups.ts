import { AREAS } from "../../projections/modelled/areas.ts";
import { CLAIMS } from "../../projections/modelled/claims.ts";
import { CONSTANTS } from "../../projections/modelled/constants.ts";
import { ENTRIES } from "../../projections/modelled/entries.ts";
import { NOT_MODELLED } from "../../projections/modelled/not-modelled.ts";
import { RECORDED_RUNS } from "../../projections/modelled/recorded-runs.ts";
import { useApp } from "../app-context.tsx";
import type { Group } from "./group-list.tsx";
import type { ModelledTab } from "./modelled-view.ts";
import { useModelledTexts } from "./use-modelled-texts.ts";

const verdicts = ["false", "halfTrue", "trueWithConditions", "true"] as const;

/** The groups of a tab: parts of the system, verdicts, or what was run. */
export function useModelledGroups(tab: ModelledTab): { readonly label: string; readonly groups: readonly Group[] } {
  const text = useModelledTexts();
  const language = useApp((state) => state.view.language);
  const parts = (things: readonly { readonly area: string }[]) =>
    AREAS.map(({ id, title }) => ({
      id,
      name: title[language],
      count: things.filter(({ area }) => area === id).length,
    }));
  switch (tab) {
    case "behaviours":
      return { label: text.groups, groups: parts(ENTRIES) };
    case "constants":
      return { label: text.groups, groups: withSome(parts(CONSTANTS)) };
    case "limits":
      return { label: text.groups, groups: withSome(parts(NOT_MODELLED)) };
    case "claims":
      return {
        label: text.verdictGroups,
        groups: verdicts.map((id) => ({
          id,
          name: text.verdicts[id],
          count: CLAIMS.filter(({ verdict }) => verdict === id).length,
        })),
      };
    case "runs":
      return {
        label: text.subjectGroups,
        groups: withSome(
          Object.entries(text.subjects).map(([id, name]) => ({
            id,
            name,
            count: RECORDED_RUNS.filter(({ subject }) => subject === id).length,
          })),
        ),
      };
  }
}

function withSome(groups: readonly Group[]): readonly Group[] {
  return groups.filter(({ count }) => count > 0);
}
