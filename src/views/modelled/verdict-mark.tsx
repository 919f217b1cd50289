import type { Verdict } from "../../projections/modelled/claim.ts";
import { Icon, type IconName } from "../widgets/icon.tsx";
import { useModelledTexts } from "./use-modelled-texts.ts";
import styles from "./verdict-mark.module.css";

const icons: Readonly<Record<Verdict, IconName>> = {
  false: "failed",
  halfTrue: "stale",
  trueWithConditions: "waiting",
  true: "ok",
};

/** How much of a sentence holds: a shape and the word. */
export function VerdictMark({ verdict }: { readonly verdict: Verdict }) {
  const text = useModelledTexts();
  return (
    <strong className={styles.verdict}>
      <Icon name={icons[verdict]} />
      {text.verdicts[verdict]}
    </strong>
  );
}
