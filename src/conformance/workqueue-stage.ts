import { assert } from "../base/assert.ts";
import type { Micros } from "../base/time.ts";
import { record } from "../simulation/kernel/turn.ts";
import type { ReplayTraceFact, ReplayTurn } from "./replay-fact.ts";
import type { Sighting } from "./workqueue-vector.ts";

/** One moment of a replay, in which its subject tells what it does. */
export type Stage = {
  readonly turn: ReplayTurn;
  readonly now: Micros;
  /** What recordings have of an event, by its `seq`. */
  readonly seen: Map<number, readonly Sighting[]>;
};

/** Tells one thing: `body` puts it into the trace, and recordings have these sightings of it. */
export function tell({ turn, seen }: Stage, sightings: readonly Sighting[], body: () => void): void {
  const seq = turn.world.nextEvent;
  body();
  if (sightings.length === 0) return;
  assert(turn.world.nextEvent > seq, () => `seen, but not in the trace: ${JSON.stringify(sightings)}`);
  seen.set(seq, sightings);
}

/** Tells one thing that is one event. Returns its `seq`. */
export function tellFact(stage: Stage, actor: string, fact: ReplayTraceFact, sightings: readonly Sighting[]): number {
  const seq = stage.turn.world.nextEvent;
  tell(stage, sightings, () => record(stage.turn, actor, fact));
  return seq;
}
