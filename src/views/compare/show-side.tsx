import type { Side, Target } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Button } from "../widgets/button.tsx";
import styles from "./compare-view.module.css";
import { useCompareTexts } from "./use-compare-texts.ts";

type Props = {
  readonly side: Side;
  readonly index: number;
  readonly called: string;
  /** Where it stands there. */
  readonly at: Target;
  /** In few words, where there is little room. */
  readonly isShort?: boolean;
};

/** Puts a run on the timeline. */
export function ShowSide({ side: { isShown, branch }, index, called, at, isShort = false }: Props) {
  const text = useCompareTexts();
  const spec = useApp((state) => state.run.info?.spec);
  const scenario = useApp((state) => state.run.scenario);
  const { open, showBranch, seek } = useActions();
  if (isShown) return <span className={styles.shown}>{isShort ? text.isShownShort : text.isShown}</span>;
  const show = () => {
    if (branch !== undefined) {
      showBranch(branch);
      return seek(at);
    }
    if (spec === undefined || scenario === undefined) return;
    // What a person did by hand, and the settings chosen for another run, are not part of this one.
    const { scenario: source, seed } = spec;
    const chosen =
      scenario.variants.length > 0 ? { variant: index } : { profile: scenario.profiles[index] ?? "current" };
    const kept = seed === undefined ? {} : { seed };
    open({ scenario: source, ...chosen, ...kept, inputs: [] }, { at, view: "compare" });
  };
  return (
    <Button onClick={show} aria-label={text.showNamed(called)}>
      {isShort ? text.showShort : text.show}
    </Button>
  );
}
