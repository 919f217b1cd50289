import type { ClusterEvent, ClusterWorld } from "../cluster/cluster.ts";

/** Something that must never happen, and did. `invariant` is the name of its check. */
export type Violation = { readonly invariant: string; readonly message: string };

/** Looks at one step: the world before it, the world after it, and what happened in it. Undefined when all is well. */
export type Check = (
  before: ClusterWorld,
  after: ClusterWorld,
  events: readonly ClusterEvent[],
) => Violation | undefined;
