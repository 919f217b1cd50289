import { ownValue } from "../../base/own-value.ts";
import { entriesOf } from "../../base/persistent-map.ts";
import type { Etcd } from "./etcd.ts";
import { logAt, logSize } from "./sliding-log.ts";

/** Revision of the newest write to a kind; after a compaction, of the newest one that is still known; 0 for none. */
export function newestRevision(etcd: Etcd, kind: string): number {
  const store = ownValue(etcd.kinds, kind);
  if (store === undefined) return 0;
  const newest = logAt(store.log, logSize(store.log) - 1);
  if (newest !== undefined) return newest.revision;
  let highest = 0;
  for (const [, value] of entriesOf(store.values)) highest = Math.max(highest, value.modRevision);
  return highest;
}
