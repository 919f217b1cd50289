import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { assert } from "../../base/assert.ts";
import { activePaths, type MachineStep, startMachine, stateText, stepMachine } from "../kernel/machine.ts";

/** What a walk over all states of a chart found. States are dotted paths. */
export type Reached = {
  /** States of the chart that no sequence of the events leads to, sorted. */
  readonly unreachable: readonly string[];
  /** Situations that no event and no timer ever leaves, although the chart is not done: `a | b`. */
  readonly deadEnds: readonly string[];
  /** How many different situations (active states, context, timers) there are. */
  readonly size: number;
};

type Situation = { readonly snapshot: AnyMachineSnapshot; readonly timers: ReadonlyMap<string, AnyEventObject> };

/** Walks are for charts with a handful of states; more than this many situations means that a counter grows without end. */
const MOST = 20_000;

/** What a walk starts from and what it gives. */
export type Walk = {
  readonly inputs: readonly unknown[];
  readonly events: readonly AnyEventObject[];
  /** Where to stop: charts that count have no end of situations. The walk takes no step into a context for which this is false. */
  readonly within?: (context: Readonly<Record<string, unknown>>) => boolean;
};

/**
 * Walks a chart breadth first: from each situation every event is given, and every timer that is set may fire first. Without limits on
 * time this is more than can happen, so what it does not reach cannot be reached.
 */
export function reachableStates(machine: AnyStateMachine, { inputs, events, within = () => true }: Walk): Reached {
  const found = new Set<string>();
  const deadEnds = new Set<string>();
  const states = new Set<string>();
  const queue: Situation[] = [];
  const visit = (situation: Situation): string => {
    const key = situationKey(situation);
    if (found.has(key) || !within(situation.snapshot.context)) return key;
    assert(found.size < MOST, () => `${machine.id} has more than ${MOST} situations, the last one ${key}`);
    found.add(key);
    queue.push(situation);
    for (const path of activePaths(situation.snapshot.value)) states.add(path);
    return key;
  };
  for (const input of inputs) visit(after(startMachine(machine, input), new Map()));
  for (let situation = queue.shift(); situation !== undefined; situation = queue.shift()) {
    const own = situationKey(situation);
    const next = successors(machine, situation, events).map(visit);
    const { status, value } = situation.snapshot;
    if (status === "active" && next.every((key) => key === own)) deadEnds.add(stateText(value));
  }
  const unreachable = allStates(machine).filter((path) => !states.has(path));
  return { unreachable, deadEnds: [...deadEnds].sort(), size: found.size };
}

function successors(machine: AnyStateMachine, from: Situation, events: readonly AnyEventObject[]): Situation[] {
  if (from.snapshot.status !== "active") return [];
  const timers = [...from.timers].map(([id, event]) => {
    const rest = new Map(from.timers);
    rest.delete(id);
    return after(stepMachine(machine, from.snapshot, event), rest);
  });
  return [...timers, ...events.map((event) => after(stepMachine(machine, from.snapshot, event), from.timers))];
}

function after(step: MachineStep, before: ReadonlyMap<string, AnyEventObject>): Situation {
  const timers = new Map(before);
  for (const request of step.timers) {
    if (request.type === "set") timers.set(request.id, request.event);
    else timers.delete(request.id);
  }
  return { snapshot: step.snapshot, timers };
}

function situationKey({ snapshot, timers }: Situation): string {
  return `${stateText(snapshot.value)} ${JSON.stringify(snapshot.context)} ${[...timers.keys()].sort().join(" ")}`;
}

/** All states but the pseudo-states that are left at once, sorted. */
function allStates(machine: AnyStateMachine): readonly string[] {
  const paths: string[] = [];
  const collect = (node: AnyStateMachine["root"]): void => {
    if (node.path.length > 0 && node.always === undefined) paths.push(node.path.join("."));
    for (const child of Object.values(node.states)) collect(child);
  };
  collect(machine.root);
  return paths.sort();
}
