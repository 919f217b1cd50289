import { ENTRIES } from "./entries.ts";
import type { Entry, FactPattern } from "./entry.ts";

/** The entry with that id. */
export function entryById(id: string): Entry | undefined {
  return ENTRIES.find((entry) => entry.id === id);
}

/** The entry that tells most precisely about an event; of several the first. */
export function entryForFact(type: string, fields: Readonly<Record<string, unknown>> = {}): Entry | undefined {
  const known = ENTRIES.flatMap((entry) =>
    entry.shownBy.facts.filter((pattern) => fits(pattern, type, fields)).map((pattern) => ({ entry, pattern })),
  );
  return known.toSorted((a, b) => precision(b.pattern) - precision(a.pattern))[0]?.entry;
}

/** The entry about a state, or else about the nearest state around it. `state` is XState's id: `reflector.listing`. */
export function entryForState(machine: string, state: string): Entry | undefined {
  const id = state === machine || state.startsWith(`${machine}.`) ? state : `${machine}.${state}`;
  const own = ENTRIES.find((entry) => entry.shownBy.states.includes(id));
  if (own !== undefined || !id.includes(".")) return own;
  return entryForState(machine, id.slice(0, id.lastIndexOf(".")));
}

/** The entry about a transition (with that guard, if entries tell guards apart), or else about its source. */
export function entryForEdge(machine: string, source: string, event: string, guard = ""): Entry | undefined {
  const edges = ENTRIES.flatMap((entry) => entry.shownBy.edges.map((edge) => ({ entry, edge }))).filter(
    ({ edge }) => edge.source === source && edge.event === event,
  );
  const named = edges.find(({ edge }) => edge.guard === guard) ?? edges.find(({ edge }) => edge.guard === undefined);
  return (named ?? edges[0])?.entry ?? entryForState(machine, source);
}

function fits(pattern: FactPattern, type: string, fields: Readonly<Record<string, unknown>>): boolean {
  if (pattern.type !== type) return false;
  return Object.entries(pattern.fields ?? {}).every(([name, value]) => fields[name] === value);
}

function precision(pattern: FactPattern): number {
  return Object.keys(pattern.fields ?? {}).length;
}
