import { useMemo, useRef } from "react";
import { lineMetrics } from "../../projections/node-lines.ts";
import { layoutPipeline, layoutStack, type PageSize } from "../../projections/pipeline-layout.ts";
import { useApp } from "../app-context.tsx";
import { type Box, useBox } from "../widgets/use-box.ts";
import { FlowMarks } from "./flow-marks.tsx";
import { PipelineSettingProvider } from "./pipeline-context.tsx";
import { PipelineGraph } from "./pipeline-graph.tsx";
import styles from "./pipeline-pane.module.css";
import { PipelineStack } from "./pipeline-stack.tsx";
import { usePageSize } from "./use-page-size.ts";
import { useScope } from "./use-scope.ts";
import { ZoneLine } from "./zone-line.tsx";

/** The loop from etcd to reconcile, as a graph or, on a phone, as a stack. */
export function PipelinePane() {
  const size = usePageSize();
  const pane = useRef<HTMLDivElement>(null);
  const box = useBox(pane);
  const { scope, pinned, pin } = useScope();
  const servers = useApp((state) => serverNames(state.frame.current?.servers));
  const layout = useMemo(() => layoutFor(size, box, servers), [size, box, servers]);
  const setting = useMemo(() => ({ scope, size, metrics: lineMetrics(size), layout }), [scope, size, layout]);
  return (
    <PipelineSettingProvider setting={setting}>
      <div ref={pane} className={styles.pane} data-pipeline data-size={size}>
        <FlowMarks />
        <ZoneLine pinned={pinned} onPin={pin} />
        {layout !== undefined &&
          (size === "XS" ? <PipelineStack layout={layout} /> : <PipelineGraph layout={layout} />)}
      </div>
    </PipelineSettingProvider>
  );
}

function layoutFor(size: PageSize, box: Box, servers: string) {
  if (size === "XS") return layoutStack(servers.split(" "));
  return box.height <= 0 ? undefined : layoutPipeline(size, box, servers.split(" "));
}

function serverNames(servers: readonly { readonly id: string }[] | undefined): string {
  return servers === undefined ? "a" : servers.map(({ id }) => id).join(" ");
}
