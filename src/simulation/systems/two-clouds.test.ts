import { expect, test } from "vitest";
import { milliseconds, seconds } from "../../base/time.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { runSystems, type SystemRun } from "./system-run.ts";

const crds = [{ kind: "App", group: "clouds.example.com", plural: "apps", version: "v1", namespaced: true }] as const;
const app = (name: string, fields: JsonObject) => ({
  apiVersion: "clouds.example.com/v1",
  kind: "App",
  metadata: { name, namespace: "demo" },
  ...fields,
});
const given = [
  app("shop", { spec: { replicas: 2 } }),
  app("shop-cloud-a", { status: { endpoint: "a" } }),
  app("shop-cloud-b", { status: { phase: "Running" } }),
];

type Told = readonly [atMs: number, event: string, about: string];

function run(options: JsonObject, told: readonly Told[] = []): SystemRun {
  const script = told.map(([at, event, about]) => ({
    at: milliseconds(at),
    action: { type: "tell", system: "app", event, about } as const,
  }));
  const systems = [{ name: "app", kind: "TwoClouds", options }];
  return runSystems({ systems, crds, given, script, until: seconds(60) });
}

const states = (ran: SystemRun) => ran.frame("app")?.tables[0]?.rows.map(([cloud, state]) => `${cloud} ${state}`);
/** Both change within the 200 ms that an event takes. */
const CONFLICT: readonly Told[] = [
  [1_000, "change", "cloud-a 7"],
  [1_050, "change", "cloud-b 3"],
];

test("a cloud that never fills in the field is asked until the run ends", () => {
  const ran = run({ mode: "poller", everyMs: 5_000 });
  expect(states(ran)).toEqual(["cloud-a Complete", "cloud-b Waiting"]);
  expect(ran.facts("api.request", "server/a").filter(({ key }) => key === "demo/shop-cloud-b")).toHaveLength(12);
});

test("a write is accepted once, and the other cloud hears of its version", () => {
  const ran = run({ mode: "events" }, [[1_000, "change", "cloud-a 7"]]);
  const versions = ran.frame("app")?.tables[0]?.rows.map(([, , version]) => version);
  expect(new Set(versions)).toEqual(new Set([ran.get("App", "shop")?.metadata.resourceVersion]));
  expect(ran.get("App", "shop")?.spec).toEqual({ replicas: 7, by: "cloud-a" });
});

test("a change from an old version is answered 409 and left to a person", () => {
  const ran = run({ mode: "events" }, CONFLICT);
  expect(ran.facts("api.response").filter(({ code }) => code === 409)).toHaveLength(1);
  expect(states(ran)).toEqual(["cloud-a Synced", "cloud-b Conflict"]);
  expect(ran.get("App", "shop")?.spec).toEqual({ replicas: 7, by: "cloud-a" });
});

test("resolved for the own change it is written on top, resolved for the stored one nothing is written", () => {
  const kept = run({ mode: "events" }, [...CONFLICT, [3_000, "keepOwn", "cloud-b"]]);
  expect(kept.get("App", "shop")?.spec).toEqual({ replicas: 3, by: "cloud-b" });
  const taken = run({ mode: "events" }, [...CONFLICT, [3_000, "takeStored", "cloud-b"]]);
  expect(taken.get("App", "shop")?.spec).toEqual({ replicas: 7, by: "cloud-a" });
  expect(states(taken)).toEqual(["cloud-a Synced", "cloud-b Synced"]);
});
