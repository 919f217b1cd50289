import { useEffect, useRef } from "react";
import { ENTRIES } from "../../projections/modelled/entries.ts";
import type { RecordedRun } from "../../projections/modelled/recorded-runs.ts";
import { useOpenRecorded } from "../recording/use-open-recorded.ts";
import { Button } from "../widgets/button.tsx";
import { Icon } from "../widgets/icon.tsx";
import styles from "./table.module.css";
import { useModelledTexts } from "./use-modelled-texts.ts";

type Props = {
  readonly runs: readonly RecordedRun[];
  readonly onEntry: (id: string) => void;
  /** The run somebody came for. */
  readonly wanted: string | undefined;
};

/** Recorded runs of the real libraries, and whether the engine does the same. */
export function RunTable({ runs, wanted, onEntry }: Props) {
  const text = useModelledTexts();
  const open = useOpenRecorded();
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    row.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text.run}</th>
          <th scope="col">{text.shows}</th>
          <th scope="col">{text.result}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map(({ name, title, subject, matches }) => (
          <tr key={name} ref={name === wanted ? row : undefined} data-wanted={name === wanted || undefined}>
            <th scope="row" className={styles.mono}>
              {name}
            </th>
            <td>
              <span lang="en">{title}</span>
              <Proofs name={name} subject={text.subjects[subject] ?? subject} onEntry={onEntry} />
            </td>
            <td>
              <span className={styles.result}>
                <Icon name={matches ? "ok" : "failed"} tone={matches ? "ok" : "failed"} />
                {matches ? text.matches : text.differs}
              </span>
              <Button className={styles.replay} aria-label={text.replayRun(name)} onClick={() => open(name)}>
                <Icon name="play" />
                {text.replay}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ProofsProps = { readonly name: string; readonly subject: string; readonly onEntry: (id: string) => void };

function Proofs({ name, subject, onEntry }: ProofsProps) {
  const proved = ENTRIES.filter(({ evidence }) => evidence.runs.includes(name));
  return (
    <span className={styles.under}>
      {subject}
      {proved.map(({ id }) => (
        <button key={id} type="button" className={styles.link} onClick={() => onEntry(id)}>
          {id}
        </button>
      ))}
    </span>
  );
}
