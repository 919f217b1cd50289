import { createContext, type ReactNode, useContext } from "react";
import type { LineMetrics, Scope } from "../../projections/node-lines.ts";
import type { PageSize, PipelineLayout } from "../../projections/pipeline-layout.ts";

/** What all nodes of the pipeline share: which process and informer, in which size, and where everything stands. */
export type PipelineSetting = {
  readonly scope: Scope;
  readonly size: PageSize;
  readonly metrics: LineMetrics;
  /** Absent on a phone, where nodes stand below each other. */
  readonly layout: PipelineLayout | undefined;
};

const SettingContext = createContext<PipelineSetting | undefined>(undefined);

/** Gives the pipeline's setting to its nodes and wires. */
export function PipelineSettingProvider({
  setting,
  children,
}: {
  readonly setting: PipelineSetting;
  readonly children: ReactNode;
}) {
  return <SettingContext value={setting}>{children}</SettingContext>;
}

/** What the pipeline shows, for nodes and wires. */
export function usePipelineSetting(): PipelineSetting {
  const setting = useContext(SettingContext);
  if (setting === undefined) throw new Error("a node needs a <PipelineSettingProvider> above it");
  return setting;
}
