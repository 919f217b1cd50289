import { type Edge, ReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useMemo } from "react";
import type { PipelineLayout } from "../../projections/pipeline-layout.ts";
import { wireIds } from "../../projections/pipeline-wires.ts";
import { useMessages } from "../messages-context.tsx";
import { FlowNode, type PipelineNode } from "./flow-node.tsx";
import styles from "./pipeline-graph.module.css";
import { WireEdge } from "./wire-edge.tsx";

const nodeTypes = { part: FlowNode };
const edgeTypes = { wire: WireEdge };

type Props = { readonly layout: PipelineLayout };

/** The graph on a canvas. Nodes and wires are fixed for a layout; each reads what it shows from the store by itself. */
export function PipelineGraph({ layout }: Props) {
  const texts = useMessages().pipeline;
  const nodes = useMemo(() => flowNodes(layout), [layout]);
  const edges = useMemo(() => flowEdges(layout), [layout]);
  return (
    <ReactFlow<PipelineNode>
      className={styles.flow}
      aria-label={texts.title}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      viewport={{ x: 0, y: 0, zoom: layout.zoom }}
      minZoom={0.2}
      maxZoom={1}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      disableKeyboardA11y
      elementsSelectable={false}
      panOnDrag={false}
      panOnScroll={false}
      zoomOnScroll={false}
      zoomOnPinch={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      deleteKeyCode={null}
      attributionPosition="top-right"
    />
  );
}

function flowNodes({ places }: PipelineLayout): PipelineNode[] {
  return places.map(({ id, part, name, rect: { x, y, width, height } }) => ({
    id,
    type: "part",
    position: { x, y },
    width,
    height,
    data: { part, name, width, height },
  }));
}

/** What a wire carries stands in the nodes at its ends; a line by itself says nothing to a screen reader. */
const unspoken = { "aria-hidden": true } as const;

function flowEdges({ places }: PipelineLayout): Edge[] {
  const known = new Set(places.map(({ id }) => id));
  const servers = places.flatMap(({ part, name }) => (part === "server" ? [name] : []));
  return wireIds(servers)
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map(({ id, from, to }) => ({ id, source: from, target: to, type: "wire", domAttributes: unspoken }));
}
