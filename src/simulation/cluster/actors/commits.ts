import { record, withCause } from "../../kernel/turn.ts";
import { kindIdOf } from "../../kubernetes/kind-registry.ts";
import { type ClusterTurn, clusterOf } from "../cluster.ts";
import type { EtcdEvent } from "../etcd.ts";
import { followCommit } from "./caches.ts";
import { changeText } from "./change-text.ts";
import { ETCD } from "./names.ts";
import { podCommitted } from "./pods.ts";

/** Shows commits in the trace, and lets every watch cache follow them. The last one is the cause of what comes next. */
export function recordCommits(turn: ClusterTurn, events: readonly EtcdEvent[]): void {
  for (const event of events) {
    const { revision, key, value, previous } = event;
    const object = value?.object ?? previous?.object;
    if (object === undefined) continue;
    const verb = value === undefined ? "delete" : previous === undefined ? "create" : "update";
    const change = changeText(previous?.object, value?.object);
    const kind = kindIdOf(clusterOf(turn).kinds, object);
    const commit = record(turn, ETCD, { type: "etcd.commit", revision, verb, kind, key, change });
    withCause(turn, commit, () => followCommit(turn, kind, revision));
    if (kind === "Pod") withCause(turn, commit, () => podCommitted(turn, verb, object));
  }
}
