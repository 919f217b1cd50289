import { type Elector, isLeader, validUntil } from "../simulation/cluster/queue/elector.ts";
import { processPicture } from "./process-picture.ts";
import type { Picture } from "./workqueue-driver.ts";

/** The lease that candidates of a recording want, and the actor that stores it. */
export const LEASE = "lease";

/** The candidates of an election as processes. */
export function electionPicture(candidates: readonly { readonly id: string; readonly elector: Elector }[]): Picture {
  return () => ({
    processes: candidates.map(({ id, elector }) => ({
      ...processPicture(id),
      state: elector.phase.type === "stopped" ? "stopped" : "running",
      election: {
        lease: LEASE,
        isLeader: isLeader(elector) && elector.phase.type !== "stopped",
        holder: elector.observed?.holder ?? "",
        validUntil: validUntil(elector),
      },
    })),
    charts: [],
  });
}
