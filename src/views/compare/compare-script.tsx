import type { ReactNode } from "react";
import { useId } from "react";
import type { AppState } from "../../store/app-state.ts";
import type { ScriptFocus, Side } from "../../store/run-types.ts";
import { Segmented } from "../widgets/segmented.tsx";
import styles from "./compare-view.module.css";
import { ScriptTable } from "./script-table.tsx";
import { useCompareTexts } from "./use-compare-texts.ts";
import { useScript } from "./use-script.ts";
import { useScriptFocus } from "./use-script-focus.ts";

type Props = {
  readonly sides: AppState["run"]["sides"];
  readonly bar: ReactNode;
  /** Where the runs part. */
  readonly children: ReactNode;
};

/** Some runs at the same step of their script: what a part of each holds there, and what it has given out. */
export function CompareScript({ sides, bar, children }: Props) {
  const text = useCompareTexts();
  const choice = useScriptFocus();
  if (choice === undefined) return <div className={styles.bar}>{bar}</div>;
  const { focus, parts, abouts, choose } = choice;
  return (
    <>
      <div className={styles.bar}>
        {bar}
        {parts.length > 1 && (
          <Segmented
            label={text.part}
            value={focus.part}
            options={parts.map((value) => ({ value, text: text.parts[value] }))}
            onChange={(part) => choose(part, focus.about)}
          />
        )}
        {abouts.length > 1 && (
          <AboutChoice names={abouts} value={focus.about} onChange={(about) => choose(focus.part, about)} />
        )}
      </div>
      {children}
      <Rows sides={sides?.sides} focus={focus} />
    </>
  );
}

function Rows({ sides, focus }: { readonly sides: readonly Side[] | undefined; readonly focus: ScriptFocus }) {
  const text = useCompareTexts();
  const script = useScript(focus);
  if (sides === undefined || script === undefined) return <p className={styles.note}>{text.loading}</p>;
  return <ScriptTable script={script} sides={sides} />;
}

type AboutProps = {
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (name: string) => void;
};

/** Whose part it is: of which informer, or of which process. */
function AboutChoice({ names, value, onChange }: AboutProps) {
  const text = useCompareTexts();
  const id = useId();
  return (
    <span className={styles.about}>
      <label htmlFor={id}>{text.whose}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </span>
  );
}
