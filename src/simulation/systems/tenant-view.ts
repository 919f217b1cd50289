import type { SystemReader, SystemView } from "../cluster/system.ts";
import { ABSENT, type GridFrame, type ReadingFrame, type TableFrame } from "../cluster/system-frame.ts";
import { isMoving } from "./tenant-lines.ts";
import { clustersOf, firstClusterOf, homeOf, type TenantMemory, tenantOf, tenantOptions } from "./tenant-memory.ts";
import { averageOf, averageWaitOf, clusterNames, NO_TALLY, rateOf, shardNames, tenantNames } from "./tenant-plan.ts";

/** `homes`: the writer of each cluster, in the order of the clusters. */
type Reader = SystemReader<TenantMemory> & { readonly homes: ReadonlyMap<string, string> };

const STATES: GridFrame["classes"] = [
  { name: "Ready", tone: "ok" },
  { name: "Requested", tone: "waiting" },
  { name: "Provisioning", tone: "active" },
  { name: "Joining", tone: "active" },
  { name: "Upgrading", tone: "active" },
];

const LINES: GridFrame["classes"] = [
  { name: "no request", tone: "idle" },
  { name: "being saved", tone: "active" },
  { name: "short line", tone: "waiting" },
  { name: "long line", tone: "failed" },
  { name: "held by a move", tone: "stale" },
];

/** What a store of tenants shows: numbers, each cluster by its line and by its state, tenants by shards, and the writers. */
export function tenantView(seen: SystemReader<TenantMemory>): SystemView {
  const { memory, options } = seen;
  const names = clusterNames(tenantOptions(options).tenants);
  const reader: Reader = { ...seen, homes: new Map(names.map((each) => [each, homeOf(memory, options, each)])) };
  return {
    readings: readings(reader),
    grids: [
      clusters(reader, "clusters by line", LINES),
      clusters(reader, "clusters by state", STATES),
      tenantHomes(reader),
    ],
    tables: [writers(reader)],
    tells: [
      { event: "upgrade", about: upgradable(seen), ofCells: true },
      { event: "move", about: moves(seen), ofCells: false },
    ],
  };
}

/** Who has a cluster that is Ready: an upgrade of others would be refused. */
function upgradable({ options, name, stateOf }: SystemReader<TenantMemory>): readonly string[] {
  const names = ["all", ...tenantNames(tenantOptions(options).tenants)];
  const isReady = (cluster: string) => stateOf(`${name}/${cluster}`) === "Ready";
  return names.filter((each) => clustersOf(options, each)?.some(isReady));
}

/** Each tenant to the writer after its own, where tenants have one. */
function moves({ memory, options }: SystemReader<TenantMemory>): readonly string[] {
  const { tenants, shards, key } = tenantOptions(options);
  const writers = shardNames(shards);
  if (key === "cluster" || writers.length < 2) return [];
  return tenantNames(tenants).map((tenant) => {
    const own = writers.indexOf(homeOf(memory, options, firstClusterOf(tenant)));
    return `${tenant} ${writers[(own + 1) % writers.length] ?? ""}`;
  });
}

function readings({ memory, options }: Reader): readonly ReadingFrame[] {
  const { tenants, workMs, balance, moveMs, hotAt } = tenantOptions(options);
  const { tally, moves, handOver } = memory;
  const done = tally.served > 0;
  const input = (name: string, value: number, unit: "count" | "span") =>
    ({ name, value, unit, from: "input" }) as const;
  const measured = (name: string, value: number | undefined, unit: ReadingFrame["unit"]) =>
    ({ name, value, unit, from: "measured" }) as const;
  const balancing = [
    input("hotAt", hotAt, "count"),
    input("copying", moveMs, "span"),
    measured("moves", moves, "count"),
    measured("handOver", moves > 0 ? handOver : undefined, "span"),
  ];
  return [
    input("clusters", clusterNames(tenants).length, "count"),
    input("work", workMs, "span"),
    ...(balance === "split" ? balancing : []),
    measured("saved", tally.served, "count"),
    measured("averageTransition", done ? averageOf(tally) : undefined, "span"),
    measured("longestTransition", done ? tally.longest : undefined, "span"),
    measured("throughput", done ? rateOf(tally) : undefined, "perSecond"),
  ];
}

/** A column for each tenant, a cell for each of its clusters, and in the cell the number of the writer. */
function clusters(reader: Reader, name: string, classes: GridFrame["classes"]): GridFrame {
  const { tenants } = tenantOptions(reader.options);
  const columns = tenants.length;
  const names = Array.from({ length: Math.max(0, ...tenants) }, (_, nth) =>
    tenants.map((count, tenant) => (nth < count ? `cluster-${tenant + 1}-${nth + 1}` : "")),
  ).flat();
  const classOf = classes === STATES ? stateClass : lineClass;
  return {
    name,
    columns,
    classes,
    cells: Uint8Array.from(names, (cluster) => (cluster === "" ? ABSENT : classOf(reader, cluster))),
    prefix: "",
    rowNames: [],
    columnNames: tenantNames(tenants),
    cellNames: names,
    labels: names.map((cluster) => reader.homes.get(cluster)?.slice("shard-".length) ?? ""),
    chartOf: "cell",
    machine: "tenant-cluster",
  };
}

function stateClass({ name, stateOf }: Reader, cluster: string): number {
  const state = stateOf(`${name}/${cluster}`);
  const found = STATES.findIndex((each) => each.name === state);
  return found < 0 ? 1 : found;
}

function lineClass({ memory, options, homes }: Reader, cluster: string): number {
  if (memory.held.some((request) => request.cluster === cluster)) return 4;
  const line = memory.lines[homes.get(cluster) ?? ""] ?? [];
  const place = line.findIndex((request) => request.cluster === cluster);
  if (place < 0) return isMoving(memory, { options }, cluster) ? 4 : 0;
  if (place === 0) return 1;
  return line.length >= tenantOptions(options).hotAt ? 3 : 2;
}

const HOMES = [
  { name: "elsewhere", tone: "idle" },
  { name: "home", tone: "ok" },
  { name: "waiting 1–3", tone: "waiting" },
  { name: "waiting 4+", tone: "failed" },
] as const;

function tenantHomes({ memory, options, homes }: Reader): GridFrame {
  const { shards, tenants } = tenantOptions(options);
  const [rowNames, columnNames] = [tenantNames(tenants), shardNames(shards)];
  const atHome = new Set([...homes].map(([cluster, shard]) => `${tenantOf(cluster)} ${shard}`));
  const cells = rowNames.flatMap((tenant) =>
    columnNames.map((shard) => {
      const waiting = (memory.lines[shard] ?? []).filter(({ cluster }) => tenantOf(cluster) === tenant).length;
      if (waiting > 0) return waiting > 3 ? 3 : 2;
      return atHome.has(`${tenant} ${shard}`) ? 1 : 0;
    }),
  );
  return {
    name: "tenants × shards",
    columns: shards,
    classes: HOMES,
    cells: Uint8Array.from(cells),
    prefix: "",
    rowNames,
    columnNames,
    cellNames: [],
    labels: [],
    chartOf: "column",
    machine: "store-shard",
  };
}

/** The writers with anything to do; waiting in milliseconds. */
function writers({ memory, options, homes }: Reader): TableFrame {
  const rows = shardNames(tenantOptions(options).shards).flatMap((shard) => {
    const at = [...homes.values()].filter((home) => home === shard).length;
    const { [shard]: own = NO_TALLY } = memory.byShard;
    const line = (memory.lines[shard] ?? []).length;
    if (at + own.served + line === 0) return [];
    return [[shard, at, line, own.served, Math.round(averageWaitOf(own) / 1_000)]];
  });
  return { name: "writers", ofActors: true, columns: ["writer", "clusters", "line", "saved", "averageWaitMs"], rows };
}
