import { type Micros, micros } from "../../base/time.ts";
import { count, counts, readOptions, span } from "../cluster/options.ts";
import type { SystemDesk, SystemKind, SystemReader, SystemView } from "../cluster/system.ts";
import { type StoreShardEffect, storeShardMachine } from "../machines/store-shard.ts";
import { type TenantClusterEffect, tenantClusterMachine } from "../machines/tenant-cluster.ts";
import {
  averageOf,
  clusterNames,
  NO_TALLY,
  rateOf,
  shardNames,
  shardOf,
  type Tally,
  tenantNames,
} from "./tenant-plan.ts";

// Clusters of tenants whose every state is saved by a store: one writer, or several, each for the tenants whose hash falls to its prefix.
// A writer works for a while, then writes its object through the API server, and only then takes the next request. All clusters ask at
// once, as after a restart of the control plane.

const OPTIONS = {
  shards: count(1, 1, 64),
  /** Clusters of each tenant. */
  tenants: counts([8, 5, 4, 3, 3, 3, 3, 2, 2, 2, 1, 1], { items: 64, each: 100, sum: 1_000 }),
  /** What a writer does for one request, besides the write itself. */
  workMs: span(265, 0),
  startMs: span(1_000, 0),
};

type Request = { readonly cluster: string; readonly since: Micros; readonly began: Micros };
type Memory = {
  readonly lines: Readonly<Record<string, readonly Request[]>>;
  /** Shards of tenants that were moved by hand. */
  readonly moved: Readonly<Record<string, string>>;
  readonly tally: Tally;
};
type Desk = SystemDesk<Memory>;

/** Tenants' clusters over a store. It can be told `move`: `tenant-1 shard-03`. */
export const tenantStoreSystem: SystemKind<Memory> = {
  machines: { "store-shard": storeShardMachine, "tenant-cluster": tenantClusterMachine },
  options: OPTIONS,
  memory: () => ({ lines: {}, moved: {}, tally: NO_TALLY }),
  crash: ({ moved }) => ({ lines: {}, moved, tally: NO_TALLY }),
  start(desk) {
    const { shards, startMs } = readOptions(OPTIONS, desk.options);
    for (const name of shardNames(shards)) desk.aside(() => desk.launch(`${desk.name}/${name}`, "store-shard"));
    desk.post(desk.name, "begin", null, startMs);
  },
  receive(desk, actor, message) {
    if (message.type === "answer") return finish(desk, actor);
    if (message.name === "write") return write(desk, actor);
    for (const name of clusterNames(readOptions(OPTIONS, desk.options).tenants))
      desk.aside(() => desk.launch(`${desk.name}/${name}`, "tenant-cluster"));
  },
  perform(desk, actor, effect) {
    const asked = effect as StoreShardEffect | TenantClusterEffect; // its charts declare no others
    if (asked.type === "ask") ask(desk, actor);
    else serve(desk, actor);
  },
  told(desk, event, about) {
    const { shards, tenants } = readOptions(OPTIONS, desk.options);
    const [tenant = "", shard = ""] = about.split(" ");
    if (event !== "move") return "tenants can be told to move";
    if (!tenantNames(tenants).includes(tenant)) return `there is no ${tenant}`;
    if (!shardNames(shards).includes(shard)) return `there is no ${shard}`;
    const from = homeOf(desk.memory(), desk.options, tenant);
    desk.remember({ ...desk.memory(), moved: { ...desk.memory().moved, [tenant]: shard } });
    desk.record(desk.name, { type: "system.moved", key: tenant, from, to: shard });
    return undefined;
  },
  view,
};

/** What waits already stays where it is: a move is for what comes after it. */
function homeOf({ moved }: Memory, options: Desk["options"], tenant: string): string {
  return moved[tenant] ?? shardOf(tenant, readOptions(OPTIONS, options).shards);
}

function ask(desk: Desk, actor: string): void {
  const cluster = actor.slice(desk.name.length + 1);
  const shard = homeOf(desk.memory(), desk.options, tenantOf(cluster));
  const line = desk.memory().lines[shard] ?? [];
  setLine(desk, shard, [...line, { cluster, since: desk.now, began: desk.now }]);
  if (line.length > 0) desk.record(`${desk.name}/${shard}`, queued(cluster, shard, line.length));
  desk.tell(`${desk.name}/${shard}`, { type: "asked" });
}

const queued = (key: string, where: string, ahead: number) => ({ type: "system.queued", key, where, ahead }) as const;

function serve(desk: Desk, actor: string): void {
  const shard = actor.slice(desk.name.length + 1);
  const [first, ...rest] = desk.memory().lines[shard] ?? [];
  if (first === undefined) return;
  setLine(desk, shard, [{ ...first, began: desk.now }, ...rest]);
  const waited = desk.now - first.since;
  desk.record(actor, { type: "system.began", key: first.cluster, where: shard, waited });
  desk.post(actor, "write", null, readOptions(OPTIONS, desk.options).workMs);
}

/** The shard's object is what others see of it. */
function write(desk: Desk, actor: string): void {
  const shard = actor.slice(desk.name.length + 1);
  const [first] = desk.memory().lines[shard] ?? [];
  const place = { kind: "TenantState", namespace: "demo", name: desk.name, user: desk.name, client: desk.name };
  const patch = { status: { [shard]: { last: first?.cluster ?? "" } } };
  const body = { type: "merge", patch } as const;
  desk.request(actor, "write", { verb: "patch", ...place, subresource: "status", body, options: {} });
}

function finish(desk: Desk, actor: string): void {
  const shard = actor.slice(desk.name.length + 1);
  const [first, ...rest] = desk.memory().lines[shard] ?? [];
  if (first === undefined) return;
  setLine(desk, shard, rest);
  const took = desk.now - first.since;
  const { tally } = desk.memory();
  const next = {
    served: tally.served + 1,
    total: tally.total + took,
    longest: Math.max(tally.longest, took),
    last: desk.now,
  };
  desk.remember({ ...desk.memory(), tally: next });
  const { cluster: key, since, began } = first;
  const spans = { waited: began - since, took: desk.now - began };
  desk.aside(() => desk.record(actor, { type: "system.finished", key, where: shard, ...spans }));
  desk.aside(() => desk.tell(`${desk.name}/${first.cluster}`, { type: "saved" }));
  desk.tell(actor, { type: "saved" });
  measure(desk);
}

/** When the last cluster is ready, the numbers are final. */
function measure(desk: Desk): void {
  const { tenants, startMs } = readOptions(OPTIONS, desk.options);
  const { tally } = desk.memory();
  if (tally.served < 3 * clusterNames(tenants).length) return;
  const facts = [
    { what: "averageTransition", value: averageOf(tally), unit: "span" },
    { what: "longestTransition", value: tally.longest, unit: "span" },
    { what: "throughput", value: rateOf(tally, micros(startMs)), unit: "perSecond" },
  ] as const;
  for (const fact of facts) desk.aside(() => desk.record(desk.name, { type: "system.measured", ...fact }));
}

function setLine(desk: Desk, shard: string, line: readonly Request[]): void {
  const memory = desk.memory();
  desk.remember({ ...memory, lines: { ...memory.lines, [shard]: line } });
}

/** `cluster-3-1` is the first cluster of tenant-3. */
function tenantOf(cluster: string): string {
  return `tenant-${cluster.split("-")[1] ?? ""}`;
}

const LOADS = [
  { name: "elsewhere", tone: "idle" },
  { name: "home", tone: "ok" },
  { name: "waiting 1–3", tone: "waiting" },
  { name: "waiting 4+", tone: "failed" },
] as const;

function view({ memory, options }: SystemReader<Memory>): SystemView {
  const { shards, tenants, workMs, startMs } = readOptions(OPTIONS, options);
  const [rowNames, columnNames] = [tenantNames(tenants), shardNames(shards)];
  const cells = rowNames.flatMap((tenant) =>
    columnNames.map((shard) => {
      const waiting = (memory.lines[shard] ?? []).filter(({ cluster }) => tenantOf(cluster) === tenant).length;
      if (waiting > 0) return waiting > 3 ? 3 : 2;
      return homeOf(memory, options, tenant) === shard ? 1 : 0;
    }),
  );
  const { tally } = memory;
  const done = tally.served > 0;
  return {
    readings: [
      { name: "clusters", value: clusterNames(tenants).length, unit: "count", from: "input" },
      { name: "work", value: workMs, unit: "span", from: "input" },
      { name: "saved", value: tally.served, unit: "count", from: "measured" },
      { name: "averageTransition", value: done ? averageOf(tally) : undefined, unit: "span", from: "measured" },
      { name: "longestTransition", value: done ? tally.longest : undefined, unit: "span", from: "measured" },
      { name: "throughput", value: done ? rateOf(tally, startMs) : undefined, unit: "perSecond", from: "measured" },
    ],
    grids: [
      {
        name: "tenants × shards",
        columns: shards,
        classes: LOADS,
        cells: Uint8Array.from(cells),
        prefix: "",
        rowNames,
        columnNames,
        chartOf: "column",
        machine: "store-shard",
      },
    ],
    tables: [],
  };
}
