import { expect, test } from "vitest";
import type { SystemFrame } from "../simulation/cluster/system-frame.ts";
import { ABSENT } from "../simulation/cluster/system-frame.ts";
import { faultsFor } from "./faults.ts";
import { testFrame } from "./test-frame.ts";

const grid: SystemFrame["grids"][number] = {
  name: "nodes",
  columns: 2,
  classes: [{ name: "True", tone: "ok" }],
  cells: Uint8Array.from([0, 0, 0, ABSENT]),
  prefix: "node-",
  rowNames: [],
  columnNames: [],
  cellNames: [],
  labels: [],
  chartOf: "cell",
  machine: "edge-node",
};

function menuOf(system: Partial<SystemFrame>, part = "") {
  const edge: SystemFrame = {
    name: "edge",
    kind: "Toy",
    state: "running",
    readings: [],
    grids: [],
    tables: [],
    tells: [],
    ...system,
  };
  const target = { node: "reflector", scope: { process: "edge", kind: "" }, system: { name: "edge", part } };
  return faultsFor({ ...testFrame, systems: [edge] }, target);
}

const told = (system: Partial<SystemFrame>, part?: string) =>
  menuOf(system, part)
    .groups.flat()
    .filter(({ name }) => name === "tell")
    .map(({ about, options }) => [about, options.map(({ action }) => (action.type === "tell" ? action.about : ""))]);

test("a system is told what it says it can be told, with its choices", () => {
  const tells = [
    { event: "fin", about: ["conn-1", "conn-2"], ofCells: false },
    { event: "outage", about: [""], ofCells: false },
    { event: "recover", about: [], ofCells: false },
  ];
  expect(told({ tells })).toEqual([
    ["fin", ["conn-1", "conn-2"]],
    ["outage", [""]],
  ]);
  expect(menuOf({ tells }).subject).toEqual({ type: "system", name: "edge", state: "running" });
});

test("of a chosen actor the menu speaks first, where it can be spoken of", () => {
  const tells = [
    { event: "change", about: ["cloud-a 6", "cloud-b 4"], ofCells: false },
    { event: "nodeLost", about: ["1", "1-10"], ofCells: true },
  ];
  expect(told({ tells }, "cloud-b")).toEqual([
    ["change cloud-b 4", ["cloud-b 4"]],
    ["nodeLost", ["1", "1-10"]],
  ]);
  expect(told({ tells, grids: [grid] }, "node-3")).toEqual([
    ["change", ["cloud-a 6", "cloud-b 4"]],
    ["nodeLost node-3", ["node-3"]],
  ]);
});

test("a crashed system cannot crash again, and its requests are refused by its own name", () => {
  const entries = menuOf({ state: "crashed" }).groups.flat();
  expect(entries.find(({ name }) => name === "crash")?.blocked).toBe("processIsDown");
  const refuse = entries.find(({ name }) => name === "answerSystem");
  expect(refuse?.options[0]?.action).toMatchObject({ type: "answer", match: { client: "edge" }, mode: 409 });
});
