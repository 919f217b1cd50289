import { expect, test } from "vitest";
import type { ChartFrame } from "../../simulation/cluster/frame.ts";
import type { ChartDrawing } from "./chart-drawing.ts";
import { possibleSteps, readChart, shortName, toneOfState } from "./chart-reading.ts";
import { readStructure, structureHash } from "./chart-structure.ts";
import { drawnMachines } from "./drawn-machines.ts";
import { edgeLines } from "./edge-lines.ts";
import { placeLabel } from "./label-place.ts";
import { roundedPath } from "./rounded-path.ts";

const files: Readonly<Record<string, ChartDrawing>> = import.meta.glob("./drawings/*.json", {
  eager: true,
  import: "default",
});
const machineFiles: Readonly<Record<string, Readonly<Record<string, unknown>>>> = import.meta.glob(
  ["../../simulation/machines/*.ts", "!../../simulation/machines/*.test.ts"],
  { eager: true },
);
const structures = drawnMachines.map(readStructure);

function drawingOf(machine: string): ChartDrawing {
  const drawing = files[`./drawings/${machine}.json`];
  if (drawing === undefined) throw new Error(`no drawing of ${machine}: run tools/layout-statecharts.mjs`);
  return drawing;
}

test("every machine is drawn", () => {
  const machines = Object.values(machineFiles).flatMap((file) =>
    Object.entries(file).flatMap(([name, value]) => (name.endsWith("Machine") ? [value] : [])),
  );
  expect(machines.length).toBeGreaterThan(5);
  expect(new Set(drawnMachines)).toEqual(new Set(machines));
});

test.each(structures.map((structure) => [structure.machine, structure] as const))(
  "the drawing of %s shows the machine as it is now; else run tools/layout-statecharts.mjs",
  (machine, structure) => {
    const drawing = drawingOf(machine);
    expect(drawing.hash).toBe(structureHash(structure));
    expect(drawing.structure).toEqual(structure);
  },
);

test.each(structures.map(({ machine }) => machine))(
  "in both plans of %s every state has a place within its parent, and no two cover each other",
  (machine) => {
    const { structure, compact, full } = drawingOf(machine);
    for (const { boxes } of [compact, full]) {
      const places = new Map(boxes.map((box) => [box.id, box]));
      expect([...places.keys()].sort()).toEqual(structure.nodes.map(({ id }) => id).sort());
      for (const { id, parent } of structure.nodes) {
        const [box, outer] = [places.get(id), places.get(parent)];
        if (box === undefined || outer === undefined) continue;
        expect(box.x >= outer.x && box.y >= outer.y, id).toBe(true);
        expect(box.x + box.width <= outer.x + outer.width && box.y + box.height <= outer.y + outer.height, id).toBe(
          true,
        );
        for (const other of structure.nodes.filter((node) => node.parent === parent && node.id > id)) {
          const beside = places.get(other.id);
          if (beside === undefined) continue;
          const apart =
            box.x + box.width <= beside.x ||
            beside.x + beside.width <= box.x ||
            box.y + box.height <= beside.y ||
            beside.y + beside.height <= box.y;
          expect(apart, `${id} and ${other.id}`).toBe(true);
        }
      }
    }
  },
);

test.each(structures.map(({ machine }) => machine))(
  "the compact plan of %s fits the inspector of a small laptop",
  (machine) => {
    expect(drawingOf(machine).compact.width).toBeLessThanOrEqual(258);
  },
);

test.each(structures.map(({ machine }) => machine))(
  "the full plan of %s has a line with a text for every transition that leads somewhere",
  (machine) => {
    const { structure, full } = drawingOf(machine);
    const drawn = full.lines.flatMap(({ edges }) => edges).sort((a, b) => a - b);
    expect(drawn).toEqual(structure.edges.flatMap(({ target }, index) => (target === "" ? [] : [index])));
    expect(full.lines.every(({ label, points }) => label !== undefined && points.length >= 4)).toBe(true);
  },
);

test("the structure tells events, delays, guards and effects apart", () => {
  const { edges, nodes } = readStructure(
    drawnMachines.find(({ root }) => root.id === "reflector") ?? { root: neverRead, implementations: { actions: {} } },
  );
  const wait = edges.filter(({ source }) => source === "reflector.backingOff");
  expect(wait.map((edge) => [edge.trigger.type, edge.guard, edge.target])).toEqual([
    ["event", "", "reflector.stopped"],
    ["after", "usesWatchList", "reflector.watchListing"],
    ["after", "", "reflector.listing"],
  ]);
  const listed = edges.find(({ trigger }) => trigger.event === "listAnswered");
  expect(listed?.actions).toEqual([{ name: "takeList", type: "memory" }]);
  expect(nodes.find(({ id }) => id === "reflector.replacing")?.entry).toContainEqual({
    name: "replaceStore",
    type: "effect",
  });
  expect(
    nodes.filter(({ isInitial }) => isInitial).map(({ id }) => shortName({ machine: "reflector", nodes, edges }, id)),
  ).toEqual(["idle", "watchListing.connecting", "listing.firstRequest", "watching.connecting"]);
});

const neverRead = {
  id: "",
  key: "",
  type: "",
  states: {},
  initial: { target: [] },
  entry: [],
  exit: [],
  transitions: new Map(),
};

const chart: ChartFrame = {
  actor: "web/Pod/reflector",
  machine: "reflector",
  value: { listing: "mostRecent" },
  context: {},
  visits: { "reflector.listing.mostRecent": 2 },
  last: [
    {
      source: "reflector.listing.firstRequest",
      targets: ["reflector.listing.mostRecent"],
      event: "listFailed",
      guard: "isVersionUnusable",
    },
  ],
  lastSeq: 7,
  timers: [{ id: "xstate.after.backoff.reflector.backingOff", due: 9_000 }],
};

test("a chart's state says what is active, what was taken, what may follow and which timers run", () => {
  const { structure } = drawingOf("reflector");
  const reading = readChart(structure, chart);
  expect(reading.leaves).toEqual(["reflector.listing.mostRecent"]);
  expect([...reading.active].sort()).toEqual(["reflector", "reflector.listing", "reflector.listing.mostRecent"]);
  expect(reading.taken[0]).toMatchObject({
    event: "listFailed",
    guard: "isVersionUnusable",
    effects: ["reportUnavailable", "rememberUnavailable"],
  });
  expect(structure.edges[reading.taken[0]?.edge ?? -1]?.source).toBe("reflector.listing.firstRequest");
  expect(reading.timers.get("reflector.backingOff")).toBe(9_000);
  expect(
    possibleSteps(structure, reading)
      .map(({ trigger }) => trigger)
      .sort(),
  ).toEqual(["listAnswered", "listFailed", "pageAnswered", "pageExpired", "stop"]);
  expect(possibleSteps(structure, reading).find(({ trigger }) => trigger === "listAnswered")?.targets).toEqual([
    "replacing",
  ]);
});

test("parallel regions are all active", () => {
  const { structure } = drawingOf("informer");
  const value = { lifecycle: "Running", connection: "Watching", handlers: "Synced" };
  const { leaves } = readChart(structure, { ...chart, machine: "informer", value, last: [], timers: [] });
  expect(leaves).toEqual(["informer.lifecycle.Running", "informer.connection.Watching", "informer.handlers.Synced"]);
});

test("a transition's text has its trigger, its guard in brackets, and its effects in lines that stay short", () => {
  const { structure } = drawingOf("reflector");
  const edge = structure.edges.find(({ source, guard }) => source === "reflector.backingOff" && guard !== "");
  expect(edge === undefined ? [] : edgeLines(edge).map(({ text }) => text)).toEqual([
    "after backoff",
    "[usesWatchList]",
  ]);
  for (const one of structure.edges) for (const { text } of edgeLines(one)) expect(text.length).toBeLessThanOrEqual(34);
});

test("a waiting state is not shown as one that works", () => {
  expect(
    ["reflector.backingOff", "reflector.watching.streaming", "reflector.replacing", "reflector.idle", "pod.failed"].map(
      toneOfState,
    ),
  ).toEqual(["waiting", "ok", "active", "idle", "failed"]);
});

test("a label covers no state and stays within the chart, or is left out", () => {
  const box = (id: string, x: number, y: number, width: number) => ({ id, x, y, width, height: 20 });
  const line = { source: "a", target: "b", edges: [0], points: [50, 20, 50, 100] };
  const plan = {
    width: 200,
    height: 120,
    boxes: [box("root", 0, 0, 200), box("a", 0, 0, 90), box("b", 0, 100, 90)],
    lines: [line],
  };
  expect(placeLabel(plan, line, 60)).toEqual({ x: 55, y: 60 });
  expect(placeLabel({ ...plan, boxes: [...plan.boxes, box("c", 60, 50, 100)] }, line, 40)).toEqual({ x: 5, y: 60 });
  expect(placeLabel(plan, line, 190)).toBeUndefined();
});

test("a path is rounded at its bends and straight at its ends", () => {
  expect(roundedPath([0, 0, 0, 20, 30, 20])).toBe("M0 0L0 16Q0 20 4 20L30 20");
  expect(roundedPath([])).toBe("");
});
