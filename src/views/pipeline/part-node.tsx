import type { ComponentType } from "react";
import type { Part } from "../../projections/pipeline-layout.ts";
import { ClientNode } from "./client-node.tsx";
import { EtcdNode } from "./etcd-node.tsx";
import { FifoNode } from "./fifo-node.tsx";
import { HandlersNode } from "./handlers-node.tsx";
import type { NodeProps } from "./node-props.ts";
import { QueueNode } from "./queue-node.tsx";
import { ReflectorNode } from "./reflector-node.tsx";
import { ServerNode } from "./server-node.tsx";
import { StoreNode } from "./store-node.tsx";
import { TruthNode } from "./truth-node.tsx";
import { WorkersNode } from "./workers-node.tsx";

const NODES: Readonly<Record<Part, ComponentType<NodeProps>>> = {
  etcd: EtcdNode,
  server: ServerNode,
  reflector: ReflectorNode,
  fifo: FifoNode,
  store: StoreNode,
  truth: TruthNode,
  handlers: HandlersNode,
  queue: QueueNode,
  workers: WorkersNode,
  client: ClientNode,
};

/** The node of one part. */
export function PartNode({ part, ...props }: NodeProps & { readonly part: Part }) {
  const Node = NODES[part];
  return <Node {...props} />;
}
