import { useMemo } from "react";
import { wireLineOf, wireText } from "../../projections/wire-line.ts";
import type { Frame } from "../../store/run-types.ts";
import panes from "./inspector-pane.module.css";
import styles from "./object-section.module.css";
import { useInspectorTexts } from "./use-inspector-texts.ts";

/** The newest line of a watch as JSON, at the end of the wire where the actor sits. */
export function WireSection({ frame, actor }: { readonly frame: Frame; readonly actor: string }) {
  const texts = useInspectorTexts();
  const line = useMemo(() => wireLineOf(frame, actor), [frame, actor]);
  if (line === undefined) return null;
  return (
    <section className={panes.section}>
      <h3 className={panes.heading}>
        <span>{texts.wire}</span>
        <span>{texts.wireEnd[line.end]}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long objects scroll, and the keyboard has to reach that */}
      <pre className={styles.json} tabIndex={0}>
        {wireText(line.event)}
      </pre>
    </section>
  );
}
