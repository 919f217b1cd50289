import type { TraceEvent } from "../kernel/world.ts";

/** Picks trace events: the type, and any of the event's flat fields by value. Absent fields match everything. */
export type EventMatcher = {
  readonly type: string;
  readonly actor?: string;
  /** Values of the fact's own fields. */
  readonly where?: Readonly<Record<string, string | number | boolean>>;
};

/** Whether `matcher` picks `event`. */
export function matches(matcher: EventMatcher, event: TraceEvent): boolean {
  if (event.fact.type !== matcher.type) return false;
  if (matcher.actor !== undefined && matcher.actor !== event.actor) return false;
  const fields = event.fact as Readonly<Record<string, unknown>>; // facts are flat plain data
  return Object.entries(matcher.where ?? {}).every(([name, value]) => fields[name] === value);
}
