import type { Problem } from "../base/result.ts";
import type { RecordingHead } from "../conformance/recording.ts";
import type { Input, RunSpec } from "../scenarios/run-spec.ts";
import type { LocalizedText, Scenario } from "../scenarios/scenario.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import type { Frame } from "../simulation/cluster/frame.ts";
import type { StoredVersion } from "../simulation/cluster/stored-version.ts";
import type { RunBound } from "../simulation/kernel/run-bound.ts";
import type { ScriptCause, ScriptFocus, ScriptPlace } from "./script-place.ts";

/** Where to go. */
export type Target =
  | { readonly type: "step"; readonly step: number }
  | { readonly type: "event"; readonly seq: number }
  | { readonly type: "time"; readonly at: number }
  | { readonly type: "chapter"; readonly index: number }
  /** The event that answers the question of a chapter (`answerOn`); like a chapter, it is run to when it is ahead. */
  | { readonly type: "answer"; readonly index: number }
  | { readonly type: "start" }
  | { readonly type: "end" };

/** Size of one move. `idle`: until nothing is due at this instant any more. */
export type Grain = "step" | "event" | "reconcile" | "idle";

/** A condition that stops playing. Absent fields match everything. */
export type Breakpoint = {
  readonly id: number;
  readonly type?: string;
  readonly actor?: string;
  readonly key?: string;
  readonly state?: string;
};

/** From the page to the worker: imperative. `run` names the run it is meant for. */
export type Command =
  | {
      readonly type: "open";
      readonly run: number;
      readonly spec: RunSpec;
      readonly at?: Target;
      readonly digest?: string;
    }
  | { readonly type: "seek"; readonly run: number; readonly to: Target }
  | { readonly type: "move"; readonly run: number; readonly grain: Grain; readonly direction: 1 | -1 }
  /** Play on: to virtual time `until`, at most `events` events further, stopping at a breakpoint. */
  | { readonly type: "advance"; readonly run: number; readonly until: number; readonly events: number }
  | { readonly type: "choose"; readonly run: number; readonly choice: number }
  | { readonly type: "intervene"; readonly run: number; readonly action: Action }
  | { readonly type: "breakpoints"; readonly run: number; readonly list: readonly Breakpoint[] }
  | { readonly type: "branch"; readonly run: number; readonly branch: number }
  /** Runs beside each other at a time, µs. */
  | { readonly type: "readSides"; readonly run: number; readonly of: SidesChoice; readonly at: number }
  /** The same runs along their script, with what a part of each holds. */
  | { readonly type: "readScript"; readonly run: number; readonly of: SidesChoice; readonly focus: ScriptFocus }
  | {
      readonly type: "readEvents";
      readonly run: number;
      readonly query: number;
      readonly from: number;
      readonly to: number;
    }
  | { readonly type: "readChain"; readonly run: number; readonly query: number; readonly seq: number }
  | { readonly type: "readVersions"; readonly run: number; readonly query: number }
  /** All events of these types, as far as the branch is computed; the newest ones when there are too many. Answered by `events`. */
  | { readonly type: "readTypes"; readonly run: number; readonly query: number; readonly types: readonly string[] }
  | {
      readonly type: "search";
      readonly run: number;
      readonly query: number;
      readonly text: string;
      readonly most: number;
    };

/** One event with all its fields, as the page shows it. */
export type EventRow = {
  readonly seq: number;
  readonly step: number;
  readonly at: number;
  readonly actor: string;
  readonly cause: number | undefined;
  readonly fact: { readonly type: string } & Readonly<Record<string, unknown>>;
};

/**
 * New events as columns, for the timeline: everything that drawing needs, nothing else. Index i describes event
 * `from` + i. Text columns hold indices into the run's string table, which `strings` extends.
 */
export type ColumnChunk = {
  readonly from: number;
  readonly at: Float64Array;
  readonly step: Uint32Array;
  /** −1 for none. */
  readonly cause: Int32Array;
  readonly actor: Uint32Array;
  readonly type: Uint32Array;
  readonly lane: Uint32Array;
  /** Index into `MARKS`. */
  readonly mark: Uint8Array;
  /** Index into `BANDS`. */
  readonly band: Uint8Array;
  /** Index into `TONES`. */
  readonly tone: Uint8Array;
  readonly label: Uint32Array;
  /** The table's entries from `stringsFrom` on. */
  readonly stringsFrom: number;
  readonly strings: readonly string[];
};

/** A write, and the event that tells of it; −1 for what is there before the first one. */
export type ObjectVersion = StoredVersion & { readonly seq: number };

/** Where the run stands. */
export type Cursor = { readonly step: number; readonly seq: number; readonly at: number };

/** One line of history; the first is the scenario as it is. */
export type BranchInfo = {
  readonly id: number;
  readonly parent: number | undefined;
  /** Step at which it left its parent. */
  readonly step: number;
  readonly at: number;
  /** What differs: the action that started it. */
  readonly action: Action | undefined;
  readonly steps: number;
  readonly events: number;
};

/** A chapter with the place it was found at; `seq` is undefined while its event has not happened. */
export type ChapterInfo = {
  readonly index: number;
  readonly seq: number | undefined;
  readonly step: number | undefined;
  readonly at: number | undefined;
  /** Event that answers the chapter's question; undefined while it has not happened, or when nothing is asked. */
  readonly answerSeq: number | undefined;
};

/** Why a run goes no further: the scenario's end, nothing left to happen, or a bound. `open`: it has not been computed further yet. */
export type RunEnd = "open" | "until" | "quiet" | RunBound;

/** Facts about the run as a whole. */
export type RunInfo = {
  readonly run: number;
  readonly spec: RunSpec;
  readonly branch: number;
  readonly branches: readonly BranchInfo[];
  readonly chapters: readonly ChapterInfo[];
  readonly headStep: number;
  readonly headEvents: number;
  readonly headAt: number;
  /** Whether the scenario's end was reached, or why not. */
  readonly end: RunEnd;
  readonly inputs: readonly Input[];
  /** Digest of the trace up to the cursor, for links. */
  readonly digest: string;
};

/** Rows around the cursor that the page always wants: the sentence, the next ones, a screen of the transcript. */
export const NEAR = { before: 48, after: 16 } as const;

/** What the page tells of the step at the cursor, so that it need not ask. */
export type Told = {
  /** The events around the cursor, without gaps. */
  readonly rows: readonly EventRow[];
  /** The causal past of events of the step, each oldest first, the event itself last. */
  readonly chains: readonly (readonly EventRow[])[];
};

/** The first event in which two runs of one scenario differ; `seq` is its number in the newer run, or that of its last event. */
export type RunChange = {
  readonly seq: number;
  /** Undefined where the other run has ended. */
  readonly was: EventRow | undefined;
  readonly is: EventRow | undefined;
};

/** What stands side by side: the variants that the scenario compares, or two branches of this run. */
export type SidesChoice =
  | { readonly type: "variants" }
  | { readonly type: "branches"; readonly a: number; readonly b: number };

/** One of several runs at the same time. A variant has a name, a branch its number. */
export type Side = {
  readonly name: LocalizedText | undefined;
  readonly branch: number | undefined;
  /** Whether it is the run on the screen. */
  readonly isShown: boolean;
  readonly cursor: Cursor;
  readonly frame: Frame;
  readonly before: Frame | undefined;
  /** The events of the step at the cursor. */
  readonly rows: readonly EventRow[];
};

/**
 * Where the sides part: `at`, µs, where the first of them does, and what each has there, undefined where it has ended. `own` is the number of
 * that event in the run on the screen; undefined when that one had gone another way before.
 */
export type SidesDifference = {
  readonly at: number;
  readonly rows: readonly (EventRow | undefined)[];
  readonly own: number | undefined;
};

/** The same step of the script, or the same thing that came of it, in some runs. */
export type ScriptRow = {
  readonly cause: ScriptCause;
  /** The event, as the first run has it that has it. */
  readonly event: EventRow;
  /** Number of the event in the run on the screen; undefined where that one has none. */
  readonly own: number | undefined;
  /** In the order of the runs. */
  readonly places: readonly ScriptPlace[];
};

/** Runs along their script. `left`: what has no rows of its own, because there would be too many. */
export type ScriptRows = { readonly rows: readonly ScriptRow[]; readonly left: "nothing" | "given" | "taken" };

/** One observation in the recordings' words: when (µs), of which sequential actor, what. Values are written as texts. */
export type RecordedEntry = {
  readonly at: number;
  readonly lane: string;
  readonly type: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
};

/** Where engine and recording go apart: the event at which it shows, and the place on each side, undefined where it has nothing there. */
export type RecordedDifference = {
  readonly seq: number;
  readonly text: string;
  readonly recorded: number | undefined;
  readonly replayed: number | undefined;
};

/** A recorded run of a real library, and the engine's replay beside it. */
export type RecordingReport = {
  readonly head: RecordingHead;
  /** What was recorded, in its order. */
  readonly recorded: readonly RecordedEntry[];
  /** What the engine does, in the same words; `seq` is the event that it tells of, never falling. */
  readonly replayed: readonly (RecordedEntry & { readonly seq: number })[];
  /** What is the same: places in `recorded` and in `replayed`. */
  readonly pairs: readonly (readonly [recorded: number, replayed: number])[];
  /** Undefined when the engine does all that was recorded. */
  readonly difference: RecordedDifference | undefined;
};

/** From the worker to the page: past tense. */
export type Report =
  | {
      readonly type: "opened";
      readonly run: number;
      readonly info: RunInfo;
      /** What is run, or the chosen variant of it. A recorded run has none. */
      readonly scenario: Scenario | undefined;
      readonly cursor: Cursor;
      readonly frame: Frame;
      /** The frame one step before, for what changed in this step. */
      readonly before: Frame | undefined;
      readonly told: Told;
      readonly columns: ColumnChunk;
      readonly verified: "unasked" | "exact" | { readonly partsAt: number };
      /** When the same scenario was opened with another variant, profile or seed: the first event that is another one, or that none is. */
      readonly change: RunChange | "none" | undefined;
      /** Only when what was opened is a recorded run. */
      readonly recording: RecordingReport | undefined;
    }
  /** `columns.from` = 0 replaces what the page has (another branch); else it appends. */
  | {
      readonly type: "advanced";
      readonly run: number;
      readonly info: RunInfo;
      readonly cursor: Cursor;
      readonly frame: Frame;
      /** After a jump, the frame one step before; else the page has it. */
      readonly before: Frame | undefined;
      /** Undefined while playing, when nobody reads it. */
      readonly told: Told | undefined;
      readonly columns: ColumnChunk | undefined;
      readonly stoppedAt: number | undefined;
    }
  | { readonly type: "events"; readonly run: number; readonly query: number; readonly rows: readonly EventRow[] }
  /** Oldest first, for the whole branch as far as it is computed. */
  | {
      readonly type: "versions";
      readonly run: number;
      readonly query: number;
      readonly versions: readonly ObjectVersion[];
    }
  /** Answers `readSides`, while `branch` was on the screen; `difference` is that of the whole runs. */
  | {
      readonly type: "sides";
      readonly run: number;
      readonly branch: number;
      readonly of: SidesChoice;
      readonly at: number;
      readonly sides: readonly Side[];
      readonly difference: SidesDifference | undefined;
    }
  /** Answers `readScript`, while `branch` was on the screen and had come to `events` events. */
  | ({
      readonly type: "script";
      readonly run: number;
      readonly branch: number;
      readonly events: number;
      readonly of: SidesChoice;
      readonly focus: ScriptFocus;
    } & ScriptRows)
  | { readonly type: "rejected"; readonly run: number; readonly problems: readonly Problem[] }
  | {
      readonly type: "failed";
      readonly run: number;
      readonly message: string;
      readonly step: number;
      readonly spec: RunSpec;
      readonly lastEvents: readonly EventRow[];
    };
