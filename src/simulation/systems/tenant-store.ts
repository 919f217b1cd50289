import type { SystemDesk, SystemKind, SystemMessage } from "../cluster/system.ts";
import type { Effect } from "../kernel/machine.ts";
import { type ShardBalancerEffect, shardBalancerMachine } from "../machines/shard-balancer.ts";
import { storeShardMachine } from "../machines/store-shard.ts";
import { tenantClusterMachine } from "../machines/tenant-cluster.ts";
import { balance } from "./tenant-balance.ts";
import { ask, finish, serve, write, writeAgain } from "./tenant-lines.ts";
import {
  clustersOf,
  EMPTY_TENANTS,
  firstClusterOf,
  homeOf,
  TENANT_OPTIONS,
  type TenantMemory,
  tenantOptions,
} from "./tenant-memory.ts";
import { clusterNames, hashPath, shardNames, tenantNames } from "./tenant-plan.ts";
import { tenantView } from "./tenant-view.ts";

// Clusters of tenants whose every state is saved by a store: one writer, or several, each for the keys whose hash falls to its prefix. A writer
// works for a while, then writes its object through the API server, and only then takes the next request. All clusters ask at once, as after a
// restart of the control plane. A balancer may move parts of prefixes from long lines to short ones.

type Desk = SystemDesk<TenantMemory>;

/**
 * Tenants' clusters over a store. It can be told `move`: `tenant-1 shard-03`, and `upgrade`: `tenant-1` or `all`. A
 * crash loses the lines and a move that was not published; who owns what has been published stays.
 */
export const tenantStoreSystem: SystemKind<TenantMemory> = {
  machines: {
    "store-shard": storeShardMachine,
    "tenant-cluster": tenantClusterMachine,
    "shard-balancer": shardBalancerMachine,
  },
  options: TENANT_OPTIONS,
  events: ["move", "upgrade"],
  memory: () => EMPTY_TENANTS,
  crash: ({ owners, moves, handOver }) => ({ ...EMPTY_TENANTS, owners, moves, handOver }),
  start(desk) {
    const { shards, startMs, balance: mode, periodMs, moveMs, hotAt } = tenantOptions(desk.options);
    for (const name of shardNames(shards)) desk.aside(() => desk.launch(`${desk.name}/${name}`, "store-shard"));
    const input = { periodMs: periodMs / 1_000, moveMs: moveMs / 1_000, hotAt };
    if (mode === "split") desk.aside(() => desk.launch(`${desk.name}/balancer`, "shard-balancer", input));
    desk.post(desk.name, "begin", null, startMs);
  },
  receive(desk, actor, message) {
    if (message.type === "answer") return answered(desk, actor, message);
    if (message.name === "write") return write(desk, actor);
    for (const name of clusterNames(tenantOptions(desk.options).tenants))
      desk.aside(() => desk.launch(`${desk.name}/${name}`, "tenant-cluster"));
  },
  perform(desk, actor, effect: Effect) {
    if (effect.type === "ask") return ask(desk, actor.slice(desk.name.length + 1));
    if (effect.type === "serve") return serve(desk, actor);
    return balance(desk, actor, effect as ShardBalancerEffect); // its charts declare no others
  },
  told(desk, event, about) {
    if (event === "move") return move(desk, about);
    return event === "upgrade" ? upgrade(desk, about) : "tenants can be told to move or to upgrade";
  },
  view: tenantView,
};

function answered(desk: Desk, actor: string, { tag, code }: Extract<SystemMessage, { type: "answer" }>): void {
  const isTaken = code >= 200 && code < 300;
  if (tag === "publish") return desk.tell(actor, { type: isTaken ? "published" : "refused" });
  return isTaken ? finish(desk, actor) : writeAgain(desk, actor);
}

/** By hand, and at once: what waits already stays where it is; a move is for what comes after it. */
function move(desk: Desk, about: string): string | undefined {
  const { shards, tenants, key } = tenantOptions(desk.options);
  const [tenant = "", shard = ""] = about.split(" ");
  if (key === "cluster") return "a tenant has no shard of its own here";
  if (!tenantNames(tenants).includes(tenant)) return `there is no ${tenant}`;
  if (!shardNames(shards).includes(shard)) return `there is no ${shard}`;
  const memory = desk.memory();
  const from = homeOf(memory, desk.options, firstClusterOf(tenant));
  desk.remember({ ...memory, owners: { ...memory.owners, [hashPath(tenant, shards)]: shard } });
  desk.record(desk.name, { type: "system.moved", key: tenant, from, to: shard });
  return undefined;
}

function upgrade(desk: Desk, about: string): string | undefined {
  const clusters = clustersOf(desk.options, about);
  if (clusters === undefined) return `there is no ${about}`;
  const ready = clusters.filter((cluster) => desk.stateOf(`${desk.name}/${cluster}`) === "Ready");
  if (ready.length === 0) return `no cluster of ${about} is Ready`;
  for (const cluster of ready) desk.aside(() => desk.tell(`${desk.name}/${cluster}`, { type: "upgrade" }));
  return undefined;
}
