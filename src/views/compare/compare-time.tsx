import { type ReactNode, useState } from "react";
import type { AppState } from "../../store/app-state.ts";
import { useApp } from "../app-context.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { CompareSide } from "./compare-side.tsx";
import { CompareTable } from "./compare-table.tsx";
import styles from "./compare-view.module.css";
import { type ComparedPart, offeredParts, toldPart } from "./compared-part.ts";
import { useCompareTexts } from "./use-compare-texts.ts";

type Props = {
  readonly sides: AppState["run"]["sides"];
  readonly bar: ReactNode;
  /** Where the runs part. */
  readonly children: ReactNode;
};

/** Some runs at the same time: the same node of each, what each did, and the numbers in which they differ. */
export function CompareTime({ sides, bar, children }: Props) {
  const text = useCompareTexts();
  const told = useApp(toldPart);
  const scenario = useApp((state) => state.run.scenario);
  const [chosen, setChosen] = useState<ComparedPart>();
  const part = chosen ?? told;
  return (
    <>
      <div className={styles.bar}>
        {bar}
        <Segmented
          label={text.part}
          value={part}
          options={offeredParts(scenario).map((value) => ({ value, text: text.parts[value] }))}
          onChange={setChosen}
        />
      </div>
      {sides === undefined ? (
        <p className={styles.note}>{text.loading}</p>
      ) : (
        <>
          {children}
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
    </>
  );
}
