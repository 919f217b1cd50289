import type { AnyEventObject, AnyStateMachine } from "xstate";
import { assert, defined } from "../../base/assert.ts";
import { DigestBuilder } from "../../base/digest.ts";
import { hasKey, sortedKeys, valueAt, withEntry, withoutKey } from "../../base/persistent-map.ts";
import { type Micros, plus } from "../../base/time.ts";
import { type Agenda, entriesInOrder, type Rank, schedule } from "./agenda.ts";
import { type ChartPlans, stepByPlan } from "./chart-plan.ts";
import { type Effect, type MachineStep, startMachine, stepMachine } from "./machine.ts";
import { drawIdentity, drawJitter } from "./random.ts";
import type { Fact, MachineState, TraceEvent, World } from "./world.ts";

/** What the kernel needs to know of the world that it moves. */
export interface Domain<Shared, Message, F extends Fact> {
  /** Charts by name. */
  readonly machines: Readonly<Record<string, AnyStateMachine>>;
  /** What was learnt about the charts' steps; without it every step goes to XState. */
  readonly plans?: ChartPlans;
  /** Delivers one message to an actor: the body of a step. */
  deliver(turn: Turn<Shared, Message, F>, to: string, message: Message): void;
}

/**
 * The workspace of one step: the world as far as it has come, and the events so far. It lives only while its step
 * is being taken; what leaves the step are the finished world and the events.
 */
export type Turn<Shared, Message, F extends Fact> = {
  readonly domain: Domain<Shared, Message, F>;
  /** Changed in place while the step lasts: it was copied when the turn was opened, and nobody else holds it before the step is over. */
  world: Draft<World<Shared, Message>>;
  readonly events: TraceEvent<F>[];
  /** Objects that this step has made and may still change; see `own`. */
  readonly owned: Set<object>;
  /** The event that explains what is recorded or posted next. */
  cause: number | undefined;
};

/** A value that its owner may still change. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** What machines put into the trace by themselves. */
export type MachineFact =
  | {
      readonly type: "machine.transition";
      readonly machine: string;
      readonly event: string;
      readonly from: string;
      readonly to: string;
      readonly guard: string;
    }
  | { readonly type: "machine.ignored"; readonly machine: string; readonly event: string; readonly state: string }
  | { readonly type: "timer.set"; readonly timer: string; readonly after: number; readonly due: number }
  | { readonly type: "timer.cancelled"; readonly timer: string };

/** What the kernel delivers when a machine's own timer is due; a domain's message type must include it. */
export type MachineTimer = { readonly type: "machine.timer"; readonly event: AnyEventObject };

/** Starts the workspace of a step. */
export function openTurn<Shared, Message, F extends Fact>(
  domain: Domain<Shared, Message, F>,
  world: World<Shared, Message>,
  cause: number | undefined,
): Turn<Shared, Message, F> {
  const { step, now, since, nextEntry, nextEvent, agenda, timers, machines, random, digest, shared } = world;
  // Field by field: copies of one shape are what makes reading a world fast.
  const draft = { step, now, since, nextEntry, nextEvent, agenda, timers, machines, random, digest, shared };
  return { domain, world: draft, events: [], owned: new Set(), cause };
}

/** Appends a fact to the trace and makes it the cause of what follows in this step. Returns its `seq`. */
export function record<Shared, Message, F extends Fact>(
  turn: Turn<Shared, Message, F>,
  actor: string,
  fact: F,
): number {
  const { world } = turn;
  const seq = world.nextEvent;
  turn.events.push({ seq, step: world.step, at: world.now, actor, cause: turn.cause, fact });
  const digest = new DigestBuilder(world.digest).integer(seq).number(world.now).text(actor);
  world.digest = digest
    .integer(turn.cause ?? -1)
    .data(fact)
    .digest();
  world.nextEvent = seq + 1;
  turn.cause = seq;
  return seq;
}

/** Runs `body` with another cause, and takes the cause of before up again after it: for several consequences of one event. */
export function withCause<Shared, Message, F extends Fact, R>(
  turn: Turn<Shared, Message, F>,
  cause: number | undefined,
  body: () => R,
): R {
  const before = turn.cause;
  turn.cause = cause;
  const result = body();
  turn.cause = before;
  return result;
}

/**
 * The object itself if this step has made it already, else a copy that the step may change. Put it where the original was;
 * what the step does not own may be part of a kept world. `owned` makes it cheap to change one thing several times;
 * `copy` is the type's own `{ ...value }`, since a place that copies objects of one shape only is several times faster.
 */
export function own<T extends object>(
  { owned }: { readonly owned: Set<object> },
  value: T,
  copy: (value: T) => Draft<T>,
): Draft<T> {
  if (owned.has(value)) return value;
  const draft = copy(value);
  owned.add(draft);
  return draft;
}

/** Sets some fields of an object that the step owns. */
export function assignTo<T extends object>(draft: Draft<T>, by: Partial<T>): void {
  for (const field in by) draft[field] = by[field] as T[typeof field]; // a field that is there has a value of its type
}

/** Where and when a message is to be delivered. */
export type Posting<Message> = {
  readonly to: string;
  readonly message: Message;
  /** From now; 0 when absent. */
  readonly after?: Micros;
  readonly rank?: Rank;
};

/** Posts a message. It is delivered in a step of its own. */
export function post<Shared, Message, F extends Fact>(turn: Turn<Shared, Message, F>, posting: Posting<Message>): void {
  const { world, cause } = turn;
  const { to, message, after, rank = "handOut" } = posting;
  const at = after === undefined ? world.now : plus(world.now, after);
  assert(at >= world.now, () => `posted into the past: ${at} < ${world.now} to ${to}`);
  const entry = { at, rank, sequence: world.nextEntry, to, message, cause };
  world.nextEntry += 1;
  world.agenda = schedule(world.agenda, entry);
}

/** A timer of an actor: setting it again moves it, and it can be cancelled. */
export type TimerPosting<Message> = {
  readonly actor: string;
  /** Unique within its actor. */
  readonly name: string;
  readonly after: Micros;
  readonly message: Message;
};

/** Sets or moves a timer. Matured timers come first at their instant. Does not record anything by itself. */
export function setTimer<Shared, Message, F extends Fact>(
  turn: Turn<Shared, Message, F>,
  timer: TimerPosting<Message>,
): void {
  const { world, cause } = turn;
  const key = timerKey(timer.actor, timer.name);
  const at = plus(world.now, timer.after);
  assert(at >= world.now, () => `timer ${key} set into the past: ${at} < ${world.now}`);
  const entry = {
    at,
    rank: "timer" as const,
    sequence: world.nextEntry,
    to: timer.actor,
    message: timer.message,
    cause,
    timer: key,
  };
  world.timers = withEntry(world.timers, key, world.nextEntry);
  world.agenda = schedule(world.agenda, entry);
  world.nextEntry += 1;
}

/** Cancels a timer; one that is not set is left alone. Returns whether it was set. */
export function cancelTimer<Shared, Message, F extends Fact>(
  turn: Turn<Shared, Message, F>,
  actor: string,
  name: string,
): boolean {
  const { world } = turn;
  const key = timerKey(actor, name);
  if (!hasKey(world.timers, key)) return false;
  world.timers = withoutKey(world.timers, key);
  return true;
}

/** Takes everything off the agenda that is meant for an actor which `isGone`: its messages, its timers, its chart. O(n log n). */
export function forgetActors<Shared, Message, F extends Fact>(
  turn: Turn<Shared, Message, F>,
  isGone: (actor: string) => boolean,
): void {
  const { agenda, timers, machines } = turn.world;
  let kept: Agenda<Message>;
  let pending = timers;
  let charts = machines;
  for (const entry of entriesInOrder(agenda)) {
    if (!isGone(entry.to)) kept = schedule(kept, entry);
    else if (entry.timer !== undefined) pending = withoutKey(pending, entry.timer);
  }
  for (const actor of sortedKeys(machines)) if (isGone(actor)) charts = withoutKey(charts, actor);
  Object.assign(turn.world, { agenda: kept, timers: pending, machines: charts });
}

/** The key of an actor's timer in `World.timers`. */
export function timerKey(actor: string, name: string): string {
  return `${actor} ${name}`;
}

/** Draws jitter for a wait or a time-out, in [0, 1). */
export function jitter<Shared, Message, F extends Fact>(
  turn: Turn<Shared, Message, F>,
  purpose: string,
  actor: string,
): number {
  const [random, value] = drawJitter(turn.world.random, purpose, actor);
  turn.world.random = random;
  return value;
}

/** Draws a value in [0, 1) for an identity: a generated name, a uid. */
export function chance<Shared, Message, F extends Fact>(
  turn: Turn<Shared, Message, F>,
  purpose: string,
  actor: string,
): number {
  const [random, value] = drawIdentity(turn.world.random, purpose, actor);
  turn.world.random = random;
  return value;
}

/** Starts the chart `machine` for `actor` and returns the effects that entering its first states asks for. */
export function launch<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: Turn<Shared, Message | MachineTimer, F | MachineFact>,
  actor: string,
  machine: string,
  input?: unknown,
): readonly Effect[] {
  const step = startMachine(defined(turn.domain.machines[machine], `machine ${machine}`), input);
  enter(turn, actor, { machine, event: "start", from: "", guard: "", visits: [], step });
  return step.effects;
}

/** Gives `actor`'s chart an event and returns the effects for the domain to perform. An ignored event is recorded too. */
export function dispatch<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: Turn<Shared, Message | MachineTimer, F | MachineFact>,
  actor: string,
  event: AnyEventObject,
): readonly Effect[] {
  const { machine, snapshot, text, visits } = defined(valueAt(turn.world.machines, actor), `chart of ${actor}`);
  const { machines, plans } = turn.domain;
  const chart = defined(machines[machine], `machine ${machine}`);
  const step = plans === undefined ? stepMachine(chart, snapshot, event) : stepByPlan(plans, chart, snapshot, event);
  if (step.changed)
    enter(turn, actor, { machine, event: event.type, from: text, guard: guardOf(step.taken), visits, step });
  else record(turn, actor, { type: "machine.ignored", machine, event: event.type, state: text });
  return step.effects;
}

type Entering = Pick<MachineState, "machine" | "visits"> & {
  readonly event: string;
  readonly from: string;
  readonly guard: string;
  readonly step: MachineStep;
};

/** Records a step of a chart, keeps the chart as it is after it, and sets its timers. */
function enter<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: Turn<Shared, Message | MachineTimer, F | MachineFact>,
  actor: string,
  { machine, event, from, guard, visits, step }: Entering,
): void {
  const { snapshot, taken, entered, text } = step;
  const lastSeq = record(turn, actor, { type: "machine.transition", machine, event, from, to: text, guard });
  const { world } = turn;
  const counted = entered.length === 0 ? visits : countVisits(visits, entered);
  const state = { machine, snapshot, text, visits: counted, last: taken, lastSeq, lastAt: world.now };
  world.machines = withEntry(world.machines, actor, state);
  applyTimers(turn, actor, step);
}

/** The first guard that let an event through. */
function guardOf(taken: MachineStep["taken"]): string {
  for (const { guard } of taken) if (guard !== undefined) return guard;
  return "";
}

/** The chart of `actor` as it is now, if it has one. */
export function chartOf<Shared, Message, F extends Fact>(
  turn: Turn<Shared, Message, F>,
  actor: string,
): MachineState | undefined {
  return valueAt(turn.world.machines, actor);
}

/** Forgets the chart of `actor` and its timers. */
export function dismiss<Shared, Message, F extends Fact>(turn: Turn<Shared, Message, F>, actor: string): void {
  turn.world.machines = withoutKey(turn.world.machines, actor);
}

function countVisits(visits: readonly number[], entered: readonly number[]): readonly number[] {
  const counted = visits.slice();
  for (const place of entered) counted[place] = (counted[place] ?? 0) + 1;
  return counted;
}

function applyTimers<Shared, Message extends { readonly type: string }, F extends Fact>(
  turn: Turn<Shared, Message | MachineTimer, F | MachineFact>,
  actor: string,
  step: MachineStep,
): void {
  for (const request of step.timers) {
    if (request.type === "cancel") {
      if (cancelTimer(turn, actor, request.id)) record(turn, actor, { type: "timer.cancelled", timer: request.id });
      continue;
    }
    const due = plus(turn.world.now, request.after);
    record(turn, actor, { type: "timer.set", timer: request.id, after: request.after, due });
    setTimer(turn, {
      actor,
      name: request.id,
      after: request.after,
      message: { type: "machine.timer", event: request.event },
    });
  }
}
