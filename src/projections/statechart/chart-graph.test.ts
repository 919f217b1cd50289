import { expect, test } from "vitest";
import { chartGraph, type GraphStyle, planOf } from "./chart-graph.ts";
import type { ChartEdge, ChartNode, ChartStructure } from "./chart-structure.ts";

const state = (id: string, parent: string, type: ChartNode["type"] = "atomic"): ChartNode => {
  return { id, name: id.slice(id.lastIndexOf(".") + 1), parent, type, isInitial: false, entry: [], exit: [] };
};
const edge = (source: string, target: string, event = "go"): ChartEdge => {
  return { source, target, trigger: { type: "event", event }, guard: "", actions: [] };
};

/** `m` holds `a` (with `a.x` and `a.y`), `b`, `c` and the final `end`. */
const structure: ChartStructure = {
  machine: "m",
  nodes: [
    state("m", "", "compound"),
    state("m.a", "m", "compound"),
    state("m.a.x", "m.a"),
    state("m.a.y", "m.a"),
    state("m.b", "m"),
    state("m.c", "m"),
    state("m.end", "m", "final"),
  ],
  edges: [
    edge("m.a.x", "m.a.y"),
    edge("m.a.x", "m.b", "first"),
    edge("m.a.y", "m.b", "second"),
    edge("m.b", "m.a.y"),
    edge("m.b", ""),
    edge("m.a", "m.end"),
    edge("m.b", "m.end"),
    edge("m.c", "m.end"),
  ],
};
const compact: GraphStyle = { type: "compact", stacksRegions: true, options: {} };
const ends = (edges: readonly { readonly sources: readonly string[]; readonly targets: readonly string[] }[] = []) =>
  edges.map(({ sources, targets }) => `${sources[0]} → ${targets[0]}`);

test("in the compact graph transitions are lifted to siblings, and those with the same ends are one line", () => {
  const graph = chartGraph(structure, compact);
  expect(ends(graph.edges)).toEqual(["m.a → m.b", "m.b → m.a"]);
  expect(graph.edges?.[0]?.id.endsWith(" 1+2")).toBe(true);
  expect(ends(graph.children?.find(({ id }) => id === "m.a")?.edges)).toEqual(["m.a.x → m.a.y"]);
});

test("a final state that two states lead to keeps its lines, from three on it stands alone", () => {
  const fewer = { ...structure, edges: structure.edges.slice(0, -1) };
  expect(ends(chartGraph(fewer, compact).edges)).toContain("m.b → m.end");
  expect(ends(chartGraph(structure, compact).edges).filter((line) => line.endsWith("m.end"))).toEqual([]);
});

test("the full graph has every transition that leads somewhere, each with room for its text", () => {
  const { edges = [] } = chartGraph(structure, { ...compact, type: "full" });
  expect(ends(edges)).toHaveLength(7);
  expect(edges.every(({ labels }) => (labels?.[0]?.width ?? 0) > 0)).toBe(true);
});

test("places are read relative to the chart's corner, whatever ELK made them relative to", () => {
  const inner = {
    id: "m.a",
    x: 10,
    y: 20,
    width: 50,
    height: 40,
    children: [{ id: "m.a.x", x: 5, y: 6, width: 20, height: 10 }],
  };
  const line = {
    id: "m.a.x m.a.y 0",
    sources: ["m.a.x"],
    targets: ["m.a.y"],
    container: "m.a",
    sections: [{ startPoint: { x: 1, y: 2 }, bendPoints: [{ x: 1, y: 9 }], endPoint: { x: 4, y: 9 } }],
  };
  const { boxes, lines, width } = planOf({ id: "m", width: 99.2, height: 80, children: [inner], edges: [line] });
  expect(boxes.find(({ id }) => id === "m.a.x")).toMatchObject({ x: 15, y: 26 });
  expect(lines[0]).toMatchObject({ edges: [0], points: [11, 22, 11, 29, 14, 29] });
  expect(width).toBe(100);
});
