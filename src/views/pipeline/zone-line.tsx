import type { Scope } from "../../projections/node-lines.ts";
import { useApp } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { cssVariables } from "./css-variables.ts";
import { usePipelineSetting } from "./pipeline-context.tsx";
import styles from "./zone-line.module.css";

type Props = { readonly pinned: boolean; readonly onPin: (scope: Scope) => void };

/** Names of the three zones, and which process and informer is shown. */
export function ZoneLine({ pinned, onPin }: Props) {
  const texts = useMessages().pipeline;
  const { scope, layout, size } = usePipelineSetting();
  const processes = useApp((state) => state.frame.current?.processes);
  const scale =
    layout === undefined
      ? undefined
      : cssVariables({
          "--cluster": `${layout.cluster}px`,
          "--network": `${layout.network}px`,
          "--process": `${layout.process}px`,
          scale: `${layout.zoom}`,
        });
  const informers = processes?.find(({ name }) => name === scope.process)?.informers ?? [];
  return (
    <div className={styles.zones} style={scale} data-size={size}>
      <span className={styles.cluster}>{texts.cluster}</span>
      <span className={styles.network}>{texts.network}</span>
      <div className={styles.process}>
        <span>{texts.process}</span>
        {processes?.map(({ name, informers: own }) => (
          <button
            key={name}
            type="button"
            className={styles.chip}
            aria-pressed={name === scope.process}
            data-alone={processes.length === 1 || undefined}
            disabled={processes.length === 1}
            title={texts.processHint}
            onClick={() =>
              onPin({
                process: name,
                kind: own.find(({ kind }) => kind === scope.kind)?.kind ?? own.at(-1)?.kind ?? "",
              })
            }
          >
            {name}
          </button>
        ))}
        <span className={styles.divider} />
        {size !== "S" && <span>{texts.informer}</span>}
        {informers.map(({ id, kind }) => (
          <button
            key={id}
            type="button"
            className={styles.chip}
            aria-pressed={kind === scope.kind}
            data-pinned={(pinned && kind === scope.kind) || undefined}
            title={texts.informerHint}
            onClick={() => onPin({ process: scope.process, kind })}
          >
            {kind}
          </button>
        ))}
      </div>
    </div>
  );
}
