import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import type { Part } from "../../projections/pipeline-layout.ts";
import styles from "./flow-node.module.css";
import { PartNode } from "./part-node.tsx";

/** A node as React Flow holds it: fixed for a layout; what it shows comes from the store. */
export type PipelineNode = Node<
  { readonly part: Part; readonly name: string; readonly width: number; readonly height: number },
  "part"
>;

/** Puts a pipeline node into the flow. The handles only tell React Flow that edges may end here. */
export const FlowNode = memo(function FlowNode({ data }: NodeProps<PipelineNode>) {
  const { part, name, width, height } = data;
  return (
    <>
      <PartNode part={part} name={name} width={width} height={height} />
      <Handle className={styles.handle} type="target" position={Position.Left} isConnectable={false} />
      <Handle className={styles.handle} type="source" position={Position.Right} isConnectable={false} />
    </>
  );
});
