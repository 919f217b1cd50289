import { agendaSize } from "./agenda.ts";
import type { World } from "./world.ts";

/** How far a run goes at most: beyond it something runs away, and going on would only fill the memory. */
export const RUN_BOUNDS = {
  /** Steps taken. */
  steps: 3_000_000,
  /** Events in the trace. */
  events: 4_000_000,
  /** Messages and timers on the agenda, cancelled ones included. */
  agenda: 500_000,
  /** Steps in which no time passes. */
  instant: 20_000,
} as const;

/** A bound of a run. */
export type RunBound = keyof typeof RUN_BOUNDS;

/** The bound that a run has reached with this world, if any. */
export function reachedBound({ step, since, nextEvent, agenda }: World<unknown, unknown>): RunBound | undefined {
  if (step - since >= RUN_BOUNDS.instant) return "instant";
  if (step >= RUN_BOUNDS.steps) return "steps";
  if (nextEvent >= RUN_BOUNDS.events) return "events";
  return agendaSize(agenda) >= RUN_BOUNDS.agenda ? "agenda" : undefined;
}
