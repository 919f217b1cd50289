import { assert } from "../base/assert.ts";
import { type Micros, micros } from "../base/time.ts";
import { type Difference, firstDifference } from "./workqueue-comparison.ts";
import { controllerDriver } from "./workqueue-controller-driver.ts";
import type { WorkqueueDriver } from "./workqueue-driver.ts";
import { electionDriver } from "./workqueue-election-driver.ts";
import { classicQueueDriver, keysOf, limiterDriver, workQueueDriver } from "./workqueue-queue-driver.ts";
import { retryDriver } from "./workqueue-retry-driver.ts";
import type { Observation, Sighting, WorkqueueVector } from "./workqueue-vector.ts";

/** Replays a recorded run and returns the first place where the simulation differs from it, or undefined. */
export function replayWorkqueueVector(vector: WorkqueueVector): Difference | undefined {
  return firstDifference(vector, observe(vector));
}

/** Everything that the simulation does when it is driven by a vector's script and draws. */
export function observe(vector: WorkqueueVector): readonly Observation[] {
  const driver = driverOf(vector);
  const observed: Observation[] = [];
  const see = (sightings: readonly Sighting[], t: Micros, i: number | undefined) => {
    for (const sighting of sightings) observed.push(i === undefined ? { t, ...sighting } : { t, i, ...sighting });
  };
  let lastState = "";
  const seeState = (t: Micros, i: number | undefined) => {
    const state = driver.state();
    if (state === undefined || (i === undefined && JSON.stringify(state) === lastState)) return;
    lastState = JSON.stringify(state);
    see([{ type: "state", ...state }], t, i);
  };
  for (const operation of vector.script) {
    const now = micros(operation.t);
    for (let at = driver.wakeAt(); at !== undefined && at <= now; at = driver.wakeAt()) {
      settle(driver, at, (sightings) => see(sightings, at, undefined));
      seeState(at, undefined);
    }
    see(driver.perform(operation, now), now, operation.i);
    settle(driver, now, (sightings) => see(sightings, now, operation.i));
    seeState(now, operation.i);
  }
  if (vector.subject === "retryOnConflict") runToEnd(driver, (sightings, at) => see(sightings, at, 0));
  return observed;
}

/** Lets everything happen that is due at `now`, until nothing more can happen without time passing. */
function settle(driver: WorkqueueDriver, now: Micros, see: (sightings: readonly Sighting[]) => void): void {
  for (let turns = 0; ; turns++) {
    const at = driver.wakeAt();
    if (at === undefined || at > now) return;
    assert(turns < 100_000, () => `no end at ${now}`);
    see(driver.wake(now));
  }
}

/** RetryOnConflict is one call: its recording goes on until it returns. */
function runToEnd(driver: WorkqueueDriver, see: (sightings: readonly Sighting[], at: Micros) => void): void {
  for (let at = driver.wakeAt(); at !== undefined; at = driver.wakeAt()) see(driver.wake(at), at);
}

function driverOf(vector: WorkqueueVector): WorkqueueDriver {
  const keys = keysOf(vector.script);
  switch (vector.subject) {
    case "classicQueue":
      return classicQueueDriver(vector.options);
    case "delayingQueue":
      return workQueueDriver("classic", vector.options, keys);
    case "priorityQueue":
      return workQueueDriver("priority", vector.options, keys);
    case "rateLimiter":
      return limiterDriver(vector.options.limiter);
    case "controller":
      return controllerDriver(vector.options, keys);
    case "leaderElection":
      return electionDriver(vector.options, vector.draws);
    case "retryOnConflict":
      return retryDriver(vector.options, vector.draws);
  }
}
