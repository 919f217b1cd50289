// Goal: attempts, decision table and metrics read from a trace say what the trace says. Method: small traces by hand; names and bounds of the
// metrics from cr:pkg/internal/controller/metrics/metrics.go, pkg/internal/metrics/workqueue.go, pkg/controller/priorityqueue/metrics.go
// @86a0d40e, and cg:util/workqueue/metrics.go @32ce75a7.
import { expect, test } from "vitest";
import { metricsOverTime, samplesAt } from "./controller-metrics.ts";
import { readDecisions } from "./decision-rows.ts";
import type { FactRow } from "./fact-row.ts";
import { histogramsAt } from "./metric-histograms.ts";
import { readAttempts } from "./reconcile-attempts.ts";

type Line = readonly [at: number, actor: string, type: string, fields?: Record<string, unknown>, cause?: number];

function trace(...lines: readonly Line[]): readonly FactRow[] {
  return lines.map(([at, actor, type, fields = {}, cause], seq) => ({
    seq,
    at,
    actor,
    cause,
    fact: { ...fields, type },
  }));
}

const end = (row: string, took = 1_000) => ({ reconcile: 1, key: "demo/a", outcome: "ok", row, message: "", took });

test("the table counts each row up to the cursor, by process, and lights the one that fired last", () => {
  const ends = trace(
    [1, "own/worker/1", "reconcile.end", end("1b")],
    [2, "other/worker/1", "reconcile.end", end("1b")],
    [3, "own/worker/1", "reconcile.end", end("4")],
    [4, "own/worker/1", "reconcile.end", end("1a")],
  );
  const reading = readDecisions(ends, 2);
  expect(reading.processes).toEqual(["own", "other"]);
  expect(reading.lit).toBe("4");
  expect(reading.rows.map(({ row, counts }) => [row, ...counts])).toEqual([
    ["1a", 0, 0],
    ["1b", 1, 1],
    ["2", 0, 0],
    ["3", 0, 0],
    ["4", 1, 0],
  ]);
  expect(readDecisions(ends, 3).lit).toBe("1a");
  expect(readDecisions([], 3)).toMatchObject({ processes: [], lit: undefined });
});

test("an attempt has its phases end to end, the uid it read, and the requests that its events caused", () => {
  const [attempt] = readAttempts(
    trace(
      [100, "web/worker/1", "reconcile.start", { reconcile: 7, id: "id-7", key: "demo/a", worker: 1, failures: 2 }],
      [100, "web/worker/1", "reconcile.phase", { reconcile: 7, key: "demo/a", phase: "fetch" }],
      [200, "web/worker/1", "reconcile.read", { reconcile: 7, key: "demo/a", uid: "uid-a" }],
      [200, "web/worker/1", "reconcile.phase", { reconcile: 7, key: "demo/a", phase: "apply" }],
      [300, "web/client", "client.request", { request: 4, verb: "update", kind: "Pod", key: "demo/p" }, 3],
      [350, "web/client", "client.request", { request: 5, verb: "get", kind: "Pod", key: "demo/q" }, 99],
      [500, "web/client", "client.response", { request: 4, code: 409 }],
      [600, "web/worker/1", "reconcile.end", { ...end("1b", 500), outcome: "error", message: "conflict" }],
    ),
  );
  expect(attempt).toMatchObject({
    process: "web",
    reconcile: 7,
    id: "id-7",
    uid: "uid-a",
    failures: 2,
    to: 600,
    row: "1b",
  });
  expect(attempt?.phases.map(({ phase, from, to }) => [phase, from, to])).toEqual([
    ["start", 100, 100],
    ["fetch", 100, 200],
    ["apply", 200, 600],
    ["end", 600, 600],
  ]);
  // The request that another worker's event caused is not among them.
  expect(attempt?.calls).toMatchObject([{ request: 4, verb: "update", from: 300, to: 500, code: 409 }]);
});

test("two workers at once keep their own phases and requests", () => {
  const attempts = readAttempts(
    trace(
      [0, "web/worker/1", "reconcile.start", { reconcile: 1, key: "demo/a", worker: 1 }],
      [0, "web/worker/2", "reconcile.start", { reconcile: 2, key: "demo/b", worker: 2 }],
      [1, "web/worker/2", "reconcile.phase", { phase: "fetch" }],
      [2, "web/client", "client.request", { request: 1, verb: "get", kind: "Pod", key: "demo/b" }, 2],
      [3, "web/worker/1", "reconcile.end", end("4")],
    ),
  );
  expect(attempts.map(({ key, to, calls }) => [key, to, calls.length])).toEqual([
    ["demo/a", 3, 0],
    ["demo/b", undefined, 1],
  ]);
});

const queueTrace = trace(
  [0, "web", "process.workersStart", { workers: 1 }],
  [0, "web/queue", "queue.enqueued", { key: "demo/a", reason: "added" }],
  [0, "web/queue", "queue.get", { key: "demo/a" }],
  [0, "web/worker/1", "reconcile.start", { reconcile: 1, key: "demo/a" }],
  [1_000_000, "web/queue", "queue.markedDirty", { key: "demo/a", again: false }],
  [1_500_000, "web/queue", "queue.markedDirty", { key: "demo/a", again: true }],
  [2_000_000, "web/worker/1", "reconcile.end", end("1b", 2_000_000)],
  [2_000_000, "web/queue", "queue.addRateLimited", { key: "demo/a" }],
  [2_000_000, "web/queue", "queue.limited", { key: "demo/a", delay: 5_000, failures: 1 }],
  [2_000_000, "web/queue", "queue.done", { key: "demo/a", took: 2_000_000 }],
  [2_000_000, "web/queue", "queue.enqueued", { key: "demo/a", reason: "doneWhileDirty" }],
);

test("a key marked dirty counts once in adds and depth, and not again when Done pushes it (classic queue)", () => {
  const { depth, retries, delays } = metricsOverTime(queueTrace, "web");
  expect(depth.map(({ at, value }) => [at, value])).toEqual([
    [0, 1],
    [0, 0],
    [1_000_000, 1],
  ]);
  expect(retries).toEqual([{ at: 2_000_000, value: 1 }]);
  expect(delays.get("demo/a")).toEqual([{ at: 2_000_000, value: 0.005 }]);
});

const at = (seq: number, time: number, queue: "classic" | "priority" = "classic") =>
  ({ process: "web", queue, seq, at: time }) as const;

test("unfinished work rises with time while a key is being processed; the longest is one key's", () => {
  const { unfinished, longest } = metricsOverTime(queueTrace, "web");
  expect(unfinished.map(({ at: time, value }) => [time, value])).toEqual([
    [0, 0],
    [0, 0],
    [2_000_000, 2],
    [2_000_000, 0],
  ]);
  expect(longest).toEqual(unfinished);
  const two = trace(
    [0, "web/queue", "queue.get", { key: "demo/a", latency: 0 }],
    [1_000_000, "web/queue", "queue.get", { key: "demo/b", latency: 0 }],
  );
  const value = (name: string) =>
    samplesAt(two, at(1, 3_000_000)).find((sample) => sample.name === `workqueue_${name}`)?.value;
  expect(value("unfinished_work_seconds")).toBe(5);
  expect(value("longest_running_processor_seconds")).toBe(3);
});

test("a scrape has the library's names and labels in their order; an error counts in both of its counters", () => {
  const samples = samplesAt(queueTrace, at(10, 2_000_000));
  const sampleOf = (name: string, labels: string) =>
    samples.find((each) => each.name === name && each.labels === labels)?.value;
  expect(sampleOf("controller_runtime_reconcile_total", 'controller="web",result="error"')).toBe(1);
  expect(sampleOf("controller_runtime_reconcile_errors_total", 'controller="web"')).toBe(1);
  expect(sampleOf("controller_runtime_terminal_reconcile_errors_total", 'controller="web"')).toBe(0);
  expect(sampleOf("workqueue_adds_total", 'controller="web",name="web"')).toBe(2);
  expect(sampleOf("workqueue_depth", 'controller="web",name="web",priority=""')).toBe(1);
  expect(sampleOf("workqueue_work_duration_seconds_sum", 'controller="web",name="web"')).toBe(2);
  const names = samples.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
});

test("a worker is active while it reconciles", () => {
  const active = samplesAt(queueTrace, at(4, 1_200_000)).find(({ name }) => name.endsWith("active_workers"));
  expect(active?.value).toBe(1);
});

test("the priority queue counts its depth by priority: a raised key moves, one that still waits is in none", () => {
  const raised = trace(
    [0, "web/queue", "queue.enqueued", { key: "demo/a", priority: -100, reason: "added" }],
    [1, "web/queue", "queue.priorityRaised", { key: "demo/a", from: -100, to: 0 }],
    [2, "web/queue", "queue.priorityRaised", { key: "demo/waiting", from: -100, to: 0 }],
    [3, "web/queue", "queue.get", { key: "demo/a", priority: 0, latency: 3 }],
  );
  const depths = (seq: number) =>
    samplesAt(raised, at(seq, seq, "priority"))
      .filter(({ name }) => name === "workqueue_depth")
      .map(({ labels, value }) => [labels.slice(labels.indexOf("priority=")), value]);
  expect(depths(0)).toEqual([['priority="-100"', 1]]);
  expect(depths(2)).toEqual([
    ['priority="-100"', 0],
    ['priority="0"', 1],
  ]);
  expect(depths(3)).toEqual([
    ['priority="-100"', 0],
    ['priority="0"', 0],
  ]);
});

test("a delayed add to a queue that was shut down is no retry", () => {
  const late = trace(
    [0, "web/queue", "queue.addRateLimited", { key: "demo/a" }],
    [0, "web/queue", "queue.limited", { key: "demo/a", delay: 5_000, failures: 1 }],
    [1, "web/queue", "queue.shutDown", {}],
    [2, "web/queue", "queue.addRateLimited", { key: "demo/a" }],
    [2, "web/queue", "queue.addIgnored", { key: "demo/a" }],
    [3, "web/queue", "queue.add", { key: "demo/a" }],
    [3, "web/queue", "queue.addIgnored", { key: "demo/a" }],
  );
  const retries = samplesAt(late, at(9, 9)).find(({ name }) => name === "workqueue_retries_total");
  expect(retries?.value).toBe(1);
});

test("durations fall into the library's buckets, bounds included", () => {
  const rows = trace(
    [0, "web/worker/1", "reconcile.end", end("4", 5_000)],
    [0, "web/worker/1", "reconcile.end", end("4", 5_001)],
    [0, "web/worker/1", "reconcile.end", end("4", 90_000_000)],
  );
  const [reconciles] = histogramsAt(rows, "web", 2);
  expect(reconciles?.name).toBe("controller_runtime_reconcile_time_seconds");
  expect(reconciles?.buckets.filter(({ count }) => count > 0)).toEqual([
    { le: 0.005, count: 1 },
    { le: 0.01, count: 1 },
    { le: Number.POSITIVE_INFINITY, count: 1 },
  ]);
  expect(reconciles).toMatchObject({ count: 3 });
});

test("the wait is observed at Get and the work at Done, in decades from 10 ns on; a back-off is in neither", () => {
  const rows = trace(
    [0, "web/queue", "queue.addAfter", { key: "demo/a", after: 60_000_000 }],
    [60_000_000, "web/queue", "queue.enqueued", { key: "demo/a", reason: "delayElapsed" }],
    [60_000_000, "web/queue", "queue.get", { key: "demo/a", latency: 0 }],
    [60_020_000, "web/queue", "queue.done", { key: "demo/a", took: 20_000 }],
  );
  const filled = (seq: number) =>
    histogramsAt(rows, "web", seq).map(({ buckets }) => buckets.filter(({ count }) => count > 0));
  expect(filled(1)).toEqual([[], [], []]);
  expect(filled(2)).toEqual([[], [{ le: 1e-8, count: 1 }], []]);
  expect(filled(3)).toEqual([[], [{ le: 1e-8, count: 1 }], [{ le: 0.1, count: 1 }]]);
});

test("a restarted process begins at zero", () => {
  const rows = [
    ...queueTrace,
    ...trace([3_000_000, "web", "process.start"]).map((row) => ({ ...row, seq: queueTrace.length })),
  ];
  const samples = samplesAt(rows, at(99, 3_000_000));
  expect(samples.every(({ value }) => value === 0)).toBe(true);
});
