import { ownValue } from "../../../base/own-value.ts";
import { sortedValues } from "../../../base/persistent-map.ts";
import { type ClusterTurn, clusterOf } from "../cluster.ts";
import type { Indexer } from "../informer/indexer.ts";
import type { Ask } from "../reconciler.ts";
import { informerId } from "./names.ts";
import { informerNamed } from "./processes.ts";

/** An informer's store that a run reads. */
export function storeOf(turn: ClusterTurn, process: string, kind: string): Indexer {
  return informerNamed(turn, informerId(process, kind)).store;
}

/** The version that a store stands at; before 0.36 stores do not say, so the reflector's. */
export function storeVersion(turn: ClusterTurn, process: string, kind: string): string {
  const store = storeOf(turn, process, kind);
  if (store.resourceVersion !== "") return store.resourceVersion;
  const versions = sortedValues(store.objects).map((object) => Number(object.metadata.resourceVersion));
  return versions.length === 0 ? "" : String(Math.max(...versions));
}

/**
 * The error of a read from the cache of a kind that the process has no informer for, or undefined (`cr:pkg/cache/informer_cache.go:getInformerForKind,
 * ErrResourceNotCached @v0.24.1`, with ReaderFailOnMissingInformer). Left out: its default, to start an informer at the first read.
 */
export function uncachedRead(turn: ClusterTurn, process: string, ask: Ask): string | undefined {
  if (ask.type !== "get" && ask.type !== "list" && ask.type !== "storeVersion") return undefined;
  const { informers, kinds } = clusterOf(turn);
  if (ownValue(informers, informerId(process, ask.kind)) !== undefined) return undefined;
  const { group = "", version = "", kind = ask.kind } = ownValue(kinds, ask.kind) ?? {};
  return `${group}/${version}, Kind=${kind} is not cached`; // GroupVersionKind.String()
}
