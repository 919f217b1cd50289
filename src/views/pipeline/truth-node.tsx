import { memo } from "react";
import { bodyRoom, nameOf } from "../../projections/node-lines.ts";
import { useMessages } from "../messages-context.tsx";
import { spanText } from "../widgets/format-time.ts";
import { NodeCard } from "./node-card.tsx";
import type { NodeProps } from "./node-props.ts";
import { usePipelineSetting } from "./pipeline-context.tsx";
import { Label } from "./row.tsx";
import styles from "./rows.module.css";
import { TruthBars } from "./truth-bars.tsx";
import { useTruth } from "./use-truth.ts";

/** Who believed in the selected object, and until when. */
export const TruthNode = memo(function TruthNode({ width, height }: NodeProps) {
  const texts = useMessages().pipeline;
  const { scope, metrics } = usePipelineSetting();
  const truth = useTruth(scope);
  const late = truth?.late ?? 0;
  const behind = truth?.behind ?? false;
  const title = truth === undefined ? texts.truthOf : <span className={styles.mono}>{nameOf(truth.subject.key)}</span>;
  const fact =
    truth === undefined ? "" : !behind ? texts.inStep : late > 0 ? texts.lateBy(spanText(late)) : texts.notHeard;
  return (
    <NodeCard
      id="truth"
      part="truth"
      name=""
      title={title}
      sub={truth === undefined ? "" : texts.truthOf}
      fact={fact}
      tone={truth === undefined ? "idle" : behind ? "stale" : "ok"}
      live={false}
      height={height}
    >
      {truth === undefined ? (
        <Label>{texts.truthNone}</Label>
      ) : (
        <div className={styles.figure}>
          <TruthBars
            truth={truth}
            width={width - 18}
            row={Math.min(metrics.row, Math.floor(bodyRoom(height, metrics) / 4))}
          />
        </div>
      )}
    </NodeCard>
  );
});
