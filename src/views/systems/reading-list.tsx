import type { SystemFrame } from "../../store/run-types.ts";
import { spanText } from "../widgets/format-time.ts";
import styles from "./systems-view.module.css";
import { useSystemsTexts } from "./use-systems-texts.ts";

type Reading = SystemFrame["readings"][number];

/** Numbers that the scenario gave, and numbers that the run has measured: which is which stands beside each. */
export function ReadingList({ name, readings }: { readonly name: string; readonly readings: readonly Reading[] }) {
  const texts = useSystemsTexts();
  const valueText = ({ value, unit }: Reading) => {
    if (value === undefined) return texts.notYet;
    if (unit === "span") return spanText(value);
    if (unit === "times") return `${round(value)}×`;
    return unit === "perSecond" ? texts.perSecond(round(value)) : round(value);
  };
  return (
    <dl className={styles.readings} aria-label={texts.readings(name)}>
      {readings.map((reading) => (
        <div key={reading.name} className={styles.reading} data-from={reading.from}>
          <dt>
            <code>{reading.name}</code>{" "}
            <small title={reading.from === "input" ? texts.inputHint : texts.measuredHint}>{texts[reading.from]}</small>
          </dt>
          <dd>{valueText(reading)}</dd>
        </div>
      ))}
    </dl>
  );
}

function round(value: number): string {
  return String(Number(value.toFixed(2)));
}
