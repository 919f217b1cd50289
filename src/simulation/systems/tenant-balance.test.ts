// Goal: a part of a line moves without two writers ever serving it, and only where moving helps. Method: the real engine; where tenants fall is
// known from their hashes (tenant-1 with tenant-12 and tenant-2 with tenant-11 of 16 shards), not from a run.
import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../base/time.ts";
import type { Action } from "../cluster/actions.ts";
import type { ClusterEvent } from "../cluster/cluster.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { runSystems, type SystemRun } from "./system-run.ts";
import { hashPath, partsOf } from "./tenant-plan.ts";
import { TENANT_KINDS, TENANT_RECORD } from "./test-tenants.ts";

type Script = readonly (readonly [at: number, action: Action])[];

function run(options: JsonObject, script: Script = []): SystemRun {
  const systems = [{ name: "store", kind: "TenantStore", options: { workMs: 95, balance: "split", ...options } }];
  const actions = script.map(([at, action]) => ({ at: milliseconds(at), action }));
  return runSystems({ systems, crds: TENANT_KINDS, given: TENANT_RECORD, script: actions, until: seconds(60) });
}

const SIZES = [8, 5, 4, 3, 3, 3, 3, 2, 2, 2, 1, 1];

/** When something of a tenant's clusters began at a writer, and where. */
function served(ran: SystemRun, tenant: number): readonly (readonly [at: number, writer: string])[] {
  return ran.events.flatMap(({ at, fact }) =>
    fact.type === "system.began" && fact.key.startsWith(`cluster-${tenant}-`) ? [[at, fact.where] as const] : [],
  );
}

function timeOf(ran: SystemRun, is: (event: ClusterEvent) => boolean): number {
  return ran.events.find(is)?.at ?? Number.NaN;
}

const transition = (to: string) => (event: ClusterEvent) =>
  event.actor === "store/balancer" && event.fact.type === "machine.transition" && event.fact.to === to;

test("while a part moves nobody serves it, and what waited of it is served by the new writer", () => {
  const ran = run({ shards: 16, tenants: SIZES });
  const [first] = ran.facts("system.moved");
  const to = first?.to ?? "";
  expect(first).toMatchObject({ key: "11.1", from: "shard-11" });
  const copying = timeOf(ran, transition("Copying"));
  const handedOver = timeOf(ran, ({ fact }) => fact.type === "system.moved");
  expect(handedOver - copying).toBeGreaterThanOrEqual(milliseconds(500));
  const work = served(ran, 12);
  expect(work.filter(([at]) => at > copying && at < handedOver)).toEqual([]);
  expect(work.filter(([at]) => at >= handedOver).every(([, writer]) => writer === to)).toBe(true);
  // Each of the three states of its one cluster was saved once.
  expect(work).toHaveLength(3);
  expect(ran.get("TenantState", "store")).toMatchObject({ status: { "owner 11.1": to } });
});

test("the time without a writer is told, from the fence until the new owner is published", () => {
  const ran = run({ shards: 16, tenants: SIZES });
  const fenced = timeOf(ran, transition("Draining"));
  const moved = timeOf(ran, ({ fact }) => fact.type === "system.moved");
  const [span] = ran.facts("system.measured", "store/balancer").filter(({ what }) => what === "handOver");
  expect(span?.value).toBe(moved - fenced);
});

test("what cannot be parted stays where it is, however long its line", () => {
  const ran = run({ shards: 16, tenants: [9] });
  expect(ran.facts("system.moved")).toEqual([]);
  expect(ran.events.some(transition("Unsplittable"))).toBe(true);
  const lines = ran.facts("system.measured", "store/balancer").map(({ what, value }) => `${what}: ${value}`);
  expect(lines[0]).toBe("line of shard-11: 9");
});

test("with clusters hashed each for itself a tenant is spread over writers", () => {
  const ran = run({ shards: 16, tenants: [9], key: "cluster" });
  expect(new Set(served(ran, 1).map(([, writer]) => writer)).size).toBeGreaterThan(4);
});

test("a publication that is refused is copied and published again, and nothing is handed over before", () => {
  const match = { client: "store", verb: "patch" } as const;
  const refused = { type: "answer", match, mode: 500, extent: { type: "for", duration: seconds(2) } } as const;
  const ran = run({ shards: 16, tenants: SIZES }, [[2_100, refused]]);
  expect(timeOf(ran, ({ fact }) => fact.type === "system.moved")).toBeGreaterThan(milliseconds(4_100));
  // The writers' own writes are refused as well: what is not saved is written again, and every state is saved once.
  expect(ran.facts("system.repeated").length).toBeGreaterThan(0);
  expect(ran.facts("system.finished")).toHaveLength(3 * 37);
});

test("a crash undoes a move that was not published, and keeps one that was", () => {
  const crash = { type: "crash", process: "store", restartAfter: seconds(1) } as const;
  const before = run({ shards: 16, tenants: SIZES }, [[2_300, crash]]);
  const copying = before.events.filter(transition("Copying"));
  expect(copying[0]?.at).toBeLessThan(milliseconds(2_300));
  const afterwards = before.events.filter(({ at, fact }) => at > milliseconds(2_300) && fact.type === "system.began");
  const [first] = afterwards.flatMap(({ fact }) =>
    fact.type === "system.began" && fact.key === "cluster-12-1" ? [fact.where] : [],
  );
  expect(first).toBe("shard-11");
  const after = run({ shards: 16, tenants: SIZES }, [[2_700, crash]]);
  const [kept] = after.events.flatMap(({ at, fact }) =>
    at > milliseconds(2_700) && fact.type === "system.began" && fact.key === "cluster-12-1" ? [fact.where] : [],
  );
  expect(kept).toBe(after.facts("system.moved")[0]?.to);
  expect(kept).not.toBe("shard-11");
});

test("an upgrade is a rush of its own: only clusters that are ready ask, and the numbers begin anew", () => {
  const upgrade = (about: string) => ({ type: "tell", system: "store", event: "upgrade", about }) as const;
  const ran = run({ shards: 1, tenants: [2, 1], balance: "off" }, [
    [500, upgrade("all")],
    [20_000, upgrade("tenant-1")],
    [20_000, upgrade("tenant-9")],
  ]);
  expect(ran.facts("fault.missed").map(({ reason }) => reason)).toEqual([
    "no cluster of all is Ready",
    "there is no tenant-9",
  ]);
  const rates = ran.facts("system.measured").filter(({ what }) => what === "averageTransition");
  // Two clusters of 100 ms each: one waits for the other.
  expect(rates.map(({ value }) => value)).toEqual([266_667, milliseconds(150)]);
});

test("the clusters are a grid by tenant: each with its state, its line and the number of its writer", () => {
  const systems = [
    { name: "store", kind: "TenantStore", options: { shards: 16, tenants: SIZES, balance: "split", workMs: 95 } },
  ];
  const ran = runSystems({ systems, crds: TENANT_KINDS, given: TENANT_RECORD, until: milliseconds(2_050) });
  const [lines, states] = ran.frame("store")?.grids ?? [];
  const place = states?.cellNames.indexOf("cluster-12-1") ?? -1;
  expect(states?.cells.filter((index) => index < 255)).toHaveLength(37);
  expect(states?.labels[place]).toBe("11");
  expect(lines?.classes[lines.cells[place] ?? 0]?.name).toBe("held by a move");
});

test("a line parts where the hashes of its keys first differ; of one key it does not", () => {
  const paths = ["tenant-1", "tenant-1", "tenant-12"].map((key) => hashPath(key, 16));
  expect(partsOf(paths)).toEqual([
    { prefix: "11.1", count: 1 },
    { prefix: "11.0", count: 2 },
  ]);
  expect(partsOf(["tenant-1", "tenant-2"].map((key) => hashPath(key, 16))).map(({ prefix }) => prefix)).toEqual([
    "11.",
    "14.",
  ]);
  expect(partsOf([hashPath("tenant-1", 16), hashPath("tenant-1", 16)])).toHaveLength(1);
  expect(partsOf([])).toEqual([{ prefix: "", count: 0 }]);
});
