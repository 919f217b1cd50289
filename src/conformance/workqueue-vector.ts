import type { RecordedLibrary } from "./informer-vector.ts";
import { objectAt, refuse } from "./vector-shape.ts";
import { checkWorkqueueShape } from "./workqueue-shape.ts";

/** A recorded event: when (microseconds), during which operation of the script (none while time ran), and what. */
export type Observation = {
  readonly t: number;
  readonly i?: number;
  readonly type: string;
  readonly [field: string]: unknown;
};

/** What a driver observes; the runner adds when. */
export type Sighting = { readonly type: string; readonly [field: string]: unknown };

/** One entry of a script. Which fields are there depends on `op`. */
export type Operation = {
  readonly i: number;
  readonly t: number;
  readonly op: string;
  readonly key?: string;
  readonly keys?: readonly string[];
  readonly worker?: string;
  readonly caller?: string;
  readonly candidate?: string;
  readonly holder?: string;
  readonly mode?: LinkMode;
  readonly requestUs?: number;
  readonly responseUs?: number;
  readonly delayUs?: number;
  readonly afterUs?: number;
  readonly rateLimited?: boolean;
  readonly priority?: number;
  readonly count?: number;
};

/** How a candidate's connection to the lease store behaves. */
export type LinkMode = "ok" | "refuse" | "hang" | "readOnly" | "loseResponse";

/** A limiter as vectors write it. */
export type RecordedLimiter =
  | { readonly kind: "exponential"; readonly baseUs: number; readonly maxUs: number }
  | { readonly kind: "bucket"; readonly qps: number; readonly burst: number }
  | { readonly kind: "fastSlow"; readonly fastUs: number; readonly slowUs: number; readonly maxFastAttempts: number }
  | { readonly kind: "maxOf"; readonly of: readonly RecordedLimiter[] }
  | { readonly kind: "withMaxWait"; readonly maxUs: number; readonly of: RecordedLimiter };

/** What the scripted reconciler does in one call. */
export type RecordedCall = {
  readonly takesUs: number;
  readonly requeueAfterUs?: number;
  readonly requeue?: boolean;
  readonly priority?: number;
  readonly error?: "error" | "terminal" | "wrappedTerminal" | "joinedTerminal" | "ctxErr";
  readonly panic?: boolean;
  readonly onCtxDone?: "returnErr" | "returnNil";
  readonly reactUs?: number;
};

/** The calls of one key. */
export type RecordedReconciler = { readonly calls: readonly RecordedCall[]; readonly then: "success" | "repeatLast" };

/** Options of the classic queue, with or without delays, and of the priority queue. */
export type QueueVectorOptions = { readonly limiter?: RecordedLimiter; readonly unfinishedWorkPeriodUs?: number };

/** Options of a controller. */
export type ControllerVectorOptions = {
  readonly queue: "classic" | "priority";
  readonly workers: number;
  readonly limiter: RecordedLimiter;
  readonly reconciliationTimeoutUs: number;
  readonly recoverPanic: boolean;
  readonly reconciler: Readonly<Record<string, RecordedReconciler>>;
};

/** Options of a leader election. */
export type ElectionVectorOptions = {
  readonly candidates: readonly {
    readonly id: string;
    readonly leaseDurationUs: number;
    readonly renewDeadlineUs: number;
    readonly retryPeriodUs: number;
    readonly releaseOnCancel: boolean;
    readonly requestTimeoutUs: number;
  }[];
  readonly jitterFactor: number;
};

/** Options of RetryOnConflict. */
export type RetryVectorOptions = {
  readonly steps: number;
  readonly durationUs: number;
  readonly factor: number;
  readonly jitter: number;
  readonly capUs: number;
  readonly calls: readonly { readonly takesUs: number; readonly result: string }[];
};

/** What is recorded, with the options that it takes. */
export type Subject =
  | { readonly subject: "classicQueue"; readonly options: QueueVectorOptions }
  | {
      readonly subject: "delayingQueue" | "priorityQueue" | "rateLimiter";
      readonly options: QueueVectorOptions & { readonly limiter: RecordedLimiter };
    }
  | { readonly subject: "controller"; readonly options: ControllerVectorOptions }
  | { readonly subject: "leaderElection"; readonly options: ElectionVectorOptions }
  | { readonly subject: "retryOnConflict"; readonly options: RetryVectorOptions };

/** One recorded run of a real library (format `workqueue-vector/1`). */
export type WorkqueueVector = Subject & {
  readonly name: string;
  readonly title: string;
  readonly library: RecordedLibrary;
  readonly script: readonly Operation[];
  readonly draws: readonly { readonly candidate?: string; readonly value: number }[];
  /** Index ranges of `observed` in which the order of lanes is open, or more is. */
  readonly unordered: readonly { readonly from: number; readonly to: number; readonly why: string }[];
  readonly observed: readonly Observation[];
};

/** Reads a vector. Throws a SyntaxError that names the place when a replay could not follow it. */
export function readWorkqueueVector(text: string): WorkqueueVector {
  const value: unknown = JSON.parse(text);
  const vector = objectAt(value, "file");
  if (vector.format !== "workqueue-vector/1") refuse(vector.format, "format", "has to be workqueue-vector/1");
  checkWorkqueueShape(vector);
  return value as WorkqueueVector; // all that a replay relies on has just been checked
}
