import fc from "fast-check";
import { expect, test } from "vitest";
import { setup } from "xstate";
import { valueAt } from "../../base/persistent-map.ts";
import { micros } from "../../base/time.ts";
import {
  type Agenda,
  agendaSize,
  compareEntries,
  entriesInOrder,
  firstEntry,
  RANKS,
  schedule,
  withoutFirst,
} from "./agenda.ts";
import { visitsById } from "./machine.ts";
import { enabled, perform, step } from "./step.ts";
import {
  assignTo,
  cancelTimer,
  chance,
  type Domain,
  dispatch,
  jitter,
  launch,
  type MachineFact,
  type MachineTimer,
  own,
  post,
  record,
  setTimer,
  type Turn,
  withCause,
} from "./turn.ts";
import { createWorld, type TraceEvent, type World } from "./world.ts";

type Message = { readonly type: "ping"; readonly hops: number } | { readonly type: "tick" } | MachineTimer;
type Fact =
  | { readonly type: "pinged"; readonly hops: number; readonly draw: number }
  | { readonly type: "ticked" }
  | MachineFact;

const lamp = setup({
  types: { events: {} as { type: "press" } | { type: "kick" } },
  delays: { glow: 1_000 },
}).createMachine({
  id: "lamp",
  initial: "dark",
  states: { dark: { on: { press: "lit" } }, lit: { after: { glow: "dark" } } },
});

const domain: Domain<{ readonly pings: number }, Message, Fact> = {
  machines: { lamp },
  deliver(turn, to, message) {
    if (message.type === "machine.timer") dispatch(turn, to, message.event);
    else if (message.type === "tick") record(turn, to, { type: "ticked" });
    else {
      record(turn, to, { type: "pinged", hops: message.hops, draw: jitter(turn, "hop", to) });
      turn.world = { ...turn.world, shared: { pings: turn.world.shared.pings + 1 } };
      if (message.hops > 0)
        post(turn, {
          to: to === "a" ? "b" : "a",
          message: { type: "ping", hops: message.hops - 1 },
          after: micros(10),
        });
    }
  },
};

type ToyWorld = World<{ readonly pings: number }, Message>;
const empty: ToyWorld = createWorld({ pings: 0 }, { seed: 7 });

function boot(body: (turn: Turn<{ readonly pings: number }, Message, Fact>) => void, world = empty) {
  return perform(domain, world, body);
}

function run(world: ToyWorld): { world: ToyWorld; events: TraceEvent<Fact>[] } {
  const events: TraceEvent<Fact>[] = [];
  for (let stepped = step(domain, world); stepped !== undefined; stepped = step(domain, world)) {
    world = stepped.world;
    events.push(...stepped.events);
  }
  return { world, events };
}

test("the agenda hands out entries by time, rank and order of posting", () => {
  const entry = fc.record({ at: fc.nat(5), rank: fc.constantFrom(...(Object.keys(RANKS) as (keyof typeof RANKS)[])) });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (list) => {
      let agenda: Agenda<string>;
      const entries = list.map(({ at, rank }, sequence) => ({
        at: micros(at),
        rank,
        sequence,
        to: "x",
        message: "m",
        cause: undefined,
      }));
      for (const item of entries) agenda = schedule(agenda, item);
      expect(entriesInOrder(agenda)).toEqual([...entries].sort(compareEntries));
      const popped = [];
      for (let first = firstEntry(agenda); first !== undefined; first = firstEntry(agenda)) {
        expect(agendaSize(agenda)).toBe(entries.length - popped.length);
        popped.push(first);
        agenda = withoutFirst(agenda);
      }
      expect(popped).toEqual([...entries].sort(compareEntries));
    }),
  );
});

test("messages travel in virtual time and each event names the one that led to it", () => {
  const { world } = boot((turn) => post(turn, { to: "a", message: { type: "ping", hops: 2 } }));
  const { events } = run(world);
  expect(events.map(({ seq, step: taken, at, actor, cause }) => ({ seq, taken, at, actor, cause }))).toEqual([
    { seq: 0, taken: 1, at: 0, actor: "a", cause: undefined },
    { seq: 1, taken: 2, at: 10, actor: "b", cause: 0 },
    { seq: 2, taken: 3, at: 20, actor: "a", cause: 1 },
  ]);
});

test("a world that was kept gives the same future again", () => {
  const { world: start } = boot((turn) => post(turn, { to: "a", message: { type: "ping", hops: 20 } }));
  const first = run(start);
  const again = run(start);
  expect(again.events).toEqual(first.events);
  expect(again.world.digest).toEqual(first.world.digest);
  expect(start.shared.pings).toBe(0);
});

test("setting a timer again moves it, cancelling silences it", () => {
  const set = (turn: Turn<{ readonly pings: number }, Message, Fact>, after: number) =>
    setTimer(turn, { actor: "a", name: "t", after: micros(after), message: { type: "tick" } });
  const moved = boot((turn) => {
    set(turn, 5);
    set(turn, 30);
  });
  expect(run(moved.world).events.map((event) => event.at)).toEqual([30]);
  const cancelled = boot((turn) => {
    set(turn, 5);
    expect([cancelTimer(turn, "a", "t"), cancelTimer(turn, "a", "t")]).toEqual([true, false]);
  });
  expect(run(cancelled.world).events).toEqual([]);
});

test("enabled() lists the live entries of the earliest instant, and any of them can be chosen", () => {
  const { world } = boot((turn) => {
    post(turn, { to: "a", message: { type: "ping", hops: 0 } });
    post(turn, { to: "b", message: { type: "ping", hops: 0 } });
    post(turn, { to: "c", message: { type: "ping", hops: 0 }, after: micros(1) });
    setTimer(turn, { actor: "d", name: "t", after: micros(0), message: { type: "tick" } });
    cancelTimer(turn, "d", "t");
  });
  const choices = enabled(world);
  expect(choices.map((choice) => choice.to)).toEqual(["a", "b"]);
  const chosen = step(domain, world, choices[1]);
  expect(chosen?.events[0]?.actor).toBe("b");
  expect(chosen && run(chosen.world).events.map((event) => event.actor)).toEqual(["a", "c"]);
});

test("an additional actor shifts nobody else's draws", () => {
  const alone = boot((turn) => [chance(turn, "uid", "a"), chance(turn, "uid", "a")]);
  const pair = (turn: Turn<{ readonly pings: number }, Message, Fact>) =>
    [chance(turn, "uid", "a"), chance(turn, "uid", "b"), chance(turn, "uid", "a")] as const;
  let draws: readonly number[] = [];
  boot((turn) => {
    draws = pair(turn);
  });
  expect(alone.events).toEqual([]);
  const single: number[] = [];
  boot((turn) => single.push(chance(turn, "uid", "a"), chance(turn, "uid", "a")));
  expect([draws[0], draws[2]]).toEqual(single);
});

test("jitter can be fixed, switched off, or taken from recorded values", () => {
  const draw = (mode: Parameters<typeof createWorld>[1]["jitter"]) => {
    const drawn: number[] = [];
    boot(
      (turn) => drawn.push(jitter(turn, "hop", "a"), jitter(turn, "hop", "b")),
      createWorld({ pings: 0 }, { seed: 7, ...(mode && { jitter: mode }) }),
    );
    return drawn;
  };
  expect(draw({ type: "off" })).toEqual([0, 0]);
  expect(draw({ type: "fixed", fraction: 0.5 })).toEqual([0.5, 0.5]);
  expect(draw({ type: "recorded", values: { hop: [0.25, 0.75] } })).toEqual([0.25, 0.75]);
  for (const value of draw(undefined)) expect(value).toSatisfy((u: number) => u >= 0 && u < 1);
});

test("a chart's delayed transition becomes a virtual timer, and an ignored event is recorded", () => {
  const { world, events } = boot((turn) => {
    launch(turn, "lamp/1", "lamp");
    dispatch(turn, "lamp/1", { type: "press" });
    dispatch(turn, "lamp/1", { type: "kick" });
  });
  expect(events.map((event) => event.fact.type)).toEqual([
    "machine.transition",
    "machine.transition",
    "timer.set",
    "machine.ignored",
  ]);
  const later = run(world);
  expect(later.events[0]).toMatchObject({
    at: 1_000_000,
    fact: { type: "machine.transition", from: "lit", to: "dark" },
  });
  const state = valueAt(later.world.machines, "lamp/1");
  expect(visitsById(lamp, state?.visits ?? [])).toMatchObject({ "lamp.dark": 2, "lamp.lit": 1 });
});

test("several consequences of one event share it as their cause", () => {
  const { events } = boot((turn) => {
    const seq = record(turn, "a", { type: "ticked" });
    for (const actor of ["b", "c"]) withCause(turn, seq, () => record(turn, actor, { type: "ticked" }));
  });
  expect(events.map((event) => event.cause)).toEqual([undefined, 0, 0]);
});

test("what a step owns is copied once, so that worlds of before stay as they were", () => {
  const kept = { inner: { count: 1 } };
  const turn = { owned: new Set<object>() };
  const copy = <T extends object>(value: T) => ({ ...value });
  const draft = own(turn, kept, copy);
  const inner = own(turn, draft.inner, copy);
  assignTo(inner, { count: 2 });
  draft.inner = inner;
  expect([own(turn, draft, copy), own(turn, inner, copy)]).toEqual([draft, inner]);
  expect([kept, own(turn, draft, copy) === draft, draft]).toEqual([
    { inner: { count: 1 } },
    true,
    { inner: { count: 2 } },
  ]);
});
