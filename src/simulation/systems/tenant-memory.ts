import type { Micros } from "../../base/time.ts";
import { count, counts, readOptions, span, type Values, word } from "../cluster/options.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { clusterNames, NO_TALLY, ownerOf, type Tally, tenantNames } from "./tenant-plan.ts";

/** What a scenario can set about a store of tenants' states. */
export const TENANT_OPTIONS = {
  shards: count(1, 1, 64),
  /** Clusters of each tenant. */
  tenants: counts([8, 5, 4, 3, 3, 3, 3, 2, 2, 2, 1, 1], { items: 64, each: 100, sum: 1_000 }),
  /** What is hashed: the tenant, so that one writer has all of it in order, or each cluster. */
  key: word("tenant", "cluster"),
  /** What a writer does for one request, besides the write itself. */
  workMs: span(265, 0),
  startMs: span(1_000, 0),
  /** Whether a long line is split. */
  balance: word("off", "split"),
  /** How often the balancer looks. */
  periodMs: span(1_000, 100),
  /** How long the state of a part is copied. */
  moveMs: span(500, 0),
  /** From how many requests on a line is long. */
  hotAt: count(4, 2, 1_000),
} as const;

/** A request to save a cluster's next state. `tries` counts the writes that the API server did not take. */
export type Request = {
  readonly cluster: string;
  readonly since: Micros;
  readonly began: Micros;
  readonly tries: number;
};

/** A part of a prefix on its way from one writer to another. */
export type Moving = {
  readonly prefix: string;
  readonly from: string;
  readonly to: string;
  readonly since: Micros;
};

/** What the store keeps beside its charts. */
export type TenantMemory = {
  readonly lines: Readonly<Record<string, readonly Request[]>>;
  /** Writers of prefixes that were moved; the longest prefix counts. */
  readonly owners: Readonly<Record<string, string>>;
  /** What the balancer has found at its last look. */
  readonly plan: Omit<Moving, "since"> | undefined;
  readonly moving: Moving | undefined;
  /** Requests of the part that moves. */
  readonly held: readonly Request[];
  readonly moves: number;
  /** How long parts were without a writer, in all. */
  readonly handOver: number;
  readonly tally: Tally;
  readonly byShard: Readonly<Record<string, Tally>>;
};

/** Before anything was asked. */
export const EMPTY_TENANTS: TenantMemory = {
  lines: {},
  owners: {},
  plan: undefined,
  moving: undefined,
  held: [],
  moves: 0,
  handOver: 0,
  tally: NO_TALLY,
  byShard: {},
};

/** The options that a scenario has set. */
export function tenantOptions(options: JsonObject): Values<typeof TENANT_OPTIONS> {
  return readOptions(TENANT_OPTIONS, options);
}

/** `cluster-3-1` is the first cluster of tenant-3. */
export function tenantOf(cluster: string): string {
  return `tenant-${cluster.split("-")[1] ?? ""}`;
}

/** `tenant-3` has at least one cluster, `cluster-3-1`. */
export function firstClusterOf(tenant: string): string {
  return `cluster-${tenant.slice("tenant-".length)}-1`;
}

/** What is hashed for a cluster. */
export function keyOf(cluster: string, options: JsonObject): string {
  return tenantOptions(options).key === "tenant" ? tenantOf(cluster) : cluster;
}

/** The writer of a cluster's states. */
export function homeOf({ owners }: TenantMemory, options: JsonObject, cluster: string): string {
  return ownerOf(keyOf(cluster, options), tenantOptions(options).shards, owners);
}

/** The clusters of a tenant, one cluster by its name, or all of them for `all`; undefined if there is none of that name. */
export function clustersOf(options: JsonObject, tenant: string): readonly string[] | undefined {
  const { tenants } = tenantOptions(options);
  const all = clusterNames(tenants);
  if (tenant === "all") return all;
  if (all.includes(tenant)) return [tenant];
  return tenantNames(tenants).includes(tenant) ? all.filter((cluster) => tenantOf(cluster) === tenant) : undefined;
}
