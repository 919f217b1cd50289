import { useEffect } from "react";
import { useShallow } from "zustand/react/shallow";
import type { AppState } from "../../store/app-state.ts";
import type { AlongId } from "../../store/run-types.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Button } from "../widgets/button.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Segmented } from "../widgets/segmented.tsx";
import { CompareScript } from "./compare-script.tsx";
import { CompareTime } from "./compare-time.tsx";
import styles from "./compare-view.module.css";
import { SidesChoiceField } from "./sides-choice-field.tsx";
import { useCompareTexts } from "./use-compare-texts.ts";
import { wantedSides } from "./wanted-sides.ts";

const ALONGS: readonly AlongId[] = ["time", "script"];

/** Some runs beside each other: all at the time of the cursor, or all at the same step of their script. */
export function CompareView() {
  const text = useCompareTexts();
  const sides = useSides();
  const flowView = useApp((state) => state.view.flowView);
  const { setView } = useActions();
  const along = flowView.along ?? "time";
  const bar = (
    <>
      <Segmented
        label={text.along}
        value={along}
        options={ALONGS.map((value) => ({ value, text: text.alongs[value] }))}
        onChange={(next) => setView({ flowView: { ...flowView, along: next } })}
      />
      <SidesChoiceField />
    </>
  );
  const difference = sides !== undefined && <FirstDifference difference={sides.difference} />;
  const Sides = along === "script" ? CompareScript : CompareTime;
  return (
    <section className={styles.compare} aria-label={text.label}>
      <Sides bar={bar} sides={sides}>
        {difference}
      </Sides>
    </section>
  );
}

/** The runs at the time of the cursor; while new ones are on their way, the last ones. */
function useSides(): AppState["run"]["sides"] {
  const sides = useApp((state) => state.run.sides);
  const at = useApp((state) => state.run.cursor.at);
  const seq = useApp((state) => state.run.cursor.seq);
  const branch = useApp((state) => state.run.info?.branch);
  const asked = useApp((state) => state.pending.askedSides);
  const wanted = useApp(useShallow(wantedSides));
  const { needSides } = useActions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move within one instant changes what the branch on the screen shows
  useEffect(() => {
    if (!asked) needSides(wanted, at);
  }, [asked, wanted, at, seq, branch, needSides]);
  return sides;
}

type DifferenceProps = { readonly difference: NonNullable<AppState["run"]["sides"]>["difference"] };

function FirstDifference({ difference }: DifferenceProps) {
  const text = useCompareTexts();
  const { seek } = useActions();
  if (difference === undefined) return <p className={styles.note}>{text.same}</p>;
  const { own, at } = difference;
  return (
    <p className={styles.difference}>
      <span>
        <span aria-hidden="true" className={styles.unlike}>
          ≠
        </span>{" "}
        {text.firstDifference(momentText(at))}
      </span>
      <Button onClick={() => seek(own === undefined ? { type: "time", at } : { type: "event", seq: own })}>
        {text.goThere}
      </Button>
    </p>
  );
}
