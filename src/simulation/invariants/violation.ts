import type { ClusterEvent, ClusterWorld, Violation } from "../cluster/cluster.ts";

/** Looks at one step: the world before it, the world after it, and what happened in it. Undefined when all is well. */
export type Check = (
  before: ClusterWorld,
  after: ClusterWorld,
  events: readonly ClusterEvent[],
) => Violation | undefined;
