import { memo, useMemo, useState } from "react";
import { diffLines } from "../../projections/diff-lines.ts";
import { objectOf } from "../../projections/inspect.ts";
import { yamlLines } from "../../projections/object-yaml.ts";
import type { Subject } from "../../projections/truth.ts";
import type { ObjectFrame } from "../../store/run-types.ts";
import { useApp } from "../app-context.tsx";
import panes from "./inspector-pane.module.css";
import styles from "./object-section.module.css";
import { TruthTable } from "./truth-table.tsx";
import { useInspectorTexts } from "./use-inspector-texts.ts";

/** The object as YAML with what changed since the version before, and where its versions have arrived. */
export function ObjectSection({ object }: { readonly object: Subject }) {
  const texts = useInspectorTexts();
  const { now, before } = useVersions(object);
  return (
    <>
      <section className={panes.section}>
        <h3 className={panes.heading}>
          <span>{texts.truth}</span>
        </h3>
        <TruthTable object={object} />
      </section>
      <section className={panes.section}>
        <h3 className={panes.heading}>
          <span>{texts.object}</span>
          <span>{before === undefined ? "" : texts.sinceVersion(before.rv)}</span>
        </h3>
        {now === undefined ? <p className={panes.quiet}>{texts.objectGone}</p> : <Yaml now={now} before={before} />}
      </section>
    </>
  );
}

type YamlProps = { readonly now: ObjectFrame; readonly before: ObjectFrame | undefined };

const Yaml = memo(function Yaml({ now, before }: YamlProps) {
  const texts = useInspectorTexts();
  const lines = useMemo(() => {
    const text = yamlLines(now.object);
    return numbered(diffLines(before === undefined ? text : yamlLines(before.object), text));
  }, [now, before]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long objects scroll, and the keyboard has to reach that
    <pre className={styles.yaml} tabIndex={0}>
      {lines.map(({ number, type, text }) => (
        <span key={number} data-line={type}>
          {type === "added" && <span className={styles.mark}>{`${texts.added}: `}</span>}
          {type === "removed" && <span className={styles.mark}>{`${texts.removed}: `}</span>}
          {`${text}\n`}
        </span>
      ))}
    </pre>
  );
});

function numbered<T>(lines: readonly T[]): readonly (T & { readonly number: number })[] {
  return lines.map((line, number) => ({ ...line, number }));
}

type Versions = { readonly now: ObjectFrame | undefined; readonly before: ObjectFrame | undefined };

/** The object as it is, and the version that was on the screen before it: the step's own difference comes first. */
function useVersions({ kind, key }: Subject): Versions {
  const now = useApp((state) => objectOf(state.frame.current, kind, key));
  const stepBefore = useApp((state) =>
    state.frame.moved === "jump" ? undefined : objectOf(state.frame.previous, kind, key),
  );
  const [seen, setSeen] = useState<Versions>({ now, before: undefined });
  const isOther = seen.now?.uid !== now?.uid && now !== undefined;
  if (isOther) setSeen({ now, before: undefined });
  else if (now !== undefined && seen.now?.rv !== now.rv) setSeen({ now, before: seen.now });
  if (stepBefore !== undefined && stepBefore.rv !== now?.rv) return { now, before: stepBefore };
  return { now, before: isOther ? undefined : seen.now?.rv === now?.rv ? seen.before : seen.now };
}
