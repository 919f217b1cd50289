import type { TimelineColumns } from "./timeline-columns.ts";

/** An arrow from a cause to its effect, both events. */
export type CauseArrow = { readonly cause: number; readonly effect: number };

/** Arrows of a chain that are drawn, and how many are not. */
export type CauseArrows = { readonly arrows: readonly CauseArrow[]; readonly more: number };

const MOST_ARROWS = 12;
const MOST_EFFECTS = 3;
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
function directEffects(columns: TimelineColumns, event: number): readonly number[] {
  if (event < 0) return [];
  const effects: number[] = [];
  const end = Math.min(columns.length, event + EFFECTS_LOOKED_AT);
  for (let at = event + 1; at < end; at++) if (columns.cause[at] === event) effects.push(at);
  return effects;
}

/**
 * The arrows of the selected event between lanes that are shown: those of its causal past and those to its direct
 * effects. Where a lane is missing, an arrow spans it. The newest are kept when there are too many.
 */
export function causeArrows(columns: TimelineColumns, event: number, isShown: (lane: number) => boolean): CauseArrows {
  const laneOf = (at: number) => columns.lane[at] ?? 0;
  const past = causalPast(columns, event).filter((at) => isShown(laneOf(at)));
  const steps = past.slice(1).map((effect, index) => ({ cause: past[index] ?? effect, effect }));
  const effects = past.at(-1) === event ? directEffects(columns, event).filter((at) => isShown(laneOf(at))) : [];
  const forward = effects.slice(0, MOST_EFFECTS).map((effect) => ({ cause: event, effect }));
  const across = [...steps, ...forward].filter(({ cause, effect }) => laneOf(cause) !== laneOf(effect));
  return { arrows: across.slice(-MOST_ARROWS), more: Math.max(0, across.length - MOST_ARROWS) };
}
