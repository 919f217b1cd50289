import type { QueueFrame } from "../simulation/cluster/frame.ts";
import { type FactRow, numberIn, processIn, textIn } from "./fact-row.ts";
import {
  countRow,
  countsAt,
  type MetricCounts,
  MICROS,
  noCounts,
  sumOf,
  totalDepth,
  workingAt,
} from "./metric-counts.ts";
import { histogramsOf } from "./metric-histograms.ts";

/** A value from a moment on; µs, and the metric's own unit. */
export type Point = { readonly at: number; readonly value: number };

/** What one controller's metrics were over the run. */
export type MetricsOverTime = {
  /** `workqueue_depth` over all priorities. */
  readonly depth: readonly Point[];
  /** `workqueue_adds_total`. */
  readonly adds: readonly Point[];
  /** `workqueue_retries_total`. */
  readonly retries: readonly Point[];
  /** `workqueue_unfinished_work_seconds`: rises while keys are being processed. */
  readonly unfinished: readonly Point[];
  /** `workqueue_longest_running_processor_seconds`. */
  readonly longest: readonly Point[];
  /** Each observation of `workqueue_queue_duration_seconds`. */
  readonly waits: readonly Point[];
  /** Each observation of `workqueue_work_duration_seconds`. */
  readonly works: readonly Point[];
  /** Revisions that the store lacked at each read of a reconcile; no metric of the library. */
  readonly lag: readonly Point[];
  /** The wait that each failure, `Requeue` and `RequeueAfter` led to, in seconds, by key. */
  readonly delays: ReadonlyMap<string, readonly Point[]>;
};

/** One line of what a scrape of `/metrics` at the cursor would give. */
export type Sample = { readonly name: string; readonly labels: string; readonly value: number };

/** The controllers that the events are about, in the order of their start. */
export function controllersOf(rows: readonly FactRow[]): readonly string[] {
  return [...new Set(rows.filter(({ fact }) => fact.type === "process.workersStart").map(processIn))];
}

/** Lists that grow as the events go by. */
type Growing = { readonly [name in Exclude<keyof MetricsOverTime, "delays">]: Point[] };

/** How one controller's metrics went. A restart of its process begins anew at zero. */
export function metricsOverTime(rows: readonly FactRow[], process: string): MetricsOverTime {
  const all: Growing = {
    depth: [],
    adds: [],
    retries: [],
    unfinished: [],
    longest: [],
    waits: [],
    works: [],
    lag: [],
  };
  const delays = new Map<string, Point[]>();
  let counts = noCounts();
  for (const row of rows) {
    if (processIn(row) !== process) continue;
    if (row.fact.type === "process.start") counts = noCounts();
    follow(all, counts, row);
    const delay = delayIn(row);
    if (delay > 0) {
      const key = textIn(row, "key");
      const known = delays.get(key) ?? [];
      known.push({ at: row.at, value: delay / MICROS });
      delays.set(key, known);
    }
  }
  return { ...all, delays };
}

function follow(all: Growing, counts: MetricCounts, row: FactRow): void {
  const { at } = row;
  const before = { depth: totalDepth(counts), adds: counts.adds, retries: counts.retries };
  const working = workingAt(counts, at);
  countRow(counts, row);
  if (totalDepth(counts) !== before.depth) all.depth.push({ at, value: totalDepth(counts) });
  if (counts.adds !== before.adds) all.adds.push({ at, value: counts.adds });
  if (counts.retries !== before.retries) all.retries.push({ at, value: counts.retries });
  if (row.fact.type === "queue.get" || row.fact.type === "queue.done") {
    const now = workingAt(counts, at);
    all.unfinished.push({ at, value: sumOf(working) }, { at, value: sumOf(now) });
    all.longest.push({ at, value: Math.max(0, ...working) }, { at, value: Math.max(0, ...now) });
  }
  if (row.fact.type === "queue.get") all.waits.push({ at, value: numberIn(row, "latency") / MICROS });
  if (row.fact.type === "queue.done") all.works.push({ at, value: numberIn(row, "took") / MICROS });
  if (row.fact.type === "reconcile.read") all.lag.push({ at, value: numberIn(row, "behind") });
}

/** The wait of a rate-limited add is told by the limiter, that of AddAfter by the call. */
function delayIn(row: FactRow): number {
  if (row.fact.type === "queue.limited") return numberIn(row, "delay");
  return row.fact.type === "queue.addAfter" ? numberIn(row, "after") : 0;
}

type Scrape = {
  readonly process: string;
  readonly queue: QueueFrame["kind"];
  readonly seq: number;
  readonly at: number;
};

/**
 * What a scrape of the controller at the event `seq`, at the time `at`, would give, by the library's names and labels, in their order
 * (cr:pkg/internal/controller/metrics/metrics.go, pkg/internal/metrics/workqueue.go @86a0d40e). The buckets of histograms are left out. The
 * unfinished-work gauges are refreshed every half second there; here they are exact. The model sets no ReconciliationTimeout.
 */
export function samplesAt(rows: readonly FactRow[], { process, queue, seq, at }: Scrape): readonly Sample[] {
  const counts = countsAt(rows, process, seq);
  const controller = `controller="${process}"`;
  const named = `${controller},name="${process}"`;
  const working = workingAt(counts, at);
  const loop = (name: string, value: number, labels = controller): Sample => ({
    name: `controller_runtime_${name}`,
    labels,
    value,
  });
  const work = (name: string, value: number, labels = named): Sample => ({ name: `workqueue_${name}`, labels, value });
  const samples = [
    loop("active_workers", counts.active),
    loop("max_concurrent_reconciles", counts.workers),
    loop("reconcile_errors_total", counts.errors),
    loop("reconcile_panics_total", counts.panics),
    loop("reconcile_timeouts_total", 0),
    ...Object.entries(counts.results).map(([result, value]) =>
      loop("reconcile_total", value, `${controller},result="${result}"`),
    ),
    loop("terminal_reconcile_errors_total", counts.terminal),
    work("adds_total", counts.adds),
    ...depths(counts, queue).map(([priority, value]) => work("depth", value, `${named},priority="${priority}"`)),
    work("longest_running_processor_seconds", Math.max(0, ...working)),
    work("retries_total", counts.retries),
    work("unfinished_work_seconds", sumOf(working)),
    ...histogramsOf(counts).flatMap(({ name, count, sum }) => {
      const labels = name.startsWith("workqueue") ? named : controller;
      return [
        { name: `${name}_count`, labels, value: count },
        { name: `${name}_sum`, labels, value: sum },
      ];
    }),
  ];
  return samples.sort((a, b) => compare(a.name, b.name) || compare(a.labels, b.labels));
}

/** Depth by label `priority`: empty on the classic queue; on the other each priority from when it was first seen. */
function depths(
  counts: MetricCounts,
  queue: QueueFrame["kind"],
): readonly (readonly [priority: string, value: number])[] {
  if (queue === "classic") return [["", totalDepth(counts)]];
  return [...counts.depth].map(([priority, value]) => [String(priority), value] as const);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
