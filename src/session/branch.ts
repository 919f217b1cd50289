import { assert } from "../base/assert.ts";
import type { Input } from "../scenarios/run-spec.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import type { Course, CourseStep, CourseWorld } from "./course.ts";
import { KeptWorlds } from "./kept-worlds.ts";
import type { RunEnd } from "./protocol.ts";
import { TraceLog } from "./trace-log.ts";

/** One line of history: what was done to it, its trace, and some of its worlds. */
export class Branch<W extends CourseWorld> {
  readonly id: number;
  readonly parent: number | undefined;
  /** The step after which it differs from its parent. */
  readonly from: number;
  readonly action: Action | undefined;
  readonly log: TraceLog;
  readonly #kept: KeptWorlds<W>;
  readonly #course: Course<W>;
  #inputs: readonly Input[];
  #head: W;
  #end: RunEnd = "open";

  private constructor(parts: BranchParts<W>) {
    this.id = parts.id;
    this.parent = parts.parent;
    this.from = parts.from;
    this.action = parts.action;
    this.log = parts.log;
    this.#kept = parts.kept;
    this.#course = parts.course;
    this.#inputs = parts.inputs;
    this.#head = parts.head;
  }

  /** The scenario as it is, from its booted world; `inputs` are replayed where they were made. */
  static root<W extends CourseWorld>(course: Course<W>, inputs: readonly Input[]): Branch<W> {
    const { world, events } = course.boot();
    const log = new TraceLog();
    log.append(events, world.digest, course.read);
    const kept = new KeptWorlds<W>([world]);
    return new Branch({ id: 0, parent: undefined, from: 0, action: undefined, log, kept, course, inputs, head: world });
  }

  /** A branch that leaves this one after the step of `world` with `action`. */
  fork(id: number, world: W, action: Action): Branch<W> {
    const inputs = this.#inputs.filter((input) => input.step < world.step);
    const branch = new Branch({
      id,
      parent: this.id,
      from: world.step,
      action,
      log: new TraceLog({ of: this.log, steps: world.step + 1 }),
      kept: this.#kept.upTo(world.step),
      course: this.#course,
      inputs: [...inputs, { step: world.step, action }],
      head: world,
    });
    return branch;
  }

  get inputs(): readonly Input[] {
    return this.#inputs;
  }

  get head(): W {
    return this.#head;
  }

  get end(): RunEnd {
    return this.#end;
  }

  /** Adds an input at the head. */
  act(action: Action): void {
    this.#inputs = [...this.#inputs, { step: this.#head.step, action }];
    if (this.#end === "quiet") this.#end = "open";
  }

  /** Computes on until the end, or until `enough` says so after a step. */
  extend(enough: (branch: Branch<W>) => boolean): void {
    while (this.#end === "open" && !enough(this)) this.#advance();
  }

  /**
   * The world after `step`, which must have been computed. Replays from the nearest kept world, or from `near`, a world
   * of this branch that happens to be at hand, and asserts the digests.
   */
  worldAt(step: number, near?: W): W {
    assert(
      step <= this.#head.step,
      () => `step ${step} of branch ${this.id} was not computed, head is ${this.#head.step}`,
    );
    if (step === this.#head.step) return this.#head;
    const kept = this.#kept.before(step);
    let world = near !== undefined && near.step <= step && near.step >= (kept?.step ?? 0) ? near : kept;
    assert(world !== undefined, () => `no world kept before step ${step} of branch ${this.id}`);
    while (world.step < step) {
      const stepped = this.#next(world);
      assert(stepped !== undefined, () => `replay ended early, before step ${step}`);
      world = stepped.world;
      const wanted = this.log.digestAfter(world.step);
      assert(
        world.digest.high === wanted.high && world.digest.low === wanted.low,
        () => `replay differs from the run at step ${world?.step} of branch ${this.id}`,
      );
    }
    return world;
  }

  #advance(): void {
    const stepped = this.#next(this.#head);
    if (stepped === undefined) {
      this.#end = "quiet";
      return;
    }
    if (stepped.world.now > this.#course.until) {
      this.#end = "until";
      return;
    }
    this.#head = stepped.world;
    this.log.append(stepped.events, stepped.world.digest, this.#course.read);
    this.#kept.offer(stepped.world);
    this.#end = this.#course.bound(this.#head) ?? "open";
  }

  #next(world: W): CourseStep<W> | undefined {
    const input = this.#inputs.find((each) => each.step === world.step);
    return input === undefined ? this.#course.step(world) : this.#course.act(world, input.action);
  }
}

type BranchParts<W extends CourseWorld> = {
  readonly id: number;
  readonly parent: number | undefined;
  readonly from: number;
  readonly action: Action | undefined;
  readonly log: TraceLog;
  readonly kept: KeptWorlds<W>;
  readonly course: Course<W>;
  readonly inputs: readonly Input[];
  readonly head: W;
};
