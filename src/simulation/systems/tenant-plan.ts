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

/**
 * Where a key stands in the tree of prefixes: the shard's number, and the bits of the hash that are left, the lowest first. `11.0001` begins
 * the path of a key of shard-11; `11.` is the whole of its prefix, `11.0` and `11.1` are its halves.
 */
export function hashPath(key: string, shards: number): string {
  const hash = fnv1a(key);
  let bits = "";
  for (let rest = Math.floor(hash / shards), bit = 0; bit < 28; bit++, rest = Math.floor(rest / 2)) bits += rest % 2;
  return `${hash % shards}.${bits}`;
}

/** The writer of a key: that of the longest prefix with an owner of its own, or its shard. */
export function ownerOf(key: string, shards: number, owners: Readonly<Record<string, string>>): string {
  const path = hashPath(key, shards);
  let longest = "";
  for (const prefix of Object.keys(owners))
    if (path.startsWith(prefix) && prefix.length > longest.length) longest = prefix;
  return owners[longest] ?? shardOf(key, shards);
}

/** A part of a line: the prefix that its keys share, and how many of the line's requests it has. */
export type Part = { readonly prefix: string; readonly count: number };

/** Parts a line where the paths of its keys first differ, the smaller part first. One part only: all have the same path. */
export function partsOf(paths: readonly string[]): readonly Part[] {
  const [first = ""] = paths;
  let common = 0;
  while (common < first.length && paths.every((path) => path[common] === first[common])) common += 1;
  if (common === first.length) return [{ prefix: first, count: paths.length }];
  const prefixes = new Set(paths.map((path) => prefixAt(path, common)));
  return [...prefixes]
    .map((prefix) => ({ prefix, count: paths.filter((path) => path.startsWith(prefix)).length }))
    .sort((a, b) => a.count - b.count || (a.prefix < b.prefix ? -1 : 1));
}

/** Up to the bit that differs; keys of different shards are parted by their whole shard. */
function prefixAt(path: string, place: number): string {
  return path.slice(0, Math.max(place, path.indexOf(".")) + 1);
}

/** FNV-1a with 32 bits, of text in ASCII. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

/** What was saved since a rush began: how many, how long they took from asking to saved in all and at most, how long they waited, and when the last was. */
export type Tally = {
  readonly since: Micros;
  readonly served: number;
  readonly total: number;
  readonly longest: number;
  readonly waited: number;
  readonly last: Micros;
};

/** Before anything was saved. */
export const NO_TALLY: Tally = { since: micros(0), served: 0, total: 0, longest: 0, waited: 0, last: micros(0) };

/** One more state is saved; `waited` is the part of `took` before a writer began. */
export function withSaved(
  tally: Tally,
  spans: { readonly took: number; readonly waited: number; readonly now: Micros },
): Tally {
  return {
    since: tally.since,
    served: tally.served + 1,
    total: tally.total + spans.took,
    longest: Math.max(tally.longest, spans.took),
    waited: tally.waited + spans.waited,
    last: spans.now,
  };
}

/** The average time from asking until saved, µs. */
export function averageOf({ served, total }: Tally): number {
  return Math.round(total / Math.max(1, served));
}

/** The average time before a writer began, µs. */
export function averageWaitOf({ served, waited }: Tally): number {
  return Math.round(waited / Math.max(1, served));
}

/** Saved states per second since the rush began, to two digits after the point. */
export function rateOf({ since, served, last }: Tally): number {
  return Math.round((served * 100_000_000) / Math.max(1, last - since)) / 100;
}
