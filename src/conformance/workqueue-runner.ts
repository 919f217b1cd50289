import { type Micros, micros } from "../base/time.ts";
import { perform } from "../simulation/kernel/step.ts";
import type { Domain, MachineTimer } from "../simulation/kernel/turn.ts";
import { createWorld, type World } from "../simulation/kernel/world.ts";
import { reconcileMachine } from "../simulation/machines/reconcile.ts";
import { workerMachine } from "../simulation/machines/worker.ts";
import type { ReplayTraceFact } from "./replay-fact.ts";
import { emptyLog, keepStep, type ReplayLog } from "./replay-log.ts";
import { fieldsText, SCRIPT, stepFact } from "./script-fact.ts";
import { controllerDriver } from "./workqueue-controller-driver.ts";
import type { WorkqueueDriver } from "./workqueue-driver.ts";
import { electionDriver } from "./workqueue-election-driver.ts";
import { classicQueueDriver, keysOf, limiterDriver, workQueueDriver } from "./workqueue-queue-driver.ts";
import { retryDriver } from "./workqueue-retry-driver.ts";
import { type Stage, tellFact } from "./workqueue-stage.ts";
import type { Observation, WorkqueueVector } from "./workqueue-vector.ts";

/** A replay in progress. It is the runner's own and changes as the runner goes on. */
type Run = {
  readonly driver: WorkqueueDriver;
  readonly log: ReplayLog<Observation>;
  world: World<undefined, MachineTimer>;
  lastState: string | undefined;
};

/** Recordings take less than a thousand; a script that makes its subject run for ever is refused. */
const STEPS_MAX = 50_000;

/** When, during which operation, and because of which event. */
type Moment = { readonly now: Micros; readonly i: number | undefined; readonly cause?: number };

/** Charts follow what the driver tells; nothing is delivered by itself. */
const domain: Domain<undefined, MachineTimer, ReplayTraceFact> = {
  machines: { reconcile: reconcileMachine, worker: workerMachine },
  deliver: () => {},
};

/** Runs the engine on a vector's script and draws. */
export function runWorkqueueVector(vector: WorkqueueVector): ReplayLog<Observation> {
  const driver = driverOf(vector);
  const lastState = JSON.stringify(driver.state());
  const run: Run = { driver, log: emptyLog(), world: createWorld(undefined, { seed: 0 }), lastState };
  for (const [index, operation] of vector.script.entries()) {
    const now = micros(operation.t);
    for (let at = driver.wakeAt(); at !== undefined && at <= now; at = driver.wakeAt()) {
      settle(run, { now: at, i: undefined });
      readState(run, { now: at, i: undefined });
    }
    const moment = { now, i: operation.i };
    const cause = run.world.nextEvent;
    takeStep(run, moment, (stage) => tellFact(stage, SCRIPT, stepFact(index, operation), []));
    takeStep(run, { ...moment, cause }, (stage) => driver.perform(stage, operation));
    settle(run, moment);
    readState(run, moment);
    if (operation.op === "call") runToEnd(run, operation.i);
  }
  return run.log;
}

function takeStep(run: Run, { now, i, cause }: Moment, body: (stage: Stage) => void): void {
  if (run.log.steps.length >= STEPS_MAX) throw new SyntaxError(`script: no end at ${now} after ${STEPS_MAX} steps`);
  const seen: Stage["seen"] = new Map();
  const { world, events } = perform(domain, { ...run.world, now }, (turn) => {
    turn.cause = cause;
    body({ turn, now, seen });
  });
  run.world = world;
  const draw = run.driver.picture();
  const picture = () => draw(world.machines, now);
  keepStep(run.log, { at: now, events, digest: world.digest, picture }, ({ seq }) =>
    (seen.get(seq) ?? []).map((sighting) => (i === undefined ? { t: now, ...sighting } : { t: now, i, ...sighting })),
  );
}

/** Lets everything happen that is due, until nothing more can happen without time passing. */
function settle(run: Run, moment: Moment): void {
  const { driver } = run;
  for (let at = driver.wakeAt(); at !== undefined && at <= moment.now; at = driver.wakeAt())
    takeStep(run, moment, (stage) => driver.wake(stage));
}

/** The snapshot that recordings take at quiescence: after each operation, and when time alone has changed it. */
function readState(run: Run, moment: Moment): void {
  const state = run.driver.state();
  if (state === undefined || (moment.i === undefined && JSON.stringify(state) === run.lastState)) return;
  run.lastState = JSON.stringify(state);
  const fact = { type: "script.read", reading: fieldsText(state) } as const;
  const cause = run.world.nextEvent - 1;
  takeStep(run, { ...moment, cause }, (stage) => tellFact(stage, SCRIPT, fact, [{ type: "state", ...state }]));
}

/** RetryOnConflict is one call, so the operation goes on until it returns. */
function runToEnd(run: Run, i: number): void {
  const { driver } = run;
  for (let at = driver.wakeAt(); at !== undefined; at = driver.wakeAt())
    takeStep(run, { now: at, i }, (stage) => driver.wake(stage));
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
