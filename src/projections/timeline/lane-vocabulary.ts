import { MARKS, type Mark, TONES, type Tone } from "../../simulation/cluster/lanes.ts";

/** The class of state behind an entry of the `tone` column. */
export function toneAt(index: number): Tone {
  return TONES[index] ?? "idle";
}

/** The shape behind an entry of the `mark` column. */
export function markAt(index: number): Mark {
  return MARKS[index] ?? "none";
}

/** All classes of state, by their index in the `tone` column. */
export const ALL_TONES: readonly Tone[] = TONES;
