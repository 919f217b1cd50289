import { CLAIMS } from "../../projections/modelled/claims.ts";
import { CONSTANTS } from "../../projections/modelled/constants.ts";
import { ENTRIES } from "../../projections/modelled/entries.ts";
import { NOT_MODELLED } from "../../projections/modelled/not-modelled.ts";
import { RECORDED_RUNS } from "../../projections/modelled/recorded-runs.ts";
import { BehaviourList } from "./behaviour-list.tsx";
import { ClaimList } from "./claim-list.tsx";
import { ConstantTable } from "./constant-table.tsx";
import { LimitList } from "./limit-list.tsx";
import styles from "./modelled-tab-content.module.css";
import {
  contains,
  type ModelledView,
  wordsOfClaim,
  wordsOfConstant,
  wordsOfEntry,
  wordsOfLimit,
  wordsOfRun,
} from "./modelled-view.ts";
import { RunTable } from "./run-table.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";

type Props = {
  readonly view: ModelledView;
  readonly onEntry: (id: string) => void;
};

/** What the tab holds of the chosen group and the search. */
export function ModelledTabContent({ view, onEntry }: Props) {
  const { tab, group, search, entry } = view;
  const fits = (own: string, words: readonly string[]) =>
    (group === undefined || own === group) && contains(search, words);
  switch (tab) {
    case "behaviours": {
      const entries = ENTRIES.filter((one) => fits(one.area, wordsOfEntry(one)));
      return entries.length === 0 ? <Nothing /> : <BehaviourList entries={entries} wanted={entry} />;
    }
    case "constants": {
      const constants = CONSTANTS.filter((one) => fits(one.area, wordsOfConstant(one)));
      return constants.length === 0 ? <Nothing /> : <ConstantTable constants={constants} onEntry={onEntry} />;
    }
    case "claims": {
      const claims = CLAIMS.filter((one) => fits(one.verdict, wordsOfClaim(one)));
      return claims.length === 0 ? <Nothing /> : <ClaimList claims={claims} onEntry={onEntry} />;
    }
    case "limits": {
      const limits = NOT_MODELLED.filter((one) => fits(one.area, wordsOfLimit(one)));
      return limits.length === 0 ? <Nothing /> : <LimitList limits={limits} />;
    }
    case "runs": {
      const runs = RECORDED_RUNS.filter((one) => fits(one.subject, wordsOfRun(one)));
      return runs.length === 0 ? <Nothing /> : <RunTable runs={runs} wanted={entry} onEntry={onEntry} />;
    }
  }
}

function Nothing() {
  const text = useModelledTexts();
  return (
    <p role="status" className={styles.nothing}>
      {text.nothing}
    </p>
  );
}
