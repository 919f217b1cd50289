import { valueAt } from "../../../base/persistent-map.ts";
import { stateText } from "../../kernel/machine.ts";
import type { TestCluster } from "./test-cluster.ts";

/** The state of an actor's chart as text; "" when it has none. */
export function chartText(cluster: TestCluster, actor: string): string {
  const chart = valueAt(cluster.world().machines, actor);
  return chart === undefined ? "" : stateText(chart.snapshot.value);
}
