import type { FactRow } from "./fact-row.ts";
import { countsAt, type MetricCounts, sumOf } from "./metric-counts.ts";

/** A bucket of a histogram: its upper bound in seconds, and what fell between it and the one before. */
export type Bucket = { readonly le: number; readonly count: number };

/** One histogram of the library; `sum` in seconds. */
export type Histogram = {
  readonly name: string;
  readonly buckets: readonly Bucket[];
  readonly count: number;
  readonly sum: number;
};

/** Bounds in seconds (cr:pkg/internal/controller/metrics/metrics.go @86a0d40e). */
const RECONCILE_BOUNDS: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** Bounds in seconds: twelve decades from 10 ns (cr:pkg/internal/metrics/workqueue.go @86a0d40e, ExponentialBuckets(10e-9, 10, 12)). */
const QUEUE_BOUNDS: readonly number[] = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000];

type Kind = {
  readonly name: string;
  readonly bounds: readonly number[];
  readonly observed: (counts: MetricCounts) => readonly number[];
};

const KINDS: readonly Kind[] = [
  { name: "controller_runtime_reconcile_time_seconds", bounds: RECONCILE_BOUNDS, observed: (each) => each.reconciled },
  { name: "workqueue_queue_duration_seconds", bounds: QUEUE_BOUNDS, observed: (each) => each.waited },
  { name: "workqueue_work_duration_seconds", bounds: QUEUE_BOUNDS, observed: (each) => each.worked },
];

/**
 * The histograms of one controller at the event `seq`. The last bucket has no bound; of empty ones at the ends one is kept. The native
 * buckets that the library also fills are left out.
 */
export function histogramsAt(rows: readonly FactRow[], process: string, seq: number): readonly Histogram[] {
  return histogramsOf(countsAt(rows, process, seq));
}

/** The histograms of what was counted. */
export function histogramsOf(counts: MetricCounts): readonly Histogram[] {
  return KINDS.map(({ name, bounds, observed }) => {
    const spans = observed(counts);
    return { name, buckets: bucketsOf(bounds, spans), count: spans.length, sum: sumOf(spans) };
  });
}

function bucketsOf(bounds: readonly number[], spans: readonly number[]): readonly Bucket[] {
  const all = [...bounds, Number.POSITIVE_INFINITY];
  const buckets = all.map((le, index): Bucket => {
    const above = all[index - 1] ?? Number.NEGATIVE_INFINITY;
    return { le, count: spans.filter((seconds) => seconds > above && seconds <= le).length };
  });
  const isFilled = ({ count }: Bucket) => count > 0;
  return buckets.slice(Math.max(0, buckets.findIndex(isFilled) - 1), buckets.findLastIndex(isFilled) + 2);
}
