import type { Problem, Result } from "../base/result.ts";
import type { RunSpec } from "../scenarios/run-spec.ts";
import { RUN_BOUNDS } from "../simulation/kernel/run-bound.ts";

/** The place in a run that a link points at. Times are microseconds, the rest counts from 0. */
export type SharedCursor =
  | { readonly type: "start" }
  | { readonly type: "end" }
  | { readonly type: "step"; readonly step: number }
  | { readonly type: "event"; readonly seq: number }
  | { readonly type: "time"; readonly at: number }
  | { readonly type: "chapter"; readonly index: number };

/** No scenario is longer, in µs, and none has more chapters. */
const LONGEST_RUN = 24 * 3_600_000_000;
const MOST_CHAPTERS = 50;

/** Whether some run can have this place: to look for one beyond the bounds of all would only take its time. */
export function isPlaceOfRuns(cursor: SharedCursor): boolean {
  switch (cursor.type) {
    case "start":
    case "end":
      return true;
    case "step":
      return cursor.step <= RUN_BOUNDS.steps;
    case "event":
      return cursor.seq <= RUN_BOUNDS.events;
    case "time":
      return cursor.at <= LONGEST_RUN;
    case "chapter":
      return cursor.index < MOST_CHAPTERS;
  }
}

/** What a link holds: a run, a place in it, how it is looked at, and the digest by which it is verified. */
export type SharedRun = {
  /** Version of the engine that made the link; undefined in a link that was written by hand. */
  readonly engine: string | undefined;
  readonly spec: RunSpec;
  readonly cursor: SharedCursor;
  /** Digest of the trace at the cursor: 14 hexadecimal digits. Undefined when the link does not say. */
  readonly digest: string | undefined;
  /** What the page likes to remember, by name. */
  readonly view: Readonly<Record<string, string>>;
};

/** Why a link does not open, and what of it could still be read. */
export type BrokenLink = {
  readonly reason: "none" | "tooLong" | "future" | "unknownScenario" | "damaged" | "handWritten";
  /** The scenario that the link is about, when that much was readable. */
  readonly scenario: string | undefined;
  readonly problems: readonly Problem[];
};

/** A link that was read, or why not. */
export type OpenedLink = Result<SharedRun, BrokenLink>;

/** A link that does not open. */
export function broken(reason: BrokenLink["reason"], message: string, scenario?: string): OpenedLink {
  return { type: "problems", problems: { reason, scenario, problems: [{ path: "", message }] } };
}
