import { expect, test } from "vitest";
import { seconds } from "../../base/time.ts";
import type { JsonObject } from "../kubernetes/object.ts";
import { runSystems, type SystemRun } from "./system-run.ts";

const crds = [
  {
    kind: "Fleet",
    group: "edge.example.com",
    plural: "fleets",
    version: "v1",
    namespaced: true,
    statusSubresource: true,
  },
] as const;
const given = [{ apiVersion: "edge.example.com/v1", kind: "Fleet", metadata: { name: "edge", namespace: "demo" } }];

type Told = readonly [at: number, event: string, about: string];

function run(options: JsonObject, told: readonly Told[], until = 200): SystemRun {
  const script = told.map(([at, event, about]) => ({
    at: seconds(at),
    action: { type: "tell", system: "fleet", event, about } as const,
  }));
  const systems = [{ name: "fleet", kind: "Fleet", options }];
  return runSystems({ systems, crds, given, script, until: seconds(until) });
}

/** Twelve nodes are updated for forty seconds; their agents die five seconds after that began. */
const DEADLY: readonly Told[] = [
  [5, "firmwareStarted", "1-12"],
  [10, "agentFailed", "1-12"],
  [45, "firmwareDone", "1-12"],
];
const measured = (ran: SystemRun, name: string) =>
  ran.frame("fleet")?.readings.find((reading) => reading.name === name)?.value;

test("bits show a fault as soon as enough nodes have it: time to find is the alert's delay and one look", () => {
  const ran = run({ model: "bits", batch: 12 }, DEADLY);
  expect(measured(ran, "timeToAlert AgentHealthy")).toBe(0);
  expect(measured(ran, "timeToFind AgentHealthy")).toBe(seconds(20));
});

test("a phase shows it with the first heartbeat after the update, and two parts have to be looked at", () => {
  const ran = run({ model: "phase", batch: 12 }, DEADLY);
  // Heartbeats each 30 s: at 40 s the update still owns the field, at 70 s it does not.
  expect(measured(ran, "timeToAlert AgentHealthy")).toBe(seconds(60));
  expect(measured(ran, "timeToFind AgentHealthy")).toBe(seconds(60) + seconds(40));
  expect(ran.facts("system.looked").map(({ found }) => found)).toEqual(["", "AgentHealthy=False"]);
});

test("bits alert one by one: nodes that are lost later are looked for by whoever is free, and have times of their own", () => {
  const ran = run({ model: "bits", batch: 12 }, [...DEADLY, [15, "nodeLost", "21-32"]]);
  expect(ran.facts("system.alert").map(({ what }) => what)).toEqual(["FirmwareSynced", "AgentHealthy", "NodeReady"]);
  // The agents are looked at until second 30, the nodes from then on.
  expect(ran.facts("system.looked").map(({ found }) => found)).toEqual(["AgentHealthy=False", "NodeReady=False"]);
  expect(measured(ran, "timeToAlert NodeReady")).toBe(0);
  expect(measured(ran, "timeToFind NodeReady")).toBe(seconds(35));
});

test("what a phase does not hide is found as fast as with bits", () => {
  const ran = run({ model: "phase", batch: 12 }, [[15, "nodeLost", "21-32"]]);
  expect(ran.facts("system.looked")).toMatchObject([{ what: "NodeReady", found: "NodeReady=False" }]);
  expect(measured(ran, "timeToFind NodeReady")).toBe(seconds(20));
});

test("a look shows what is there: nodes that are back when somebody looks are not found", () => {
  const ran = run({ model: "bits", batch: 12 }, [
    [5, "nodeLost", "1-12"],
    [15, "nodeBack", "1-12"],
  ]);
  expect(ran.facts("system.looked")).toMatchObject([{ what: "NodeReady", found: "" }]);
  expect(ran.facts("system.measured")).toEqual([]);
  expect(measured(ran, "timeToFind NodeReady")).toBeUndefined();
});

test("a second fault of the same part has times of its own", () => {
  const ran = run({ model: "bits", batch: 12 }, [
    [5, "nodeLost", "1-12"],
    [30, "nodeBack", "1-12"],
    [60, "nodeLost", "1-12"],
  ]);
  expect(ran.facts("system.measured").map(({ what, value }) => [what, value])).toEqual([
    ["timeToFind NodeReady", seconds(20)],
    ["timeToFind NodeReady", seconds(20)],
  ]);
});

test("cells are the bit patterns of the nodes, and their sums are what the status says", () => {
  const ran = run(
    { model: "bits", nodes: 30 },
    [
      [1, "nodeLost", "3"],
      [1, "agentFailed", "3-4"],
      [1, "firmwareStarted", "30"],
    ],
    20,
  );
  const grid = ran.frame("fleet")?.grids[0];
  expect([2, 3, 29, 0].map((place) => grid?.cells[place])).toEqual([3, 2, 4, 0]);
  expect(grid?.classes[3]?.name).toBe("NodeReady + AgentHealthy");
  expect(ran.get("Fleet", "edge")?.status).toEqual({ concerned: { NodeReady: 1, AgentHealthy: 2, FirmwareSynced: 1 } });
});

test("news reaches nodes group by group, and an agent that recovered sends no more failures", () => {
  const ran = run({ model: "bits", batch: 2, batchMs: 500 }, [
    [1, "agentFailed", "1-6"],
    [10, "agentRecovered", "1-6"],
  ]);
  const failed = ran.events.filter(({ fact }) => fact.type === "machine.transition" && fact.event === "agentFailed");
  expect(failed.map(({ at }) => at / 1_000)).toEqual([1_000, 1_000, 1_500, 1_500, 2_000, 2_000]);
  expect(ran.facts("machine.ignored")).toEqual([]);
  expect(ran.frame("fleet")?.grids[0]?.cells.every((cell) => cell === 0)).toBe(true);
});

test("an alert ends when fewer nodes are concerned than it takes", () => {
  const ran = run({ model: "bits", batch: 20, alertAt: 5 }, [
    [1, "nodeLost", "1-6"],
    [4, "nodeBack", "1-3"],
  ]);
  expect(ran.facts("system.alert")).toEqual([{ type: "system.alert", what: "NodeReady", count: 5 }]);
  expect(ran.facts("system.alertEnded")).toEqual([
    { type: "system.alertEnded", what: "NodeReady", lasted: seconds(3) },
  ]);
});

test("nodes that do not exist and news that nobody knows are said to mean nothing", () => {
  const ran = run({ nodes: 10 }, [
    [1, "nodeLost", "9-11"],
    [1, "explode", "1"],
  ]);
  expect(ran.facts("fault.missed").map(({ reason }) => reason)).toEqual([
    "there are nodes 1 to 10",
    "nodes can be told nodeLost, nodeBack, agentFailed, agentRecovered, firmwareStarted, firmwareDone",
  ]);
});
