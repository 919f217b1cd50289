import type { Channel } from "../session/channel.ts";
import type { ColumnChunk, Command, EventRow, Report, RunInfo } from "../session/protocol.ts";
import type { Frame } from "../simulation/cluster/frame.ts";

/** A channel for tests: keeps the commands, and reports what a test says. */
export type TestChannel = Channel & {
  readonly sent: Command[];
  readonly report: (report: Report) => void;
};

export function createTestChannel(): TestChannel {
  const listeners = new Set<(report: Report) => void>();
  const sent: Command[] = [];
  return {
    sent,
    send: (command) => sent.push(command),
    report: (report) => {
      for (const listener of listeners) listener(report);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}

/** Columns of `count` events from `from` on, one millisecond apart, the types a, b and c in turn. */
export function testChunk(from: number, count: number): ColumnChunk {
  const each = (value: (seq: number) => number) => Array.from({ length: count }, (_, index) => value(from + index));
  const zeros = each(() => 0);
  return {
    from,
    at: Float64Array.from(each((seq) => seq * 1_000)),
    step: Uint32Array.from(each((seq) => seq)),
    cause: Int32Array.from(each((seq) => seq - 1)),
    actor: Uint32Array.from(zeros),
    type: Uint32Array.from(each((seq) => seq % 3)),
    lane: Uint32Array.from(zeros),
    mark: Uint8Array.from(zeros),
    band: Uint8Array.from(zeros),
    tone: Uint8Array.from(zeros),
    label: Uint32Array.from(zeros),
    stringsFrom: from === 0 ? 0 : 3,
    strings: from === 0 ? ["a", "b", "c"] : [],
  };
}

/** A row with the number `seq`. */
export function testRow(seq: number): EventRow {
  return { seq, step: seq, at: seq * 1_000, actor: "web/Pod", cause: seq - 1, fact: { type: "a" } };
}

/** A world in which nothing is. */
export function testFrame(step: number): Frame {
  return {
    step,
    at: step * 1_000,
    events: step + 1,
    etcd: { revision: 1, compacted: 0, commits: [], nextCompaction: undefined },
    servers: [],
    links: [],
    processes: [],
    truth: [],
    nodes: [],
    systems: [],
    charts: [],
    webhooks: [],
    faults: [],
    next: [],
    denied: [],
    definitions: [],
    revokedTokens: [],
    violations: [],
  };
}

/** A run with `events` events, finished unless `change` says otherwise. */
export function testInfo(run: number, events: number, change: Partial<RunInfo> = {}): RunInfo {
  return {
    run,
    spec: { scenario: { type: "stock", id: "three-pods" }, inputs: [] },
    branch: 0,
    branches: [],
    chapters: [],
    headStep: events - 1,
    headEvents: events,
    headAt: (events - 1) * 1_000,
    end: "quiet",
    inputs: [],
    digest: "",
    ...change,
  };
}

type Opened = Extract<Report, { readonly type: "opened" }>;
type Advanced = Extract<Report, { readonly type: "advanced" }>;

export function openedReport(run: number, events: number, change: Partial<Opened> = {}): Opened {
  return {
    type: "opened",
    run,
    info: testInfo(run, events),
    scenario: undefined,
    cursor: { step: 0, seq: 0, at: 0 },
    frame: testFrame(0),
    before: undefined,
    told: { rows: [], chains: [] },
    columns: testChunk(0, events),
    verified: "unasked",
    change: undefined,
    recording: undefined,
    ...change,
  };
}

export function advancedReport(run: number, seq: number, change: Partial<Advanced> = {}): Advanced {
  return {
    type: "advanced",
    run,
    info: testInfo(run, 100),
    cursor: { step: seq, seq, at: seq * 1_000 },
    frame: testFrame(seq),
    before: undefined,
    told: undefined,
    columns: undefined,
    stoppedAt: undefined,
    ...change,
  };
}
