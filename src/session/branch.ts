import { assert } from "../base/assert.ts";
import type { Input } from "../scenarios/run-spec.ts";
import type { Action } from "../simulation/cluster/actions.ts";
import type { Engine } from "../simulation/cluster/boot.ts";
import type { ClusterEvent, ClusterWorld } from "../simulation/cluster/cluster.ts";
import { readLane } from "../simulation/cluster/lane-of.ts";
import { reachedBound } from "../simulation/kernel/run-bound.ts";
import { KeptWorlds } from "./kept-worlds.ts";
import type { RunEnd } from "./protocol.ts";
import { TraceLog } from "./trace-log.ts";

/** One line of history: what was done to it, its trace, and some of its worlds. */
export class Branch {
  readonly id: number;
  readonly parent: number | undefined;
  /** The step after which it differs from its parent. */
  readonly from: number;
  readonly action: Action | undefined;
  readonly log: TraceLog;
  readonly #kept: KeptWorlds<ClusterWorld>;
  readonly #engine: Engine;
  readonly #until: number;
  #inputs: readonly Input[];
  #head: ClusterWorld;
  #end: RunEnd = "open";

  private constructor(parts: BranchParts) {
    this.id = parts.id;
    this.parent = parts.parent;
    this.from = parts.from;
    this.action = parts.action;
    this.log = parts.log;
    this.#kept = parts.kept;
    this.#engine = parts.engine;
    this.#until = parts.until;
    this.#inputs = parts.inputs;
    this.#head = parts.head;
  }

  /** The scenario as it is, from its booted world; `inputs` are replayed where they were made. */
  static root(booted: Stepped, { engine, until, inputs }: RootOptions): Branch {
    const log = new TraceLog();
    log.append(booted.events, booted.world.digest, readLane);
    const kept = new KeptWorlds<ClusterWorld>([booted.world]);
    return new Branch({
      id: 0,
      parent: undefined,
      from: 0,
      action: undefined,
      log,
      kept,
      engine,
      until,
      inputs,
      head: booted.world,
    });
  }

  /** A branch that leaves this one after the step of `world` with `action`. */
  fork(id: number, world: ClusterWorld, action: Action): Branch {
    const inputs = this.#inputs.filter((input) => input.step < world.step);
    const branch = new Branch({
      id,
      parent: this.id,
      from: world.step,
      action,
      log: new TraceLog({ of: this.log, steps: world.step + 1 }),
      kept: this.#kept.upTo(world.step),
      engine: this.#engine,
      until: this.#until,
      inputs: [...inputs, { step: world.step, action }],
      head: world,
    });
    return branch;
  }

  get inputs(): readonly Input[] {
    return this.#inputs;
  }

  get head(): ClusterWorld {
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
  extend(enough: (branch: Branch) => boolean): void {
    while (this.#end === "open" && !enough(this)) this.#advance();
  }

  /**
   * The world after `step`, which must have been computed. Replays from the nearest kept world, or from `near`, a world
   * of this branch that happens to be at hand, and asserts the digests.
   */
  worldAt(step: number, near?: ClusterWorld): ClusterWorld {
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
    if (stepped.world.now > this.#until) {
      this.#end = "until";
      return;
    }
    this.#head = stepped.world;
    this.log.append(stepped.events, stepped.world.digest, readLane);
    this.#kept.offer(stepped.world);
    this.#end = reachedBound(this.#head) ?? "open";
  }

  #next(world: ClusterWorld): Stepped | undefined {
    const input = this.#inputs.find((each) => each.step === world.step);
    return input === undefined ? this.#engine.step(world) : this.#engine.act(world, input.action);
  }
}

type Stepped = { readonly world: ClusterWorld; readonly events: readonly ClusterEvent[] };

type RootOptions = { readonly engine: Engine; readonly until: number; readonly inputs: readonly Input[] };

type BranchParts = {
  readonly id: number;
  readonly parent: number | undefined;
  readonly from: number;
  readonly action: Action | undefined;
  readonly log: TraceLog;
  readonly kept: KeptWorlds<ClusterWorld>;
  readonly engine: Engine;
  readonly until: number;
  readonly inputs: readonly Input[];
  readonly head: ClusterWorld;
};
