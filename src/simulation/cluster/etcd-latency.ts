import type { Micros } from "../../base/time.ts";

/** Upper bounds of the buckets in seconds (`as:storage/etcd3/metrics/metrics.go:etcdRequestLatency @v0.36.3`); one more has none. */
export const ETCD_BUCKETS = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
] as const;

/** How long writes to etcd took, as the API servers count them: `counts` by bucket, not summed up. */
export type EtcdLatency = {
  readonly operation: "create" | "update" | "delete";
  readonly kind: string;
  readonly counts: readonly number[];
  /** Seconds. */
  readonly sum: number;
};

/** The figures with one more observation. */
export function withObservation(
  figures: readonly EtcdLatency[],
  operation: EtcdLatency["operation"],
  kind: string,
  took: Micros,
): readonly EtcdLatency[] {
  const seconds = took / 1_000_000;
  const reached = ETCD_BUCKETS.findIndex((bound) => seconds <= bound);
  const bucket = reached < 0 ? ETCD_BUCKETS.length : reached;
  const isMeant = (one: EtcdLatency) => one.operation === operation && one.kind === kind;
  const old = figures.find(isMeant) ?? { operation, kind, counts: [...ETCD_BUCKETS, 0].map(() => 0), sum: 0 };
  const counts = old.counts.map((count, index) => (index === bucket ? count + 1 : count));
  return [...figures.filter((one) => !isMeant(one)), { ...old, counts, sum: old.sum + seconds }];
}
