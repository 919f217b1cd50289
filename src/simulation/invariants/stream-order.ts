import { valueAt } from "../../base/persistent-map.ts";
import type { ClusterWorld, Stream } from "../cluster/cluster.ts";
import { watcherOf } from "../cluster/server/watch-cache.ts";
import type { Check } from "./violation.ts";

/**
 * After its initial part the versions of a stream strictly increase; a bookmark is at least the last one, and nothing at or below it
 * follows (fidelity apiserver I.1).
 */
export const streamOrder: Check = (before, _after, events) => {
  const last = new Map<number, number>();
  for (const { fact } of events) {
    if (fact.type !== "stream.send" && fact.type !== "stream.bookmark") continue;
    const stream = valueAt(before.shared.streams, String(fact.stream));
    if (stream === undefined || sendsState(before, stream)) continue;
    const newest = last.get(fact.stream) ?? stream.revision;
    const isBookmark = fact.type === "stream.bookmark";
    if (isBookmark ? fact.rv < newest : fact.rv <= newest) {
      const message = `stream ${fact.stream} of ${fact.client} sent ${fact.rv} after ${newest}`;
      return { invariant: "streamOrder", message };
    }
    last.set(fact.stream, fact.rv);
  }
  return undefined;
};

/** Whether a stream is at its synthetic events, which carry the versions of their objects. */
export function sendsState({ shared }: ClusterWorld, { server, kind, watch }: Stream): boolean {
  const cache = shared.servers[server]?.api.caches[kind];
  return cache !== undefined && watcherOf(cache, watch)?.replay.type === "state";
}
