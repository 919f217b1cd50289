// Lays out the statecharts that the page draws, and keeps their places under src/projections/statechart/drawings:
// node tools/layout-statecharts.mjs
// To be run when a machine has changed; a test says so. The same machines always give the same files.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Elk from "elkjs";
import { createServer } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = "/src/projections/statechart";

/** Room for a chart in the inspector of a small laptop, CSS px. */
const inspectorWidth = 258;

const common = {
  "elk.algorithm": "layered",
  "elk.randomSeed": "1",
  "elk.edgeRouting": "ORTHOGONAL",
};
const compact = {
  ...common,
  "elk.aspectRatio": "0.4",
  "elk.spacing.nodeNode": "12",
  "elk.spacing.edgeNode": "8",
  "elk.spacing.edgeEdge": "6",
  "elk.spacing.componentComponent": "10",
  "elk.layered.spacing.nodeNodeBetweenLayers": "16",
  "elk.layered.spacing.edgeNodeBetweenLayers": "8",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "6",
};
const full = {
  ...common,
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.spacing.nodeNode": "28",
  "elk.spacing.edgeNode": "14",
  "elk.spacing.edgeEdge": "10",
  "elk.spacing.edgeLabel": "4",
  "elk.layered.spacing.nodeNodeBetweenLayers": "30",
  "elk.layered.spacing.edgeNodeBetweenLayers": "12",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "10",
  "elk.edgeLabels.inline": "false",
};

/** Ways to lay out a compact chart; the one that fits the inspector with the least height is taken. */
const compactStyles = [];
for (const layering of [
  { strategy: "NETWORK_SIMPLEX" },
  { strategy: "COFFMAN_GRAHAM", bound: 2 },
  { strategy: "COFFMAN_GRAHAM", bound: 1 },
])
  for (const cycles of ["GREEDY", "DEPTH_FIRST", "MODEL_ORDER"])
    for (const order of ["NONE", "PREFER_NODES"])
      for (const [merges, stacksRegions] of [
        [true, true],
        [true, false],
        [false, true],
        [false, false],
      ])
        compactStyles.push({
          type: "compact",
          stacksRegions,
          options: {
            ...compact,
            "elk.layered.layering.strategy": layering.strategy,
            "elk.layered.layering.coffmanGraham.layerBound": String(layering.bound ?? 99),
            "elk.layered.cycleBreaking.strategy": cycles,
            "elk.layered.considerModelOrder.strategy": order,
            "elk.layered.mergeEdges": String(merges),
          },
        });

const fullStyles = ["NETWORK_SIMPLEX", "BRANDES_KOEPF"].map((placement) => ({
  type: "full",
  stacksRegions: true,
  options: { ...full, "elk.layered.nodePlacement.strategy": placement },
}));

/**
 * The drawings of all machines, by name.
 * @returns {Promise<Map<string, object>>}
 */
export async function drawMachines() {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "silent",
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { drawnMachines } = await server.ssrLoadModule(`${source}/drawn-machines.ts`);
    const { readStructure, structureHash } = await server.ssrLoadModule(`${source}/chart-structure.ts`);
    const { chartGraph, planOf } = await server.ssrLoadModule(`${source}/chart-graph.ts`);
    const elk = new Elk();
    const plan = async (structure, style) => planOf(await elk.layout(chartGraph(structure, style)));
    const drawings = new Map();
    for (const machine of drawnMachines) {
      const structure = readStructure(machine);
      drawings.set(structure.machine, {
        hash: structureHash(structure),
        structure,
        compact: await best(compactStyles, (style) => plan(structure, style), compactCost),
        full: await best(
          fullStyles,
          (style) => plan(structure, style),
          ({ width, height }) => width * height,
        ),
      });
    }
    return drawings;
  } finally {
    await server.close();
  }
}

/** What does not fit costs most, then bends and crossings in the way of height. */
function compactCost({ width, height, lines }) {
  const bends = lines.reduce((sum, { points }) => sum + points.length / 2 - 2, 0);
  return Math.max(0, width - inspectorWidth) * 1_000 + height + bends * 2;
}

async function best(styles, layOut, costOf) {
  let chosen;
  for (const style of styles) {
    // Some combinations of options make ELK fail on some graphs.
    const plan = await layOut(style).catch(() => undefined);
    if (plan === undefined) continue;
    const cost = costOf(plan);
    if (chosen === undefined || cost < chosen.cost) chosen = { plan, cost };
  }
  return chosen.plan;
}

/** One line for each state, line and transition, so that a change can be read in a diff. */
function write(name, { hash, structure, compact: small, full: large }) {
  const list = (items) =>
    items.length === 0 ? "[]" : `[\n${items.map((item) => `  ${JSON.stringify(item)}`).join(",\n")}\n]`;
  const planText = ({ width, height, boxes, lines }) =>
    `{ "width": ${width}, "height": ${height}, "boxes": ${list(boxes)}, "lines": ${list(lines)} }`;
  const text = `{
"hash": "${hash}",
"structure": { "machine": "${structure.machine}", "nodes": ${list(structure.nodes)}, "edges": ${list(structure.edges)} },
"compact": ${planText(small)},
"full": ${planText(large)}
}
`;
  const folder = join(root, source, "drawings");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [name, drawing] of await drawMachines()) {
    write(name, drawing);
    const { width, height } = drawing.compact;
    console.log(`${name}: ${width}×${height}, ${drawing.full.width}×${drawing.full.height} with all texts`);
  }
}
