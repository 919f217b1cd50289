import { AssertionError, assert } from "../../base/assert.ts";
import { valueAt, withoutKey } from "../../base/persistent-map.ts";
import { type Entry, entriesInOrder, firstEntry, schedule, withoutFirst } from "./agenda.ts";
import { type Domain, openTurn, type Turn } from "./turn.ts";
import type { Fact, TraceEvent, World } from "./world.ts";

/** A world one step further, and what happened on the way. */
export type Stepped<Shared, Message, F extends Fact> = {
  readonly world: World<Shared, Message>;
  readonly events: readonly TraceEvent<F>[];
};

/** The entry that normal running delivers next, or undefined when nothing will ever happen by itself. */
export function nextEntry<Shared, Message>(world: World<Shared, Message>): Entry<Message> | undefined {
  let agenda = world.agenda;
  for (let entry = firstEntry(agenda); entry !== undefined; entry = firstEntry(agenda)) {
    if (isLive(world, entry)) return entry;
    agenda = withoutFirst(agenda);
  }
  return undefined;
}

/**
 * What could happen next, the normal choice first: every live entry of the earliest instant. A choice is valid for
 * this world only.
 */
export function enabled<Shared, Message>(world: World<Shared, Message>): readonly Entry<Message>[] {
  const live = pending(world);
  return live.filter((entry) => entry.at === live[0]?.at);
}

/** Everything that is on the agenda, cancelled timers left out, in the order in which normal running would deliver it. */
export function pending<Shared, Message>(world: World<Shared, Message>): readonly Entry<Message>[] {
  return entriesInOrder(world.agenda).filter((entry) => isLive(world, entry));
}

/** Takes one step: delivers `choice`, or what comes first. Returns undefined when there is nothing to deliver. */
export function step<Shared, Message, F extends Fact>(
  domain: Domain<Shared, Message, F>,
  world: World<Shared, Message>,
  choice?: Entry<Message>,
): Stepped<Shared, Message, F> | undefined {
  const taken = choice === undefined ? takeFirst(world) : takeChosen(world, choice);
  if (taken === undefined) return undefined;
  const { entry, rest } = taken;
  assert(entry.at >= world.now, () => `time would run back: ${entry.at} < ${world.now} at step ${world.step}`);
  const turn: Turn<Shared, Message, F> = openTurn(domain, world, entry.cause);
  turn.world.step += 1;
  if (entry.at > world.now) turn.world.since = turn.world.step;
  turn.world.now = entry.at;
  turn.world.agenda = rest;
  if (entry.timer !== undefined) turn.world.timers = withoutKey(world.timers, entry.timer);
  domain.deliver(turn, entry.to, entry.message);
  return { world: turn.world, events: turn.events };
}

/** Runs `body` as a step of its own: the boot of a world, or something that comes from outside. */
export function perform<Shared, Message, F extends Fact>(
  domain: Domain<Shared, Message, F>,
  world: World<Shared, Message>,
  body: (turn: Turn<Shared, Message, F>) => void,
): Stepped<Shared, Message, F> {
  const turn = openTurn<Shared, Message, F>(domain, world, undefined);
  body(turn);
  return { world: turn.world, events: turn.events };
}

type Taken<Message> = { readonly entry: Entry<Message>; readonly rest: World<unknown, Message>["agenda"] };

function isLive<Shared, Message>(world: World<Shared, Message>, entry: Entry<Message>): boolean {
  return entry.timer === undefined || valueAt(world.timers, entry.timer) === entry.sequence;
}

function takeFirst<Shared, Message>(world: World<Shared, Message>): Taken<Message> | undefined {
  let agenda = world.agenda;
  for (let entry = firstEntry(agenda); entry !== undefined; entry = firstEntry(agenda)) {
    agenda = withoutFirst(agenda);
    if (isLive(world, entry)) return { entry, rest: agenda };
  }
  return undefined;
}

/** Takes an entry out of the middle; used by hand and by exploration, so O(n log n) is good enough. */
function takeChosen<Shared, Message>(world: World<Shared, Message>, choice: Entry<Message>): Taken<Message> {
  const set: Entry<Message>[] = [];
  let agenda = world.agenda;
  for (let entry = firstEntry(agenda); entry !== undefined; entry = firstEntry(agenda)) {
    agenda = withoutFirst(agenda);
    if (entry.sequence === choice.sequence) {
      for (const other of set) agenda = schedule(agenda, other);
      return { entry, rest: agenda };
    }
    set.push(entry);
  }
  throw new AssertionError(`no entry ${choice.sequence} in the agenda of step ${world.step}`);
}
