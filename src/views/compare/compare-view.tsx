import { useEffect, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import type { AppState } from "../../store/app-state.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Button } from "../widgets/button.tsx";
import { momentText } from "../widgets/format-time.ts";
import { Segmented } from "../widgets/segmented.tsx";
import { CompareSide } from "./compare-side.tsx";
import { CompareTable } from "./compare-table.tsx";
import styles from "./compare-view.module.css";
import { type ComparedPart, comparedParts, toldPart } from "./compared-part.ts";
import { SidesChoiceField } from "./sides-choice-field.tsx";
import { useCompareTexts } from "./use-compare-texts.ts";
import { wantedSides } from "./wanted-sides.ts";

/** Some runs at the same time: the same node of each, what each did, and the numbers in which they differ. */
export function CompareView() {
  const text = useCompareTexts();
  const sides = useSides();
  const told = useApp(toldPart);
  const [chosen, setChosen] = useState<ComparedPart>();
  const part = chosen ?? told;
  return (
    <section className={styles.compare} aria-label={text.label}>
      <div className={styles.bar}>
        <Segmented
          label={text.part}
          value={part}
          options={comparedParts.map((value) => ({ value, text: text.parts[value] }))}
          onChange={setChosen}
        />
        <SidesChoiceField />
      </div>
      {sides === undefined ? (
        <p className={styles.note}>{text.loading}</p>
      ) : (
        <>
          <FirstDifference difference={sides.difference} />
          <div className={styles.sides} data-count={sides.sides.length}>
            {sides.sides.map((side, index) => (
              <CompareSide
                key={side.branch ?? side.name?.en}
                side={side}
                index={index}
                part={part}
                parting={sides.difference?.rows[index]}
              />
            ))}
          </div>
          <CompareTable sides={sides.sides} />
        </>
      )}
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
