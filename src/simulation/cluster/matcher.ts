import { ownValue } from "../../base/own-value.ts";
import type { TraceEvent } from "../kernel/world.ts";

/**
 * What an event must look like: `type`, and any of `actor` and the fact's own fields. Fields that are not named match
 * everything. A text that ends in `*` matches every text that begins like it.
 */
export type EventMatcher = { readonly type: string; readonly [field: string]: string | number | boolean };

/** Whether `matcher` picks `event`. */
export function matches(matcher: EventMatcher, event: TraceEvent): boolean {
  if (!fits(matcher.type, event.fact.type)) return false;
  const fields = event.fact as Readonly<Record<string, unknown>>; // facts are flat plain data
  return Object.entries(matcher).every(([name, wanted]) =>
    fits(wanted, name === "actor" ? event.actor : ownValue(fields, name)),
  );
}

function fits(wanted: string | number | boolean, value: unknown): boolean {
  if (typeof wanted === "string" && wanted.endsWith("*") && typeof value === "string") {
    return value.startsWith(wanted.slice(0, -1));
  }
  return wanted === value;
}
