import type { ChartPlan } from "./chart-drawing.ts";
import type { ChartEdge, ChartNode, ChartStructure } from "./chart-structure.ts";
import { edgeLines } from "./edge-lines.ts";

/** The part of ELK's graph format that is written and read here. */
export type ElkGraph = {
  readonly id: string;
  readonly width?: number;
  readonly height?: number;
  readonly x?: number;
  readonly y?: number;
  readonly layoutOptions?: Readonly<Record<string, string>>;
  readonly children?: readonly ElkGraph[];
  readonly edges?: readonly ElkEdge[];
};

type Point = { readonly x: number; readonly y: number };
type ElkEdge = {
  readonly id: string;
  readonly sources: readonly string[];
  readonly targets: readonly string[];
  readonly labels?: readonly {
    readonly id: string;
    readonly text: string;
    readonly width: number;
    readonly height: number;
    readonly x?: number;
    readonly y?: number;
  }[];
  readonly sections?: readonly {
    readonly startPoint: Point;
    readonly endPoint: Point;
    readonly bendPoints?: readonly Point[];
  }[];
  readonly container?: string;
};

/** A line to be routed, before it has places. */
type Link = { readonly source: string; readonly target: string; readonly edges: readonly number[] };

/** Options of one way to lay a chart out. */
export type GraphStyle = {
  readonly type: "compact" | "full";
  /** Whether the regions of a parallel state stand below each other. */
  readonly stacksRegions: boolean;
  readonly options: Readonly<Record<string, string>>;
};

const HEADER = 22;
const BOX_HEIGHT = 22;
const CHARACTER = 6.7;
const LABEL_LINE = 14;
/** Room for the dot of the active state and the number of visits. */
const BESIDE_NAME = 52;
/** Room for a countdown instead of the visits. */
const COUNTDOWN = 16;
/** Width by height of states that no line connects: they are packed in the order of their definition. */
const LEAVES_SHAPE = "1.6";
const COLUMN_SHAPE = "0.05";
const ROW_SHAPE = "20";
/** The node around the machine. */
const AROUND = "around";
/** A final state that this many states lead to stands alone: its lines would cover the chart. */
const MANY_SOURCES = 3;

/** The graph that ELK lays out. */
export function chartGraph(structure: ChartStructure, style: GraphStyle): ElkGraph {
  const links = style.type === "full" ? allLinks(structure) : siblingLinks(structure);
  const [root] = structure.nodes;
  const graph = nodeGraph(root ?? emptyNode, structure, style, links);
  if (style.type === "compact") return graph;
  // ELK knows no lines that end at the graph itself, so the machine becomes a node of its own.
  const edges = links.map((link) => elkEdge(link, structure, style));
  return {
    id: AROUND,
    layoutOptions: { ...style.options, "elk.direction": "DOWN", "elk.padding": "[top=0,left=0,bottom=0,right=0]" },
    children: [graph],
    edges,
  };
}

const emptyNode: ChartNode = { id: "", name: "", parent: "", type: "atomic", isInitial: false, entry: [], exit: [] };

function nodeGraph(node: ChartNode, structure: ChartStructure, style: GraphStyle, links: readonly Link[]): ElkGraph {
  const children = structure.nodes.filter(({ parent }) => parent === node.id);
  if (children.length === 0) return { id: node.id, width: boxWidth(node, structure), height: BOX_HEIGHT };
  const inside = new Set(children.map(({ id }) => id));
  const own =
    style.type === "full" ? [] : links.filter(({ source, target }) => inside.has(source) && inside.has(target));
  const isRoot = node.parent === "" && style.type === "compact";
  const holdsOnlyLeaves = children.every(({ id }) => !structure.nodes.some(({ parent }) => parent === id));
  const shape = holdsOnlyLeaves ? LEAVES_SHAPE : style.stacksRegions ? COLUMN_SHAPE : ROW_SHAPE;
  const padding =
    isRoot && node.type !== "parallel"
      ? "[top=2,left=10,bottom=2,right=2]"
      : `[top=${HEADER + 4},left=12,bottom=8,right=8]`;
  return {
    id: node.id,
    layoutOptions: {
      ...style.options,
      ...(own.length === 0 && style.type === "compact"
        ? { "elk.algorithm": "rectpacking", "elk.aspectRatio": shape }
        : {}),
      "elk.direction": "DOWN",
      "elk.padding": padding,
      "elk.nodeSize.constraints": "MINIMUM_SIZE",
      "elk.nodeSize.minimum": `(${boxWidth(node, structure)},${BOX_HEIGHT})`,
    },
    children: children.map((child) => nodeGraph(child, structure, style, links)),
    edges: own.map((link) => elkEdge(link, structure, style)),
  };
}

function boxWidth({ id, name }: ChartNode, { edges }: ChartStructure): number {
  const hasTimer = edges.some(({ source, trigger }) => source === id && trigger.type === "after");
  return Math.ceil(name.length * CHARACTER) + BESIDE_NAME + (hasTimer ? COUNTDOWN : 0);
}

/** Every transition that leads somewhere, one line each; several with the same ends and trigger share one. */
function allLinks({ edges }: ChartStructure): readonly Link[] {
  return merged(
    edges.flatMap(({ source, target }, index) => (target === "" ? [] : [{ source, target, edges: [index] }])),
  );
}

/**
 * Transitions lifted to the level on which their ends are siblings: from a state within a composite the line starts at
 * the composite. What stays within one sibling is left to that sibling's own level.
 */
function siblingLinks(structure: ChartStructure): readonly Link[] {
  const parents = new Map(structure.nodes.map(({ id, parent }) => [id, parent]));
  const lifted = structure.edges.flatMap(({ source, target }, index): readonly Link[] => {
    if (target === "") return [];
    const [from, to] = siblings(source, target, parents);
    return from === to ? [] : [{ source: from, target: to, edges: [index] }];
  });
  const links = merged(lifted);
  const isFinal = new Set(structure.nodes.filter(({ type }) => type === "final").map(({ id }) => id));
  const sources = (target: string) => links.filter((link) => link.target === target).length;
  return links.filter(({ target }) => !isFinal.has(target) || sources(target) < MANY_SOURCES);
}

/** The ancestors of two states that have the same parent; a state and one within it are lifted to the same one. */
function siblings(source: string, target: string, parents: ReadonlyMap<string, string>): readonly [string, string] {
  const pathOf = (id: string): readonly string[] => {
    const parent = parents.get(id) ?? "";
    return parent === "" ? [id] : [...pathOf(parent), id];
  };
  const [from, to] = [pathOf(source), pathOf(target)];
  const at = from.findIndex((id, index) => id !== to[index]);
  if (at < 0 || to[at] === undefined) return [source, source];
  return [from[at] ?? source, to[at] ?? target];
}

function merged(links: readonly Link[]): readonly Link[] {
  const byEnds = new Map<string, Link>();
  for (const link of links) {
    const ends = `${link.source} ${link.target}`;
    const known = byEnds.get(ends);
    byEnds.set(ends, known === undefined ? link : { ...known, edges: [...known.edges, ...link.edges] });
  }
  return [...byEnds.values()];
}

function elkEdge({ source, target, edges }: Link, structure: ChartStructure, style: GraphStyle): ElkEdge {
  const id = `${source} ${target} ${edges.join("+")}`;
  const common = { id, sources: [source], targets: [target] };
  if (style.type === "compact") return common;
  const lines = edges.flatMap((index) => textLines(structure.edges[index]));
  const width = Math.ceil(Math.max(...lines.map(({ length }) => length)) * 6.3) + 14;
  return { ...common, labels: [{ id: `${id} text`, text: "text", width, height: lines.length * LABEL_LINE + 2 }] };
}

function textLines(edge: ChartEdge | undefined): readonly string[] {
  return edge === undefined ? [] : edgeLines(edge).map(({ text }) => text);
}

/** Reads places out of what ELK has laid out. All of them are relative to the chart's corner. */
export function planOf(laidOut: ElkGraph): ChartPlan {
  const boxes: { id: string; x: number; y: number; width: number; height: number }[] = [];
  const corners = new Map<string, Point>();
  const collected: ElkEdge[] = [];
  const owners = new Map<ElkEdge, string>();
  const visit = (node: ElkGraph, left: number, top: number): void => {
    const x = left + (node.x ?? 0);
    const y = top + (node.y ?? 0);
    corners.set(node.id, { x, y });
    if (node.id !== AROUND)
      boxes.push({
        id: node.id,
        x: round(x),
        y: round(y),
        width: round(node.width ?? 0),
        height: round(node.height ?? 0),
      });
    for (const edge of node.edges ?? []) {
      collected.push(edge);
      owners.set(edge, node.id);
    }
    for (const child of node.children ?? []) visit(child, x, y);
  };
  visit(laidOut, 0, 0);
  const lines = collected.map((edge) => {
    const corner = corners.get(edge.container ?? owners.get(edge) ?? "") ?? { x: 0, y: 0 };
    const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
      startPoint,
      ...bendPoints,
      endPoint,
    ]);
    const label = edge.labels?.[0];
    const place =
      label === undefined
        ? {}
        : { label: { x: round(corner.x + (label.x ?? 0)), y: round(corner.y + (label.y ?? 0)) } };
    return {
      source: edge.sources[0] ?? "",
      target: edge.targets[0] ?? "",
      edges: (edge.id.split(" ")[2] ?? "").split("+").map(Number),
      points: points.flatMap(({ x, y }) => [round(corner.x + x), round(corner.y + y)]),
      ...place,
    };
  });
  return { width: Math.ceil(laidOut.width ?? 0), height: Math.ceil(laidOut.height ?? 0), boxes, lines };
}

/** Half px are enough, and keep the files small. */
function round(value: number): number {
  return Math.round(value * 2) / 2;
}
