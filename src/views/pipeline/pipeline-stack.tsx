import { useMemo } from "react";
import { phoneOrder } from "../../projections/pipeline-layout.ts";
import { PartNode } from "./part-node.tsx";
import styles from "./pipeline-stack.module.css";

/** Rows that each part has on a phone, where nothing stands beside it. */
const HEIGHTS = {
  etcd: 155,
  server: 320,
  reflector: 170,
  fifo: 192,
  store: 192,
  handlers: 150,
  queue: 148,
  workers: 148,
  client: 148,
  truth: 130,
} as const;
const WIDTH = 366;

/** The nodes below each other, for a phone. */
export function PipelineStack({ servers }: { readonly servers: string }) {
  const order = useMemo(() => phoneOrder(servers.split(" ")), [servers]);
  return (
    <div className={styles.stack}>
      {order.map(({ id, part, name }) => (
        <PartNode key={id} part={part} name={name} width={WIDTH} height={HEIGHTS[part]} />
      ))}
    </div>
  );
}
