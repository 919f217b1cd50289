import { defined } from "../base/assert.ts";
import { micros } from "../base/time.ts";
import type { InformerFact } from "../simulation/cluster/informer/facts.ts";
import {
  addHandler,
  lastSyncVersion,
  removeHandler,
  startInformer,
  stopInformer,
} from "../simulation/cluster/informer/informer.ts";
import type { InformerState } from "../simulation/cluster/informer/informer-state.ts";
import type { InformerMessage } from "../simulation/cluster/informer/messages.ts";
import { nextEntry, perform, type Stepped, step } from "../simulation/kernel/step.ts";
import { type MachineTimer, openTurn, record } from "../simulation/kernel/turn.ts";
import { httpHost } from "./informer-http-host.ts";
import { type Fields, type Narrator, observationOf, storeItems } from "./informer-observations.ts";
import { informerPicture } from "./informer-picture.ts";
import { runQueueVector } from "./informer-queue-runner.ts";
import { eventOf, uidsOf } from "./informer-script.ts";
import type { InformerVector, Observation, VectorEvent, VectorStep } from "./informer-vector.ts";
import {
  answer,
  createInformerWorld,
  INFORMER,
  type InformerDomain,
  type InformerWorld,
  informerDomain,
  type ScriptHost,
  type ScriptTurn,
  type ServerMessage,
  scriptHost,
} from "./informer-world.ts";
import type { ReplayFact, ReplayTraceFact } from "./replay-fact.ts";
import { emptyLog, keepStep, type ReplayEvent, type ReplayLog } from "./replay-log.ts";
import { fieldsText, SCRIPT, stepFact } from "./script-fact.ts";

type Events = Stepped<InformerState, ServerMessage | InformerMessage | MachineTimer, ReplayTraceFact>["events"];

/** A run in progress. It is the driver's own and changes as the driver goes on. */
type Run = {
  readonly vector: InformerVector;
  readonly host: ScriptHost;
  readonly domain: InformerDomain;
  readonly narrator: Narrator;
  readonly log: ReplayLog<Observation>;
  world: InformerWorld;
  /** The step of the script that is being performed. */
  cause: number | undefined;
  /** How many events each stream's client has taken, and which streams it has given up. */
  readonly taken: Map<number, number>;
  readonly sent: Map<number, number>;
  readonly ended: Set<number>;
};

/** Runs the engine on a vector's script and draws. */
export function runInformerVector(vector: InformerVector): ReplayLog<Observation> {
  if (vector.kind === "queue") return runQueueVector(vector);
  const host = vector.kind === "http" ? httpHost(vector) : scriptHost(vector);
  const run: Run = {
    vector,
    host,
    domain: informerDomain(host),
    narrator: { uids: uidsOf(vector), storeAsCount: vector.recording?.storeAs === "count", carried: [] },
    log: emptyLog(),
    world: createInformerWorld(vector),
    cause: undefined,
    taken: new Map(),
    sent: new Map(),
    ended: new Set(),
  };
  for (const [index, script] of vector.script.steps.entries()) {
    settle(run, Math.max(script.at, run.world.now));
    run.cause = undefined;
    run.cause = tell(run, stepFact(index, script), { type: "step", step: index, do: script.do });
    performStep(run, script);
    settle(run, run.world.now);
  }
  return run.log;
}

/** Delivers everything due by `until`, and moves the clock there. */
function settle(run: Run, until: number): void {
  for (let entry = nextEntry(run.world); entry !== undefined && entry.at <= until; entry = nextEntry(run.world))
    stepOnce(run);
  run.world = { ...run.world, now: micros(Math.max(run.world.now, until)) };
}

/** An hour, in microseconds. Timers may go on for ever; no recording waits for them that long. */
const WAITS_AT_MOST = 3_600_000_000;

/** Lets time pass until the condition holds. */
function waitUntil(run: Run, isDone: () => boolean): void {
  settle(run, run.world.now);
  const limit = run.world.now + WAITS_AT_MOST;
  while (!isDone()) {
    if (!stepOnce(run) || run.world.now > limit) throw neverEnds(run);
    settle(run, run.world.now);
  }
}

function neverEnds(run: Run): SyntaxError {
  const step = observedOf(run, "step") - 1;
  return new SyntaxError(`script.steps[${step}]: ${run.vector.script.steps[step]?.do} waits for what never happens`);
}

function stepOnce(run: Run): boolean {
  const stepped = step(run.domain, run.world);
  if (stepped === undefined) return false;
  adopt(run, stepped.world, stepped.events);
  return true;
}

/** Lets the script do something to the informer. */
function act(run: Run, body: (turn: ScriptTurn) => void): void {
  const { world, events } = perform(run.domain, run.world, (turn) => {
    turn.cause = run.cause;
    body(turn);
  });
  adopt(run, world, events);
}

function adopt(run: Run, world: InformerWorld, events: Events): void {
  run.world = world;
  for (const { fact } of events) {
    if (fact.type === "watch.event") run.taken.set(fact.watch, (run.taken.get(fact.watch) ?? 0) + 1);
    if (fact.type === "watch.stop") run.ended.add(fact.watch);
  }
  keep(run, events, ({ at, fact }) => {
    if (fact.type === "http.request" || fact.type === "http.done") return [{ t: at, ...fact }];
    const known = fact as InformerFact; // of all other facts that are not the informer's, recordings have nothing
    const observation = observationOf(run.narrator, at, known, world.shared);
    return observation === undefined ? [] : [{ ...observation, ...streamField(run, known) }];
  });
}

function keep(run: Run, events: Events, observe: (event: ReplayEvent) => readonly Observation[]): void {
  const { world } = run;
  const { now: at, digest } = world;
  keepStep(run.log, { at, events, digest, picture: () => informerPicture(world) }, observe);
}

/** Records what the script itself does or sees, in the trace's words and in the recordings'. Returns its place in the trace. */
function tell(run: Run, fact: ReplayFact, fields: Fields): number {
  const seq = run.world.nextEvent;
  const { world, events } = perform(run.domain, run.world, (turn) => {
    turn.cause = run.cause;
    record(turn, SCRIPT, fact);
  });
  run.world = world;
  keep(run, events, ({ at }) => [{ t: at, ...fields }]);
  return seq;
}

/** Recordings of the HTTP client tell whether a WATCH came with a connection. */
function streamField(run: Run, fact: InformerFact): { readonly stream?: string } {
  const stream = fact.type === "watch.response" ? run.host.streamOf(fact.n) : undefined;
  return stream === undefined ? {} : { stream };
}

function performStep(run: Run, script: VectorStep): void {
  switch (script.do) {
    case "addHandler":
      addScriptedHandler(run, defined(script.handler, "handler"));
      break;
    case "removeHandler":
      actUntil(run, "handler.removed", (turn) => {
        removeHandler(turn, run.host, INFORMER, defined(script.handler, "handler"));
      });
      break;
    case "shutdownHandler":
      actUntil(run, "handler.shutdown", (turn) => {
        removeHandler(turn, run.host, INFORMER, defined(script.handler, "handler"), { awaitCall: true });
      });
      break;
    case "run":
      act(run, (turn) => startInformer(turn, run.host, INFORMER));
      break;
    case "stop":
      act(run, (turn) => {
        stopInformer(turn, run.host, INFORMER);
        run.host.cancelRequests(turn);
      });
      break;
    case "awaitRun":
      waitUntil(run, () => run.world.shared.runs === 0 || run.world.shared.returned);
      break;
    case "watch.send":
      send(run, defined(script.watch, "watch"), defined(script.event, "event"));
      break;
    case "watch.sendSeries":
      sendSeries(run, script);
      break;
    case "watch.close":
      act(run, (turn) => answer(turn, { type: "watch.ended", n: defined(script.watch, "watch") }));
      break;
    case "waitForCacheSync":
      waitForCacheSync(run);
      break;
    case "state":
      observeState(run, script);
      break;
    default:
      throw new SyntaxError(`step ${script.do} is not known`);
  }
}

function addScriptedHandler(run: Run, id: string): void {
  const options = defined(
    run.vector.options.handlers?.find((handler) => handler.id === id),
    `handler ${id}`,
  );
  const { resyncPeriod, filter } = options;
  actUntil(run, "handler.added", (turn) => {
    addHandler(turn, run.host, INFORMER, {
      id,
      ...(resyncPeriod === undefined ? {} : { resyncPeriod: micros(resyncPeriod) }),
      ...(filter === undefined ? {} : { filter }),
    });
  });
}

/** Hands an event to the stream; returns when the client has taken it or has given up the stream. */
function send(run: Run, watch: number, event: VectorEvent): void {
  const due = (run.sent.get(watch) ?? run.taken.get(watch) ?? 0) + 1;
  run.sent.set(watch, due);
  act(run, (turn) => answer(turn, { type: "watch.frame", n: watch, event: eventOf(event) }));
  waitUntil(run, () => (run.taken.get(watch) ?? 0) >= due || run.ended.has(watch));
}

function sendSeries(run: Run, script: VectorStep): void {
  const { type, namePrefix, count, firstRV } = defined(script.series, "series");
  const watch = defined(script.watch, "watch");
  for (let index = 0; index < count; index++) {
    send(run, watch, { type, object: { name: `${namePrefix}${index}`, rv: String(firstRV + index) } });
  }
}

/**
 * Asks at once, and, unless the context is cancelled, again every 100 ms (`cg:tools/cache/shared_informer.go:WaitForCacheSync`). Whatever is
 * due together with a question takes longer than to ask it.
 */
function waitForCacheSync(run: Run): void {
  const limit = run.world.now + WAITS_AT_MOST;
  while (!run.world.shared.synced && !run.world.shared.stopping) {
    if (run.world.now > limit) throw neverEnds(run);
    const next = micros(run.world.now + 100_000);
    settle(run, next - 1);
    run.world = { ...run.world, now: next };
  }
  const ok = run.world.shared.synced;
  const fact = { type: "script.answered", what: "WaitForCacheSync", answer: String(ok) } as const;
  tell(run, fact, { type: "waitForCacheSync.return", ok });
}

function observeState(run: Run, script: VectorStep): void {
  const state = run.world.shared;
  const wants = (field: string) => script.fields === undefined || script.fields.includes(field);
  const handlers = Object.fromEntries(state.listeners.map((listener) => [listener.id, listener.synced]));
  const turn = openTurn(run.domain, run.world, undefined);
  const reading = {
    ...(script.label === undefined ? {} : { label: script.label }),
    ...(wants("store") ? { store: storeItems(run.narrator, state), storeRV: state.store.resourceVersion } : {}),
    ...(wants("lastSyncRV") ? { lastSyncRV: lastSyncVersion(turn, INFORMER) } : {}),
    ...(wants("hasSynced") ? { hasSynced: state.synced, handlers } : {}),
    ...(wants("isStopped") ? { isStopped: state.stopped } : {}),
  };
  tell(run, { type: "script.read", reading: fieldsText(reading) }, { type: "state", ...reading });
}

/** Lets the script do something to the informer that may have to wait; returns when it is observed. */
function actUntil(run: Run, type: string, body: (turn: ScriptTurn) => void): void {
  const before = observedOf(run, type);
  act(run, body);
  waitUntil(run, () => observedOf(run, type) > before);
}

function observedOf(run: Run, type: string): number {
  return run.log.observed.filter((entry) => entry.type === type).length;
}
