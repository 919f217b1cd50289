import { type FactRow, numberIn, processIn, textIn } from "./fact-row.ts";

/** What is needed to read metrics. */
export const METRIC_TYPES: readonly string[] = [
  "process.start",
  "process.workersStart",
  "reconcile.start",
  "reconcile.read",
  "reconcile.end",
  "queue.enqueued",
  "queue.markedDirty",
  "queue.get",
  "queue.done",
  "queue.addAfter",
  "queue.addRateLimited",
  "queue.limited",
];

/** Upper bounds of the buckets of `controller_runtime_reconcile_time_seconds` (cr:pkg/internal/controller/metrics/metrics.go @v0.24.1). */
const RECONCILE_TIME_BUCKETS: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** A value from a moment on; µs, and the metric's own unit. */
export type Point = { readonly at: number; readonly value: number };

/** What one controller's metrics were over the run. */
export type MetricsOverTime = {
  /** `workqueue_depth` over all priorities. */
  readonly depth: readonly Point[];
  /** `workqueue_retries_total`. */
  readonly retries: readonly Point[];
  /** `workqueue_unfinished_work_seconds`: rises while keys are being processed. */
  readonly unfinished: readonly Point[];
  /** Revisions that the store lacked at each read of a reconcile; no metric of the library. */
  readonly lag: readonly Point[];
  /** The wait that each failure, `Requeue` and `RequeueAfter` led to, in seconds, by key. */
  readonly delays: ReadonlyMap<string, readonly Point[]>;
};

/** One line of what a scrape of `/metrics` at the cursor would give. */
export type Sample = { readonly name: string; readonly labels: string; readonly value: number };

/** A bucket of the duration histogram: its upper bound in seconds, and what fell between it and the one before. */
export type Bucket = { readonly le: number; readonly count: number };

/** What is counted as the events go by. */
type Counts = {
  adds: number;
  retries: number;
  depth: number;
  readonly since: Map<string, number>;
  readonly results: Record<string, number>;
  errors: number;
  terminal: number;
  panics: number;
  workers: number;
  active: number;
  readonly took: number[];
};

function noCounts(): Counts {
  const results = { success: 0, error: 0, requeue: 0, requeue_after: 0 };
  const numbers = { adds: 0, retries: 0, depth: 0, errors: 0, terminal: 0, panics: 0, workers: 0, active: 0 };
  return { ...numbers, since: new Map(), results, took: [] };
}

/** Label `result` of `controller_runtime_reconcile_total` by row of the decision table. */
const RESULTS: Readonly<Record<string, string>> = {
  "1a": "error",
  "1b": "error",
  "2": "requeue_after",
  "3": "requeue",
  "4": "success",
};

function count(counts: Counts, row: FactRow): void {
  switch (row.fact.type) {
    case "process.workersStart":
      counts.workers = numberIn(row, "workers");
      return;
    case "queue.enqueued":
      // After Done the classic queue pushes a key that was counted when it was marked dirty.
      if (textIn(row, "reason") !== "doneWhileDirty") addDue(counts);
      return;
    case "queue.markedDirty":
      if (row.fact["again"] !== true) addDue(counts);
      return;
    case "queue.get":
      counts.depth -= 1;
      counts.since.set(textIn(row, "key"), row.at);
      return;
    case "queue.done":
      counts.since.delete(textIn(row, "key"));
      return;
    case "queue.addAfter":
    case "queue.addRateLimited":
      counts.retries += 1;
      return;
    case "reconcile.start":
      counts.active += 1;
      return;
    case "reconcile.end":
      return countEnd(counts, row);
    default:
      return;
  }
}

function addDue(counts: Counts): void {
  counts.adds += 1;
  counts.depth += 1;
}

function countEnd(counts: Counts, row: FactRow): void {
  const decided = textIn(row, "row");
  const result = RESULTS[decided] ?? "success";
  counts.active -= 1;
  counts.results[result] = (counts.results[result] ?? 0) + 1;
  if (decided.startsWith("1")) counts.errors += 1;
  if (decided === "1a") counts.terminal += 1;
  if (textIn(row, "outcome") === "panic") counts.panics += 1;
  counts.took.push(numberIn(row, "took") / MICROS);
}

const MICROS = 1_000_000;

/** The controllers that the events are about, in the order of their start. */
export function controllersOf(rows: readonly FactRow[]): readonly string[] {
  return [...new Set(rows.filter(({ fact }) => fact.type === "process.workersStart").map(processIn))];
}

/** How one controller's metrics went. A restart of its process begins anew at zero. */
export function metricsOverTime(rows: readonly FactRow[], process: string): MetricsOverTime {
  const depth: Point[] = [];
  const retries: Point[] = [];
  const unfinished: Point[] = [];
  const lag: Point[] = [];
  const delays = new Map<string, Point[]>();
  let counts = noCounts();
  for (const row of rows) {
    if (processIn(row) !== process) continue;
    const { at } = row;
    if (row.fact.type === "process.start") counts = noCounts();
    const before = { depth: counts.depth, retries: counts.retries, working: unfinishedAt(counts, at) };
    count(counts, row);
    if (counts.depth !== before.depth) depth.push({ at, value: counts.depth });
    if (counts.retries !== before.retries) retries.push({ at, value: counts.retries });
    if (row.fact.type === "queue.get" || row.fact.type === "queue.done")
      unfinished.push({ at, value: before.working }, { at, value: unfinishedAt(counts, at) });
    if (row.fact.type === "reconcile.read") lag.push({ at, value: numberIn(row, "behind") });
    const delay = delayIn(row);
    if (delay > 0) {
      const key = textIn(row, "key");
      const known = delays.get(key) ?? [];
      known.push({ at, value: delay / MICROS });
      delays.set(key, known);
    }
  }
  return { depth, retries, unfinished, lag, delays };
}

/** The wait of a rate-limited add is told by the limiter, that of AddAfter by the call. */
function delayIn(row: FactRow): number {
  if (row.fact.type === "queue.limited") return numberIn(row, "delay");
  return row.fact.type === "queue.addAfter" ? numberIn(row, "after") : 0;
}

function unfinishedAt({ since }: Counts, at: number): number {
  let total = 0;
  for (const begun of since.values()) total += at - begun;
  return total / MICROS;
}

function countsAt(rows: readonly FactRow[], process: string, seq: number): Counts {
  let counts = noCounts();
  for (const row of rows) {
    if (row.seq > seq) break;
    if (processIn(row) !== process) continue;
    if (row.fact.type === "process.start") counts = noCounts();
    count(counts, row);
  }
  return counts;
}

/**
 * What a scrape of the controller at the event `seq`, at the time `at`, would give, by the library's names and labels
 * (cr:pkg/internal/controller/metrics/metrics.go, pkg/internal/metrics/workqueue.go @v0.24.1). The unfinished-work gauges are refreshed
 * every half second there; here they are exact. The depth is the sum over all priorities.
 */
export function samplesAt(
  rows: readonly FactRow[],
  process: string,
  cursor: { readonly seq: number; readonly at: number },
): readonly Sample[] {
  const counts = countsAt(rows, process, cursor.seq);
  const controller = `controller="${process}"`;
  const queue = `name="${process}",${controller}`;
  const longest = Math.max(0, ...[...counts.since.values()].map((begun) => (cursor.at - begun) / MICROS));
  const loop = (name: string, value: number, labels = controller): Sample => ({
    name: `controller_runtime_${name}`,
    labels,
    value,
  });
  const work = (name: string, value: number): Sample => ({ name: `workqueue_${name}`, labels: queue, value });
  return [
    ...Object.entries(counts.results).map(([result, value]) =>
      loop("reconcile_total", value, `${controller},result="${result}"`),
    ),
    loop("reconcile_errors_total", counts.errors),
    loop("terminal_reconcile_errors_total", counts.terminal),
    loop("reconcile_panics_total", counts.panics),
    loop("max_concurrent_reconciles", counts.workers),
    loop("active_workers", counts.active),
    work("depth", counts.depth),
    work("adds_total", counts.adds),
    work("retries_total", counts.retries),
    work("unfinished_work_seconds", unfinishedAt(counts, cursor.at)),
    work("longest_running_processor_seconds", longest),
  ];
}

/** `controller_runtime_reconcile_time_seconds` at the event `seq`; the last bucket has no bound. Empty ends are left out. */
export function durationsAt(rows: readonly FactRow[], process: string, seq: number): readonly Bucket[] {
  const { took } = countsAt(rows, process, seq);
  const bounds = [...RECONCILE_TIME_BUCKETS, Number.POSITIVE_INFINITY];
  const buckets = bounds.map((le, index): Bucket => {
    const above = bounds[index - 1] ?? Number.NEGATIVE_INFINITY;
    return { le, count: took.filter((seconds) => seconds > above && seconds <= le).length };
  });
  const filled = buckets.findLastIndex(({ count: inside }) => inside > 0);
  return buckets.slice(0, filled + 2);
}
