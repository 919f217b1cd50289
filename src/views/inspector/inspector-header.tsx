import { actorTitle, stateWords } from "../../projections/inspect.ts";
import { connectionTone } from "../../projections/read-informer.ts";
import type { Subject } from "../../projections/truth.ts";
import type { ChartFrame } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import { Glyph } from "../widgets/glyph.tsx";
import styles from "./inspector-pane.module.css";

type Props = {
  readonly actor: string | undefined;
  readonly object: Subject | undefined;
  readonly chart: ChartFrame | undefined;
};

/** What is inspected, whose it is, and its state. */
export function InspectorHeader({ actor, object, chart }: Props) {
  const showsObject = useApp((state) => state.view.selected.key !== undefined) && object !== undefined;
  const { title, sub } = showsObject ? { title: object.key, sub: object.kind } : actorTitle(actor ?? "");
  const state = showsObject || chart === undefined ? "" : stateWords(chart.value);
  return (
    <header className={styles.header}>
      <Glyph tone={state === "" ? "idle" : connectionTone(state.split(" | ")[0] ?? "")} />
      <h2 className={styles.title}>{title}</h2>
      <span className={styles.sub}>{sub}</span>
      <span className={styles.state}>{state}</span>
    </header>
  );
}
