import type { Etcd } from "../simulation/cluster/etcd.ts";
import { storedVersions } from "../simulation/cluster/stored-version.ts";
import type { ObjectVersion } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/** Most versions that one answer holds; the newest are kept. */
const MOST = 4_000;

/** The writes in the history of `etcd`, the newest one of the branch, each with the event of `log` that tells of it. */
export function objectVersions(log: TraceLog, etcd: Etcd): readonly ObjectVersion[] {
  const told = new Map<number, number>();
  for (let seq = 0; seq < log.length; seq++) {
    if (log.type(seq) !== "etcd.commit") continue;
    const { revision } = log.row(seq).fact;
    if (typeof revision === "number") told.set(revision, seq);
  }
  return storedVersions(etcd)
    .slice(-MOST)
    .map((version) => ({ ...version, seq: told.get(version.revision) ?? -1 }));
}
