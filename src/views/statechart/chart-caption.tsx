import type { ReactNode } from "react";
import {
  type ChartReading,
  possibleSteps,
  shortName,
  type TakenEdge,
} from "../../projections/statechart/chart-reading.ts";
import type { ChartStructure } from "../../projections/statechart/chart-structure.ts";
import { useMessages } from "../messages-context.tsx";
import { SourceLink } from "../modelled/source-link.tsx";
import styles from "./statechart.module.css";
import { useStatechartTexts } from "./use-statechart-texts.ts";

type Props = {
  readonly structure: ChartStructure;
  readonly reading: ChartReading;
  /** What stands at the end: the way to the whole chart. */
  readonly children: ReactNode;
};

/** The picture shows the rest as dashed lines. */
const MOST_NEXT = 4;

/** Below the picture, in words: the last transition with its guard and effects, and what may come next. */
export function ChartCaption({ structure, reading, children }: Props) {
  const text = useStatechartTexts();
  const { shell } = useMessages();
  const { machine } = structure;
  const steps = possibleSteps(structure, reading);
  return (
    <div className={styles.caption}>
      {reading.taken.map((taken, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same transition may be taken twice in a row
        <TakenStep key={index} structure={structure} taken={taken} />
      ))}
      {steps.length > 0 && (
        <p className={styles.next}>
          <span className={styles.role}>{text.next}</span>
          {steps.slice(0, MOST_NEXT).map(({ trigger, targets }) => (
            <code key={trigger} className={styles.trigger} title={text.nextHint(trigger, targets.join(", "))}>
              {trigger}
            </code>
          ))}
          {steps.length > MOST_NEXT && <span className={styles.role}>{`+${steps.length - MOST_NEXT}`}</span>}
        </p>
      )}
      <div className={styles.foot}>
        <p className={styles.next}>
          <span className={styles.role}>{shell.source}</span>
          {reading.leaves.map((state) => (
            <SourceLink key={state} target={{ type: "state", machine, state }} name={lastName(state)} />
          ))}
        </p>
        {children}
      </div>
    </div>
  );
}

/** `connection.Watching` → `Watching`. */
function lastName(state: string): string {
  return state.slice(state.lastIndexOf(".") + 1);
}

function TakenStep({ structure, taken }: { readonly structure: ChartStructure; readonly taken: TakenEdge }) {
  const text = useStatechartTexts();
  const { source, targets, event, guard, effects, edge } = taken;
  const { machine } = structure;
  const trigger = structure.edges[edge]?.trigger.event;
  const [target] = targets;
  return (
    <p className={styles.taken}>
      <strong>{event === "" ? text.always : event}</strong>{" "}
      {guard !== "" && <span className={styles.guard}>[{guard}] </span>}
      <code>{shortName(structure, source)}</code>
      {target !== undefined && (
        <>
          {" → "}
          <code>{shortName(structure, target)}</code>
        </>
      )}
      {trigger !== undefined && (
        <>
          {" "}
          <SourceLink target={{ type: "edge", machine, source, event: trigger, guard }} />
        </>
      )}
      {effects.length > 0 && <span className={styles.effects}>{effects.join(" · ")}</span>}
    </p>
  );
}
