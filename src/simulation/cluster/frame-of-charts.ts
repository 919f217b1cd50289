import { valueAt } from "../../base/persistent-map.ts";
import type { Entry } from "../kernel/agenda.ts";
import { visitsById } from "../kernel/machine.ts";
import type { World } from "../kernel/world.ts";
import type { ChartFrame } from "./frame.ts";

type Entries = readonly Entry<{ readonly type: string }>[];
type Machines = World<unknown, unknown>["machines"];

/** The charts of these actors as plain data, with their timers out of the live agenda. */
export function chartFrames(machines: Machines, actors: readonly string[], entries: Entries): readonly ChartFrame[] {
  const timers = timersByActor(entries);
  return actors.flatMap((actor) => {
    const state = valueAt(machines, actor);
    if (state === undefined) return [];
    const { machine, snapshot, last, lastSeq } = state;
    const visits = visitsById(snapshot.machine, state.visits);
    const context = snapshot.context as Readonly<Record<string, unknown>>; // contexts are a few scalars by rule
    return [{ actor, machine, value: snapshot.value, context, visits, last, lastSeq, timers: timers.get(actor) ?? [] }];
  });
}

function timersByActor(entries: Entries): ReadonlyMap<string, ChartFrame["timers"]> {
  const timers = new Map<string, { readonly id: string; readonly due: number }[]>();
  for (const { at, to, timer } of entries) {
    if (timer === undefined) continue;
    const list = timers.get(to) ?? [];
    list.push({ id: timer.slice(to.length + 1), due: at });
    timers.set(to, list);
  }
  return timers;
}
