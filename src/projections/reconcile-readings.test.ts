// Goal: attempts, decision table and metrics read from a trace say what the trace says. Method: small traces by hand; names and bounds of the
// metrics from cr:pkg/internal/controller/metrics/metrics.go, pkg/internal/metrics/workqueue.go and cg:util/workqueue/queue.go.
import { expect, test } from "vitest";
import { durationsAt, metricsOverTime, samplesAt } from "./controller-metrics.ts";
import { readDecisions } from "./decision-rows.ts";
import type { FactRow } from "./fact-row.ts";
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
  [2_000_000, "web/queue", "queue.done", { key: "demo/a" }],
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

test("unfinished work rises with time while a key is being processed", () => {
  expect(metricsOverTime(queueTrace, "web").unfinished.map(({ at, value }) => [at, value])).toEqual([
    [0, 0],
    [0, 0],
    [2_000_000, 2],
    [2_000_000, 0],
  ]);
  const halfway = samplesAt(queueTrace, "web", { seq: 4, at: 1_200_000 });
  const value = (name: string) => halfway.find((sample) => sample.name === name)?.value;
  expect(value("workqueue_unfinished_work_seconds")).toBe(1.2);
  expect(value("workqueue_longest_running_processor_seconds")).toBe(1.2);
  expect(value("controller_runtime_active_workers")).toBe(1);
});

test("a scrape has the library's names and labels; an error counts in both of its counters", () => {
  const samples = samplesAt(queueTrace, "web", { seq: 10, at: 2_000_000 });
  expect(samples).toContainEqual({
    name: "controller_runtime_reconcile_total",
    labels: 'controller="web",result="error"',
    value: 1,
  });
  expect(samples).toContainEqual({
    name: "controller_runtime_reconcile_errors_total",
    labels: 'controller="web"',
    value: 1,
  });
  expect(samples).toContainEqual({ name: "workqueue_adds_total", labels: 'name="web",controller="web"', value: 2 });
  expect(samples.find(({ name }) => name === "controller_runtime_terminal_reconcile_errors_total")?.value).toBe(0);
});

test("durations fall into the library's buckets, bounds included", () => {
  const rows = trace(
    [0, "web/worker/1", "reconcile.end", end("4", 5_000)],
    [0, "web/worker/1", "reconcile.end", end("4", 5_001)],
    [0, "web/worker/1", "reconcile.end", end("4", 90_000_000)],
  );
  const filled = durationsAt(rows, "web", 2).filter(({ count }) => count > 0);
  expect(filled).toEqual([
    { le: 0.005, count: 1 },
    { le: 0.01, count: 1 },
    { le: Number.POSITIVE_INFINITY, count: 1 },
  ]);
});

test("a restarted process begins at zero", () => {
  const rows = [
    ...queueTrace,
    ...trace([3_000_000, "web", "process.start"]).map((row) => ({ ...row, seq: queueTrace.length })),
  ];
  const samples = samplesAt(rows, "web", { seq: 99, at: 3_000_000 });
  expect(samples.every(({ value }) => value === 0)).toBe(true);
});
