import { expect, test } from "vitest";
import { micros } from "../../base/time.ts";
import { schedule } from "./agenda.ts";
import { RUN_BOUNDS, reachedBound } from "./run-bound.ts";
import { step } from "./step.ts";
import { type Domain, post } from "./turn.ts";
import { createWorld, type Fact, type World } from "./world.ts";

type Tick = { readonly type: "tick" };
type Ticking = World<{ readonly every: number }, Tick>;

/** A message that posts itself again, `every` µs later. */
const domain: Domain<Ticking["shared"], Tick, Fact> = {
  machines: {},
  deliver: (turn, to, message) => post(turn, { to, message, after: micros(turn.world.shared.every) }),
};

function ticking(every: number): Ticking {
  const entry = {
    at: micros(0),
    rank: "work",
    sequence: 0,
    to: "clock",
    message: { type: "tick" },
    cause: undefined,
  } as const;
  return {
    ...createWorld<Ticking["shared"], Tick>({ every }, { seed: 1 }),
    nextEntry: 1,
    agenda: schedule(undefined, entry),
  };
}

/** The world after so many steps, or when a bound is reached. */
function runOn(world: Ticking, steps: number): Ticking {
  for (let n = 0; n < steps && reachedBound(world) === undefined; n++) world = step(domain, world)?.world ?? world;
  return world;
}

test("steps in which no time passes come to an end", () => {
  const stopped = runOn(ticking(0), 2 * RUN_BOUNDS.instant);
  expect(reachedBound(stopped)).toBe("instant");
  expect(stopped.step).toBe(RUN_BOUNDS.instant);
});

test("time that passes begins the count again", () => {
  const world = runOn(ticking(1), RUN_BOUNDS.instant + 10);
  expect(reachedBound(world)).toBeUndefined();
  expect(world).toMatchObject({ step: RUN_BOUNDS.instant + 10, since: RUN_BOUNDS.instant + 10 });
});

test("a run has so many steps, events and messages on their way", () => {
  const world = ticking(1);
  const { steps, events, agenda } = RUN_BOUNDS;
  expect(reachedBound({ ...world, step: steps, since: steps })).toBe("steps");
  expect(reachedBound({ ...world, nextEvent: events })).toBe("events");
  const [node] = [world.agenda];
  if (node === undefined) throw new Error("an empty agenda");
  expect(reachedBound({ ...world, agenda: { ...node, size: agenda } })).toBe("agenda");
  expect(reachedBound({ ...world, step: steps - 1, since: steps - 1, nextEvent: events - 1 })).toBeUndefined();
});
