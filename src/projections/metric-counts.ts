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
  "queue.priorityRaised",
  "queue.get",
  "queue.done",
  "queue.add",
  "queue.addAfter",
  "queue.addRateLimited",
  "queue.addIgnored",
  "queue.limited",
];

export const MICROS = 1_000_000;

/** What one controller has counted and observed since its process started; spans in seconds. */
export type MetricCounts = {
  adds: number;
  retries: number;
  /** Due keys by priority. A priority that was seen keeps its series, at zero too. */
  readonly depth: Map<number, number>;
  /** Priority of each due key. */
  readonly due: Map<string, number>;
  /** Since when a key is being processed, µs. */
  readonly since: Map<string, number>;
  readonly results: Record<string, number>;
  errors: number;
  terminal: number;
  panics: number;
  workers: number;
  active: number;
  /** Observations of `controller_runtime_reconcile_time_seconds`. */
  readonly reconciled: number[];
  /** Observations of `workqueue_queue_duration_seconds`: from the moment a key is due until a worker gets it. */
  readonly waited: number[];
  /** Observations of `workqueue_work_duration_seconds`: from Get to Done. */
  readonly worked: number[];
  /** The key that was last added with a delay, until something is added without. */
  delayed: string;
};

/** Nothing counted yet; each result has its series from the start (cr:pkg/internal/controller/controller.go:initMetrics @v0.24.1). */
export function noCounts(): MetricCounts {
  return {
    adds: 0,
    retries: 0,
    depth: new Map(),
    due: new Map(),
    since: new Map(),
    results: { success: 0, error: 0, requeue: 0, requeue_after: 0 },
    errors: 0,
    terminal: 0,
    panics: 0,
    workers: 0,
    active: 0,
    reconciled: [],
    waited: [],
    worked: [],
    delayed: "",
  };
}

/** What one controller's metrics stand at after the event `seq`. A restart of its process begins anew at zero. */
export function countsAt(rows: readonly FactRow[], process: string, seq: number): MetricCounts {
  let counts = noCounts();
  for (const row of rows) {
    if (row.seq > seq) break;
    if (processIn(row) !== process) continue;
    if (row.fact.type === "process.start") counts = noCounts();
    countRow(counts, row);
  }
  return counts;
}

/**
 * Counts an event. A key is added, and its wait begins, when it is due: a delay is in no duration. The wait is observed at Get, the work at
 * Done (cg:util/workqueue/metrics.go:add, get, done @32ce75a7; cr:pkg/controller/priorityqueue/metrics.go @86a0d40e).
 */
export function countRow(counts: MetricCounts, row: FactRow): void {
  const key = textIn(row, "key");
  switch (row.fact.type) {
    case "process.workersStart":
      counts.workers = numberIn(row, "workers");
      return;
    case "queue.enqueued":
      // After Done the classic queue pushes a key that was counted when it was marked dirty.
      if (textIn(row, "reason") !== "doneWhileDirty") addDue(counts, key, numberIn(row, "priority"));
      return;
    case "queue.markedDirty":
      if (row.fact["again"] !== true) addDue(counts, key, 0);
      return;
    case "queue.priorityRaised":
      return raise(counts, key, numberIn(row, "to"));
    case "queue.get":
      return countGet(counts, row);
    case "queue.done":
      counts.since.delete(key);
      counts.worked.push(numberIn(row, "took") / MICROS);
      return;
    case "queue.add":
      counts.delayed = "";
      return;
    case "queue.addAfter":
    case "queue.addRateLimited":
      counts.retries += 1;
      counts.delayed = key;
      return;
    case "queue.addIgnored":
      // The queue had been shut down: the retry does not count.
      if (counts.delayed === key) counts.retries -= 1;
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

function addDue(counts: MetricCounts, key: string, priority: number): void {
  counts.adds += 1;
  counts.due.set(key, priority);
  change(counts, priority, 1);
}

/** The depth moves to another priority for a due key only; one that still waits is in no depth. */
function raise(counts: MetricCounts, key: string, to: number): void {
  const from = counts.due.get(key);
  if (from === undefined) return;
  counts.due.set(key, to);
  change(counts, from, -1);
  change(counts, to, 1);
}

function countGet(counts: MetricCounts, row: FactRow): void {
  const key = textIn(row, "key");
  change(counts, counts.due.get(key) ?? 0, -1);
  counts.due.delete(key);
  counts.since.set(key, row.at);
  counts.waited.push(numberIn(row, "latency") / MICROS);
}

function change({ depth }: MetricCounts, priority: number, by: number): void {
  depth.set(priority, (depth.get(priority) ?? 0) + by);
}

/** Label `result` of `controller_runtime_reconcile_total` by row of the decision table. */
const RESULTS: Readonly<Record<string, string>> = {
  "1a": "error",
  "1b": "error",
  "2": "requeue_after",
  "3": "requeue",
  "4": "success",
};

function countEnd(counts: MetricCounts, row: FactRow): void {
  const decided = textIn(row, "row");
  const result = RESULTS[decided] ?? "success";
  counts.active -= 1;
  counts.results[result] = (counts.results[result] ?? 0) + 1;
  if (decided.startsWith("1")) counts.errors += 1;
  if (decided === "1a") counts.terminal += 1;
  if (textIn(row, "outcome") === "panic") counts.panics += 1;
  counts.reconciled.push(numberIn(row, "took") / MICROS);
}

/** `workqueue_depth` over all priorities. */
export function totalDepth({ depth }: MetricCounts): number {
  let total = 0;
  for (const count of depth.values()) total += count;
  return total;
}

/** Seconds since which each key is being processed. */
export function workingAt({ since }: MetricCounts, at: number): readonly number[] {
  return [...since.values()].map((begun) => (at - begun) / MICROS);
}

/** The sum of some spans. */
export function sumOf(spans: readonly number[]): number {
  return spans.reduce((total, span) => total + span, 0);
}
