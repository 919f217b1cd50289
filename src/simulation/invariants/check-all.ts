import type { Inspect } from "../cluster/boot.ts";
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
import type { Check } from "./violation.ts";

/** Checks that hold in every run, whatever anybody does to it; the one about stores looks away once a fault has swallowed events. */
const CHECKS: readonly Check[] = [
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
  storeMatchesVersion,
];

/** Everything that one step broke. */
export const checkAll: Inspect = (before, after, events) =>
  CHECKS.flatMap((check) => check(before, after, events) ?? []);
