import type { Digest } from "../base/digest.ts";
import type { Micros } from "../base/time.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import type { Frame } from "../simulation/cluster/frame.ts";
import type { LaneReading } from "../simulation/cluster/lanes.ts";
import type { RunBound } from "../simulation/kernel/run-bound.ts";
import type { TraceEvent } from "../simulation/kernel/world.ts";
import type { ObjectVersion } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/** What a run needs to know of a world: its place, and the digest of the trace so far. A world is a value. */
export type CourseWorld = { readonly step: number; readonly now: Micros; readonly digest: Digest };

/** A world one step further, and what happened on the way. */
export type CourseStep<W extends CourseWorld> = { readonly world: W; readonly events: readonly TraceEvent[] };

/** What a run goes through: the simulated cluster, or the replay of a recording. */
export interface Course<W extends CourseWorld> {
  /** Virtual time at which it ends, µs. */
  readonly until: number;
  boot(): CourseStep<W>;
  /** The next step, or undefined when nothing will ever happen by itself. */
  step(world: W): CourseStep<W> | undefined;
  /** A step in which somebody does something. */
  act(world: W, action: Action): CourseStep<W>;
  /** The bound beyond which it is not followed, once a world has reached it. */
  bound(world: W): RunBound | undefined;
  /** How an event shows on the timeline. */
  read(event: TraceEvent): LaneReading;
  frame(world: W): Frame;
  /** What each write left behind, up to the newest world of a branch. */
  versions(log: TraceLog, head: W): readonly ObjectVersion[];
}
