import type { ClientFrame, Frame, ProcessFrame, QueueFrame, WorkerFrame } from "../simulation/cluster/frame.ts";
import type { Tone } from "../simulation/cluster/lanes.ts";
import { fitting, type Line, type LineMetrics, line, RULE_HEIGHT } from "./node-lines.ts";

export type QueueLine =
  | {
      readonly type: "processing";
      readonly key: string;
      readonly priority: number | undefined;
      readonly worker: number;
      readonly dirty: boolean;
    }
  | { readonly type: "ready"; readonly key: string; readonly priority: number | undefined; readonly first: boolean }
  | {
      readonly type: "waiting";
      readonly key: string;
      readonly priority: number | undefined;
      readonly since: number;
      readonly readyAt: number;
      readonly failures: number;
    }
  | { readonly type: "more"; readonly count: number }
  | { readonly type: "empty" };

export type QueueReading = {
  readonly tone: Tone;
  readonly kind: QueueFrame["kind"];
  readonly ready: number;
  readonly waiting: number;
  readonly shuttingDown: boolean;
  readonly lines: readonly Line<QueueLine>[];
};

/** What the queue's node shows: what is in work, then what will be handed out in that order, then what waits for its time. */
export function readQueue(queue: QueueFrame, room: number, metrics: LineMetrics): QueueReading {
  const classic = queue.kind === "classic";
  const locked = new Map(queue.ready.filter((each) => each.locked).map((each) => [each.key, each.priority]));
  const failures = new Map(queue.failures.map(({ key, count }) => [key, count]));
  const priority = (value: number | undefined) => (classic ? undefined : value);
  const rows: Line<QueueLine>[] = [
    ...queue.processing.map(({ key, dirty, worker }) =>
      line<QueueLine>(
        `in-work/${key}`,
        { type: "processing", key, priority: priority(locked.get(key)), worker, dirty: dirty || locked.has(key) },
        metrics.row,
      ),
    ),
    ...queue.ready
      .filter((each) => !each.locked)
      .map((each, index) =>
        line<QueueLine>(
          `ready/${each.key}/${index}`,
          { type: "ready", key: each.key, priority: priority(each.priority), first: index === 0 },
          metrics.row,
        ),
      ),
    ...queue.waiting
      .toSorted((a, b) => a.readyAt - b.readyAt)
      .map(({ key, since, readyAt, ...each }) =>
        line<QueueLine>(
          `waiting/${key}`,
          { type: "waiting", key, priority: priority(each.priority), since, readyAt, failures: failures.get(key) ?? 0 },
          metrics.row,
        ),
      ),
  ];
  if (rows.length === 0) rows.push(line("empty", { type: "empty" }, metrics.row));
  const shown = fitting(rows.length, room, metrics.row);
  const lines =
    shown === rows.length
      ? rows
      : [...rows.slice(0, shown), line<QueueLine>("more", { type: "more", count: rows.length - shown }, metrics.row)];
  const ready = queue.ready.filter((each) => !each.locked).length;
  return {
    tone: queueTone(queue),
    kind: queue.kind,
    ready,
    waiting: queue.waiting.length,
    shuttingDown: queue.shuttingDown,
    lines,
  };
}

function queueTone({ ready, processing, waiting }: QueueFrame): Tone {
  if (ready.length > 0 || processing.length > 0) return "active";
  return waiting.length > 0 ? "waiting" : "idle";
}

/** The phases of a reconcile, in order. */
export const PHASES = ["start", "fetch", "diff", "apply", "end"] as const;

const PHASE_INDEX: Readonly<Record<WorkerFrame["phase"], number>> = {
  "": -1,
  start: 0,
  fetch: 1,
  diff: 2,
  apply: 3,
  end: 4,
};

export type WorkerLine =
  | {
      readonly type: "worker";
      readonly worker: WorkerFrame;
      readonly tone: Tone;
      /** What it read of a kind whose store is behind the truth. */
      readonly stale: { readonly kind: string; readonly rv: string } | undefined;
    }
  | { readonly type: "phases"; readonly current: number; readonly tone: Tone }
  | { readonly type: "rule" }
  | { readonly type: "more"; readonly count: number };

export type WorkersReading = {
  readonly tone: Tone;
  readonly busy: number;
  readonly total: number;
  /** Columns in which the workers stand. */
  readonly columns: 1 | 2;
  readonly lines: readonly Line<WorkerLine>[];
};

/** Height of the five cells with their words. */
const PHASES_HEIGHT = 19;

/** What the workers' node shows: for each its key, what it read, and the five phases. */
export function readWorkers(frame: Frame, process: ProcessFrame, room: number, metrics: LineMetrics): WorkersReading {
  const { workers } = process;
  const busy = workers.filter(({ state, key }) => state === "running" && key !== "").length;
  const group = metrics.row + PHASES_HEIGHT + RULE_HEIGHT;
  const columns = metrics.dense && workers.length > 1 ? 2 : 1;
  const capacity = Math.max(1, Math.floor((room + RULE_HEIGHT) / group)) * columns;
  const shown = workers.length <= capacity ? workers : busiest(workers, capacity);
  const lines: Line<WorkerLine>[] = [];
  for (const worker of shown) {
    const tone = workerTone(worker);
    if (lines.length > 0 && columns === 1) lines.push(line(`rule/${worker.index}`, { type: "rule" }, RULE_HEIGHT));
    lines.push(
      line(`worker/${worker.index}`, { type: "worker", worker, tone, stale: staleRead(frame, worker) }, metrics.row),
    );
    lines.push(
      line(`phases/${worker.index}`, { type: "phases", current: PHASE_INDEX[worker.phase], tone }, PHASES_HEIGHT),
    );
  }
  const hidden = workers.length - shown.length;
  if (hidden > 0 && room - shown.length * group + RULE_HEIGHT >= metrics.row) {
    lines.push(line("more", { type: "more", count: hidden }, metrics.row));
  }
  return { tone: busy > 0 ? "active" : "idle", busy, total: workers.length, columns, lines };
}

/** The workers that do something, in their order, filled up with the others. */
function busiest(workers: readonly WorkerFrame[], capacity: number): readonly WorkerFrame[] {
  const first = workers.filter(({ key }) => key !== "").slice(0, capacity);
  const rest = workers.filter(({ key }) => key === "").slice(0, capacity - first.length);
  return [...first, ...rest].sort((a, b) => a.index - b.index);
}

/** What a worker read that etcd has already left behind, for its own kind's objects. */
function staleRead(frame: Frame, { reads }: WorkerFrame): { readonly kind: string; readonly rv: string } | undefined {
  return reads.find(({ kind, rv }) => {
    const newest = frame.etcd.commits.find((commit) => commit.kind === kind)?.revision;
    return newest !== undefined && rv !== "" && Number(rv) < newest;
  });
}

/** The class of a worker's state; a failed outcome colours its last phase. */
function workerTone({ state, key, phase, outcome }: WorkerFrame): Tone {
  if (state !== "running" || key === "") return "idle";
  if (phase === "end") return /4\d\d|5\d\d|error|panic/i.test(outcome) ? "failed" : "ok";
  return "active";
}

export type ClientLine =
  | { readonly type: "call"; readonly id: number; readonly verb: string; readonly kind: string; readonly name: string }
  | {
      readonly type: "since";
      readonly id: number;
      readonly verb: string;
      readonly kind: string;
      readonly name: string;
      readonly since: number;
    }
  | { readonly type: "rule" }
  | { readonly type: "tokens"; readonly tokens: number; readonly burst: number }
  | { readonly type: "reads" }
  | { readonly type: "more"; readonly count: number }
  | { readonly type: "empty" };

export type ClientReading = {
  readonly tone: Tone;
  readonly inFlight: number;
  readonly lines: readonly Line<ClientLine>[];
};

/** What the client's node shows: calls in flight, the limiter's tokens, and where reads come from. */
export function readClient(client: ClientFrame, room: number, metrics: LineMetrics): ClientReading {
  const lines: Line<ClientLine>[] = [];
  const perCall = 2 * metrics.row;
  const footer =
    [RULE_HEIGHT + 2 * metrics.row, RULE_HEIGHT + metrics.row].find((height) => height <= room - perCall) ?? 0;
  const shown = Math.max(1, fitting(client.inFlight.length, room - footer, perCall));
  for (const { id, verb, kind, name, since } of client.inFlight.slice(0, shown)) {
    lines.push(line(`call/${id}`, { type: "call", id, verb, kind, name }, metrics.row));
    lines.push(line(`since/${id}`, { type: "since", id, verb, kind, name, since }, metrics.row));
  }
  const hidden = client.inFlight.length - shown;
  if (hidden > 0 && room - footer >= shown * perCall + metrics.row) {
    lines.push(line("more", { type: "more", count: hidden }, metrics.row));
  }
  if (client.inFlight.length === 0) lines.push(line("empty", { type: "empty" }, metrics.row));
  if (footer > 0 && !metrics.dense) {
    lines.push(line("rule", { type: "rule" }, RULE_HEIGHT));
    lines.push(line("tokens", { type: "tokens", tokens: client.tokens, burst: client.burst }, metrics.row));
    if (footer > RULE_HEIGHT + metrics.row) lines.push(line("reads", { type: "reads" }, metrics.row));
  }
  return { tone: client.inFlight.length > 0 ? "active" : "idle", inFlight: client.inFlight.length, lines };
}
