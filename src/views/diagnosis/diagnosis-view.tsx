import { useId, useState } from "react";
import { CHECKS, type Check, isAboutController, readOut } from "../../projections/diagnosis/read-out.ts";
import { useActions, useApp } from "../app-context.tsx";
import { Segmented } from "../widgets/segmented.tsx";
import { ConsoleOutput } from "./console-output.tsx";
import styles from "./diagnosis-view.module.css";
import { useDiagnosisTexts } from "./use-diagnosis-texts.ts";
import { useEvidence } from "./use-evidence.ts";

/** Five things that one looks at when something is stuck, as the real tools print them, at the moment of the cursor. */
export function DiagnosisView() {
  const text = useDiagnosisTexts();
  const flowView = useApp((state) => state.view.flowView);
  const { setView } = useActions();
  const check: Check = flowView.check ?? "pods";
  const [chosen, setChosen] = useState("");
  const [filter, setFilter] = useState("");
  const evidence = useEvidence(check === "log");
  if (evidence === undefined) return null;
  const names = evidence.controllers.map(({ name }) => name);
  const controller = names.includes(chosen) ? chosen : (names[0] ?? "");
  const output = readOut(check, controller, evidence);
  return (
    <section className={styles.view}>
      <div className={styles.bar}>
        <Segmented
          label={text.check}
          value={check}
          options={CHECKS.map((value) => ({ value, text: text.checks[value] }))}
          onChange={(next) => setView({ flowView: { ...flowView, check: next } })}
        />
        {isAboutController(check) && names.length > 1 && (
          <ControllerChoice label={text.controller} names={names} value={controller} onChange={setChosen} />
        )}
        <input
          type="search"
          className={styles.filter}
          placeholder={text.filter}
          aria-label={text.filter}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <ConsoleOutput
        output={output}
        filter={filter}
        quiet={check === "log" ? text.silent : text.empty}
        isTable={check === "pods" || check === "permissions"}
      />
    </section>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (name: string) => void;
};

function ControllerChoice({ label, names, value, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <span className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} className={styles.select} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </span>
  );
}
