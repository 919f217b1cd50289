import { type Micros, micros } from "../../base/time.ts";

/** Names of the shards, one for each prefix: shard-00, shard-01, … */
export function shardNames(shards: number): readonly string[] {
  return Array.from({ length: shards }, (_, index) => `shard-${String(index).padStart(2, "0")}`);
}

/** Names of the tenants, given how many clusters each has. */
export function tenantNames(tenants: readonly number[]): readonly string[] {
  return tenants.map((_, index) => `tenant-${index + 1}`);
}

/** Names of all clusters in the order in which they ask: one of each tenant, then the next of each. `cluster-3-1` is the first of tenant-3. */
export function clusterNames(tenants: readonly number[]): readonly string[] {
  const most = Math.max(0, ...tenants);
  return Array.from({ length: most }, (_, nth) =>
    tenants.flatMap((clusters, tenant) => (nth < clusters ? [`cluster-${tenant + 1}-${nth + 1}`] : [])),
  ).flat();
}

/** The shard of a tenant: the hash of its name, modulo the number of shards. */
export function shardOf(tenant: string, shards: number): string {
  return shardNames(shards)[fnv1a(tenant) % shards] ?? "";
}

/** FNV-1a with 32 bits, of text in ASCII. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

/** What was saved so far: how many, how long they took from asking to saved in all and at most, and when the last one was. */
export type Tally = {
  readonly served: number;
  readonly total: number;
  readonly longest: number;
  readonly last: Micros;
};

/** Before anything was saved. */
export const NO_TALLY: Tally = { served: 0, total: 0, longest: 0, last: micros(0) };

/** The average time from asking until saved, µs. */
export function averageOf({ served, total }: Tally): number {
  return Math.round(total / Math.max(1, served));
}

/** Saved states per second since `start`, to two digits after the point. */
export function rateOf({ served, last }: Tally, start: Micros): number {
  return Math.round((served * 100_000_000) / Math.max(1, last - start)) / 100;
}
