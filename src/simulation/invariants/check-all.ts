import type { ClusterEvent, ClusterWorld } from "../cluster/cluster.ts";
import { commitsOverStored } from "./commits-over-stored.ts";
import { finalizers } from "./finalizers.ts";
import { generations } from "./generations.ts";
import { handlerOrder } from "./handler-order.ts";
import { noKeyLost } from "./no-key-lost.ts";
import { oneWorkerPerKey } from "./one-worker-per-key.ts";
import { storeBeforeHandlers } from "./store-before-handlers.ts";
import { storeMatchesVersion } from "./store-matches-version.ts";
import { streamOrder } from "./stream-order.ts";
import { streamStart } from "./stream-start.ts";
import { syncAfterAdds } from "./sync-after-adds.ts";
import { unchangedWrites } from "./unchanged-writes.ts";
import type { Check, Violation } from "./violation.ts";

/** Checks that hold in every run, whatever anybody does to it. */
const ALWAYS: readonly Check[] = [
  streamOrder,
  streamStart,
  unchangedWrites,
  commitsOverStored,
  generations,
  finalizers,
  handlerOrder,
  storeBeforeHandlers,
  syncAfterAdds,
  noKeyLost,
  oneWorkerPerKey,
];

/** Everything that one step broke. `isLossy`: a fault swallowed events of this run, now or before (`losesEvents`). */
export function checkAll(
  before: ClusterWorld,
  after: ClusterWorld,
  events: readonly ClusterEvent[],
  isLossy: boolean,
): readonly Violation[] {
  const checks = isLossy ? ALWAYS : [...ALWAYS, storeMatchesVersion];
  return checks.flatMap((check) => check(before, after, events) ?? []);
}
