import type { MinimapBranch } from "../../projections/timeline/minimap.ts";
import { lowerBound, type TimelineColumns } from "../../projections/timeline/timeline-columns.ts";
import type { RunInfo } from "../../store/run-types.ts";
import type { useTimelineTexts } from "./use-timeline-texts.ts";

/** What is written on the canvas. */
export type TimelineTexts = Pick<ReturnType<typeof useTimelineTexts>, "wholeRun" | "lane" | "fork">;

/** The branches that leave the one on the screen, and the one that it left. */
export function branchesOf(
  info: RunInfo | undefined,
  columns: TimelineColumns,
  texts: TimelineTexts,
): readonly MinimapBranch[] {
  if (info === undefined || info.branches.length < 2) return [];
  const current = info.branches.find(({ id }) => id === info.branch);
  const eventAfter = (step: number) => lowerBound(columns.step, columns.length, step + 1);
  return info.branches.flatMap((branch): readonly MinimapBranch[] => {
    if (branch.parent === info.branch) {
      return [
        { id: branch.id, event: eventAfter(branch.step), name: texts.fork(branch.id, branch.action?.type ?? "") },
      ];
    }
    if (branch.id !== current?.parent) return [];
    return [{ id: branch.id, event: eventAfter(current.step), name: texts.fork(branch.id, branch.action?.type ?? "") }];
  });
}
