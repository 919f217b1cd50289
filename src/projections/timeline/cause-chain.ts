import type { TimelineColumns } from "./timeline-columns.ts";

/** An arrow from a cause to its effect, both events. */
export type CauseArrow = { readonly cause: number; readonly effect: number };

/** Arrows of a chain that are drawn, and how many are not. */
export type CauseArrows = { readonly arrows: readonly CauseArrow[]; readonly more: number };

const MOST_ARROWS = 12;
const LONGEST_CHAIN = 4_096;
const EFFECTS_LOOKED_AT = 2_048;

/** The causal past of an event, oldest first, itself last. */
export function causalPast(columns: TimelineColumns, event: number): readonly number[] {
  if (event < 0 || event >= columns.length) return [];
  const chain: number[] = [];
  for (let at = event; at >= 0 && chain.length < LONGEST_CHAIN; at = columns.cause[at] ?? -1) chain.push(at);
  return chain.reverse();
}

/** What an event caused directly and nearby, oldest first. */
export function directEffects(columns: TimelineColumns, event: number): readonly number[] {
  if (event < 0) return [];
  const effects: number[] = [];
  const end = Math.min(columns.length, event + EFFECTS_LOOKED_AT);
  for (let at = event + 1; at < end; at++) if (columns.cause[at] === event) effects.push(at);
  return effects;
}

/**
 * The arrows of the selected event: those of its causal past and those to its direct effects that lead from one lane to
 * another. The newest are kept when there are too many.
 */
export function causeArrows(columns: TimelineColumns, event: number): CauseArrows {
  const chain = causalPast(columns, event);
  const effects = directEffects(columns, event).map((effect) => ({ cause: event, effect }));
  const past = chain.slice(1).map((effect, index) => ({ cause: chain[index] ?? effect, effect }));
  const across = [...past, ...effects.slice(0, 3)].filter(
    ({ cause, effect }) => columns.lane[cause] !== columns.lane[effect],
  );
  return { arrows: across.slice(-MOST_ARROWS), more: Math.max(0, across.length - MOST_ARROWS) };
}
