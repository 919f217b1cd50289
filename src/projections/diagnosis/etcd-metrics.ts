import { ownValue } from "../../base/own-value.ts";
import { ETCD_BUCKETS, type EtcdLatency } from "../../simulation/cluster/etcd-latency.ts";
import type { KindRegistry } from "../../simulation/kubernetes/kind.ts";
import type { Output } from "./console.ts";

const METRIC = "etcd_request_duration_seconds";
/** A few bounds tell enough; the command picks them. */
const SHOWN = ["0.005", "0.1", "1", "5", "+Inf"];

/** The histogram of etcd's latency as an API server's `/metrics` has it. The model counts writes. */
export function etcdMetrics(figures: readonly EtcdLatency[], kinds: KindRegistry): Output {
  const bounds = [...ETCD_BUCKETS.map(String), "+Inf"];
  const lines = figures
    .map((figure) => ({ figure, labels: labelsOf(figure, kinds) }))
    .sort((a, b) => (a.labels < b.labels ? -1 : 1))
    .flatMap(({ figure: { counts, sum }, labels }) => {
      const upTo = (index: number) => counts.slice(0, index + 1).reduce((all, count) => all + count, 0);
      return [
        ...bounds.flatMap((bound, index) =>
          SHOWN.includes(bound) ? [`${METRIC}_bucket{${labels},le="${bound}"} ${upTo(index)}`] : [],
        ),
        `${METRIC}_sum{${labels}} ${Number(sum.toFixed(6))}`,
        `${METRIC}_count{${labels}} ${upTo(counts.length)}`,
      ];
    });
  const pick = `${METRIC}_(sum|count|bucket.*le="(0.005|0.1|1|5|\\+Inf)")`;
  return { command: `kubectl get --raw /metrics | grep -E '${pick}'`, lines };
}

function labelsOf({ operation, kind }: EtcdLatency, kinds: KindRegistry): string {
  const info = ownValue(kinds, kind);
  return `group="${info?.group ?? ""}",operation="${operation}",resource="${info?.plural ?? kind}"`;
}
