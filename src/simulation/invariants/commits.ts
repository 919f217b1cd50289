import type { ClusterWorld } from "../cluster/cluster.ts";
import type { EtcdEvent } from "../cluster/etcd.ts";
import { entriesAfter } from "../cluster/sliding-log.ts";

/** What a step wrote to etcd, by kind, oldest first. */
export function* commitsOf(
  before: ClusterWorld,
  after: ClusterWorld,
): Generator<{ readonly kind: string; readonly event: EtcdEvent }> {
  const from = before.shared.etcd.revision;
  if (after.shared.etcd.revision === from) return;
  for (const [kind, { log }] of Object.entries(after.shared.etcd.kinds))
    for (const event of entriesAfter(log, from)) yield { kind, event };
}
