/** Parts of the cluster whose content can be read along the script. */
export type ScriptPart = "fifo" | "store" | "handlers" | "queue" | "systems";

/** A part, and whose: an informer (`web/Pod`), a process with its queue, or "" for all systems. */
export type ScriptFocus = { readonly part: ScriptPart; readonly about: string };

/** One entry of a part: what it is called, such as a key, and what it has, in order. Names from the code, the same in every language. */
export type HeldEntry = { readonly head: string; readonly items: readonly string[] };

/** What made a row: something from outside (the script, a person), something that the part took in, or something that it gave out. */
export type ScriptCause = "outside" | "taken" | "given";

/** One run at a row. */
export type ScriptPlace = {
  /** Whether the row's event is in this run; if not, the run stands where it stood at the row before. */
  readonly isHere: boolean;
  /** −1 before the first event of the run that any row has. */
  readonly seq: number;
  readonly step: number;
  /** µs */
  readonly at: number;
  /** What the part holds at the end of the step; `more` counts what was cut. */
  readonly holds: readonly HeldEntry[];
  readonly more: number;
  /** What the part gave out since the row before. */
  readonly gave: readonly HeldEntry[];
  /** What the part did not take, and why. */
  readonly ignored: readonly HeldEntry[];
};
