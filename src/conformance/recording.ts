import type { Comparison } from "./comparison.ts";
import { compareWithVector, informerLaneOf } from "./informer-compare.ts";
import { runInformerVector } from "./informer-runner.ts";
import { type InformerVector, readInformerVector } from "./informer-vector.ts";
import type { ReplayLog, ReplayStep } from "./replay-log.ts";
import { compareWorkqueue, workqueueLaneOf } from "./workqueue-comparison.ts";
import { runWorkqueueVector } from "./workqueue-runner.ts";
import { readWorkqueueVector, type WorkqueueVector } from "./workqueue-vector.ts";

/** What was recorded, of what. Texts are the recording's own, in English. */
export type RecordingHead = {
  readonly name: string;
  readonly title: string;
  /** `informer`, `priorityQueue`, … */
  readonly subject: string;
  /** The module, its version and its commit. */
  readonly library: { readonly module: string; readonly version: string; readonly commit: string };
};

/** One observation: when (microseconds), of which sequential actor, and what. */
export type Observed = {
  readonly at: number;
  readonly lane: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** A recorded run of a real library, and the engine's replay of it beside it. */
export type Recording = {
  readonly head: RecordingHead;
  /** What the engine did. */
  readonly steps: readonly ReplayStep[];
  /** What the library was seen to do, and what the engine does, in the same words. */
  readonly recorded: readonly Observed[];
  readonly replayed: readonly Observed[];
  /** The event of the trace, by its `seq`, that each of `replayed` tells of. */
  readonly sources: readonly number[];
  readonly comparison: Comparison;
};

/** Whether a text is a recording, as far as its format tells; what is no JSON is none. */
export function isRecording(text: string): boolean {
  return /^\s*\{/.test(text) && formatOf(text) !== undefined;
}

/** Replays a recording with the engine, and compares. Throws when the text is not a recording, or the engine cannot follow its script. */
export function playRecording(text: string): Recording {
  const format = formatOf(text);
  if (format === "informer-vector/1") return playInformer(readInformerVector(text));
  if (format === "workqueue-vector/1") return playWorkqueue(readWorkqueueVector(text));
  JSON.parse(text); // what is no JSON is said with its place
  throw new SyntaxError("no recording: there is no format informer-vector/1 or workqueue-vector/1");
}

function playInformer(vector: InformerVector): Recording {
  const log = runInformerVector(vector);
  return {
    head: headOf(vector, vector.kind),
    ...besides(vector.observed, log, (entry) => informerLaneOf(vector, entry)),
    comparison: compareWithVector(vector, log.observed),
  };
}

function playWorkqueue(vector: WorkqueueVector): Recording {
  const log = runWorkqueueVector(vector);
  return {
    head: headOf(vector, vector.subject),
    ...besides(vector.observed, log, workqueueLaneOf),
    comparison: compareWorkqueue(vector, log.observed),
  };
}

function headOf({ name, title, library }: InformerVector | WorkqueueVector, subject: string): RecordingHead {
  const { module, version, commit } = library;
  return { name, title, subject, library: { module, version, commit } };
}

type Entry = { readonly t: number; readonly type: string };

function besides<E extends Entry>(recorded: readonly E[], log: ReplayLog<E>, laneOf: (entry: E) => string) {
  const observed = (entry: E): Observed => {
    const fields = Object.entries(entry).filter(([name, value]) => !OWN_FIELDS.has(name) && value !== undefined);
    return { at: entry.t, lane: laneOf(entry), type: entry.type, fields: Object.fromEntries(fields) };
  };
  const { steps, sources } = log;
  return { steps, sources, recorded: recorded.map(observed), replayed: log.observed.map(observed) };
}

/** What an observation says beside when, where and of which type; `draw` is a number that the library drew. */
const OWN_FIELDS: ReadonlySet<string> = new Set(["t", "i", "type", "lane", "draw"]);

/** The `format` of a JSON file; undefined when it is none, or names none of ours. */
function formatOf(text: string): "informer-vector/1" | "workqueue-vector/1" | undefined {
  try {
    const data: unknown = JSON.parse(text);
    const format = typeof data === "object" && data !== null && "format" in data ? data.format : undefined;
    return format === "informer-vector/1" || format === "workqueue-vector/1" ? format : undefined;
  } catch {
    return undefined;
  }
}
