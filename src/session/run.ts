import { defined } from "../base/assert.ts";
import { digestText } from "../base/digest.ts";
import type { Input, RunSpec } from "../scenarios/run-spec.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import type { Frame } from "../simulation/cluster/frame.ts";
import { Branch } from "./branch.ts";
import type { Course, CourseWorld } from "./course.ts";
import type { Traced } from "./first-difference.ts";
import { ChapterFinder, MomentFinder } from "./moments.ts";
import type { BranchInfo, Breakpoint, Cursor, Grain, ObjectVersion, RunEnd, RunInfo, Target } from "./protocol.ts";
import type { TraceLog } from "./trace-log.ts";

/** Events that are computed ahead when a run is opened. A usual scenario is shorter, so its whole future is known. */
export const AHEAD = 60_000;

/** What a run is made of. A recording has no scenario. */
type RunSources<W extends CourseWorld> = { readonly scenario: Scenario | undefined; readonly course: Course<W> };

/** A place in a run with the world there, and the one a step before. */
export type Moment = { readonly cursor: Cursor; readonly frame: Frame; readonly before: Frame | undefined };

/** A run with its history: all branches, the cursor, and the world at the cursor. Owned by the worker, or by a command-line program. */
export class Run<W extends CourseWorld = CourseWorld> {
  readonly id: number;
  readonly spec: RunSpec;
  readonly scenario: Scenario | undefined;
  readonly #course: Course<W>;
  readonly #chapters: Map<number, ChapterFinder> = new Map();
  readonly #branches: Branch<W>[];
  #branch: Branch<W>;
  #cursor: Cursor = { step: 0, seq: -1, at: 0 };
  #world: W;
  /** An event inside a step from which a step forward was taken: the step back leads there, not to the end of its step. */
  #left: Cursor | undefined;
  #breakpoints: readonly Breakpoint[] = [];

  constructor(id: number, spec: RunSpec, { scenario, course }: RunSources<W>) {
    this.id = id;
    this.spec = spec;
    this.scenario = scenario;
    this.#course = course;
    this.#branch = Branch.root(course, spec.inputs);
    this.#branches = [this.#branch];
    this.#world = this.#branch.head;
    this.#place(0);
  }

  get cursor(): Cursor {
    return this.#cursor;
  }

  get log(): TraceLog {
    return this.#branch.log;
  }

  /** The branch on the screen. */
  get branch(): number {
    return this.#branch.id;
  }

  get end(): RunEnd {
    return this.#branch.end;
  }

  /** The world at the cursor. */
  get world(): W {
    return this.#world;
  }

  /** The newest world that was computed on this branch. */
  get head(): W {
    return this.#branch.head;
  }

  frame(): Frame {
    return this.#course.frame(this.#world);
  }

  /** The frame one step before the cursor, for what changed in this step; undefined at the boot. */
  frameBefore(): Frame | undefined {
    const { step } = this.#cursor;
    return step === 0 ? undefined : this.#course.frame(this.#branch.worldAt(step - 1));
  }

  /** Computes `events` events beyond what is known, or to the end. */
  extend(events: number): void {
    const wanted = this.log.length + events;
    this.#branch.extend((branch) => branch.log.length >= wanted);
  }

  /** Moves the cursor. A place that is ahead is computed up to it; one that never comes leaves the cursor at the end. */
  seek(target: Target): void {
    this.#left = undefined;
    switch (target.type) {
      case "start":
        return this.#place(0);
      case "end":
        this.#branch.extend(() => false);
        return this.#place(this.#branch.head.step);
      case "step":
        this.#branch.extend((branch) => branch.head.step >= target.step);
        return this.#place(Math.min(Math.max(0, target.step), this.#branch.head.step));
      case "event":
        return this.#placeEvent(target.seq);
      case "time":
        this.#branch.extend((branch) => branch.head.now > target.at);
        return this.#place(stepBefore(this.log, target.at));
      case "chapter":
        return this.#seekMoment((index) => index?.seq, target.index);
      case "answer":
        return this.#seekMoment((index) => index?.answerSeq, target.index);
    }
  }

  /** Moves one grain forward or back. */
  move(grain: Grain, direction: 1 | -1): void {
    switch (grain) {
      case "step":
        return direction === 1 ? this.#onOneStep() : this.#backOneStep();
      case "event":
        return this.#placeEvent(Math.max(0, this.#cursor.seq + direction));
      case "reconcile":
        return this.#moveTo((seq) => this.log.type(seq) === "reconcile.start", direction);
      case "idle":
        return this.#moveInstant(direction);
    }
  }

  /** Plays on to virtual time `until`, at most `events` events further. Returns the breakpoint that stopped it, if one did. */
  advance(until: number, events: number): number | undefined {
    const start = this.#cursor.seq;
    this.#branch.extend((branch) => branch.log.length > start + events + 1 || branch.head.now > until);
    const last = Math.min(start + events, this.log.length - 1);
    let seq = start;
    while (seq < last && this.log.time(seq + 1) <= until) {
      seq++;
      const hit = this.#breakpoints.find((breakpoint) => this.#hits(breakpoint, seq));
      if (hit === undefined) continue;
      this.#placeEvent(seq);
      return hit.id;
    }
    if (seq > start) this.#placeEvent(seq);
    if (seq < last || this.end !== "open") this.#cursor = { ...this.#cursor, at: this.#clampTime(until) };
    return undefined;
  }

  /** Does something at the cursor. In the past this leaves the old future as a branch of its own. */
  intervene(action: Action): void {
    if (this.#cursor.step === this.#branch.head.step) this.#branch.act(action);
    else {
      this.#branch = this.#branch.fork(this.#branches.length, this.#world, action);
      this.#branches.push(this.#branch);
    }
    const { step } = this.#cursor;
    const wanted = this.log.length + AHEAD;
    this.#branch.extend((branch) => branch.log.length >= wanted);
    this.seek({ type: "step", step: step + 1 });
  }

  /** What each write of this branch left behind, as far as it is computed. */
  versions(): readonly ObjectVersion[] {
    return this.#course.versions(this.log, this.head);
  }

  setBreakpoints(list: readonly Breakpoint[]): void {
    this.#breakpoints = list;
  }

  /** Shows another branch, at the same step if it has one. */
  showBranch(id: number): void {
    this.#branch = defined(this.#branches[id], `branch ${id}`);
    const step = Math.min(this.#cursor.step, this.#branch.head.step);
    // The world at hand is the other branch's.
    this.#world = this.#branch.worldAt(step);
    this.#place(step);
  }

  /** The trace of a branch, as far as it is computed. */
  branchTrace(id: number): Traced {
    return defined(this.#branches[id], `branch ${id}`);
  }

  /** A branch at a time, µs, or at its head when it is shorter. The one on the screen stands at the cursor. */
  branchMoment(id: number, at: number): Moment {
    const branch = defined(this.#branches[id], `branch ${id}`);
    if (branch === this.#branch && at === this.#cursor.at)
      return { cursor: this.#cursor, frame: this.frame(), before: this.frameBefore() };
    branch.extend(({ head }) => head.now > at);
    const step = stepBefore(branch.log, at);
    const world = branch.worldAt(step);
    const before = step === 0 ? undefined : this.branchFrame(id, step - 1);
    return {
      cursor: { step, seq: branch.log.eventsUpTo(step) - 1, at: world.now },
      frame: this.#course.frame(world),
      before,
    };
  }

  /** A branch after a step that it has taken. */
  branchFrame(id: number, step: number): Frame {
    return this.#course.frame(defined(this.#branches[id], `branch ${id}`).worldAt(step));
  }

  info(): RunInfo {
    const { head, end, id, log } = this.#branch;
    return {
      run: this.id,
      spec: this.spec,
      branch: id,
      branches: this.#branches.map(describe),
      chapters: this.#finder().find(log),
      headStep: head.step,
      headEvents: log.length,
      headAt: head.now,
      end,
      inputs: this.inputsHere(),
      digest: this.digestAt(this.#cursor.step),
    };
  }

  /** The inputs that lead to the cursor. */
  inputsHere(): readonly Input[] {
    return this.#branch.inputs.filter((input) => input.step < this.#cursor.step);
  }

  digestAt(step: number): string {
    return digestText(this.log.digestAfter(step));
  }

  /** Finds a moment that is not a chapter, computing on until it comes. Returns its `seq`, or undefined. */
  findMoment(moment: ConstructorParameters<typeof MomentFinder>[0][number]): number | undefined {
    const finder = new MomentFinder([moment]);
    let seq = finder.find(this.log)[0];
    while (seq === undefined && this.end === "open") {
      this.extend(AHEAD);
      seq = finder.find(this.log)[0];
    }
    return seq;
  }

  #finder(): ChapterFinder {
    const known = this.#chapters.get(this.#branch.id);
    if (known !== undefined) return known;
    const finder = new ChapterFinder(this.scenario?.chapters ?? []);
    this.#chapters.set(this.#branch.id, finder);
    return finder;
  }

  #place(step: number, seq = this.log.eventsUpTo(step) - 1): void {
    this.#world = this.#branch.worldAt(step, this.#world);
    this.#cursor = { step, seq, at: this.#world.now };
  }

  #placeEvent(seq: number): void {
    this.#branch.extend((branch) => branch.log.length > seq);
    const reached = Math.min(seq, this.log.length - 1);
    if (reached < 0) return this.#place(0);
    this.#place(this.log.stepOf(reached), reached);
  }

  /** Last event of the next step that did anything visible. */
  #lastOfNextStep(): number {
    const seq = this.log.eventsUpTo(this.#cursor.step);
    this.#branch.extend((branch) => branch.log.length > seq);
    return seq < this.log.length ? this.log.eventsUpTo(this.log.stepOf(seq)) - 1 : this.log.length - 1;
  }

  #onOneStep(): void {
    const from = this.#cursor;
    this.#placeEvent(this.#lastOfNextStep());
    if (from.seq < this.log.eventsUpTo(from.step) - 1) this.#left = from;
  }

  #backOneStep(): void {
    const first = this.log.eventsUpTo(this.#cursor.step - 1);
    if (first <= 0 || this.#cursor.step === 0) return this.#place(0);
    this.#placeEvent(this.#left?.step === this.log.stepOf(first - 1) ? this.#left.seq : first - 1);
  }

  #moveTo(wanted: (seq: number) => boolean, direction: 1 | -1): void {
    let seq = this.#cursor.seq + direction;
    for (; seq >= 0; seq += direction) {
      this.#branch.extend((branch) => branch.log.length > seq);
      if (seq >= this.log.length) return this.#place(this.#branch.head.step);
      if (wanted(seq)) return this.#placeEvent(seq);
    }
    this.#place(0);
  }

  /** Forward: to the end of the next instant at which anything happens. Back: to the end of the one before this. */
  #moveInstant(direction: 1 | -1): void {
    const { seq, at } = this.#cursor;
    if (direction === 1) {
      this.#branch.extend((branch) => branch.log.length > seq + 1);
      if (seq + 1 >= this.log.length) return;
      const next = this.log.time(seq + 1);
      this.#branch.extend((branch) => branch.head.now > next);
      return this.#place(stepBefore(this.log, next));
    }
    let before = seq;
    while (before >= 0 && this.log.time(before) >= at) before--;
    this.#placeEvent(Math.max(0, before));
  }

  #seekMoment(pick: (chapter: RunInfo["chapters"][number] | undefined) => number | undefined, index: number): void {
    let seq = pick(this.#finder().find(this.log)[index]);
    while (seq === undefined && this.end === "open") {
      this.extend(AHEAD);
      seq = pick(this.#finder().find(this.log)[index]);
    }
    if (seq !== undefined) this.#placeEvent(seq);
  }

  #clampTime(at: number): number {
    return Math.max(this.#world.now, this.end === "open" ? at : Math.min(at, this.#branch.head.now));
  }

  #hits(breakpoint: Breakpoint, seq: number): boolean {
    const { type, actor, key, state } = breakpoint;
    if (type !== undefined && type !== this.log.type(seq)) return false;
    const { actor: who, fact } = this.log.row(seq);
    if (actor !== undefined && actor !== who) return false;
    if (key !== undefined && key !== fact["key"]) return false;
    return (
      state === undefined ||
      (fact.type === "machine.transition" &&
        String(fact["to"])
          .split(" | ")
          .some((active) => active === state || active.endsWith(`.${state}`)))
    );
  }
}

function describe(branch: Branch<CourseWorld>): BranchInfo {
  const { id, parent, from, action, log, head } = branch;
  const at = log.eventsUpTo(from) === 0 ? 0 : log.time(log.eventsUpTo(from) - 1);
  return { id, parent, step: from, at, action, steps: head.step, events: log.length };
}

/** The last step whose events are not after `at`. */
function stepBefore(log: TraceLog, at: number): number {
  let [low, high] = [0, log.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (log.time(middle) <= at) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : log.stepOf(low - 1);
}
