import { expect, test } from "vitest";
import { ABSENT, type GridFrame } from "../simulation/cluster/system-frame.ts";
import {
  actorOfCell,
  cellAfterKey,
  cellCount,
  cellName,
  cellOfActor,
  className,
  isSameActor,
  membersOf,
  pathsOf,
  rowHeight,
  rowsOf,
  shapeAt,
} from "./heat-grid.ts";

const nodes: GridFrame = {
  name: "nodes",
  columns: 4,
  classes: [
    { name: "True", tone: "ok" },
    { name: "AgentHealthy", tone: "stale" },
  ],
  cells: Uint8Array.from([0, 1, 1, 0, 0, 1, 0, 0, 0, 0]),
  prefix: "node-",
  rowNames: [],
  columnNames: [],
  cellNames: [],
  labels: [],
  chartOf: "cell",
  machine: "edge-node",
};
const matrix: GridFrame = {
  ...nodes,
  columns: 2,
  cells: Uint8Array.from([0, 1, 1, 0]),
  rowNames: ["tenant-1", "tenant-2"],
  columnNames: ["shard-00", "shard-01"],
  chartOf: "column",
};

/** Three clusters of tenant-1, one of tenant-2. */
const clusters: GridFrame = {
  ...nodes,
  columns: 2,
  cells: Uint8Array.from([0, 1, 1, ABSENT, 0, ABSENT]),
  columnNames: ["tenant-1", "tenant-2"],
  cellNames: ["cluster-1-1", "cluster-2-1", "cluster-1-2", "", "cluster-1-3", ""],
  labels: ["11", "14", "11", "", "11", ""],
};

test("each class is one path, and its cells are counted", () => {
  const paths = pathsOf(nodes);
  expect(paths.map(({ count }) => count)).toEqual([7, 3]);
  expect(paths[1]?.path).toBe(shapeAt(1, 10, 0) + shapeAt(1, 20, 0) + shapeAt(1, 10, 10));
  expect(rowsOf(nodes)).toBe(3);
});

test("no two of nine classes have the same shape", () => {
  expect(new Set(Array.from({ length: 9 }, (_, index) => shapeAt(index, 0, 0))).size).toBe(9);
});

test("a cell has a name, a class and an actor, and the actor leads back to it", () => {
  expect([cellName(nodes, 5), className(nodes, 5), actorOfCell("bits", nodes, 5)]).toEqual([
    "node-6",
    "AgentHealthy",
    "bits/node-6",
  ]);
  expect(cellOfActor("bits", nodes, "bits/node-6")).toBe(5);
  expect(cellOfActor("bits", nodes, "phase/node-6")).toBeUndefined();
  expect(cellOfActor("bits", nodes, "bits/node-11")).toBeUndefined();
  expect(cellOfActor("bits", nodes, "bits/search")).toBeUndefined();
});

test("of a matrix a cell is named by row and column, and stands for the actor of its column", () => {
  expect(cellName(matrix, 2)).toBe("tenant-2 · shard-00");
  expect(actorOfCell("store", matrix, 3)).toBe("store/shard-01");
  expect(cellOfActor("store", matrix, "store/shard-01")).toBe(1);
  expect([isSameActor(matrix, 1, 3), isSameActor(matrix, 2, 3), isSameActor(nodes, 2, 3)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("arrows move within the grid and stop at its edges; up and down keep their column", () => {
  expect(cellAfterKey(nodes, 5, "ArrowUp")).toBe(1);
  expect(cellAfterKey(nodes, 1, "ArrowUp")).toBe(1);
  expect(cellAfterKey(nodes, 6, "ArrowDown")).toBe(6);
  expect(cellAfterKey(nodes, 9, "ArrowRight")).toBe(9);
  expect(cellAfterKey(nodes, 0, "End")).toBe(9);
  expect(cellAfterKey(nodes, 7, "Home")).toBe(0);
  expect(cellAfterKey(nodes, 7, "x")).toBeUndefined();
});

test("a place without a cell has no class, no actor that leads to it, and no key stops there", () => {
  expect(pathsOf(clusters).map(({ count }) => count)).toEqual([2, 2]);
  expect(cellCount(clusters)).toBe(4);
  expect(actorOfCell("store", clusters, 2)).toBe("store/cluster-1-2");
  expect(cellOfActor("store", clusters, "store/cluster-1-3")).toBe(4);
  expect(cellOfActor("store", clusters, "store/")).toBeUndefined();
  expect(cellAfterKey(clusters, 2, "ArrowRight")).toBe(4);
  expect(cellAfterKey(clusters, 1, "ArrowDown")).toBe(1);
  expect(cellAfterKey(clusters, 0, "End")).toBe(4);
  expect(membersOf(clusters, 1)).toBe("cluster-2-1, cluster-1-2");
});

test("cells with letters need room for them under their shape", () => {
  expect(rowHeight(clusters)).toBeGreaterThan(rowHeight(nodes));
  expect(pathsOf(clusters)[1]?.path).toBe(shapeAt(1, 10, 0) + shapeAt(1, 0, rowHeight(clusters)));
});

test("members of a class are ranges of numbers, and what is cut off is counted", () => {
  expect(membersOf(nodes, 1)).toBe("2–3, 6");
  const odd = { ...nodes, cells: Uint8Array.from({ length: 20 }, (_, place) => place % 2) };
  expect(membersOf(odd, 1)).toBe("2, 4, 6, 8, +6");
  expect(membersOf(matrix, 1)).toBe("tenant-1 · shard-01, tenant-2 · shard-00");
});
