import { useMessages } from "../messages-context.tsx";
import styles from "./pipeline-stack.module.css";
import { useWire } from "./use-reading.ts";

/** A way to the node below: an arrow, and a word where there is one. */
export function StackWire({ id }: { readonly id: string }) {
  const texts = useMessages().pipeline.wires;
  const wire = useWire(id);
  if (wire === undefined) return null;
  const { tone, line, word } = wire;
  return (
    <span className={styles.wire} data-tone={tone}>
      <svg aria-hidden="true" width="12" height="24" viewBox="0 0 12 24">
        <path
          className={styles.line}
          data-line={line}
          data-strong={tone !== "idle" || undefined}
          d="M6 1V21"
          markerEnd={line === "broken" ? undefined : "url(#pipeline-arrow)"}
        />
      </svg>
      {word !== undefined && <span>{texts[word]}</span>}
    </span>
  );
}
